//! The documents of a file that is more than one: events of several lines, lines that stand alone.

use std::ops::Range;

use super::joined::Joined;
use super::parse::parse;
use super::placement::Placement;
use super::pool::with_tape;
use super::text::{BYTE_ORDER_MARK, decode};
use crate::finding::Address;
use crate::source::{Block, FileId};

/// The text of an event whose data are the `lines` of `bytes`, which begin at byte `start` of `file`;
/// `None` for one line, whose text stands in the file as it is.
#[must_use]
pub fn event_text(
    bytes: &[u8],
    file: FileId,
    start: usize,
    lines: &[Range<usize>],
) -> Option<Joined> {
    if lines.len() == 1 {
        return None;
    }
    let mut joined = Joined::new(file, Address::root(), 0);
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            joined.push_unplaced("\n");
        }
        // What is no UTF-8 has changed its length, and says so by its replacement.
        let text = String::from_utf8_lossy(&bytes[line.clone()]);
        joined.push(&text, Placement::document(file, (start + line.start) as u64));
    }
    Some(joined)
}

/// Whether `bytes` are several lines, each of which is a JSON text of at most `depth` levels.
#[must_use]
pub fn lines_parse_alone(bytes: &[u8], depth: usize) -> bool {
    let body = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let block = Block::new(body.to_vec(), 0, 1);
    block.lines().nth(1).is_some() && block.lines().all(|line| parses(line.bytes, depth))
}

/// Whether `bytes` are a JSON text of at most `depth` levels, in any encoding that is read.
#[must_use]
pub fn parses(bytes: &[u8], depth: usize) -> bool {
    decode(bytes).is_ok_and(|text| with_tape(|tape| parse(text, depth, tape).is_ok()))
}
