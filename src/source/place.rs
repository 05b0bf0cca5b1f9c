//! Byte offsets as lines and columns, with the text around them.
//!
//! Files are not kept in memory, so positions are found once, at the end of a run, in one pass over
//! each file that has something to report.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};

use super::files::{Files, ReadSeek};
use super::{FileId, Span};

/// Bytes of a line that are kept on each side of a span.
const AROUND: u64 = 240;
/// Bytes of a span that are kept.
const INSIDE: u64 = 400;

/// A place in a file as people count it: lines and columns from 1. A byte-order mark has no column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// The line. Lines end at a line feed.
    pub line: u64,
    /// The column in bytes of UTF-8.
    pub byte: u64,
    /// The column in UTF-16 code units.
    pub utf16: u64,
    /// The column in Unicode scalar values.
    pub character: u64,
}

/// A span with its positions and the part of its first line that surrounds it.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// Where it begins.
    pub start: Position,
    /// One past where it ends.
    pub end: Position,
    /// Bytes of the line that `start` is in.
    pub text: Vec<u8>,
    /// Where `text` begins in the file.
    pub text_offset: u64,
    label_start: u64,
    /// Whether the line goes on before `text`.
    pub is_cut_before: bool,
    /// Whether the line goes on after `text`.
    pub is_cut_after: bool,
}

impl Place {
    /// Where the span begins within `text`.
    #[must_use]
    pub fn label_start(&self) -> u64 {
        self.label_start
    }
}

/// The places of all spans that were asked for.
#[derive(Debug, Default)]
pub struct Places {
    places: BTreeMap<(FileId, Span), Place>,
}

impl Places {
    /// Finds the places of `spans`. A file that can no longer be read gives places without text.
    #[must_use]
    pub fn resolve(files: &Files, spans: impl IntoIterator<Item = (FileId, Span)>) -> Self {
        let mut places: BTreeMap<(FileId, Span), Place> = BTreeMap::new();
        let mut by_file: BTreeMap<FileId, Vec<u64>> = BTreeMap::new();
        for (file, span) in spans {
            places.entry((file, span)).or_default();
            by_file.entry(file).or_default().extend([span.start, span.end]);
        }
        for (file, offsets) in &mut by_file {
            offsets.sort_unstable();
            offsets.dedup();
            let keys = (*file, Span::new(0, 0))..=(*file, Span::new(u64::MAX, u64::MAX));
            // A file that vanished keeps its findings; only their surroundings are lost.
            let _ = fill(files, *file, offsets, places.range_mut(keys));
        }
        Self { places }
    }

    /// The place of a span that was asked for.
    #[must_use]
    pub fn get(&self, file: FileId, span: Span) -> &Place {
        static NOWHERE: Place = Place {
            start: Position { line: 0, byte: 0, utf16: 0, character: 0 },
            end: Position { line: 0, byte: 0, utf16: 0, character: 0 },
            text: Vec::new(),
            text_offset: 0,
            label_start: 0,
            is_cut_before: false,
            is_cut_after: false,
        };
        self.places.get(&(file, span)).unwrap_or(&NOWHERE)
    }
}

