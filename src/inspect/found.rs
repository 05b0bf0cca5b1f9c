//! What was found, as data that outlives the documents.

use super::payload::Payload;
use super::{Inspected, Remain};
use crate::finding::{Address, Code};
use crate::mcp::{Party, Version};
use crate::source::Span;

/// Where something stands.
#[derive(Debug, Clone)]
pub struct Spot {
    /// The number of its document.
    pub document: u64,
    /// The way to it.
    pub address: Address,
    /// Its bytes in the file: several where a stream cut it into pieces.
    pub spans: Vec<Span>,
}

impl Spot {
    /// Its first byte.
    #[must_use]
    pub fn start(&self) -> u64 {
        self.spans.first().map_or(0, |span| span.start)
    }
}

/// A document of the file.
#[derive(Debug)]
pub struct Document {
    /// Its number: its line, its event, or 1.
    pub number: u64,
    /// Its bytes.
    pub span: Span,
    /// What it is as a whole.
    pub kind: DocumentKind,
    /// The conversation it is part of; none if nothing was recognised.
    pub conversation: Option<u32>,
    /// Why it could not be read.
    pub broken: Option<Broken>,
    /// The whole value, where nothing was recognised.
    pub value: Option<Payload>,
    /// The parts of it in which nothing was recognised.
    pub remains: Vec<Remain>,
}

/// What a document is as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DocumentKind {
    /// A conversation of its own: a request, a response, a list of messages.
    Conversation,
    /// A message of the conversation that its file is.
    Message,
    /// The same, of JSON-RPC.
    JsonRpc,
    /// An event of a stream.
    Event,
    /// Tools and nothing else.
    Definitions,
    /// Nothing was recognised: perhaps a payload.
    Bare,
    /// No JSON.
    Broken,
}

impl DocumentKind {
    /// The name for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Conversation => "conversation",
            Self::Message => "message",
            Self::JsonRpc => "json-rpc",
            Self::Event => "event",
            Self::Definitions => "definitions",
            Self::Bare => "bare",
            Self::Broken => "broken",
        }
    }
}

/// Why a text is no JSON.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The name of the mistake.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where.
    pub span: Span,
}

/// Something recognised.
#[derive(Debug)]
pub struct Found {
    /// Where.
    pub spot: Spot,
    /// In which dialect.
    pub dialect: &'static str,
    /// By which row of the table.
    pub row: &'static str,
    /// The number of its conversation in the file, from 1.
    pub conversation: u32,
    /// What it is.
    pub what: What,
}

impl Found {
    /// Whether it, or a result of it, stands in this document.
    pub(super) fn is_about(&self, document: u64) -> bool {
        let results = match &self.what {
            What::Call(call) => &call.results[..],
            _ => &[],
        };
        self.spot.document == document
            || results.iter().any(|result| result.spot.document == document)
    }
}

/// What something is.
#[derive(Debug)]
pub enum What {
    /// A tool's definition.
    Definition(Definition),
    /// A call, with its results.
    Call(Box<Call>),
    /// A result without a call.
    Result(ResultSeen),
    /// A request of JSON-RPC that is no call, or a notification, or an answer without a request.
    Request(Box<Request>),
    /// A turn of the conversation.
    Message(Message),
    /// The text of a model's answer.
    Reply(Payload),
    /// The schema that the answer is held to.
    Format(SchemaSeen),
}

/// A tool's definition.
#[derive(Debug)]
pub struct Definition {
    /// The tool's name.
    pub name: String,
    /// The schema of its arguments.
    pub input: Option<SchemaSeen>,
    /// The schema of its results.
    pub output: Option<SchemaSeen>,
}

/// A schema, as far as a glance goes.
#[derive(Debug)]
pub struct SchemaSeen {
    /// Where it stands.
    pub spot: Spot,
    /// Its properties.
    pub properties: Vec<Property>,
}

impl Definition {
    /// Whether both define one tool in the same way, as far as a glance goes.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        let properties =
            |schema: &Option<SchemaSeen>| schema.as_ref().map(|schema| schema.properties.clone());
        self.name == other.name
            && properties(&self.input) == properties(&other.input)
            && properties(&self.output) == properties(&other.output)
    }
}

/// A property of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its kind in a few words, such as `string`; may be empty.
    pub kind: String,
    /// Whether it must be there.
    pub is_required: bool,
}

