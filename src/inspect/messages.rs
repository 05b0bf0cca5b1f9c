//! Messages of JSON-RPC as exchanges: each request with its response, as [`Ledger`] pairs them, and
//! the version of MCP that they speak.
//!
//! [`Ledger`]: crate::mcp::Ledger

use super::find::{Finder, Pass};
use super::found::{Request, ResultSeen, Spot, Standing, VersionSeen, VersionSource, What};
use super::pairing::Talk;
use super::payload::Payload;
use crate::json::Frame;
use crate::mcp::{
    Answer, Id, Kind, META_VERSION, Message, Protocol, Version, sender, usual_sender,
};
use crate::wire::{Atom, Item};

/// What is known of the version that a conversation speaks.
#[derive(Debug, Default)]
pub(super) struct Speech {
    settled: Option<(Version, VersionSource)>,
    /// The newest version that all messages so far fit, or have their methods of.
    fit: Option<Version>,
    /// Whether some message fits no version.
    is_misfit: bool,
}

impl Speech {
    fn fits(&mut self, (version, is_right): (Version, bool)) {
        self.is_misfit |= !is_right;
        self.fit = Some(self.fit.map_or(version, |fit| fit.min(version)));
    }
}

impl Finder<'_> {
    /// A message of JSON-RPC; `next` is what else the same object is.
    pub(super) fn rpc(
        &mut self,
        pass: Pass<'_>,
        item: &Item<'_>,
        next: Option<&Item<'_>>,
        talk: &mut Talk,
    ) {
        let doc = pass.frame.doc;
        let message = Message::read(doc, item.node);
        let more = next.filter(|next| next.node == item.node).map(|next| next.row.atom);
        match message.kind {
            Kind::Request | Kind::Notification => {
                if message.name() == "initialize" && talk.is_begun {
                    self.end(talk);
                    *talk = talk.next();
                    self.begin_again(talk);
                }
                talk.hear_request(pass.frame, &message);
                if !matches!(more, Some(Atom::Call { .. })) {
                    self.request(pass, item, &message, talk);
                }
            }
            Kind::Result | Kind::Error => {
                self.answered(pass, item, &message, talk);
                if !matches!(more, Some(Atom::Result { .. })) {
                    self.answer(pass, item, &message, talk);
                }
            }
            Kind::Unclear => {}
        }
    }

    /// A request or notification that is no call.
    fn request(&mut self, pass: Pass<'_>, item: &Item<'_>, message: &Message<'_>, talk: &mut Talk) {
        let doc = pass.frame.doc;
        let id = message.id.filter(|id| !doc.is_null(*id));
        let kind = if message.kind == Kind::Request { "request" } else { "notification" };
        let told = sender(doc, item.owner, item.node);
        let request = Request {
            method: Some(message.name().to_owned()),
            id: id.map(|id| doc.source(id).to_owned()),
            sender: told.or_else(|| usual_sender(kind, message.name())),
            params: message.params.map(|it| Payload::new(pass.frame, it, pass.document)),
            is_refused: false,
            answer: None,
        };
        let at = self.note(pass, item, item.node, What::Request(Box::new(request)), talk);
        if message.kind == Kind::Request {
            talk.ask(pass.frame, item, at);
        }
    }

    /// Finds out what a response answers.
    fn answered(
        &mut self,
        pass: Pass<'_>,
        item: &Item<'_>,
        message: &Message<'_>,
        talk: &mut Talk,
    ) {
        let doc = pass.frame.doc;
        let told = sender(doc, item.owner, item.node);
        let id = message.id.and_then(|node| Some((node, Id::read(doc, node)?)));
        let is_refusal = message.kind == Kind::Error;
        let standing = if is_refusal { Standing::Refusal } else { Standing::Answer };
        talk.answer = id.map(|(node, id)| {
            match talk.ledger.answer(told, &id, pass.frame.node_span(node), |_| true) {
                Answer::First(_, open) | Answer::OtherType(_, open) => (Some(open.facts), standing),
                Answer::Again(_) => (None, Standing::Again),
                Answer::Orphan if is_refusal => (None, standing),
                Answer::Orphan if talk.ledger.has_requests() => (None, Standing::Orphan),
                Answer::Orphan => (None, Standing::Alone),
            }
        });
        let asked = talk.answer.and_then(|(at, _)| at).map(|at| &self.found[at].what);
        let method = match asked {
            Some(What::Request(request)) => request.method.as_deref(),
            Some(What::Call(_)) => Some("tools/call"),
            _ => None,
        };
        talk.hear_response(pass.frame, message, method);
    }

    /// A response that is no tool's result.
    fn answer(&mut self, pass: Pass<'_>, item: &Item<'_>, message: &Message<'_>, talk: &mut Talk) {
        let doc = pass.frame.doc;
        let is_refused = message.kind == Kind::Error;
        let alone = if is_refused { Standing::Refusal } else { Standing::Alone };
        let (asked, standing) = talk.answer.take().unwrap_or((None, alone));
        let written = message.id.map(|id| doc.source(id).to_owned());
        let name = if is_refused { "error" } else { "result" };
        let value = if is_refused { message.error } else { message.result };
        let payload = value.map(|it| Payload::new(pass.frame, it, pass.document));
        let what = asked.map(|at| &mut self.found[at].what);
        if what.is_none() && !is_refused {
            let request = Request {
                method: None,
                id: written,
                sender: None,
                params: payload,
                is_refused,
                answer: None,
            };
            self.note(pass, item, item.node, What::Request(Box::new(request)), talk);
            return;
        }
        let result = ResultSeen {
            spot: Spot::new(pass.frame, item.node, pass.document),
            dialect: item.row.dialect,
            row: item.row.id,
            tool: None,
            id: written,
            is_failed: is_refused,
            standing,
            payloads: payload.map(|payload| (name, payload)).into_iter().collect(),
            others: 0,
        };
        if let Some(What::Request(request)) = what {
            request.answer = Some(result);
        } else {
            self.give(pass, item, asked, result, talk);
        }
    }

    /// Notes which version of MCP a conversation spoke.
    pub(super) fn end_speech(&mut self, talk: &mut Talk) {
        let source =
            if talk.speech.is_misfit { VersionSource::Nearest } else { VersionSource::Fit };
        let fit = talk.speech.fit.map(|version| (version, source));
        let Some((version, source)) = talk.speech.settled.or(fit) else { return };
        let conversation = self.number(talk);
        self.versions.push(VersionSeen { conversation, version, source });
    }
}

