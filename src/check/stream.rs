//! Streamed calls: what their fragments join to is a call like any other.

use super::outcome::Context;
use super::pass::Pass;
use super::streamed::close;
use crate::finding::{Code, Finding, Label, Side};
use crate::json::{Doc, Frame, NodeId, Tape, parse, same_value, with_tape};
use crate::wire::{Atom, Call, Fragment, Item, Joining, Key, Streamed};
use crate::wording::shorten;

impl Pass<'_> {
    /// Takes in the fragments of `item`.
    pub(super) fn fragment(&mut self, item: &Item<'_>) {
        let context = Context {
            side: Some(Side::Arguments),
            dialect: Some(item.row.dialect),
            ..*self.context
        };
        let joinings = self.session.streams.take(self.frame, item, self.context.document);
        for joining in joinings {
            match joining {
                Joining::Met(fragment) => self.meet(&fragment, &context),
                Joining::Clash(before, fragment) => {
                    if let Some(clash) = self.clash(&before, &fragment) {
                        context.note(self.outcome, clash);
                    }
                    self.close(*before);
                }
                Joining::Ended(call, again) => {
                    let differs = again.and_then(|node| self.difference(&call, node));
                    if let Some(finding) = differs {
                        context.note(self.outcome, finding);
                    }
                    self.close(*call);
                }
            }
        }
    }

    /// Notes in its conversation the call that has got the id of `fragment`.
    fn meet(&mut self, fragment: &Fragment<'_>, context: &Context<'_>) {
        let Some((node, id)) = fragment.id else { return };
        let frame = self.frame;
        let call = Call {
            label: frame.label(frame.doc.range(node), "first used here"),
            node: fragment.node,
            dialect: fragment.dialect,
            document: self.context.document,
            pairing: fragment.pairing,
            is_hosted: fragment.is_hosted,
        };
        let key = Key::of_text(fragment.pairing, id);
        let tool = fragment.name.map(|(_, name)| name);
        let Some(first) = self.session.conversation.call(Some(key), tool, call) else { return };
        let message = format!("two calls have the id \"{}\"", shorten(id));
        let label = frame.label(frame.doc.range(node), "the same id again");
        let finding = Finding::new(Code::CallIdDuplicate, message, label)
            .label(first)
            .help("ids must differ within a conversation: most APIs refuse the whole request")
            .at(frame.address_of(node));
        context.note(self.outcome, finding);
    }

    /// What is wrong when `fragment`, of another call, came under the key of `before`.
    fn clash(&self, before: &Streamed, fragment: &Fragment<'_>) -> Option<Finding> {
        let (node, id) = fragment.id?;
        let (known, id) = (shorten(before.id.as_deref()?), shorten(id));
        let message = format!("two calls, \"{known}\" and \"{id}\", stream under one index");
        let label = self.frame.label(self.frame.doc.range(node), "another id");
        let first = Label { text: "the index is this call's".into(), ..before.begin.clone() };
        let finding = Finding::new(Code::StreamIndexClash, message, label)
            .label(first)
            .help("clients that join by index merge the two; each call needs an index of its own")
            .at(self.frame.address_of(node));
        Some(finding)
    }

    /// Whether the call `item` only repeats one that was streamed; if so it is compared with it.
    pub(super) fn is_repetition(&mut self, item: &Item<'_>, id: &str) -> bool {
        let Atom::Call { pairing, arguments, .. } = item.row.atom else { return false };
        let value = item.member(self.frame.doc, arguments);
        let document = self.context.document;
        for call in self.session.streams.repeat(self.frame, pairing, id, value, document) {
            self.close(call);
        }
        let Some(call) = self.session.streams.with_id(pairing, id) else {
            // Events repeat whole items too.
            let key = Key::of_text(pairing, id);
            return self.session.is_of_events && self.session.conversation.has(key);
        };
        let differs = value.and_then(|value| self.difference(call, value));
        if let Some(finding) = differs {
            let context = Context { dialect: Some(item.row.dialect), ..*self.context };
            context.note(self.outcome, finding);
        }
        true
    }

    /// How the value `node`, arguments or their text, differs from what was streamed.
    fn difference(&self, call: &Streamed, node: NodeId) -> Option<Finding> {
        let doc = self.frame.doc;
        let streamed = call.text.text();
        let is_same = match doc.string(node) {
            Some(text) if text == streamed => true,
            Some(text) => with_tape(|tape| {
                parse(text, self.checker.limits.depth, tape).is_ok() && {
                    let inner = Doc::new(text, tape);
                    self.is_same_json(streamed, inner, inner.root())
                }
            }),
            // No fragments at all are no arguments.
            None if streamed.trim().is_empty() => doc.count(node) == 0,
            None => self.is_same_json(streamed, doc, node),
        };
        if is_same {
            return None;
        }
        let shown = call.name.as_deref().map(shorten).unwrap_or_default();
        let message = format!("the arguments of `{shown}` differ from its streamed fragments");
        let end = streamed.len() as u32;
        let nothing = Tape::new();
        let joined = Frame::joined(Doc::new(streamed, &nothing), &call.text);
        let mut first = joined.label(0..end, "the fragments begin here");
        first.more.clear();
        first.decoded = None;
        let label = self.frame.label(doc.head(node), "given again here");
        Some(
            Finding::new(Code::StreamDoneDiffers, message, label)
                .label(first)
                .at(self.frame.address_of(node)),
        )
    }

    fn is_same_json(&self, streamed: &str, doc: Doc<'_>, node: NodeId) -> bool {
        with_tape(|tape| {
            parse(streamed, self.checker.limits.depth, tape).is_ok() && {
                let inner = Doc::new(streamed, tape);
                same_value(inner, inner.root(), doc, node)
            }
        })
    }

    fn close(&mut self, call: Streamed) {
        close(self.checker, self.role, self.session, call, self.outcome);
    }
}
