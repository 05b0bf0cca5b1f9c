//! The documents of a file, as `validate` reads them: a whole file, its lines, or the events of a
//! stream.

use std::io;
use std::path::Path;

use super::Unit;
use super::find::Finder;
use crate::json::{
    BYTE_ORDER_MARK, DEFAULT_DEPTH, Joined, MAX_BYTES, event_text, lines_parse_alone, parses,
};
use crate::source::{Blocks, FileId, Files, events, looks_like_events};

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
    if !parses(&bytes, DEFAULT_DEPTH) && lines_parse_alone(&bytes, DEFAULT_DEPTH) {
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

fn each_event(bytes: &[u8], file: FileId, taker: &mut dyn Take) {
    let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let body = &bytes[start..];
    for event in events(body) {
        let joined = event_text(body, file, start, &event.lines);
        let (offset, bytes) = match (&joined, &event.lines[..]) {
            (None, [line]) => (start + line.start, &body[line.clone()]),
            (joined, _) => (0, joined.as_ref().map_or("", Joined::text).as_bytes()),
        };
        let (number, offset, joined) = (event.number, offset as u64, joined.as_ref());
        taker.take(Text { number, offset, bytes, is_event: true, joined });
    }
}