fn fill<'a>(
    files: &Files,
    file: FileId,
    offsets: &[u64],
    places: impl Iterator<Item = (&'a (FileId, Span), &'a mut Place)>,
) -> io::Result<()> {
    let mut reader = files.open(file)?;
    let positions = positions(&mut reader, offsets)?;
    let position = |offset: u64| match offsets.binary_search(&offset) {
        Ok(at) => positions[at],
        Err(_) => Counter::default().position(),
    };
    for ((_, span), place) in places {
        place.start = position(span.start);
        place.end = position(span.end);
        let line_start = span.start - (place.start.byte - 1).min(span.start);
        let mut from = line_start.max(span.start.saturating_sub(AROUND));
        let until = span.start + span.len().min(INSIDE) + AROUND;
        reader.seek(SeekFrom::Start(from))?;
        (&mut reader).take(until - from).read_to_end(&mut place.text)?;
        let reached = (place.text.len() as u64) < until - from;
        if from > line_start {
            // What is left of a character that begins before is no text.
            let is_rest = |byte: &&u8| **byte & 0xC0 == 0x80;
            let rest = place.text.iter().take(3).take_while(is_rest).count();
            place.text.drain(..rest);
            from += rest as u64;
        }
        let tail = (span.start - from).min(place.text.len() as u64) as usize;
        let line_end = memchr::memchr(b'\n', &place.text[tail..]);
        place.is_cut_after = line_end.is_none() && !reached;
        place.text.truncate(line_end.map_or(place.text.len(), |end| tail + end));
        place.is_cut_before = span.start - from < place.start.byte - 1;
        place.text_offset = from;
        place.label_start = span.start - from;
    }
    Ok(())
}

/// What has been counted up to some byte.
#[derive(Debug, Clone, Copy, Default)]
struct Counter {
    lines: u64,
    bytes: u64,
    characters: u64,
    astral: u64,
}

impl Counter {
    fn add(&mut self, mut bytes: &[u8]) {
        if let Some(last) = memchr::memrchr(b'\n', bytes) {
            self.lines += memchr::memchr_iter(b'\n', &bytes[..=last]).count() as u64;
            (self.bytes, self.characters, self.astral) = (0, 0, 0);
            bytes = &bytes[last + 1..];
        }
        self.bytes += bytes.len() as u64;
        // Every byte that continues no character begins one; of four bytes, it takes two units.
        self.characters += bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
        self.astral += bytes.iter().filter(|&&byte| byte >= 0xF0).count() as u64;
    }

    fn position(self) -> Position {
        Position {
            line: self.lines + 1,
            byte: self.bytes + 1,
            utf16: self.characters + self.astral + 1,
            character: self.characters + 1,
        }
    }
}

/// The positions of `offsets`, which must be sorted.
fn positions(
    reader: &mut Box<dyn ReadSeek + Send + '_>,
    offsets: &[u64],
) -> io::Result<Vec<Position>> {
    let mut counter = Counter::default();
    let mut found = Vec::with_capacity(offsets.len());
    let mut chunk = vec![0; 256 * 1024];
    let mut offset = 0;
    loop {
        let got = reader.read(&mut chunk)?;
        let mut at = 0;
        if offset == 0 && chunk[..got].starts_with(b"\xEF\xBB\xBF") {
            at = 3;
        }
        while let Some(&wanted) = offsets.get(found.len()) {
            let Some(ahead) = (wanted.max(offset) - offset).try_into().ok().filter(|&to| to <= got)
            else {
                break;
            };
            counter.add(&chunk[at..usize::max(at, ahead)]);
            at = usize::max(at, ahead);
            found.push(counter.position());
        }
        if got == 0 || found.len() == offsets.len() {
            break;
        }
        counter.add(&chunk[at..got]);
        offset += got as u64;
    }
    found.resize(offsets.len(), counter.position());
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Places, Position};
    use crate::source::{Files, Span};

    #[test]
    fn columns_are_counted_in_every_unit() {
        let text = "\u{FEFF}one\r\n\té🎉x\n";
        let at = |part: &str| text.find(part).expect("part of the text") as u64;
        let spans = [Span::new(3, 6), Span::new(at("x"), at("x") + 1)];
        let mut files = Files::default();
        let file = files.add_bytes("memory", text.into());
        let places = Places::resolve(&files, spans.map(|span| (file, span)));
        let one = places.get(file, spans[0]);
        assert_eq!(one.start, Position { line: 1, byte: 1, utf16: 1, character: 1 });
        let x = places.get(file, spans[1]);
        assert_eq!(x.start, Position { line: 2, byte: 8, utf16: 5, character: 4 });
        assert_eq!(x.text, "\té🎉x".as_bytes());
        assert_eq!(x.text_offset, at("\t"));
    }
}