/// A call.
#[derive(Debug)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its id as JSON writes it.
    pub id: Option<String>,
    /// Its arguments; none if it has none.
    pub arguments: Option<Payload>,
    /// Whether the provider runs the tool.
    pub is_hosted: bool,
    /// Whether it came in fragments.
    pub is_streamed: bool,
    /// Its results: none, one, or too many.
    pub results: Vec<ResultSeen>,
    /// Whether the conversation went on although it has no result.
    pub is_passed_over: bool,
}

/// A result.
#[derive(Debug)]
pub struct ResultSeen {
    /// Where.
    pub spot: Spot,
    /// In which dialect.
    pub dialect: &'static str,
    /// By which row.
    pub row: &'static str,
    /// The tool, where the result names it.
    pub tool: Option<String>,
    /// The id of its call, as JSON writes it.
    pub id: Option<String>,
    /// Whether it says that the tool failed.
    pub is_failed: bool,
    /// How it stands to a call.
    pub standing: Standing,
    /// What it holds: the name of each part and its value.
    pub payloads: Vec<(&'static str, Payload)>,
    /// Parts that are no text, such as images.
    pub others: usize,
}

/// How a result stands to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It answers a call.
    Answer,
    /// It answers a call that has a result already.
    Again,
    /// It refuses the call: the tool did not run.
    Refusal,
    /// There are calls, but none that it answers.
    Orphan,
    /// There are no calls to tell.
    Alone,
}

impl Standing {
    /// The name for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Again => "again",
            Self::Refusal => "refusal",
            Self::Orphan => "orphan",
            Self::Alone => "alone",
        }
    }
}

/// A request of JSON-RPC that is no call.
#[derive(Debug)]
pub struct Request {
    /// The method; none for an answer whose request was not seen.
    pub method: Option<String>,
    /// The id as JSON writes it; none for a notification.
    pub id: Option<String>,
    /// Who sent it, as far as that is known.
    pub sender: Option<Party>,
    /// Its parameters, or what an answer without a request holds.
    pub params: Option<Payload>,
    /// Whether an answer without a request is an error.
    pub is_refused: bool,
    /// Its response.
    pub answer: Option<ResultSeen>,
}

/// The version of MCP that a conversation is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionSeen {
    /// The conversation.
    pub conversation: u32,
    /// The version.
    pub version: Version,
    /// What says so.
    pub source: VersionSource,
}

/// What says which version of MCP holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VersionSource {
    /// The response to `initialize`.
    Handshake,
    /// The requests themselves.
    Requests,
    /// Nothing does: it is the newest one that all messages fit.
    Fit,
    /// Nothing does, and some message fits none: it is the newest one that has their methods.
    Nearest,
}

impl VersionSource {
    /// The name for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Handshake => "handshake",
            Self::Requests => "requests",
            Self::Fit => "fit",
            Self::Nearest => "nearest",
        }
    }
}

/// A turn of the conversation.
#[derive(Debug)]
pub struct Message {
    /// Who speaks.
    pub role: String,
    /// What is said, if it is a text.
    pub text: Option<String>,
}

impl Inspected {
    /// All bytes that are named, so that their lines and columns can be found at once.
    pub(super) fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        for document in &self.documents {
            spans.push(document.span);
            spans.extend(document.broken.iter().map(|broken| broken.span));
            spans.extend(document.value.iter().flat_map(Payload::places));
            spans.extend(document.remains.iter().flat_map(|remain| &remain.spot.spans));
        }
        for found in &self.found {
            spans.extend(&found.spot.spans);
            found.what.add_spans(&mut spans);
        }
        spans
    }
}

impl What {
    fn add_spans(&self, spans: &mut Vec<Span>) {
        match self {
            Self::Definition(definition) => {
                let schemas = definition.input.iter().chain(&definition.output);
                spans.extend(schemas.flat_map(|schema| &schema.spot.spans));
            }
            Self::Call(call) => {
                spans.extend(call.arguments.iter().flat_map(Payload::places));
                call.results.iter().for_each(|result| result.add_spans(spans));
            }
            Self::Result(result) => result.add_spans(spans),
            Self::Request(request) => {
                spans.extend(request.params.iter().flat_map(Payload::places));
                request.answer.iter().for_each(|answer| answer.add_spans(spans));
            }
            Self::Reply(payload) => spans.extend(payload.places()),
            Self::Format(schema) => spans.extend(&schema.spot.spans),
            Self::Message(_) => {}
        }
    }
}

impl ResultSeen {
    fn add_spans(&self, spans: &mut Vec<Span>) {
        spans.extend(&self.spot.spans);
        spans.extend(self.payloads.iter().flat_map(|(_, payload)| payload.places()));
    }
}
