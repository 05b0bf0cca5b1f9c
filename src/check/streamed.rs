//! One streamed call: its checks when all of it has come.

use super::arguments::Arguments;
use super::call::unknown_tool;
use super::cut::Cut;
use super::document::Checker;
use super::outcome::{Context, Outcome};
use super::role::Role;
use super::session::Session;
use crate::contract::Slot;
use crate::finding::{Code, Finding, Side};
use crate::wire::{Encoding, MOST_PIECES, Streamed};

/// Checks a call whose fragments have all come.
pub(super) fn close(
    checker: &Checker<'_>,
    role: &Role,
    session: &mut Session,
    call: Streamed,
    outcome: &mut Outcome,
) {
    outcome.tally.calls += 1;
    let name = call.name.as_deref().unwrap_or_default();
    let declared = session.definition(name).cloned();
    let of_folder = checker.contract.definition(name, call.dialect);
    let definition = declared.as_deref().or(of_folder);
    let context = Context {
        document: call.document,
        tool: Some(name),
        side: Some(Side::Arguments),
        dialect: Some(call.dialect),
    };
    if definition.is_none() && !call.is_hosted && (session.declares_tools() || role.is_sample) {
        let mut label = call.named.clone().unwrap_or_else(|| call.begin.clone());
        label.text = "no such tool".into();
        context.note(outcome, unknown_tool(checker, session, name, label));
    }
    let slot = definition.map_or(&Slot::Absent, |definition| &definition.input);
    if slot.schema().is_none() {
        outcome.tally.unchecked_calls += 1;
    }
    if call.is_too_long {
        let mut label = call.begin.clone();
        label.text = "this call".into();
        let message = format!("more than {MOST_PIECES} fragments of one call");
        context.note(outcome, Finding::new(Code::JsonTooLarge, message, label));
    } else {
        let context = Context { document: call.first_document, ..context };
        let mut held = Arguments {
            limits: checker.limits,
            member: "arguments",
            encoding: Encoding::Text,
            may_lack: true,
            schema: slot.schema(),
            context: &context,
            outcome,
        };
        let cut = call.cut.as_ref().map(Cut::of);
        held.streamed(&call.text, &call.begin, cut.as_ref());
    }
    session.streams.keep(call);
}

/// Ends all open calls of a conversation.
pub(super) fn end_all(
    checker: &Checker<'_>,
    role: &Role,
    session: &mut Session,
    outcome: &mut Outcome,
) {
    for call in session.streams.end_all() {
        close(checker, role, session, call, outcome);
    }
}
