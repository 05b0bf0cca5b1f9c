//! Layers: a document, and the JSON inside its strings, each knowing where it stands.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::doc::Doc;
use super::escape::EscapeMap;
use super::joined::Joined;
use super::placement::Placement;
use super::tape::{Kind, NodeId};
use crate::finding::{Address, Excerpt, Label};
use crate::source::{FileId, Span};

/// One layer while its document is worked on. Layer 0 is a document; an inner layer borrows its
/// text from the string it was decoded from, so it lives on the call stack below its parent.
#[derive(Debug)]
pub struct Frame<'p> {
    /// The layer's text and tape.
    pub doc: Doc<'p>,
    origin: Origin<'p>,
}

#[derive(Debug)]
enum Origin<'p> {
    /// A document that begins at byte `base` of `file`.
    Document { file: FileId, base: u64 },
    /// A text whose place was noted earlier.
    Placed(&'p Placement),
    /// A text put together from pieces.
    Joined(&'p Joined),
    /// The value of the string `node` of `parent`. The map is built when a finding needs it.
    String { parent: &'p Frame<'p>, node: NodeId, map: OnceCell<EscapeMap> },
}

impl<'p> Frame<'p> {
    /// Layer 0: a document whose first byte is byte `base` of `file`.
    #[must_use]
    pub fn document(doc: Doc<'p>, file: FileId, base: u64) -> Self {
        Self { doc, origin: Origin::Document { file, base } }
    }

    /// A text that stands at `placement`; its address is that of a document.
    #[must_use]
    pub fn placed(doc: Doc<'p>, placement: &'p Placement) -> Self {
        Self { doc, origin: Origin::Placed(placement) }
    }

    /// A text put together from pieces; `doc` must be parsed from it.
    #[must_use]
    pub fn joined(doc: Doc<'p>, joined: &'p Joined) -> Self {
        Self { doc, origin: Origin::Joined(joined) }
    }

    /// The layer inside the string `node` of `parent`. `doc` must be parsed from that string's value.
    #[must_use]
    pub fn inner(doc: Doc<'p>, parent: &'p Frame<'p>, node: NodeId) -> Self {
        Self { doc, origin: Origin::String { parent, node, map: OnceCell::new() } }
    }

    /// How many strings were decoded to reach this layer.
    #[must_use]
    pub fn depth(&self) -> usize {
        match &self.origin {
            Origin::Document { .. } | Origin::Placed(_) => 0,
            Origin::Joined(joined) => joined.depth(),
            Origin::String { parent, .. } => parent.depth() + 1,
        }
    }

    /// The file that the outermost layer stands in.
    #[must_use]
    pub fn file(&self) -> FileId {
        match &self.origin {
            Origin::Document { file, .. } => *file,
            Origin::Placed(placement) => placement.file,
            Origin::Joined(joined) => joined.file(),
            Origin::String { parent, .. } => parent.file(),
        }
    }

    /// Translates bytes of this layer's text into bytes of the file. An escape is never cut. Of a text
    /// put together from pieces, the first of them; [`Frame::spans`] gives all.
    #[must_use]
    pub fn span(&self, range: Range<u32>) -> Span {
        match &self.origin {
            Origin::Document { base, .. } => {
                Span::new(base + u64::from(range.start), base + u64::from(range.end))
            }
            Origin::Placed(placement) => placement.span(range),
            Origin::Joined(joined) => joined.span(range),
            Origin::String { parent, node, map } => {
                parent.span(in_parent(parent.doc, *node, map, &range))
            }
        }
    }

    /// Whether the text, or one around it, was put together from pieces.
    fn has_pieces(&self) -> bool {
        match &self.origin {
            Origin::Document { .. } => false,
            Origin::Joined(_) => true,
            Origin::Placed(placement) => placement.has_pieces(),
            Origin::String { parent, .. } => parent.has_pieces(),
        }
    }

    /// All places in the file of bytes of this layer's text, in order: several where the text was put
    /// together from pieces.
    #[must_use]
    pub fn spans(&self, range: Range<u32>) -> Vec<Span> {
        match &self.origin {
            Origin::Joined(joined) => joined.spans(range),
            Origin::Placed(placement) => placement.spans(range),
            Origin::Document { .. } => vec![self.span(range)],
            Origin::String { parent, node, map } => {
                parent.spans(in_parent(parent.doc, *node, map, &range))
            }
        }
    }

    /// A label on bytes of this layer's text. Where the file does not show them as they are read,
    /// inside a second string or in a text of several lines, it holds the decoded line too.
    #[must_use]
    pub fn label(&self, range: Range<u32>, words: impl Into<Cow<'static, str>>) -> Label {
        let mut label = Label::new(self.file(), self.span(range.clone()), words);
        if self.has_pieces() {
            label.more = self.spans(range.clone()).into_iter().skip(1).collect();
        }
        let (depth, text) = (self.depth(), self.doc.text());
        // The lines of a big text would be counted anew for each of its findings.
        if depth > 0 && text.len() <= EXCERPTED {
            let is_hard_to_read =
                depth > 1 || !label.more.is_empty() || text.trim_end().contains('\n');
            label.decoded = is_hard_to_read.then(|| Box::new(excerpt(text, depth, &range)));
        }
        label
    }

    /// The bytes of `node` in the file.
    #[must_use]
    pub fn node_span(&self, node: NodeId) -> Span {
        self.span(self.doc.range(node))
    }

    /// The address of this layer's root.
    #[must_use]
    pub fn address(&self) -> Address {
        match &self.origin {
            Origin::Document { .. } | Origin::Placed(_) => Address::root(),
            Origin::Joined(joined) => joined.address().clone(),
            Origin::String { parent, node, .. } => {
                let mut address = parent.address_of(*node);
                address.push_decode();
                address
            }
        }
    }

    /// The address of `node`; of a key, that of its value.
    #[must_use]
    pub fn address_of(&self, node: NodeId) -> Address {
        let mut address = self.address();
        let doc = self.doc;
        let mut at = doc.root();
        while at != node {
            if doc.is_object(at) {
                let member = doc_members_with_hidden(doc, at)
                    .find(|(key, value)| *key == node || node < doc.after(*value));
                let Some((key, value)) = member else { break };
                address.push_key(doc.string(key).unwrap_or_default());
                if key == node {
                    break;
                }
                at = value;
            } else {
                let element =
                    doc.elements(at).enumerate().find(|(_, element)| node < doc.after(*element));
                let Some((index, element)) = element else { break };
                address.push_index(index);
                at = element;
            }
        }
        address
    }

    /// What is needed to translate bytes of this layer after the document is gone.
    #[must_use]
    pub fn placement(&self) -> Placement {
        match &self.origin {
            Origin::Document { file, base } => Placement::document(*file, *base),
            Origin::Placed(placement) => (*placement).clone(),
            Origin::Joined(joined) => joined.placement(),
            Origin::String { parent, node, map } if parent.doc.kind(*node) != Kind::Plain => {
                let built = || EscapeMap::of_string(parent.doc.text(), &parent.doc.range(*node));
                parent.placement().inside(map.get().cloned().unwrap_or_else(built))
            }
            Origin::String { parent, node, .. } => {
                parent.placement().within(parent.doc.range(*node).start + 1)
            }
        }
    }

    /// The placement of the value of the string `node`.
    #[must_use]
    pub fn content_placement(&self, node: NodeId) -> Placement {
        let range = self.doc.range(node);
        match self.doc.kind(node) {
            Kind::Escaped => self.placement().inside(EscapeMap::of_string(self.doc.text(), &range)),
            _ => self.placement().within(range.start + 1),
        }
    }
}

/// Bytes of the largest text of which findings show decoded lines.
const EXCERPTED: usize = 1 << 20;
/// Bytes of a decoded line that are kept on each side of a label.
const AROUND: usize = 240;
/// Bytes of a label that are kept.
const INSIDE: usize = 400;

fn excerpt(text: &str, depth: usize, range: &Range<u32>) -> Excerpt {
    let (start, end) = (range.start as usize, range.end as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let from = text.ceil_char_boundary(line_start.max(start.saturating_sub(AROUND)));
    let until = text.floor_char_boundary(line_end.min(end.min(start + INSIDE) + AROUND));
    Excerpt {
        depth,
        line: memchr::memchr_iter(b'\n', &text.as_bytes()[..line_start]).count() as u64 + 1,
        column: text[line_start..start].chars().count() as u64 + 1,
        text: text[from..until].to_owned(),
        range: start - from..end.clamp(start, until) - from,
        is_cut_before: from > line_start,
        is_cut_after: until < line_end,
    }
}

/// All members, also those that a later one of the same name hides: a place inside one has an
/// address too.
fn doc_members_with_hidden(doc: Doc<'_>, object: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> {
    let end = doc.after(object).0;
    let mut at = object.0 + 1;
    std::iter::from_fn(move || {
        (at < end).then(|| {
            let member = (NodeId(at), NodeId(at + 1));
            at = doc.after(member.1).0;
            member
        })
    })
}

fn in_parent(
    doc: Doc<'_>,
    node: NodeId,
    map: &OnceCell<EscapeMap>,
    range: &Range<u32>,
) -> Range<u32> {
    let outer = doc.range(node);
    if doc.kind(node) == Kind::Plain {
        return outer.start + 1 + range.start..outer.start + 1 + range.end;
    }
    map.get_or_init(|| EscapeMap::of_string(doc.text(), &outer)).map(range)
}
