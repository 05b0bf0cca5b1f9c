//! Texts put together from pieces: fragments of a stream, lines of an event.

use std::ops::Range;

use super::placement::Placement;
use crate::finding::Address;
use crate::source::{FileId, Span};

/// A text and where its pieces stand.
#[derive(Debug, Clone)]
pub struct Joined {
    file: FileId,
    text: String,
    pieces: Vec<Piece>,
    address: Address,
    depth: usize,
}

/// A piece of a text.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// Its first byte in the whole text.
    start: u32,
    /// One past its last.
    end: u32,
    /// Where it stands.
    placement: Placement,
}

impl Joined {
    /// A text of `file` without pieces. `address` is its own; `depth` is the number of strings that
    /// were decoded to reach it.
    #[must_use]
    pub fn new(file: FileId, address: Address, depth: usize) -> Self {
        Self { file, text: String::new(), pieces: Vec::new(), address, depth }
    }

    /// Adds a piece that stands at `placement`.
    pub fn push(&mut self, text: &str, placement: Placement) {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.pieces.push(Piece { start, end: self.text.len() as u32, placement });
    }

    /// Adds bytes that stand nowhere, such as a line feed between lines of an event.
    pub fn push_unplaced(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many pieces it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn file(&self) -> FileId {
        self.file
    }

    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn span(&self, range: Range<u32>) -> Span {
        span(&self.pieces, range)
    }

    pub(super) fn spans(&self, range: Range<u32>) -> Vec<Span> {
        spans(&self.pieces, range)
    }

    pub(super) fn placement(&self) -> Placement {
        Placement::of_pieces(self.file, self.pieces.clone().into())
    }
}

/// The place of the first byte of `range`, or of what comes before it.
pub(super) fn span(pieces: &[Piece], range: Range<u32>) -> Span {
    spans(pieces, range).into_iter().next().unwrap_or(Span::new(0, 0))
}

/// The places of `range`, one for each piece that it touches. Nothing between two bytes stands at the
/// end of the piece before it.
pub(super) fn spans(pieces: &[Piece], range: Range<u32>) -> Vec<Span> {
    let inside = |piece: &Piece| {
        let start = range.start.max(piece.start);
        let end = range.end.min(piece.end);
        (start < end).then(|| piece.placement.spans(start - piece.start..end - piece.start))
    };
    let first = pieces.partition_point(|piece| piece.end <= range.start);
    let touched: Vec<Span> = pieces[first.min(pieces.len())..]
        .iter()
        .take_while(|piece| piece.start < range.end)
        .filter_map(inside)
        .flatten()
        .collect();
    if !touched.is_empty() {
        return touched;
    }
    let before = pieces.iter().rfind(|piece| piece.start <= range.start);
    let Some(piece) = before.or(pieces.first()) else { return Vec::new() };
    let at = range.start.clamp(piece.start, piece.end) - piece.start;
    piece.placement.spans(at..at)
}
