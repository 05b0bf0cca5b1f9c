//! The documents of a file, as `validate` reads them: a whole file, its lines, or the events of a
//! stream.

use std::io;
use std::path::Path;

use super::Unit;
use super::find::Finder;
use crate::finding::Address;
use crate::json::{BYTE_ORDER_MARK, Joined, MAX_BYTES, Placement, parse, with_tape};
use crate::source::{Block, Blocks, Event, FileId, Files, events, looks_like_events};

/// A document before it is parsed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'b> {
    pub(super) number: u64,
    /// Its first byte in the file.
    pub(super) offset: u64,
    pub(super) bytes: &'b [u8],
    pub(super) is_event: bool,
    /// The text, if it is put together from several lines of an event.
    pub(super) joined: Option<&'b Joined>,
}

/// Something that takes the documents of a file, one after the other.
pub(super) trait Take {
    /// Takes the next one.
    fn take(&mut self, text: Text<'_>);
}

impl<F: FnMut(Text<'_>)> Take for F {
    fn take(&mut self, text: Text<'_>) {
        self(text);
    }
}

/// Gives all documents of `file` to `finder`.
pub(super) fn read<'t>(
    files: &Files,
    file: FileId,
    mut finder: Finder<'t>,
) -> io::Result<(Unit, Finder<'t>)> {
    let unit = each(files, file, &mut finder)?;
    Ok((unit, finder))
}

/// Gives all documents of `file` to `taker`; says what they are.
pub(super) fn each(files: &Files, file: FileId, taker: &mut dyn Take) -> io::Result<Unit> {
    let name = files.name(file);
    let extension = Path::new(name).extension();
    let is = |wanted: &str| extension.is_some_and(|it| it.eq_ignore_ascii_case(wanted));
    if is("jsonl") || is("ndjson") {
        return lines(files, file, false, taker);
    }
    if name.ends_with(".chunks.txt") {
        return lines(files, file, true, taker);
    }
    if files.size(file)? > MAX_BYTES as u64 {
        return lines(files, file, false, taker);
    }
    let bytes = files.read(file)?;
    if is("sse") || looks_like_events(&bytes) {
        each_event(&bytes, file, taker);
        return Ok(Unit::Event);
    }
    if are_lines(&bytes) {
        return lines(files, file, false, taker);
    }
    taker.take(Text { number: 1, offset: 0, bytes: &bytes, is_event: false, joined: None });
    Ok(Unit::File)
}

fn lines(files: &Files, file: FileId, are_events: bool, taker: &mut dyn Take) -> io::Result<Unit> {
    let mut blocks = Blocks::open(files, file)?;
    while let Some(block) = blocks.next_block()? {
        for line in block.lines() {
            let (number, offset, bytes) = (line.number, line.offset, line.bytes);
            taker.take(Text { number, offset, bytes, is_event: are_events, joined: None });
        }
        blocks.recycle(block);
    }
    Ok(Unit::Line)
}

/// Whether `bytes` are no JSON text as a whole, but several lines that each are one.
fn are_lines(bytes: &[u8]) -> bool {
    let body = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let parses = |bytes: &[u8]| {
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        with_tape(|tape| parse(text, crate::json::DEFAULT_DEPTH, tape).is_ok())
    };
    if parses(body) {
        return false;
    }
    let block = Block::new(body.to_vec(), 0, 1);
    block.lines().count() > 1 && block.lines().all(|line| parses(line.bytes))
}

fn each_event(bytes: &[u8], file: FileId, taker: &mut dyn Take) {
    let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let body = &bytes[start..];
    for event in events(body) {
        let (number, is_event) = (event.number, true);
        if let [line] = &event.lines[..] {
            let (offset, bytes) = ((start + line.start) as u64, &body[line.clone()]);
            taker.take(Text { number, offset, bytes, is_event, joined: None });
        } else {
            let joined = join(body, file, start, &event);
            let bytes = joined.text().as_bytes();
            taker.take(Text { number, offset: 0, bytes, is_event, joined: Some(&joined) });
        }
    }
}

/// The text of an event of several data lines.
fn join(body: &[u8], file: FileId, start: usize, event: &Event) -> Joined {
    let mut joined = Joined::new(file, Address::root(), 0);
    for (number, line) in event.lines.iter().enumerate() {
        if number > 0 {
            joined.push_unplaced("\n");
        }
        let text = String::from_utf8_lossy(&body[line.clone()]);
        joined.push(&text, Placement::document(file, (start + line.start) as u64));
    }
    joined
}
