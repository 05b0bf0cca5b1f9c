//! A call: its tool, its id, and then its arguments.

use std::collections::BTreeSet;

use super::arguments::Arguments;
use super::outcome::{Context, on};
use super::pass::{Pass, holder};
use crate::contract::{Definition, Slot};
use crate::finding::{Code, Finding, Severity, Side};
use crate::json::NodeId;
use crate::wire::{Atom, Call, Item, Key, Pairing};
use crate::wording::{list, shorten};

impl Pass<'_> {
    /// Checks the call `item`, one of `items`.
    pub(super) fn call(&mut self, items: &[Item<'_>], item: &Item<'_>) {
        let Atom::Call { name, arguments, encoding, .. } = item.row.atom else { return };
        let doc = self.frame.doc;
        self.outcome.tally.calls += 1;
        let named = item.member(doc, name).filter(|node| doc.is_string(*node));
        let name = named.and_then(|node| doc.string(node)).unwrap_or_default();
        let declared = self.session.definition(name).cloned();
        let of_folder = self.checker.contract.definition(name, item.row.dialect);
        let definition: Option<&Definition> = declared.as_deref().or(of_folder);
        let context = Context {
            tool: Some(name),
            side: Some(Side::Arguments),
            dialect: Some(item.row.dialect),
            ..*self.context
        };
        if definition.is_none() && (self.session.declares_tools() || self.role.is_sample) {
            let finding = self.unknown_tool(named.unwrap_or(item.node), name);
            context.note(self.outcome, finding);
        }
        self.id(items, item, &context);
        let slot = definition.map_or(&Slot::Absent, |definition| &definition.input);
        if slot.schema().is_none() {
            self.outcome.tally.unchecked_calls += 1;
        }
        let value = item.member(doc, arguments);
        let mut held = Arguments {
            limits: self.checker.limits,
            member: arguments.rsplit('/').next().unwrap_or(arguments),
            encoding,
            schema: slot.schema(),
            context: &context,
            outcome: self.outcome,
        };
        held.check(self.frame, holder(doc, item, arguments), value);
    }

    fn unknown_tool(&self, place: NodeId, written: &str) -> Finding {
        let near = self.session.near(written);
        let near = near.or_else(|| self.checker.contract.near(written));
        let message = match written {
            "" => "this call names no tool".to_owned(),
            _ => format!("no definition of a tool `{}` is known", shorten(written)),
        };
        let mut finding =
            on(self.frame, place, Code::CallUnknownTool, message).words("no such tool");
        finding.help = match near {
            Some(near) => Some(near.question_about(written, &format!("`{}`", shorten(near.name)))),
            None => self.known_tools(),
        };
        finding
    }

    /// The names that a call may give, as advice.
    fn known_tools(&self) -> Option<String> {
        let names: BTreeSet<&str> =
            self.session.names().chain(self.checker.contract.names()).collect();
        let names: Vec<String> = names.iter().map(|name| format!("`{}`", shorten(name))).collect();
        match names.as_slice() {
            [] => None,
            [only] => Some(format!("the only one known is {only}")),
            _ => Some(format!("known are {}", list(&names, "and"))),
        }
    }

    /// Notes the call in its conversation, and what is wrong with its id.
    fn id(&mut self, items: &[Item<'_>], item: &Item<'_>, context: &Context<'_>) {
        let Atom::Call { id: path, pairing, .. } = item.row.atom else { return };
        let doc = self.frame.doc;
        let id = path.and_then(|path| item.member(doc, path));
        let key = match pairing {
            Pairing::NextOfName => context.tool.map(Key::of_name),
            _ => Key::of_id(pairing, doc, id),
        };
        if key.is_none() && path.is_some() && pairing != Pairing::JsonRpc {
            let finding = self.missing_id(items, item, id);
            context.note(self.outcome, finding);
        }
        let place = id.unwrap_or(item.node);
        let call = Call {
            label: self.label(place, "first used here"),
            node: item.node,
            dialect: item.row.dialect,
            document: context.document,
            pairing,
        };
        if let Some(first) = self.session.conversation.call(key, context.tool, call) {
            let message = format!("two calls have the id {}", shorten(doc.source(place)));
            let finding = on(self.frame, place, Code::CallIdDuplicate, message)
                .words("the same id again")
                .label(first)
                .help(match pairing {
                    Pairing::JsonRpc => {
                        "ids must differ within a session: their answers cannot be told apart"
                    }
                    _ => {
                        "ids must differ within a conversation: most APIs refuse the whole request"
                    }
                });
            context.note(self.outcome, finding);
        }
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
