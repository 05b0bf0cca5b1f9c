//! One streamed call: its text as far as it has come, and its checks when it has all come.

use super::arguments::Arguments;
use super::call::unknown_tool;
use super::cut::Cut;
use super::document::Checker;
use super::outcome::{Context, Outcome};
use super::role::Role;
use super::session::Session;
use crate::contract::Slot;
use crate::finding::{Code, Finding, Label, Side};
use crate::json::{Frame, Joined, NodeId};
use crate::wire::{Encoding, Pairing};

/// Fragments that one call may have.
const MOST_PIECES: usize = 100_000;
/// Calls whose texts are kept after their end, to compare what repeats them.
const KEPT: usize = 1000;

/// A call as far as its fragments have come.
#[derive(Debug)]
pub(super) struct Streamed {
    pub(super) pairing: Pairing,
    /// What its key is counted in, such as the choice.
    pub(super) scope: String,
    pub(super) key: String,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) dialect: &'static str,
    pub(super) document: u64,
    /// The document of the first fragment: an address counts from there.
    pub(super) first_document: u64,
    pub(super) is_hosted: bool,
    /// Where it begins: its id, or the first fragment.
    pub(super) begin: Label,
    /// Where its tool is named.
    pub(super) named: Option<Label>,
    /// The arguments so far.
    pub(super) text: Joined,
    pub(super) is_too_long: bool,
    /// Why it was cut off.
    pub(super) cut: Option<Cut>,
}

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
        held.streamed(&call.text, &call.begin, call.cut.as_ref());
    }
    let ended = &mut session.streams.ended;
    if ended.len() >= KEPT {
        ended.remove(0);
    }
    ended.push(call);
}

/// Ends all open calls of a conversation.
pub(super) fn end_all(
    checker: &Checker<'_>,
    role: &Role,
    session: &mut Session,
    outcome: &mut Outcome,
) {
    for call in std::mem::take(&mut session.streams.open) {
        close(checker, role, session, call, outcome);
    }
}

impl Streamed {
    /// Adds a fragment: a text, or a value that stands where a text is due.
    pub(super) fn push(&mut self, frame: &Frame<'_>, node: NodeId, document: u64) {
        let doc = frame.doc;
        if self.text.count() >= MOST_PIECES {
            self.is_too_long = true;
            return;
        }
        match doc.string(node) {
            Some("") => {}
            Some(text) => {
                self.begin_text(frame, node, document);
                self.text.push(text, frame.content_placement(node));
            }
            None if doc.is_null(node) => {}
            None => {
                let start = doc.range(node).start;
                self.begin_text(frame, node, document);
                self.text.push(doc.source(node), frame.placement().within(start));
            }
        }
    }

    /// Gives the text the address of its first fragment `node`.
    fn begin_text(&mut self, frame: &Frame<'_>, node: NodeId, document: u64) {
        if self.text.count() > 0 {
            return;
        }
        let mut address = frame.address_of(node);
        address.push_join();
        address.push_decode();
        self.text = Joined::new(frame.file(), address, frame.depth() + 1);
        self.first_document = document;
    }
}
