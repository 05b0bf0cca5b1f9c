//! Calls and their results, as `check` pairs them: by [`Conversation`], and streamed calls by
//! [`Streams`].

use std::collections::{HashMap, HashSet};

use super::find::{Finder, Pass};
use super::found::{Call, Found, ResultSeen, Spot, Standing, What};
use super::messages::Speech;
use super::payload::{Payload, address_of};
use crate::finding::Label;
use crate::json::{Doc, Frame, NodeId, Tape, parse, with_tape};
use crate::mcp::Ledger;
use crate::wire::{
    self, Answer, Atom, Conversation, Encoding, Failed, Fragment, Item, Joining, Key, Pairing,
    Part, Streamed, Streams, parts,
};

/// A conversation while its documents are read.
#[derive(Debug, Default)]
pub(super) struct Talk {
    pub(super) conversation: Conversation,
    /// What was found for each call of the conversation.
    calls: Vec<usize>,
    streams: Streams,
    /// What was found for the streamed calls that have an id.
    streaming: HashMap<(Pairing, String), usize>,
    /// The requests of JSON-RPC that wait for an answer; what was found for each.
    pub(super) ledger: Ledger<usize>,
    /// What the message at hand answers, if it is a response.
    pub(super) answer: Option<(Option<usize>, Standing)>,
    /// Which version of MCP its messages speak.
    pub(super) speech: Speech,
    pub(super) is_of_events: bool,
    pub(super) is_continued: bool,
    /// Whether something of it was noted.
    pub(super) is_begun: bool,
    /// Its number in the file; 0 before anything of it was met.
    pub(super) number: u32,
}

