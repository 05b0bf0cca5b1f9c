//! Structured outputs: the answer of a model, held to the schema that its request asks for.

use super::cut::{Cut, explain};
use super::outcome::Context;
use super::pass::Pass;
use crate::contract::Slot;
use crate::json::{Doc, Frame, NodeId, Tape, fault_findings, parse, syntax_finding, with_tape};
use crate::schema::Spelling;
use crate::wire::{self, Atom, Item};

impl Pass<'_> {
    /// Holds the answers among `items` to the schema that stands among them, if there is just one:
    /// of several, nothing says which answer was held to which.
    pub(super) fn replies(&mut self, items: &[Item<'_>]) {
        let mut formats = items.iter().filter(|item| matches!(item.row.atom, Atom::Format { .. }));
        let (Some(format), None) = (formats.next(), formats.next()) else { return };
        let replies: Vec<&Item<'_>> =
            items.iter().filter(|item| matches!(item.row.atom, Atom::Reply { .. })).collect();
        if replies.is_empty() {
            return;
        }
        let slot = self.format(format);
        for reply in &replies {
            // Several texts beside each other are parts of one answer.
            let is_alone = replies.iter().filter(|other| other.list == reply.list).count() == 1;
            let is_choice = matches!(reply.row.id, "A1");
            if is_alone || is_choice {
                self.reply(reply, &slot);
            }
        }
    }

    /// The schema that an answer is held to.
    fn format(&mut self, item: &Item<'_>) -> Slot {
        let Atom::Format { schema, spelling, is_text } = item.row.atom else {
            return Slot::Absent;
        };
        let spelling = match spelling {
            wire::Spelling::JsonSchema => Spelling::JsonSchema,
            wire::Spelling::OpenApi => Spelling::OpenApi,
        };
        let Some(node) = item.member(self.frame.doc, schema) else { return Slot::Absent };
        let mut findings = Vec::new();
        let seen = self.checker.seen;
        let slot = if is_text {
            let text = self.frame.doc.string(node).unwrap_or_default();
            with_tape(|tape| {
                if let Err(error) = parse(text, self.checker.limits.depth, tape) {
                    let nothing = Tape::new();
                    let place = Frame::inner(Doc::new(text, &nothing), self.frame, node);
                    findings.push(syntax_finding(&place, &error));
                    return Slot::Broken;
                }
                let inner = Frame::inner(Doc::new(text, tape), self.frame, node);
                seen.schema(&inner, inner.doc.root(), spelling, &mut findings)
            })
        } else {
            seen.schema(self.frame, node, spelling, &mut findings)
        };
        let context = Context { dialect: Some(item.row.dialect), ..*self.context };
        context.note_all(self.outcome, findings);
        slot
    }

    /// Holds the text of an answer to `slot`.
    fn reply(&mut self, item: &Item<'_>, slot: &Slot) {
        let Atom::Reply { text } = item.row.atom else { return };
        let (Some(schema), Some(node)) = (slot.schema(), self.text_of(item, text)) else { return };
        let context = Context { dialect: Some(item.row.dialect), ..*self.context };
        let text = self.frame.doc.string(node).unwrap_or_default();
        self.outcome.tally.checked += 1;
        with_tape(|tape| {
            if let Err(error) = parse(text, self.checker.limits.depth, tape) {
                let nothing = Tape::new();
                let place = Frame::inner(Doc::new(text, &nothing), self.frame, node);
                let cut = Cut::around(self.frame, node);
                let finding = explain(cut.as_ref(), syntax_finding(&place, &error));
                context.note(self.outcome, finding);
                return;
            }
            let inner = Frame::inner(Doc::new(text, tape), self.frame, node);
            for finding in fault_findings(&inner) {
                context.note(self.outcome, finding);
            }
            context.hold(&inner, inner.doc.root(), schema, self.outcome);
        });
    }

    fn text_of(&self, item: &Item<'_>, path: &str) -> Option<NodeId> {
        item.member(self.frame.doc, path).filter(|node| self.frame.doc.is_string(*node))
    }
}
