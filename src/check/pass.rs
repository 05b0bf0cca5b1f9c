//! The items of one document, in order, as part of a conversation.

use std::sync::Arc;

use super::document::Checker;
use super::outcome::{Context, Outcome, on};
use super::role::Role;
use super::session::Session;
use super::streamed::end_all;
use crate::finding::{Code, Finding, Label};
use crate::json::{Doc, Frame, NodeId};
use crate::wire::{Atom, Item, Pairing, Recognised};
use crate::wording::shorten;

/// What the checks of a document's items share.
pub(super) struct Pass<'p> {
    pub(super) checker: &'p Checker<'p>,
    pub(super) frame: &'p Frame<'p>,
    pub(super) context: &'p Context<'p>,
    pub(super) role: &'p Role,
    pub(super) session: &'p mut Session,
    pub(super) outcome: &'p mut Outcome,
    /// Whether the document is one of many in its file, so that a list in it was sent at once.
    pub(super) is_line: bool,
}

/// How the calls of a whole conversation find their results. Nothing of messages among others: what
/// was said before them is not known.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pairings(u16);

impl Pairings {
    fn of(items: &[Item<'_>]) -> Self {
        let bits = items.iter().map(|item| match item.row.atom {
            Atom::Call { pairing, .. } => 1 << pairing as u8,
            _ => 0,
        });
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// Those of a document, without the parts that are conversations of their own.
    fn outside_parts(found: &Recognised<'_>) -> Self {
        if !found.is_conversation {
            return Self::default();
        }
        let starts = found.parts.iter().map(|part| part.start).chain([found.items.len()]);
        let ends = std::iter::once(0).chain(found.parts.iter().map(|part| part.end));
        let runs = ends.zip(starts).map(|(end, start)| Self::of(&found.items[end..start]));
        runs.fold(Self::default(), |all, run| Self(all.0 | run.0))
    }

    /// Whether there are calls of this kind. A JSON-RPC message is never a whole conversation.
    pub(super) fn has(self, pairing: Pairing) -> bool {
        pairing != Pairing::JsonRpc && self.0 & (1 << pairing as u8) != 0
    }
}

/// The object in which `path` leads to a member.
pub(super) fn holder(doc: Doc<'_>, item: &Item<'_>, path: &str) -> NodeId {
    let above = path.rsplit_once('/').and_then(|(above, _)| item.member(doc, above));
    above.filter(|node| doc.is_object(*node)).unwrap_or(item.node)
}

impl Pass<'_> {
    /// Checks what was recognised. Parts that are conversations of their own have their own calls,
    /// and share the definitions around them.
    pub(super) fn run(mut self, found: &Recognised<'_>) {
        let calls = Pairings::outside_parts(found);
        let is_rpc = |item: &Item<'_>| matches!(item.row.atom, Atom::Rpc);
        // A trace in one document: messages of a model beside those of a server.
        self.session.keeps_hops |= found.items.iter().any(is_rpc);
        self.batches(&found.items);
        let mut at = 0;
        for part in &found.parts {
            self.items(&found.items[at..part.start], calls);
            let mut own = self.session.part();
            let mut inner = Pass { session: &mut own, outcome: self.outcome, ..self };
            let items = &found.items[part.clone()];
            inner.items(items, Pairings::of(items));
            end_all(self.checker, self.role, &mut own, self.outcome);
            own.finish(Some(self.frame), self.outcome);
            at = part.end;
        }
        self.items(&found.items[at..], calls);
        self.session.rpc.is_in_refused_batch = false;
    }

    fn items(&mut self, items: &[Item<'_>], calls: Pairings) {
        // The members of a request have no order: its definitions hold for all of it. Messages of
        // JSON-RPC do have one.
        let is_ordered = items.iter().any(|item| matches!(item.row.atom, Atom::Rpc));
        let is_definition = |item: &&Item<'_>| matches!(item.row.atom, Atom::Definition { .. });
        if !is_ordered {
            for item in items.iter().filter(is_definition) {
                self.define(item);
            }
        }
        for item in items.iter().filter(|item| is_ordered || !is_definition(item)) {
            match item.row.atom {
                Atom::Definition { .. } => self.define(item),
                Atom::Call { .. } => self.call(items, item),
                Atom::Result { .. } => self.result(item, calls),
                Atom::Refusal => self.refused(item),
                Atom::Rpc => self.rpc(item),
                Atom::Fragment { .. } => self.fragment(item),
                Atom::Event => self.session.is_of_events = true,
                Atom::Continued => self.session.is_continued = true,
                // In a stream each piece of an answer can say whose it is.
                Atom::Message if self.session.is_of_events => {}
                Atom::Message => self.session.conversation.turn(),
                // Answers are held to their schema below.
                Atom::Format { .. }
                | Atom::Reply { .. }
                | Atom::Placeholder
                | Atom::Conversation => {}
            }
        }
        self.replies(items);
    }

    fn define(&mut self, item: &Item<'_>) {
        let Some((definition, findings)) = self.checker.seen.define(self.frame, item) else {
            return;
        };
        self.outcome.tally.checked += 1;
        let tool = Arc::clone(&definition.name);
        let context =
            Context { tool: Some(&tool), dialect: Some(item.row.dialect), ..*self.context };
        context.note_all(self.outcome, findings);
        context.note_all(self.outcome, self.checker.profiles.hold(self.frame, item));
        if self.is_sampled(item.node) {
            self.session.sampled.push(Arc::new(definition));
            return;
        }
        // Tools of the provider are named by their type, and there can be several of one type.
        let is_named = matches!(item.row.atom, Atom::Definition { input: Some(_), .. });
        let list = item.list.filter(|_| is_named).map(|list| (context.document, list));
        if let Some(first) = self.session.declare(definition, list) {
            let finding = self.defined_again(item, &tool, first);
            context.note(self.outcome, finding);
        }
    }

    /// The definition `item` of a tool that its list has defined at `first`.
    fn defined_again(&self, item: &Item<'_>, tool: &str, mut first: Label) -> Finding {
        let Atom::Definition { name, .. } = item.row.atom else { unreachable!("it is one") };
        first.text = "first defined here".into();
        let place = item.member(self.frame.doc, name).unwrap_or(item.node);
        let message = format!("this list defines `{}` twice", shorten(tool));
        on(self.frame, place, Code::ToolDuplicateName, message).words("defined again").label(first)
    }

    /// A label on `node`: all of a scalar, the bracket of a container.
    pub(super) fn label(&self, node: NodeId, words: &'static str) -> Label {
        self.frame.label(self.frame.doc.head(node), words)
    }
}