impl Finder<'_> {
    pub(super) fn call(&mut self, pass: Pass<'_>, item: &Item<'_>, talk: &mut Talk) {
        let Atom::Call { name, prefix, arguments, encoding, id, pairing, is_hosted, .. } =
            item.row.atom
        else {
            return;
        };
        let doc = pass.frame.doc;
        let value = item.member(doc, arguments);
        let id = id.and_then(|path| item.member(doc, path));
        if let Some(id) = id.and_then(|id| doc.string(id))
            && self.is_repetition(pass, pairing, id, value, talk)
        {
            return;
        }
        let named = item.member(doc, name).and_then(|node| doc.string(node)).unwrap_or_default();
        let tool = named.strip_prefix(prefix).unwrap_or(named);
        let call = Call {
            tool: tool.to_owned(),
            id: id.filter(|id| !doc.is_null(*id)).map(|id| doc.source(id).to_owned()),
            arguments: value.map(|value| match encoding {
                Encoding::Free => Payload::new(pass.frame, value, pass.document),
                _ => Payload::holding_json(pass.frame, value, pass.document),
            }),
            is_hosted,
            is_streamed: false,
            results: Vec::new(),
            is_passed_over: false,
        };
        let at = self.note(pass, item, item.node, What::Call(Box::new(call)), talk);
        if pairing == Pairing::JsonRpc {
            talk.ask(pass.frame, item, at);
            return;
        }
        let met = wire::Call {
            label: pass.frame.label(doc.head(item.node), ""),
            node: item.node,
            dialect: item.row.dialect,
            document: pass.document,
            pairing,
            is_hosted,
        };
        talk.meet(Key::of(pairing, doc, id, Some(tool)), Some(tool), met, at);
    }

    /// Whether a call only repeats one that was streamed, or that an event held.
    fn is_repetition(
        &mut self,
        pass: Pass<'_>,
        pairing: Pairing,
        id: &str,
        value: Option<NodeId>,
        talk: &mut Talk,
    ) -> bool {
        for call in talk.streams.repeat(pass.frame, pairing, id, value, pass.document) {
            self.streamed(call, talk);
        }
        talk.streams.with_id(pairing, id).is_some()
            || (talk.is_of_events && talk.conversation.has(Key::of_text(pairing, id)))
    }

    pub(super) fn fragments(&mut self, pass: Pass<'_>, item: &Item<'_>, talk: &mut Talk) {
        for joining in talk.streams.take(pass.frame, item, pass.document) {
            match joining {
                Joining::Met(fragment) => self.met(pass, item, &fragment, talk),
                Joining::Clash(call, _) | Joining::Ended(call, _) => self.streamed(*call, talk),
            }
        }
    }

    /// Notes a streamed call that has got its id.
    fn met(&mut self, pass: Pass<'_>, item: &Item<'_>, fragment: &Fragment<'_>, talk: &mut Talk) {
        let Some((node, id)) = fragment.id else { return };
        let frame = pass.frame;
        let tool = fragment.name.map(|(_, name)| name);
        let call = Call {
            id: Some(frame.doc.source(node).to_owned()),
            ..Call::streamed(tool, fragment.is_hosted)
        };
        let at = self.note(pass, item, fragment.node, What::Call(Box::new(call)), talk);
        talk.streaming.insert((fragment.pairing, id.to_owned()), at);
        let met = wire::Call {
            label: frame.label(frame.doc.head(fragment.node), ""),
            node: fragment.node,
            dialect: fragment.dialect,
            document: pass.document,
            pairing: fragment.pairing,
            is_hosted: fragment.is_hosted,
        };
        talk.meet(Some(Key::of_text(fragment.pairing, id)), tool, met, at);
    }

    /// Notes what the fragments of a call joined to.
    fn streamed(&mut self, call: Streamed, talk: &mut Talk) {
        let id = call.id.clone().unwrap_or_default();
        let known = talk.streaming.remove(&(call.pairing, id));
        let at = known.unwrap_or_else(|| {
            let conversation = self.number(talk);
            talk.is_begun = true;
            self.found.push(Found {
                spot: Spot {
                    document: call.document,
                    address: address_of(&call.text),
                    spans: vec![call.begin.span],
                },
                dialect: call.dialect,
                row: call.row,
                conversation,
                what: What::Call(Box::new(Call::streamed(None, call.is_hosted))),
            });
            self.found.len() - 1
        });
        if let What::Call(noted) = &mut self.found[at].what {
            noted.tool = call.name.clone().unwrap_or_default();
            noted.is_hosted = call.is_hosted;
            noted.arguments = joined_payload(&call);
        }
        if call.text.count() > 0 {
            self.joined.push((call.first_document, call.text.clone()));
        }
        talk.streams.keep(call);
    }

    pub(super) fn result(
        &mut self,
        pass: Pass<'_>,
        items: &[Item<'_>],
        item: &Item<'_>,
        talk: &mut Talk,
    ) {
        let Atom::Result { name, id, failed, pairing, .. } = item.row.atom else { return };
        let doc = pass.frame.doc;
        let tool = name.and_then(|path| item.member(doc, path)).and_then(|node| doc.string(node));
        let id = id.and_then(|path| item.member(doc, path));
        let label = pass.frame.label(doc.head(item.node), "");
        let answer =
            pairing.filter(|it| *it != Pairing::JsonRpc).map_or(Answer::Alone, |pairing| {
                talk.conversation.result(pairing, Key::of(pairing, doc, id, tool), label)
            });
        let is_same = |other: &Item<'_>| matches!(other.row.atom, Atom::Call { pairing: it, .. } if Some(it) == pairing);
        let has_calls = pass.is_whole && items.iter().any(is_same);
        let of = |call: usize, talk: &Talk| talk.calls.get(call).copied();
        let (call, standing) = match answer {
            _ if pairing == Some(Pairing::JsonRpc) => {
                talk.answer.take().unwrap_or((None, Standing::Alone))
            }
            Answer::First(answered) => (of(answered.call, talk), Standing::Answer),
            // Events repeat whole items.
            Answer::Again(..) if talk.is_of_events => return,
            Answer::Again(answered, _) => (of(answered.call, talk), Standing::Again),
            Answer::Orphan if talk.is_continued => (None, Standing::Alone),
            Answer::Alone if !has_calls => (None, Standing::Alone),
            Answer::Orphan | Answer::Alone => (None, Standing::Orphan),
        };
        let (payloads, others) = payloads(pass, item);
        let result = ResultSeen {
            spot: Spot::new(pass.frame, item.node, pass.document),
            dialect: item.row.dialect,
            row: item.row.id,
            tool: tool.map(str::to_owned),
            id: id.map(|id| doc.source(id).to_owned()),
            is_failed: failed.iter().any(|failed| item.has_failed(doc, *failed)),
            standing,
            payloads,
            others,
        };
        self.give(pass, item, call, result, talk);
    }

    /// Gives a result to what was found for the call that it answers, or notes it by itself.
    pub(super) fn give(
        &mut self,
        pass: Pass<'_>,
        item: &Item<'_>,
        call: Option<usize>,
        result: ResultSeen,
        talk: &mut Talk,
    ) {
        if let Some(What::Call(call)) = call.map(|at| &mut self.found[at].what) {
            call.results.push(result);
        } else {
            self.note(pass, item, item.node, What::Result(result), talk);
        }
    }

    /// Ends a conversation.
    pub(super) fn end(&mut self, talk: &mut Talk) {
        for call in talk.streams.end_all() {
            self.streamed(call, talk);
        }
        let passed_over: HashSet<(u64, u64)> = talk
            .conversation
            .unanswered()
            .map(|(call, _, _)| (call.document, call.label.span.start))
            .collect();
        self.end_speech(talk);
        for at in &talk.calls {
            let found = &mut self.found[*at];
            let place = (found.spot.document, found.spot.start());
            if let What::Call(call) = &mut found.what {
                call.is_passed_over = passed_over.contains(&place);
            }
        }
    }
}

