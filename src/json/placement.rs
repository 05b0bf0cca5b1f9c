//! Where a text stands; owned, for what outlives its document.

use std::ops::Range;
use std::sync::Arc;

use super::escape::EscapeMap;
use super::joined::Piece;
use crate::source::{FileId, Span};

/// Where a layer's text, or a part of it, stands.
#[derive(Debug, Clone)]
pub struct Placement {
    /// The file.
    pub file: FileId,
    root: Root,
    /// The way from the root inwards: the last one is undone first.
    steps: Vec<Step>,
}

/// What the outermost text is.
#[derive(Debug, Clone)]
enum Root {
    /// A part of the file that begins at this byte.
    File(u64),
    /// Pieces from several places.
    Pieces(Arc<[Piece]>),
}

#[derive(Debug, Clone)]
enum Step {
    /// Into a text that begins at this byte of the one around it.
    Part(u32),
    /// Into the value of a string with escapes.
    Decoded(EscapeMap),
}

impl Placement {
    /// A text that begins at byte `base` of `file`, without decoding.
    #[must_use]
    pub fn document(file: FileId, base: u64) -> Self {
        Self { file, root: Root::File(base), steps: Vec::new() }
    }

    pub(super) fn of_pieces(file: FileId, pieces: Arc<[Piece]>) -> Self {
        Self { file, root: Root::Pieces(pieces), steps: Vec::new() }
    }

    /// Translates bytes of the text into bytes of the file; of several places, the first.
    #[must_use]
    pub fn span(&self, range: Range<u32>) -> Span {
        let outer = self.in_root(range);
        match &self.root {
            Root::File(base) => {
                Span::new(base + u64::from(outer.start), base + u64::from(outer.end))
            }
            Root::Pieces(pieces) => super::joined::span(pieces, outer),
        }
    }

    /// All places in the file of bytes of the text, in order.
    #[must_use]
    pub fn spans(&self, range: Range<u32>) -> Vec<Span> {
        match &self.root {
            Root::File(_) => vec![self.span(range)],
            Root::Pieces(pieces) => super::joined::spans(pieces, self.in_root(range)),
        }
    }

    pub(super) fn has_pieces(&self) -> bool {
        matches!(self.root, Root::Pieces(_))
    }

    fn in_root(&self, range: Range<u32>) -> Range<u32> {
        self.steps.iter().rev().fold(range, |range, step| match step {
            Step::Part(start) => range.start + start..range.end + start,
            Step::Decoded(map) => map.map(&range),
        })
    }

    /// The placement of a text that was cut out of this one at byte `offset`.
    #[must_use]
    pub fn within(mut self, offset: u32) -> Self {
        match self.steps.last_mut() {
            Some(Step::Part(start)) => *start += offset,
            _ => self.steps.push(Step::Part(offset)),
        }
        self
    }

    /// The placement of the value of a string of this text, whose escapes are those of `map`.
    #[must_use]
    pub(super) fn inside(mut self, map: EscapeMap) -> Self {
        self.steps.push(Step::Decoded(map));
        self
    }
}
