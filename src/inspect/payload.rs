//! A value with the layers in it: owned, so that it can be shown when its document is gone.

use super::found::Broken;
use crate::finding::Address;
use crate::json::{
    Doc, Frame, Joined, Kind, MAX_DEPTH, NodeId, SyntaxError, Tape, parse, syntax_finding,
    with_tape,
};
use crate::source::Span;

/// Strings inside strings that are opened.
const LAYERS: usize = 8;

/// A value, and what its strings hold.
#[derive(Debug, Clone)]
pub struct Payload {
    /// The number of the document that its address counts from.
    pub document: u64,
    /// The way to it.
    pub address: Address,
    /// Its bytes in the file: several where a stream cut it into pieces.
    pub spans: Vec<Span>,
    /// How many strings were decoded to reach it.
    pub depth: usize,
    /// What it is.
    pub kind: Kind,
    /// Its JSON text, as its layer has it.
    pub text: String,
    /// The strings in it that hold JSON, by their place in the tape of `text`, with what they hold.
    pub inner: Vec<(NodeId, Payload)>,
    /// Why its text is no JSON, though it should be.
    pub broken: Option<Broken>,
}

impl Payload {
    /// The value `node`. Strings in it that hold an object or array are opened.
    pub(super) fn new(frame: &Frame<'_>, node: NodeId, document: u64) -> Self {
        let doc = frame.doc;
        let mut strings = Vec::new();
        collect_strings(doc, node, &mut strings);
        let open =
            |string: NodeId| Some((NodeId(string.0 - node.0), opened(frame, string, document)?));
        Self {
            document,
            address: frame.address_of(node),
            spans: frame.spans(doc.range(node)),
            depth: frame.depth(),
            kind: doc.kind(node),
            text: doc.source(node).to_owned(),
            inner: strings.into_iter().filter_map(open).collect(),
            broken: None,
        }
    }

    /// The value `node`, which holds JSON if it is a string, whatever JSON that is.
    pub(super) fn holding_json(frame: &Frame<'_>, node: NodeId, document: u64) -> Self {
        let mut payload = Self::new(frame, node, document);
        let text = frame.doc.string(node).unwrap_or_default();
        if payload.inner.is_empty() && !text.trim().is_empty() {
            let inner = with_tape(|tape| match parse(text, MAX_DEPTH, tape) {
                Ok(()) => Self::layer(&Frame::inner(Doc::new(text, tape), frame, node), document),
                Err(error) => {
                    let nothing = Tape::new();
                    let place = Frame::inner(Doc::new(text, &nothing), frame, node);
                    Self::broken(&place, &error, document)
                }
            });
            payload.inner.push((NodeId(0), inner));
        }
        payload
    }

    /// A whole layer that is no JSON.
    pub(super) fn broken(frame: &Frame<'_>, error: &SyntaxError, document: u64) -> Self {
        let text = frame.doc.text();
        Self {
            document,
            address: frame.address(),
            spans: frame.spans(0..text.len() as u32),
            depth: frame.depth(),
            kind: Kind::Plain,
            text: text.to_owned(),
            inner: Vec::new(),
            broken: Some(Broken::new(frame, error)),
        }
    }

    /// A whole layer.
    pub(super) fn layer(frame: &Frame<'_>, document: u64) -> Self {
        Self::new(frame, frame.doc.root(), document)
    }

    /// The value that a chain of strings leads to, each of which is all that the one before it
    /// holds.
    #[must_use]
    pub fn innermost(&self) -> &Self {
        match &self.inner[..] {
            [(NodeId(0), inner)] => inner.innermost(),
            _ => self,
        }
    }

    /// The bytes of it and of all layers in it.
    pub(super) fn places(&self) -> Vec<Span> {
        let of = |payload: &Self| {
            let broken = payload.broken.iter().map(|broken| broken.span);
            payload.spans.iter().copied().chain(broken).collect::<Vec<Span>>()
        };
        self.all().into_iter().flat_map(of).collect()
    }

    /// It and all layers in it.
    pub(super) fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        all.extend(self.inner.iter().flat_map(|(_, inner)| inner.all()));
        all
    }
}

impl Broken {
    /// What the parser says of the text of `frame`.
    pub(super) fn new(frame: &Frame<'_>, error: &SyntaxError) -> Self {
        let finding = syntax_finding(frame, error);
        Self {
            code: finding.code,
            message: finding.message,
            help: finding.help,
            span: finding.primary.span,
        }
    }
}

/// What the string `node` holds, if that is an object or array, however often it was encoded.
fn opened(frame: &Frame<'_>, node: NodeId, document: u64) -> Option<Payload> {
    let text = frame.doc.string(node)?;
    if !text.trim_start().starts_with(['{', '[', '"']) || frame.depth() >= LAYERS {
        return None;
    }
    with_tape(|tape| {
        parse(text, MAX_DEPTH, tape).ok()?;
        let inner = Frame::inner(Doc::new(text, tape), frame, node);
        let payload = Payload::layer(&inner, document);
        let holds = matches!(payload.innermost().kind, Kind::Object | Kind::Array);
        holds.then_some(payload)
    })
}

/// The strings in `node` that are values.
fn collect_strings(doc: Doc<'_>, node: NodeId, strings: &mut Vec<NodeId>) {
    match doc.kind(node) {
        Kind::Plain | Kind::Escaped => strings.push(node),
        Kind::Array => doc.elements(node).for_each(|it| collect_strings(doc, it, strings)),
        Kind::Object => doc.members(node).for_each(|(_, it)| collect_strings(doc, it, strings)),
        _ => {}
    }
}

/// The address of a joined text.
pub(super) fn address_of(joined: &Joined) -> Address {
    let nothing = Tape::new();
    Frame::joined(Doc::new(joined.text(), &nothing), joined).address()
}
