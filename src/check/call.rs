//! A call: its tool, its id, and then its arguments.

use std::collections::BTreeSet;

use super::arguments::Arguments;
use super::document::Checker;
use super::outcome::{Context, on};
use super::pass::{Pass, holder};
use super::rpc::CallFacts;
use super::session::Session;
use crate::contract::{Definition, Slot};
use crate::finding::{Code, Finding, Label, Severity, Side};
use crate::json::{Doc, Frame, NodeId, parse, with_tape};
use crate::wire::{Atom, Call, Item, Key, Pairing};
use crate::wording::{list, shorten};

impl Pass<'_> {
    /// Checks the call `item`, one of `items`.
    pub(super) fn call(&mut self, items: &[Item<'_>], item: &Item<'_>) {
        let Atom::Call { name, prefix, arguments, encoding, may_lack, id, is_hosted, .. } =
            item.row.atom
        else {
            return;
        };
        let doc = self.frame.doc;
        let id = id.and_then(|path| item.member(doc, path)).and_then(|node| doc.string(node));
        if id.is_some_and(|id| self.is_repetition(item, id)) {
            return;
        }
        self.outcome.tally.calls += 1;
        let named = item.member(doc, name).filter(|node| doc.is_string(*node));
        let name = named.and_then(|node| doc.string(node)).unwrap_or_default();
        let name = name.strip_prefix(prefix).unwrap_or(name);
        let is_sampled = self.is_sampled(item.node);
        let declared = if is_sampled {
            self.session.sampled.iter().find(|known| &*known.name == name).cloned()
        } else {
            self.session.definition(name).cloned()
        };
        let of_folder = self.checker.contract.definition(name, item.row.dialect);
        let definition: Option<&Definition> = declared.as_deref().or(of_folder);
        let context = Context {
            tool: Some(name),
            side: Some(Side::Arguments),
            dialect: Some(item.row.dialect),
            ..*self.context
        };
        let is_told = if is_sampled {
            !self.session.sampled.is_empty()
        } else {
            self.session.declares_tools() || self.role.is_sample
        };
        // That a request of MCP does not name its tool is said of the request.
        let is_named = named.is_some() || item.row.dialect != "mcp";
        if definition.is_none() && is_told && is_named && !is_hosted {
            let label = self.label(named.unwrap_or(item.node), "no such tool");
            let address = self.frame.address_of(named.unwrap_or(item.node));
            let finding = unknown_tool(self.checker, self.session, name, label).at(address);
            // In a history it is no longer declared; what is done is done.
            let is_history =
                self.session.declares_tools() && is_answered(doc, items, item, id, name);
            let severity = if is_history { Severity::Warning } else { finding.severity };
            context.note(self.outcome, finding.severity(severity));
        }
        self.id(items, item, &context);
        let slot = definition.map_or(&Slot::Absent, |definition| &definition.input);
        if slot.schema().is_none() {
            self.outcome.tally.unchecked_calls += 1;
        }
        let value = item.member(doc, arguments);
        let before = self.outcome.findings.len();
        let mut held = Arguments {
            limits: self.checker.limits,
            member: arguments.rsplit('/').next().unwrap_or(arguments),
            encoding,
            may_lack,
            schema: slot.schema(),
            context: &context,
            outcome: self.outcome,
        };
        held.check(self.frame, holder(doc, item, arguments), value);
        if matches!(item.row.atom, Atom::Call { pairing: Pairing::JsonRpc, .. }) {
            let fault = self.outcome.findings[before..].iter().find(|it| it.is_error());
            let fault = fault.map(|finding| finding.primary.clone());
            let is_told = self.session.declares_tools();
            self.note_call(CallFacts {
                tool: name.into(),
                is_defined: (definition.is_some() || is_told).then_some(definition.is_some()),
                is_valid: slot.schema().map(|_| fault.is_none()),
                is_formed: value.is_none_or(|value| doc.is_object(value)),
                fault,
            });
        }
        self.pass_hop(item, value, &context);
    }

    /// Compares the arguments with those of the same call one hop before.
    fn pass_hop(&mut self, item: &Item<'_>, value: Option<NodeId>, context: &Context<'_>) {
        let Atom::Call { id, pairing, .. } = item.row.atom else { return };
        let doc = self.frame.doc;
        if !self.session.keeps_hops {
            return;
        }
        let id = id.and_then(|path| item.member(doc, path)).map(|node| doc.source(node));
        let Some(value) = value else { return };
        let Some(text) = doc.string(value) else {
            self.hop_call(self.frame, value, pairing, id, context);
            return;
        };
        with_tape(|tape| {
            if parse(text, self.checker.limits.depth, tape).is_ok() {
                let inner = Frame::inner(Doc::new(text, tape), self.frame, value);
                self.hop_call(&inner, inner.doc.root(), pairing, id, context);
            }
        });
    }

    /// Notes the call in its conversation, and what is wrong with its id.
    fn id(&mut self, items: &[Item<'_>], item: &Item<'_>, context: &Context<'_>) {
        let Atom::Call { id: path, pairing, is_hosted, .. } = item.row.atom else { return };
        let doc = self.frame.doc;
        let id = path.and_then(|path| item.member(doc, path));
        if pairing == Pairing::JsonRpc || self.is_sampled(item.node) {
            // What is said of the ids of messages holds for calls too.
            return;
        }
        let key = Key::of(pairing, doc, id, context.tool);
        if key.is_none() && path.is_some() {
            let finding = self.missing_id(items, item, id);
            context.note(self.outcome, finding);
        }
        let written = id.and_then(|id| Some((id, doc.string(id)?)));
        if let Some(finding) = written.and_then(|(id, text)| self.id_format(pairing, id, text)) {
            context.note(self.outcome, finding);
        }
        let place = id.unwrap_or(item.node);
        let call = Call {
            label: self.label(place, "first used here"),
            node: item.node,
            dialect: item.row.dialect,
            document: context.document,
            pairing,
            is_hosted,
        };
        if let Some(first) = self.session.conversation.call(key, context.tool, call) {
            let message = format!("two calls have the id {}", shorten(doc.source(place)));
            let finding = on(self.frame, place, Code::CallIdDuplicate, message)
                .words("the same id again")
                .label(first)
                .help("ids must differ within a conversation: most APIs refuse the whole request");
            context.note(self.outcome, finding);
        }
    }

    /// An id that its provider does not take.
    fn id_format(&self, pairing: Pairing, id: NodeId, text: &str) -> Option<Finding> {
        let own = pairing.id_form().map(|form| (Code::CallIdFormat, form));
        let (code, form) = own.or_else(|| self.checker.profiles.call_id(pairing))?;
        // An empty one is missing, which is said already.
        let (message, words) = form.breach("id", text).filter(|_| !text.is_empty())?;
        let finding = on(self.frame, id, code, message).words(words);
        Some(finding.help("the provider refuses the request in which the id goes back to it"))
    }

    /// A call without an id: its result cannot be told from those of the calls beside it.
    fn missing_id(&self, items: &[Item<'_>], item: &Item<'_>, id: Option<NodeId>) -> Finding {
        let is_beside = |other: &&Item<'_>| {
            other.list == item.list && matches!(other.row.atom, Atom::Call { .. })
        };
        let others = items.iter().filter(is_beside).count() - 1;
        let message = match others {
            0 => "this call has no id".to_owned(),
            1 => "this call has no id, and there is another call beside it".to_owned(),
            _ => format!("this call has no id, and there are {others} other calls beside it"),
        };
        let place = id.unwrap_or(item.node);
        let finding = on(self.frame, place, Code::CallIdMissing, message).words("no id");
        match others {
            0 => finding.severity(Severity::Warning).help("its result cannot name it"),
            _ => finding.severity(Severity::Error),
        }
    }
}

/// The finding of a call of a tool `written` that nobody defines.
pub(super) fn unknown_tool(
    checker: &Checker<'_>,
    session: &Session,
    written: &str,
    label: Label,
) -> Finding {
    let near = session.near(written).or_else(|| checker.contract.near(written));
    let message = match written {
        "" => "this call names no tool".to_owned(),
        _ => format!("no definition of a tool `{}` is known", shorten(written)),
    };
    let mut finding = Finding::new(Code::CallUnknownTool, message, label);
    finding.help = match near {
        Some(near) => Some(near.question_about(written, &format!("`{}`", shorten(near.name)))),
        None => known_tools(checker, session),
    };
    finding
}

/// The names that a call may give, as advice.
fn known_tools(checker: &Checker<'_>, session: &Session) -> Option<String> {
    let names: BTreeSet<&str> = session.names().chain(checker.contract.names()).collect();
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", shorten(name))).collect();
    match names.as_slice() {
        [] => None,
        [only] => Some(format!("the only one known is {only}")),
        _ => Some(format!("known are {}", list(&names, "and"))),
    }
}

/// Whether one of `items` is a result of the call `call` of `tool`: by its id, or, where it has none,
/// one without an id that comes after it and names no other tool.
fn is_answered(
    doc: Doc<'_>,
    items: &[Item<'_>],
    call: &Item<'_>,
    id: Option<&str>,
    tool: &str,
) -> bool {
    items.iter().any(|item| {
        let Atom::Result { id: path, name, .. } = item.row.atom else { return false };
        let word = |path: Option<&str>| {
            path.and_then(|path| item.member(doc, path)).and_then(|node| doc.string(node))
        };
        match (id, word(path)) {
            (Some(id), Some(answered)) => answered == id,
            (None, None) => item.node > call.node && word(name).is_none_or(|name| name == tool),
            _ => false,
        }
    })
}