impl Talk {
    /// The conversation that follows this one in its file.
    pub(super) fn next(&self) -> Self {
        Self { is_of_events: self.is_of_events, ..Self::default() }
    }

    /// Notes a call, for which `at` was found.
    fn meet(&mut self, key: Option<Key<'_>>, tool: Option<&str>, call: wire::Call, at: usize) {
        let _: Option<Label> = self.conversation.call(key, tool, call);
        self.calls.push(at);
    }
}

impl Call {
    /// A call of which no fragment has come yet.
    fn streamed(tool: Option<&str>, is_hosted: bool) -> Self {
        Self {
            tool: tool.unwrap_or_default().to_owned(),
            id: None,
            arguments: None,
            is_hosted,
            is_streamed: true,
            results: Vec::new(),
            is_passed_over: false,
        }
    }
}

/// The arguments that the fragments of a call joined to.
fn joined_payload(call: &Streamed) -> Option<Payload> {
    let (text, document) = (call.text.text(), call.first_document);
    if call.text.count() == 0 {
        return None;
    }
    Some(with_tape(|tape| match parse(text, crate::json::MAX_DEPTH, tape) {
        Ok(()) => Payload::layer(&Frame::joined(Doc::new(text, tape), &call.text), document),
        Err(error) => {
            let nothing = Tape::new();
            Payload::broken(&Frame::joined(Doc::new(text, &nothing), &call.text), &error, document)
        }
    }))
}

/// What a result holds: the value beside its texts, its texts and values; and how many parts are
/// neither.
fn payloads(pass: Pass<'_>, item: &Item<'_>) -> (Vec<(&'static str, Payload)>, usize) {
    let Atom::Result { content, form, inner, structured, failed, .. } = item.row.atom else {
        return (Vec::new(), 0);
    };
    let Pass { frame, document, .. } = pass;
    let doc = frame.doc;
    let mut found = Vec::new();
    for failed in failed {
        // What went wrong, where it does not stand in the content itself.
        if let Failed::Given(path) = failed
            && !path.starts_with(content)
            && let Some(node) = item.member(doc, path).filter(|node| !doc.is_null(*node))
        {
            found.push(("error", Payload::new(frame, node, document)));
        }
    }
    if let Some(node) = structured.and_then(|path| item.member(doc, path)) {
        found.push(("structured", Payload::new(frame, node, document)));
    }
    let given = item.member(doc, content);
    let proper = inner.and_then(|name| doc.get(given?, name)).or(given);
    let Some(node) = proper else { return (found, 0) };
    let parts = parts(doc, node, form);
    let is_list = doc.is_array(node) && !matches!(parts[..], [Part::Json(it)] if it == node);
    let others = if is_list { doc.count(node).saturating_sub(parts.len()) } else { 0 };
    found.extend(parts.into_iter().map(|part| match part {
        Part::Text(node) => ("text", Payload::new(frame, node, document)),
        Part::Json(node) | Part::Value(node) => ("value", Payload::new(frame, node, document)),
    }));
    (found, others)
}
