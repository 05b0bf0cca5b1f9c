//! The items of one document, in order, as part of a conversation.

use super::document::Checker;
use super::outcome::{Context, Outcome};
use super::role::Role;
use super::session::Session;
use crate::finding::Label;
use crate::json::{Frame, NodeId};
use crate::wire::{Atom, Item, Key, Pairing, Recognised};

/// What the checks of a document's items share.
pub(super) struct Pass<'p> {
    pub(super) checker: &'p Checker<'p>,
    pub(super) frame: &'p Frame<'p>,
    pub(super) context: &'p Context<'p>,
    pub(super) role: &'p Role,
    pub(super) session: &'p mut Session,
    pub(super) outcome: &'p mut Outcome,
}

impl Pass<'_> {
    /// Checks what was recognised. Parts that are conversations of their own have their own calls,
    /// and share the definitions around them.
    pub(super) fn run(mut self, found: &Recognised<'_>) {
        let mut at = 0;
        for part in &found.parts {
            self.items(&found.items[at..part.start]);
            let mut own = self.session.part();
            let mut inner = Pass { session: &mut own, outcome: self.outcome, ..self };
            inner.items(&found.items[part.clone()]);
            own.finish(Some(self.frame), self.outcome);
            at = part.end;
        }
        self.items(&found.items[at..]);
    }

    fn items(&mut self, items: &[Item<'_>]) {
        // The members of a request have no order: its definitions hold for all of it. Messages of
        // JSON-RPC do have one.
        let is_ordered = items.iter().any(|item| matches!(item.row.atom, Atom::Exchange { .. }));
        let is_definition = |item: &&Item<'_>| matches!(item.row.atom, Atom::Definition { .. });
        if !is_ordered {
            for item in items.iter().filter(is_definition) {
                self.define(item);
            }
        }
        for item in items.iter().filter(|item| is_ordered || !is_definition(item)) {
            match item.row.atom {
                Atom::Definition { .. } => self.define(item),
                Atom::Conversation => {}
                Atom::Call { .. } => self.call(items, item),
                Atom::Result { .. } => self.result(item),
                Atom::Refusal { id, pairing } => self.answer(item, id, pairing),
                Atom::Exchange { id, method } => self.exchange(item, id, method),
                Atom::Message => self.session.conversation.turn(),
            }
        }
    }

    fn define(&mut self, item: &Item<'_>) {
        let Some((definition, findings)) = self.checker.seen.define(self.frame, item) else {
            return;
        };
        self.outcome.tally.checked += 1;
        let context = Context {
            tool: Some(&definition.name),
            dialect: Some(item.row.dialect),
            ..*self.context
        };
        context.note_all(self.outcome, findings);
        self.session.declare(definition);
    }

    /// An answer that is no result: whatever it answers is answered.
    fn answer(&mut self, item: &Item<'_>, id: &str, pairing: Pairing) {
        let doc = self.frame.doc;
        let key = Key::of_id(pairing, doc, item.member(doc, id));
        let label = self.label(item.node, "first answered here");
        self.session.conversation.reply(pairing, key, label);
    }

    /// A request that is no call, or an answer that is no tool's.
    fn exchange(&mut self, item: &Item<'_>, id: &str, method: Option<&str>) {
        let doc = self.frame.doc;
        let Some(method) = method else {
            self.answer(item, id, Pairing::JsonRpc);
            return;
        };
        let method = item.member(doc, method).and_then(|node| doc.string(node));
        if method == Some("initialize") {
            self.session.finish(None, self.outcome);
            *self.session = Session::default();
        }
        if let Some(key) = Key::of_id(Pairing::JsonRpc, doc, item.member(doc, id)) {
            self.session.conversation.other(key);
        }
    }

    /// A label on `node`: all of a scalar, the bracket of a container.
    pub(super) fn label(&self, node: NodeId, words: &'static str) -> Label {
        self.frame.label(self.frame.doc.head(node), words)
    }
}
