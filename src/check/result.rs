//! A result and the call it answers.

use super::outcome::{Context, on};
use super::pass::{Pairings, Pass, holder};
use super::payload::{Payload, Results};
use crate::contract::Slot;
use crate::finding::{Code, Finding, Side};
use crate::json::{Doc, Frame, NodeId, parse, with_tape};
use crate::wire::{Answer, Atom, Failed, Item, Key, Pairing};
use crate::wording::shorten;

/// Whose result it is.
enum Paired {
    /// That of a call of this tool.
    Call(Option<String>),
    /// Nobody's, though there are calls.
    Orphan,
    /// There are no calls to tell.
    Alone,
    /// That of a call whose result an event before gave: there is nothing new in it.
    Repeated,
}

impl Pass<'_> {
    /// Checks the result `item` of a conversation with `calls`.
    pub(super) fn result(&mut self, item: &Item<'_>, calls: Pairings) {
        let Atom::Result { name, id, content, form, inner, structured, failed, pairing } =
            item.row.atom
        else {
            return;
        };
        let doc = self.frame.doc;
        let own_name = name.and_then(|path| item.member(doc, path)).and_then(|n| doc.string(n));
        let id = id.and_then(|path| item.member(doc, path));
        let request = self.answered_request().filter(|_| pairing == Some(Pairing::JsonRpc));
        let (paired, finding) = match pairing {
            Some(Pairing::JsonRpc) => {
                let call = request.as_ref().and_then(|request| request.call.as_ref());
                let paired =
                    call.map_or(Paired::Alone, |it| Paired::Call(Some(it.tool.to_string())));
                (paired, None)
            }
            Some(pairing) => {
                let key = Key::of(pairing, doc, id, own_name);
                self.pair(item, id, pairing, key, calls)
            }
            None => (Paired::Alone, None),
        };
        let tool = match &paired {
            Paired::Repeated => return,
            Paired::Call(tool) => tool.as_deref(),
            Paired::Orphan => own_name,
            Paired::Alone => own_name.or(self.role.tool.as_deref()),
        };
        self.outcome.tally.results += 1;
        let context = Context {
            tool,
            side: Some(Side::Result),
            dialect: Some(item.row.dialect),
            ..*self.context
        };
        if let Some(finding) = finding {
            context.note(self.outcome, finding);
        }
        let is_failed = failed.iter().any(|failed| item.has_failed(doc, *failed));
        let given = item.member(doc, content);
        let proper = inner.and_then(|name| doc.get(given?, name));
        let payload = Payload {
            content: proper.or(given),
            form,
            structured: structured.and_then(|path| item.member(doc, path)),
            has_structured: structured.is_some() && self.has_structured_content(),
        };
        let holder = holder(doc, item, content);
        if failed.iter().any(|it| matches!(it, Failed::TrueOfText(_)) && item.has_failed(doc, *it))
        {
            let other = given.and_then(|content| self.other_than_text(content));
            if let Some(finding) = other {
                context.note(self.outcome, finding);
            }
        }
        self.hold_result(holder, &payload, is_failed, &context);
        self.texts(item, &payload, is_failed, &context);
        if !is_failed {
            self.json_strings(&payload, &context);
        }
        if request.is_some() {
            self.accepted(holder, is_failed);
        }
        if let (true, Some(pairing), Some(id)) = (self.session.keeps_hops, pairing, id) {
            let value = payload.structured.or_else(|| payload.main(doc));
            self.pass_result(value, pairing, id, &context);
        }
    }

    /// The first part of a failed result's content that is no text, where there may be none.
    fn other_than_text(&self, content: NodeId) -> Option<Finding> {
        let doc = self.frame.doc;
        let kinds = doc.elements(content).filter_map(|part| doc.get(part, "type"));
        let kind =
            kinds.into_iter().find(|kind| doc.string(*kind).is_some_and(|it| it != "text"))?;
        let name = shorten(doc.string(kind).unwrap_or_default());
        let message = format!("the result of a failed call holds a part of the type `{name}`");
        let finding = on(self.frame, kind, Code::ResultErrorNotText, message)
            .words("expected \"text\"")
            .help("the provider refuses the whole request: say the failure in text alone");
        Some(finding)
    }

    /// Compares what a result holds with the same result one hop before.
    fn pass_result(
        &mut self,
        value: Option<NodeId>,
        pairing: Pairing,
        id: NodeId,
        context: &Context<'_>,
    ) {
        let doc = self.frame.doc;
        let Some(value) = value else { return };
        let id = doc.source(id);
        let Some(text) = doc.string(value) else {
            self.hop_result(self.frame, value, pairing, id, context);
            return;
        };
        with_tape(|tape| {
            if parse(text, self.checker.limits.depth, tape).is_ok() {
                let inner = Frame::inner(Doc::new(text, tape), self.frame, value);
                self.hop_result(&inner, inner.doc.root(), pairing, id, context);
            }
        });
    }

    fn hold_result(
        &mut self,
        holder: NodeId,
        payload: &Payload,
        is_failed: bool,
        context: &Context<'_>,
    ) {
        let tool = context.tool.unwrap_or_default();
        let declared = self.session.definition(tool).cloned();
        let is_known = declared.is_some() || self.checker.contract.has(tool);
        // A dialect without output schemas says nothing against one in `schemas/`.
        let dialect = context.dialect.unwrap_or_default();
        // A session in a version without output schemas declares none, whatever a tool has.
        let is_meant = dialect != "mcp" || self.has_structured_content();
        let own = declared.as_deref().map(|it| &it.output);
        let own = own.filter(|it| is_meant && !matches!(it, Slot::Absent));
        let slot = own.unwrap_or_else(|| self.checker.contract.output(tool, dialect));
        // A failure, or a result of a tool that promises nothing of its results, is checked as far
        // as the contract goes: its envelope and its call.
        if is_failed || (is_known && matches!(slot, Slot::Absent)) {
            self.outcome.tally.checked += 1;
        }
        let results = Results { checker: self.checker, schema: slot.schema(), context };
        if is_failed {
            let structured = payload.structured.filter(|_| payload.has_structured);
            if let Some(finding) = structured.and_then(|it| results.failed(self.frame, it)) {
                context.note(self.outcome, finding);
            }
            return;
        }
        if !results.check(self.frame, holder, payload, self.outcome) {
            self.outcome.tally.unchecked_results += 1;
        }
        // Without an output schema a text may be anything; that it is no JSON is said where the rules
        // ask for it.
        let asked = self.role.weights.asked(Code::ResultNotJson);
        if let Some(severity) = asked.filter(|_| slot.schema().is_none())
            && let Some(finding) = results.python(self.frame, payload)
        {
            context.note(self.outcome, finding.severity(severity));
        }
    }

    /// Matches a result with its call; says if it answers none, or one that was answered before.
    fn pair(
        &mut self,
        item: &Item<'_>,
        id: Option<NodeId>,
        pairing: Pairing,
        key: Option<Key<'_>>,
        calls: Pairings,
    ) -> (Paired, Option<Finding>) {
        let place = id.unwrap_or(item.node);
        let shown = id.map(|id| shorten(self.frame.doc.source(id))).unwrap_or_default();
        let here = self.label(place, "first answered here");
        match self.session.conversation.result(pairing, key, here) {
            Answer::First(answered) => (Paired::Call(answered.tool), None),
            // Events repeat whole items.
            Answer::Again(..) if self.session.is_of_events => (Paired::Repeated, None),
            Answer::Again(answered, first) => {
                let message = match id {
                    Some(_) => format!("the call {shown} is answered a second time"),
                    None => "every call that this can answer is answered already".to_owned(),
                };
                let finding = on(self.frame, place, Code::ResultDuplicate, message)
                    .words("answered again")
                    .label(first);
                (Paired::Call(answered.tool), Some(finding))
            }
            Answer::Orphan | Answer::Alone if self.session.is_continued => (Paired::Alone, None),
            Answer::Alone if !calls.has(pairing) => (Paired::Alone, None),
            Answer::Orphan | Answer::Alone => {
                let message = match id {
                    Some(_) => format!("no call before this result has the id {shown}"),
                    None => "no call before this result is open".to_owned(),
                };
                (
                    Paired::Orphan,
                    Some(
                        on(self.frame, place, Code::ResultOrphan, message).words("answers no call"),
                    ),
                )
            }
        }
    }
}
