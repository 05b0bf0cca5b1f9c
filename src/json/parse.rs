//! Text to tape (RFC 8259), in one loop with a stack of its own: no recursion, no repair.

use super::diagnose;
use super::scan::{copy_to_string_end, digits, skip_whitespace, string_end};
use super::syntax::{Expected, SyntaxError};
use super::tape::{Entry, Fault, Kind, LONG_INTEGER, Name, NodeId, Open, Tape};

/// Levels of arrays and objects that are read unless told otherwise.
pub const DEFAULT_DEPTH: usize = 128;
/// Levels that can be asked for: the validator recurses, and its stack is finite.
pub const MAX_DEPTH: usize = 1000;
/// Bytes of one document: offsets within a document have 28 bits.
pub const MAX_BYTES: usize = (1 << 28) - 1;

/// Parses `text`, which must be one JSON value, into `tape`, whose former content is dropped.
///
/// `text` must be shorter than [`MAX_BYTES`]; `depth` is the number of nested containers allowed.
///
/// # Errors
/// The first place where `text` is not JSON. Repeated names and unpaired surrogates are no errors
/// here: they are in [`Tape::faults`].
pub fn parse(text: &str, depth: usize, tape: &mut Tape) -> Result<(), SyntaxError> {
    debug_assert!(text.len() <= MAX_BYTES);
    match parse_value(text, 0, depth, tape) {
        Ok(end) => {
            let rest = skip_whitespace(text.as_bytes(), end);
            if rest < text.len() {
                return Err(diagnose::trailing(text, rest, depth));
            }
            tape.finish();
            Ok(())
        }
        Err(stop) => Err(diagnose::diagnose(text, stop, &tape.unclosed(), depth)),
    }
}

/// Parses one value that starts at or after byte `at`; returns the byte after it.
pub(super) fn parse_value(
    text: &str,
    at: usize,
    depth: usize,
    tape: &mut Tape,
) -> Result<usize, Stop> {
    tape.clear();
    // A text of n bytes rarely has more than n / 8 values and keys; growing costs a copy.
    tape.entries.reserve(text.len() / 8);
    let mut parser = Parser { text, bytes: text.as_bytes(), depth, tape, stop: None };
    let end = parser.document(at);
    end.ok_or_else(|| parser.stop.unwrap_or(Stop::at(at, Expected::Value)))
}

/// Why the parser stopped.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    /// The first byte that does not fit.
    pub(super) at: usize,
    /// The first byte of the token it belongs to.
    pub(super) token: usize,
    pub(super) expected: Expected,
}

impl Stop {
    fn at(at: usize, expected: Expected) -> Self {
        Self { at, token: at, expected }
    }

    fn inside(token: usize, at: usize, expected: Expected) -> Self {
        Self { at, token, expected }
    }
}

/// The parser. Its place in the text is handed from function to function, so that it stays in a
/// register; a function that cannot go on notes why and returns nothing.
struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    depth: usize,
    tape: &'a mut Tape,
    stop: Option<Stop>,
}

