//! Where each byte of a decoded string stands in the text it was decoded from.

use std::ops::Range;

use super::parse::{Escape, read_escape};

/// One escape: its first byte inside the value and in the outer text, and its two lengths.
#[derive(Debug, Clone, Copy)]
struct Mark {
    inner: u32,
    outer: u32,
    inner_len: u8,
    outer_len: u8,
}

/// The map from a string's value to its spelling: only the escapes are listed, everything between
/// two of them is byte for byte the same.
///
/// A range never cuts an escape: its start is the first byte of the escape that made the first
/// byte, its end is past the escape that made the last one.
#[derive(Debug, Clone, Default)]
pub(super) struct EscapeMap {
    base: u32,
    marks: Vec<Mark>,
}

impl EscapeMap {
    /// The map of the string literal that stands at `outer` (quotes included) in `text`.
    pub(super) fn of_string(text: &str, outer: &Range<u32>) -> Self {
        let bytes = &text.as_bytes()[..outer.end as usize - 1];
        let base = outer.start + 1;
        let mut marks = Vec::new();
        let mut at = base as usize;
        let mut inner = 0;
        while at < bytes.len() {
            let plain = bytes[at..].iter().take_while(|&&byte| byte != b'\\').count();
            at += plain;
            inner += plain;
            if at >= bytes.len() {
                break;
            }
            let (inner_len, outer_len) = match read_escape(bytes, at) {
                Escape::Char(value, length) => (value.len_utf8(), length),
                Escape::LoneSurrogate => (char::REPLACEMENT_CHARACTER.len_utf8(), 6),
                Escape::Invalid => unreachable!("the string was parsed before"),
            };
            marks.push(Mark {
                inner: inner as u32,
                outer: at as u32,
                inner_len: inner_len as u8,
                outer_len: outer_len as u8,
            });
            at += outer_len;
            inner += inner_len;
        }
        Self { base, marks }
    }

    /// Translates bytes of the value into bytes of the outer text.
    pub(super) fn map(&self, inner: &Range<u32>) -> Range<u32> {
        let start = self.start_of(inner.start);
        if inner.start >= inner.end {
            return start..start;
        }
        start..self.end_of(inner.end - 1)
    }

    /// The last escape that begins at or before `inner`.
    fn mark_before(&self, inner: u32) -> Option<&Mark> {
        let after = self.marks.partition_point(|mark| mark.inner <= inner);
        after.checked_sub(1).map(|at| &self.marks[at])
    }

    fn start_of(&self, inner: u32) -> u32 {
        match self.mark_before(inner) {
            None => self.base + inner,
            Some(mark) if inner < mark.inner + u32::from(mark.inner_len) => mark.outer,
            Some(mark) => after(mark, inner),
        }
    }

    /// One past the outer bytes that made the value's byte `inner`.
    fn end_of(&self, inner: u32) -> u32 {
        match self.mark_before(inner) {
            None => self.base + inner + 1,
            Some(mark) if inner < mark.inner + u32::from(mark.inner_len) => {
                mark.outer + u32::from(mark.outer_len)
            }
            Some(mark) => after(mark, inner) + 1,
        }
    }
}

fn after(mark: &Mark, inner: u32) -> u32 {
    mark.outer + u32::from(mark.outer_len) + (inner - mark.inner - u32::from(mark.inner_len))
}
