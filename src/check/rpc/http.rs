//! Recordings of HTTP: the status beside a message, and streams that end without an answer. The
//! object that holds a message as its `request` or `response` holds the rest.

use super::dialogue::{Asked, Dialogue, InForce};
use super::{DIALECT, Pass};
use crate::check::outcome::{Context, Outcome};
use crate::finding::{Code, Finding};
use crate::json::{Doc, Frame, Kind as Value, NodeId};
use crate::mcp::{Kind, META_VERSION, Message, Party, Version};
use crate::wording::shorten;

/// The status of what was taken and has no answer.
const ACCEPTED: i64 = 202;
/// The first status that says that something failed.
const FIRST_FAILURE: i64 = 400;
/// How a request is answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Stream {
    /// By one message, as far as anybody says.
    #[default]
    None,
    /// By a stream of which the recording keeps every message.
    Whole,
    /// By a stream of which it keeps the first.
    Beginning,
}

impl Stream {
    /// Whether that nothing answered it has a finding of its own, or none.
    pub(super) fn is_told_apart(self) -> bool {
        self != Self::None
    }
}

impl Pass<'_> {
    /// Checks what the recording says of the exchange that the message `item` is part of.
    pub(super) fn http(&mut self, owner: Option<NodeId>, message: &Message<'_>) {
        let doc = self.frame.doc;
        let Some(owner) = owner.filter(|owner| doc.is_object(*owner)) else { return };
        let status = doc.get(owner, "response_status");
        let status = status.and_then(|it| Some((it, doc.source(it).parse::<i64>().ok()?)));
        let headers = doc.get(owner, "request_headers").filter(|it| doc.is_object(*it));
        if status.is_none() && headers.is_none() || is_of_pipes(doc) {
            return;
        }
        let is_request = doc.get(owner, "request") == Some(message.node);
        match message.kind {
            Kind::Request | Kind::Notification if is_request => {
                let force = self.force_of_exchange(message);
                if message.kind == Kind::Request {
                    self.note_stream(owner);
                } else if let Some((node, status)) = status {
                    self.status_of_notification(message, force, node, status);
                }
                if let Some(headers) = headers {
                    self.headers(message, force, headers);
                }
            }
            Kind::Error => {
                let asked = self.answered_request();
                let force = self.force_of_response(message, asked.as_ref());
                if let Some((node, status)) = status
                    && !force.version.has_handshake()
                    && !is_true(doc, owner, "response_is_sse")
                {
                    self.status_of_error(message, doc.get(owner, "request"), node, status);
                }
            }
            _ => {}
        }
    }

    /// The version of a message that was just checked.
    fn force_of_exchange(&mut self, message: &Message<'_>) -> InForce {
        let known = self.session.rpc.asking().map(|asked| asked.force);
        known.unwrap_or_else(|| self.force_of(message))
    }

    /// Notes how the request at hand is answered, if by a stream.
    fn note_stream(&mut self, owner: NodeId) {
        let doc = self.frame.doc;
        if !is_true(doc, owner, "response_is_sse") {
            return;
        }
        let is_whole = doc.get(owner, "responses").is_some()
            || doc.get(owner, "response").is_none_or(|it| doc.is_null(it));
        if let Some(asked) = self.session.rpc.asking() {
            asked.stream = if is_whole { Stream::Whole } else { Stream::Beginning };
        }
    }

    fn status_of_notification(
        &mut self,
        message: &Message<'_>,
        force: InForce,
        node: NodeId,
        status: i64,
    ) {
        // The first version has another transport.
        if status == ACCEPTED || status >= FIRST_FAILURE || force.version == Version::V2024_11_05 {
            return;
        }
        let said = format!("a notification was answered with the status {status}, not {ACCEPTED}");
        let finding = self.at(node, Code::McpHttpStatus, said).words("expected 202");
        let label = message.method.map(|(method, _)| self.label(method, "the notification"));
        self.say(match label {
            Some(label) => finding.label(label),
            None => finding,
        });
    }

    fn status_of_error(
        &mut self,
        message: &Message<'_>,
        request: Option<NodeId>,
        node: NodeId,
        status: i64,
    ) {
        let doc = self.frame.doc;
        let expected = match message.code(doc) {
            Some(-32022..=-32020) => 400,
            Some(-32602) if request.is_some_and(|it| lacks_meta(doc, it)) => 400,
            Some(-32601) => 404,
            _ => return,
        };
        let code = message.error.and_then(|error| doc.get(error, "code"));
        let Some(code) = code.filter(|_| status != expected) else { return };
        let said = format!(
            "the error {} was sent with the status {status}, not {expected}",
            doc.source(code)
        );
        let finding =
            self.at(node, Code::McpHttpStatus, said).words(format!("expected {expected}"));
        self.say(finding.label(self.label(code, "the error")));
    }
}

impl Dialogue {
    /// Says which streams ended without the response to their request.
    pub(super) fn finish_streams(&self, frame: Option<&Frame<'_>>, outcome: &mut Outcome) {
        let is_broken = |asked: &Asked| {
            asked.stream == Stream::Whole
                && asked.cancelled.is_none()
                && &*asked.method != "subscriptions/listen"
        };
        let mut open: Vec<_> = [Party::Client, Party::Server]
            .into_iter()
            .flat_map(|party| self.ledger.all_open(party))
            .map(|(_, open)| open)
            .filter(|open| is_broken(&open.facts))
            .collect();
        open.sort_by_key(|open| open.number);
        for open in open {
            let asked = &open.facts;
            let mut label = asked.label.clone();
            label.text = "no response has this id".into();
            let method = shorten(&asked.method);
            let said = format!("the stream that answers `{method}` ends without the response");
            let mut finding = Finding::new(Code::McpStreamUnanswered, said, label);
            finding.address = frame.map(|frame| frame.address_of(asked.node));
            let tool = asked.call.as_ref().map(|call| &*call.tool);
            let context =
                Context { document: asked.document, tool, side: None, dialect: Some(DIALECT) };
            context.note(outcome, finding);
        }
    }
}

/// Whether the recording says that there was no HTTP: recorders give pipes a status as well.
fn is_of_pipes(doc: Doc<'_>) -> bool {
    let told = doc.get(doc.root(), "metadata").and_then(|it| doc.get(it, "transport_type"));
    told.and_then(|it| doc.string(it)) == Some("stdio")
}

fn is_true(doc: Doc<'_>, owner: NodeId, name: &str) -> bool {
    doc.get(owner, name).is_some_and(|it| doc.kind(it) == Value::True)
}

/// Whether a request lacks what each one of the newest version must have in `_meta`.
fn lacks_meta(doc: Doc<'_>, request: NodeId) -> bool {
    let message = Message::read(doc, request);
    [META_VERSION, "io.modelcontextprotocol/clientCapabilities"]
        .iter()
        .any(|name| message.meta(doc, name).is_none())
}