impl Parser<'_> {
    #[cold]
    fn fail<T>(&mut self, stop: Stop) -> Option<T> {
        self.stop = Some(stop);
        None
    }

    fn document(&mut self, mut at: usize) -> Option<usize> {
        loop {
            at = skip_whitespace(self.bytes, at);
            at = match self.bytes.get(at) {
                Some(b'"') => self.string(at)?,
                Some(b'{') => {
                    self.open(at, true)?;
                    at = skip_whitespace(self.bytes, at + 1);
                    if self.bytes.get(at) != Some(&b'}') {
                        at = self.name(at, Expected::NameOrEnd)?;
                        continue;
                    }
                    self.close(at + 1)
                }
                Some(b'[') => {
                    self.open(at, false)?;
                    at = skip_whitespace(self.bytes, at + 1);
                    if self.bytes.get(at) != Some(&b']') {
                        continue;
                    }
                    self.close(at + 1)
                }
                Some(b'-' | b'0'..=b'9') => self.number(at)?,
                Some(b't') => self.word(at, "true", Kind::True)?,
                Some(b'f') => self.word(at, "false", Kind::False)?,
                Some(b'n') => self.word(at, "null", Kind::Null)?,
                _ => return self.no_value(at),
            };
            // After a value: closes containers, up to the comma before the next value.
            loop {
                let Some(open) = self.tape.open.last_mut() else { return Some(at) };
                open.count += 1;
                let is_object = open.is_object;
                at = skip_whitespace(self.bytes, at);
                match (self.bytes.get(at), is_object) {
                    (Some(b','), true) => {
                        at = skip_whitespace(self.bytes, at + 1);
                        at = self.name(at, Expected::Name)?;
                        break;
                    }
                    (Some(b','), false) => {
                        at += 1;
                        break;
                    }
                    (Some(b'}'), true) | (Some(b']'), false) => at = self.close(at + 1),
                    _ => return self.fail(Stop::at(at, Expected::CommaOrEnd)),
                }
            }
        }
    }

    #[cold]
    fn no_value<T>(&mut self, at: usize) -> Option<T> {
        let expected = match self.tape.open.last() {
            Some(open) if !open.is_object && open.count == 0 => Expected::ValueOrEnd,
            _ => Expected::Value,
        };
        self.fail(Stop::at(at, expected))
    }

    fn open(&mut self, at: usize, is_object: bool) -> Option<()> {
        if self.tape.open.len() >= self.depth {
            return self.fail(Stop::at(at, Expected::LessDepth));
        }
        let (entry, names) = (self.tape.entries.len(), self.tape.names.len());
        self.tape.open.push(Open::new(entry, names, is_object));
        let kind = if is_object { Kind::Object } else { Kind::Array };
        self.tape.entries.push(Entry::new(kind, at as u32, at as u32 + 1));
        Some(())
    }

    /// Closes the innermost container, whose last byte is before `end`; returns `end`.
    fn close(&mut self, end: usize) -> usize {
        let open = self.tape.open.pop().expect("only called with a container open");
        self.tape.close(self.text, open, end as u32);
        end
    }

    /// Reads the member name at `at` and the colon after it; returns the byte after that.
    #[inline]
    fn name(&mut self, at: usize, expected: Expected) -> Option<usize> {
        if self.bytes.get(at) != Some(&b'"') {
            return self.fail(Stop::at(at, expected));
        }
        let entry = self.tape.entries.len() as u32;
        let decoded = self.tape.decoding.len();
        let end = self.string(at)?;
        let print = match &self.tape.decoding[decoded..] {
            [] => fingerprint(&self.bytes[at + 1..end - 1]),
            value => fingerprint(value),
        };
        self.tape.names.push(Name { entry, print });
        if let Some(open) = self.tape.open.last_mut() {
            open.note(print);
        }
        let colon = skip_whitespace(self.bytes, end);
        if self.bytes.get(colon) != Some(&b':') {
            return self.fail(Stop::at(colon, Expected::Colon));
        }
        Some(colon + 1)
    }

    fn word(&mut self, at: usize, word: &str, kind: Kind) -> Option<usize> {
        let end = at + word.len();
        if self.bytes.get(at..end) != Some(word.as_bytes()) {
            return self.no_value(at);
        }
        self.tape.entries.push(Entry::new(kind, at as u32, end as u32));
        Some(end)
    }

    /// RFC 8259 section 6.
    fn number(&mut self, start: usize) -> Option<usize> {
        let mut at = start + usize::from(self.bytes[start] == b'-');
        let whole = at;
        at = digits(self.bytes, at);
        if at == whole || (self.bytes[whole] == b'0' && at > whole + 1) {
            return self.fail(Stop::at(start, Expected::Number));
        }
        if at - whole >= LONG_INTEGER {
            self.tape.long_integers.push(self.tape.entries.len() as u32);
        }
        let mut kind = Kind::Integer;
        if self.bytes.get(at) == Some(&b'.') {
            kind = Kind::Float;
            let fraction = at + 1;
            at = digits(self.bytes, fraction);
            if at == fraction {
                return self.fail(Stop::at(start, Expected::Number));
            }
        }
        if let Some(b'e' | b'E') = self.bytes.get(at) {
            kind = Kind::Float;
            let sign = at + 1;
            let exponent = sign + usize::from(matches!(self.bytes.get(sign), Some(b'+' | b'-')));
            at = digits(self.bytes, exponent);
            if at == exponent {
                return self.fail(Stop::at(start, Expected::Number));
            }
        }
        self.tape.entries.push(Entry::new(kind, start as u32, at as u32));
        Some(at)
    }

    /// Reads the string whose opening quote is at `start`; returns the byte after it.
    #[inline]
    fn string(&mut self, start: usize) -> Option<usize> {
        let stop = string_end(self.bytes, start + 1);
        if self.bytes.get(stop) == Some(&b'"') {
            self.tape.entries.push(Entry::new(Kind::Plain, start as u32, stop as u32 + 1));
            return Some(stop + 1);
        }
        self.escaped_string(start, stop)
    }

    /// The rest of a string that has something else than characters at `stop`, mostly an escape.
    #[inline(never)]
    fn escaped_string(&mut self, start: usize, mut stop: usize) -> Option<usize> {
        // Taken out, so that its parts can stay in registers.
        let mut decoding = std::mem::take(&mut self.tape.decoding);
        let value_start = decoding.len();
        decoding.extend_from_slice(&self.bytes[start + 1..stop]);
        loop {
            match self.bytes.get(stop) {
                Some(b'"') => break,
                // By far the most common escape where JSON stands inside a string.
                Some(b'\\') if self.bytes.get(stop + 1) == Some(&b'"') => {
                    decoding.push(b'"');
                    stop += 2;
                }
                Some(b'\\') => stop = self.escape(start, stop, &mut decoding)?,
                Some(_) => return self.fail(Stop::inside(start, stop, Expected::StringByte)),
                None => {
                    let end = self.bytes.len();
                    return self.fail(Stop::inside(start, end, Expected::StringByte));
                }
            }
            stop = copy_to_string_end(self.bytes, stop, &mut decoding);
        }
        let length = decoding.len() - value_start;
        self.tape.decoding = decoding;
        self.tape.entries.push(Entry::with(
            Kind::Escaped,
            start as u32,
            stop as u32 + 1,
            value_start as u32,
            length as u32,
        ));
        Some(stop + 1)
    }

    /// Decodes the escape at `at` of the string that starts at `token`; returns the byte after it.
    fn escape(&mut self, token: usize, at: usize, decoding: &mut Vec<u8>) -> Option<usize> {
        let (value, length) = match read_escape(self.bytes, at) {
            Escape::Char(value, length) => (value, length),
            Escape::LoneSurrogate => {
                self.tape.faults.push(Fault::LoneSurrogate {
                    string: NodeId(self.tape.entries.len() as u32),
                    start: at as u32,
                });
                (char::REPLACEMENT_CHARACTER, 6)
            }
            Escape::Invalid => return self.fail(Stop::inside(token, at, Expected::Escape)),
        };
        decoding.extend_from_slice(value.encode_utf8(&mut [0; 4]).as_bytes());
        Some(at + length)
    }
}

