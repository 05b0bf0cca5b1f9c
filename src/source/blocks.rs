//! A file of lines, read in blocks of whole lines, so that memory does not grow with the file.

use std::io;

use super::FileId;
use super::files::{Files, ReadSeek};

/// Bytes that a block aims at; one line may be longer. Small enough for a core's own cache.
const BLOCK: usize = 64 * 1024;

/// Some consecutive lines of a file.
#[derive(Debug)]
pub struct Block {
    bytes: Vec<u8>,
    /// How many of the bytes are the block's; the rest is room.
    length: usize,
    offset: u64,
    first_line: u64,
}

/// One line: where it begins in the file, its number from 1, its bytes without the line end.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// First byte in the file.
    pub offset: u64,
    /// From 1.
    pub number: u64,
    /// Without line feed or carriage return.
    pub bytes: &'a [u8],
}

impl Block {
    /// A block of bytes that begin at `offset` of their file, with line `first_line`.
    #[must_use]
    pub fn new(bytes: Vec<u8>, offset: u64, first_line: u64) -> Self {
        let length = bytes.len();
        Self { bytes, length, offset, first_line }
    }

    /// The lines that hold more than whitespace.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut at = 0;
        let mut number = self.first_line;
        std::iter::from_fn(move || {
            while at < self.length {
                let start = at;
                let rest = &self.bytes[start..self.length];
                let length = memchr::memchr(b'\n', rest);
                at = start + length.map_or(rest.len(), |length| length + 1);
                let line = &rest[..length.unwrap_or(rest.len())];
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                number += 1;
                if !line.iter().all(u8::is_ascii_whitespace) {
                    let offset = self.offset + start as u64;
                    return Some(Line { offset, number: number - 1, bytes: line });
                }
            }
            None
        })
    }
}

/// The blocks of a file, in order.
pub struct Blocks<'f> {
    reader: Box<dyn ReadSeek + Send + 'f>,
    carry: Vec<u8>,
    spare: Vec<Vec<u8>>,
    offset: u64,
    next_line: u64,
}

impl<'f> Blocks<'f> {
    /// Opens `file`.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn open(files: &'f Files, file: FileId) -> io::Result<Self> {
        let reader = files.open(file)?;
        Ok(Self { reader, carry: Vec::new(), spare: Vec::new(), offset: 0, next_line: 1 })
    }

    /// The next block; `None` at the end of the file.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        let mut bytes = self.spare.pop().unwrap_or_default();
        let mut filled = self.carry.len();
        bytes.resize(bytes.len().max(filled + BLOCK), 0);
        bytes[..filled].copy_from_slice(&self.carry);
        let end = loop {
            if filled == bytes.len() {
                bytes.resize(filled + BLOCK, 0);
            }
            let got = match self.reader.read(&mut bytes[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                got => got?,
            };
            let last = memchr::memrchr(b'\n', &bytes[filled..filled + got]);
            let from = filled;
            filled += got;
            match last {
                Some(last) => break from + last + 1,
                None if got == 0 => break filled,
                None => {}
            }
        };
        self.carry.clear();
        self.carry.extend_from_slice(&bytes[end..filled]);
        if end == 0 {
            return Ok(None);
        }
        let lines = memchr::memchr_iter(b'\n', &bytes[..end]).count() as u64;
        let (offset, first_line) = (self.offset, self.next_line);
        let block = Block { bytes, length: end, offset, first_line };
        self.offset += end as u64;
        self.next_line += lines;
        Ok(Some(block))
    }

    /// The first line, if it ends within `most` bytes.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn first_line(mut self, most: usize) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        loop {
            let from = bytes.len();
            bytes.resize(from + BLOCK, 0);
            let got = self.reader.read(&mut bytes[from..])?;
            if let Some(end) = memchr::memchr(b'\n', &bytes[from..from + got]) {
                bytes.truncate(from + end);
                return Ok(Some(bytes));
            }
            bytes.truncate(from + got);
            if got == 0 || bytes.len() > most {
                return Ok(None);
            }
        }
    }

    /// Takes a block back that is no longer needed, to be filled anew.
    pub fn recycle(&mut self, block: Block) {
        self.spare.push(block.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Blocks};
    use crate::source::Files;

    #[test]
    fn lines_keep_their_numbers_and_offsets_across_blocks() {
        let line = |n: usize| format!("{n}{}\r\n", " ".repeat(n % 900));
        let long = format!("{}\n", "x".repeat(3 * BLOCK));
        let text: String = (0..3000).map(line).chain([long, "\n".into(), "last".into()]).collect();
        let mut files = Files::default();
        let file = files.add_bytes("memory", text.clone().into_bytes());
        let mut blocks = Blocks::open(&files, file).expect("memory can be read");
        let mut seen = 0;
        let mut number = 0;
        while let Some(block) = blocks.next_block().expect("memory can be read") {
            for line in block.lines() {
                let at = line.offset as usize;
                assert_eq!(&text.as_bytes()[at..at + line.bytes.len()], line.bytes);
                assert!(line.number > number);
                number = line.number;
                seen += 1;
            }
        }
        assert_eq!((seen, number), (3002, 3003));
    }
}
