//! Text to tape (RFC 8259), in one loop with a stack of its own: no recursion, no repair.

use super::scan::{digits, skip_whitespace, string_end};
use super::syntax::{self, Expected, SyntaxError};
use super::tape::{Entry, Fault, Kind, Name, NodeId, Open, Tape};

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
                return Err(syntax::trailing(text, rest, depth));
            }
            tape.finish();
            Ok(())
        }
        Err(stop) => Err(syntax::diagnose(text, stop, &tape.unclosed(), depth)),
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
    Parser { text, bytes: text.as_bytes(), at, depth, tape }.run()
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

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    tape: &'a mut Tape,
}

impl Parser<'_> {
    fn run(mut self) -> Result<usize, Stop> {
        loop {
            let closed = self.value()?;
            if closed && self.separators()? {
                return Ok(self.at);
            }
        }
    }

    /// Reads a scalar or the opening of a container. Returns whether a value is complete.
    fn value(&mut self) -> Result<bool, Stop> {
        self.at = skip_whitespace(self.bytes, self.at);
        let start = self.at;
        match self.bytes.get(start) {
            Some(b'"') => self.string().map(|()| true),
            Some(b'{') => {
                self.open(true)?;
                self.at = skip_whitespace(self.bytes, self.at);
                if self.bytes.get(self.at) == Some(&b'}') {
                    self.close();
                    return Ok(true);
                }
                self.name(Expected::NameOrEnd).map(|()| false)
            }
            Some(b'[') => {
                self.open(false)?;
                self.at = skip_whitespace(self.bytes, self.at);
                if self.bytes.get(self.at) == Some(&b']') {
                    self.close();
                    return Ok(true);
                }
                Ok(false)
            }
            Some(b'-' | b'0'..=b'9') => self.number().map(|()| true),
            Some(b't') => self.word("true", Kind::True),
            Some(b'f') => self.word("false", Kind::False),
            Some(b'n') => self.word("null", Kind::Null),
            _ => Err(Stop::at(start, self.expected_value())),
        }
    }

    fn expected_value(&self) -> Expected {
        match self.tape.open.last() {
            Some(open) if !open.is_object && open.count == 0 => Expected::ValueOrEnd,
            _ => Expected::Value,
        }
    }

    /// After a value: closes containers and reads commas and names up to the next value. Returns
    /// whether the outermost value is complete.
    fn separators(&mut self) -> Result<bool, Stop> {
        loop {
            let Some(open) = self.tape.open.last_mut() else { return Ok(true) };
            open.count += 1;
            let is_object = open.is_object;
            self.at = skip_whitespace(self.bytes, self.at);
            match (self.bytes.get(self.at), is_object) {
                (Some(b','), true) => {
                    self.at = skip_whitespace(self.bytes, self.at + 1);
                    self.name(Expected::Name)?;
                    return Ok(false);
                }
                (Some(b','), false) => {
                    self.at += 1;
                    return Ok(false);
                }
                (Some(b'}'), true) | (Some(b']'), false) => self.close(),
                _ => return Err(Stop::at(self.at, Expected::CommaOrEnd)),
            }
        }
    }

    fn open(&mut self, is_object: bool) -> Result<(), Stop> {
        if self.tape.open.len() >= self.depth {
            return Err(Stop::at(self.at, Expected::LessDepth));
        }
        self.tape.open.push(Open {
            entry: self.tape.entries.len() as u32,
            count: 0,
            first_name: self.tape.names.len() as u32,
            is_object,
        });
        let kind = if is_object { Kind::Object } else { Kind::Array };
        self.tape.entries.push(Entry::new(kind, self.at as u32, self.at as u32 + 1));
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) {
        self.at += 1;
        let open = self.tape.open.pop().expect("only called with a container open");
        self.tape.close(self.text, open, self.at as u32);
    }

    /// Reads a member name and the colon after it.
    fn name(&mut self, expected: Expected) -> Result<(), Stop> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(Stop::at(self.at, expected));
        }
        let entry = self.tape.entries.len() as u32;
        self.string()?;
        let value = self.tape.value(self.text, entry).as_bytes();
        let print = fingerprint(value);
        self.tape.names.push(Name { entry, print });
        self.at = skip_whitespace(self.bytes, self.at);
        if self.bytes.get(self.at) != Some(&b':') {
            return Err(Stop::at(self.at, Expected::Colon));
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<bool, Stop> {
        let end = self.at + word.len();
        if self.bytes.get(self.at..end) != Some(word.as_bytes()) {
            return Err(Stop::at(self.at, self.expected_value()));
        }
        self.tape.entries.push(Entry::new(kind, self.at as u32, end as u32));
        self.at = end;
        Ok(true)
    }

    /// RFC 8259 section 6.
    fn number(&mut self) -> Result<(), Stop> {
        let start = self.at;
        let mut at = start + usize::from(self.bytes[start] == b'-');
        let whole = at;
        at = digits(self.bytes, at);
        if at == whole || (self.bytes[whole] == b'0' && at > whole + 1) {
            return Err(Stop::at(start, Expected::Number));
        }
        let mut kind = Kind::Integer;
        if self.bytes.get(at) == Some(&b'.') {
            kind = Kind::Float;
            let fraction = at + 1;
            at = digits(self.bytes, fraction);
            if at == fraction {
                return Err(Stop::at(start, Expected::Number));
            }
        }
        if let Some(b'e' | b'E') = self.bytes.get(at) {
            kind = Kind::Float;
            let sign = at + 1;
            let exponent = sign + usize::from(matches!(self.bytes.get(sign), Some(b'+' | b'-')));
            at = digits(self.bytes, exponent);
            if at == exponent {
                return Err(Stop::at(start, Expected::Number));
            }
        }
        self.tape.entries.push(Entry::new(kind, start as u32, at as u32));
        self.at = at;
        Ok(())
    }

    /// Reads a string whose opening quote is at the cursor.
    fn string(&mut self) -> Result<(), Stop> {
        let start = self.at;
        let stop = string_end(self.bytes, start + 1);
        match self.bytes.get(stop) {
            Some(b'"') => {
                self.tape.entries.push(Entry::new(Kind::Plain, start as u32, stop as u32 + 1));
                self.at = stop + 1;
                Ok(())
            }
            Some(b'\\') => self.escaped_string(start, stop),
            Some(_) => Err(Stop::inside(start, stop, Expected::StringByte)),
            None => Err(Stop::inside(start, self.bytes.len(), Expected::StringByte)),
        }
    }

    /// The rest of a string whose first escape is at `stop`.
    fn escaped_string(&mut self, start: usize, mut stop: usize) -> Result<(), Stop> {
        let value_start = self.tape.decoded.len();
        let mut from = start + 1;
        loop {
            self.tape.decoded.push_str(&self.text[from..stop]);
            match self.bytes.get(stop) {
                Some(b'"') => break,
                Some(b'\\') => from = self.escape(start, stop)?,
                Some(_) => return Err(Stop::inside(start, stop, Expected::StringByte)),
                None => return Err(Stop::inside(start, self.bytes.len(), Expected::StringByte)),
            }
            stop = string_end(self.bytes, from);
        }
        let length = self.tape.decoded.len() - value_start;
        self.tape.entries.push(Entry::with(
            Kind::Escaped,
            start as u32,
            stop as u32 + 1,
            value_start as u32,
            length as u32,
        ));
        self.at = stop + 1;
        Ok(())
    }

    /// Decodes the escape at `at` of the string that starts at `token`; returns the byte after it.
    fn escape(&mut self, token: usize, at: usize) -> Result<usize, Stop> {
        match read_escape(self.bytes, at) {
            Escape::Char(value, length) => {
                self.tape.decoded.push(value);
                Ok(at + length)
            }
            Escape::LoneSurrogate => {
                self.tape.decoded.push(char::REPLACEMENT_CHARACTER);
                self.tape.faults.push(Fault::LoneSurrogate {
                    string: NodeId(self.tape.entries.len() as u32),
                    start: at as u32,
                });
                Ok(at + 6)
            }
            Escape::Invalid => Err(Stop::inside(token, at, Expected::Escape)),
        }
    }
}

/// Different for most different names, and cheap: a length and three bytes.
fn fingerprint(value: &[u8]) -> u32 {
    let length = value.len();
    match value {
        [] => 0,
        [first, .., last] => u32::from_le_bytes([length as u8, *first, value[length / 2], *last]),
        [only] => u32::from_le_bytes([1, *only, *only, *only]),
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