/// Different for most different names, and cheap: a length and two bytes.
#[inline]
fn fingerprint(value: &[u8]) -> u32 {
    match value {
        [] => 0,
        [first, .., last] => u32::from_le_bytes([value.len() as u8, *first, *last, 0]),
        [only] => u32::from_le_bytes([1, *only, *only, 0]),
    }
}

/// What a backslash introduces (RFC 8259 section 7).
pub(super) enum Escape {
    /// This character, written in so many bytes.
    Char(char, usize),
    /// Half a surrogate pair, written in six bytes.
    LoneSurrogate,
    /// No escape of JSON.
    Invalid,
}

/// Reads the escape whose backslash is at `at`.
pub(super) fn read_escape(bytes: &[u8], at: usize) -> Escape {
    let simple = match bytes.get(at + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_escape(bytes, at),
        _ => return Escape::Invalid,
    };
    Escape::Char(simple, 2)
}

fn unicode_escape(bytes: &[u8], at: usize) -> Escape {
    let Some(first) = hex4(bytes, at + 2) else { return Escape::Invalid };
    if let Some(value) = char::from_u32(first) {
        return Escape::Char(value, 6);
    }
    let second = match bytes.get(at + 6..at + 8) {
        Some(b"\\u") if first < 0xDC00 => hex4(bytes, at + 8),
        _ => None,
    };
    match second {
        Some(low @ 0xDC00..=0xDFFF) => {
            let value = 0x1_0000 + ((first - 0xD800) << 10) + (low - 0xDC00);
            char::from_u32(value).map_or(Escape::LoneSurrogate, |value| Escape::Char(value, 12))
        }
        _ => Escape::LoneSurrogate,
    }
}

fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 4)?;
    digits.iter().try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
}