impl Talk {
    /// Notes a request, for which `at` was found.
    pub(super) fn ask(&mut self, frame: &Frame<'_>, item: &Item<'_>, at: usize) {
        let message = Message::read(frame.doc, item.node);
        let Some(node) = message.id else { return };
        let Some(id) = Id::read(frame.doc, node) else { return };
        let told = sender(frame.doc, item.owner, item.node);
        let sender = told.unwrap_or_else(|| self.ledger.usual_asker(&message, &id));
        self.ledger.ask(sender, id, frame.node_span(node), at);
    }

    fn hear_request(&mut self, frame: &Frame<'_>, message: &Message<'_>) {
        if self.speech.settled.is_some() {
            return;
        }
        if message.meta(frame.doc, META_VERSION).is_some() {
            self.speech.settled = Some((Version::V2026_07_28, VersionSource::Requests));
        } else if message.name() != "initialize" {
            self.speech.fits(Protocol::newest_that_fits(frame.doc, message, message.name()));
        }
    }

    fn hear_response(&mut self, frame: &Frame<'_>, message: &Message<'_>, method: Option<&str>) {
        let doc = frame.doc;
        let Some(result) = message.result else { return };
        if method == Some("initialize") {
            let named = doc.get(result, "protocolVersion").and_then(|it| doc.string(it));
            if let Some(version) = named.and_then(Version::from_name) {
                self.speech.settled = Some((version, VersionSource::Handshake));
            }
        } else if self.speech.settled.is_none() {
            self.speech.fits(Protocol::newest_that_fits(doc, message, method.unwrap_or_default()));
        }
    }
}
