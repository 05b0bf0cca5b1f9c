//! Why a text is not JSON: typed, and with the name people use for that mistake.
//!
//! The parser only knows where it stopped and what it wanted. This module looks at the text around
//! that place, once, when there is an error to report.

use std::fmt::Write;
use std::ops::Range;

use super::parse::{Stop, parse_value};
use super::scan::skip_whitespace;
use super::tape::Tape;
use crate::finding::Code;

/// What the parser was ready to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A value.
    Value,
    /// A value or `]`.
    ValueOrEnd,
    /// A member name.
    Name,
    /// A member name or `}`.
    NameOrEnd,
    /// `:`
    Colon,
    /// `,` or the end of the container.
    CommaOrEnd,
    /// A number as RFC 8259 section 6 writes it.
    Number,
    /// An escape of RFC 8259 section 7.
    Escape,
    /// A character of a string, or its closing quote.
    StringByte,
    /// A value nested less deeply.
    LessDepth,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyntaxKind {
    /// Nothing but whitespace.
    Empty,
    /// The text ends inside something.
    Truncated {
        /// What was open: `string`, `object`, `array`, `number`, `word`.
        inside: &'static str,
    },
    /// Something that is no JSON value follows the value.
    TrailingText,
    /// Several JSON values stand one after the other.
    MultipleValues {
        /// How many.
        count: usize,
    },
    /// A comma before `]` or `}`.
    TrailingComma,
    /// `//`, `/* */` or `#`.
    Comment,
    /// A member name without quotes.
    UnquotedKey,
    /// A string in single quotes.
    SingleQuotes,
    /// `True`, `False` or `None`.
    PythonLiteral,
    /// `NaN`, `Infinity` or `-Infinity`.
    NotANumber,
    /// The text is wrapped in a Markdown code fence.
    MarkdownFence {
        /// Whether the text inside the fence is JSON.
        inside_is_json: bool,
    },
    /// A character below U+0020 in a string.
    ControlCharacter(u8),
    /// More nested containers than allowed.
    TooDeep {
        /// The number allowed.
        limit: usize,
    },
    /// None of the above.
    Unexpected {
        /// What the parser wanted.
        expected: Expected,
        /// Whether the innermost container is an object, if one is open.
        in_object: Option<bool>,
        /// What stands there, shortened.
        found: String,
    },
}

/// A place where a text is not JSON. Offsets are bytes of the layer's text, ends exclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxKind,
    /// The bytes that are wrong.
    pub range: Range<u32>,
    /// A second place that explains the first, and what it is.
    pub related: Option<(Range<u32>, &'static str)>,
}

impl SyntaxError {
    fn new(kind: SyntaxKind, range: Range<usize>) -> Self {
        Self { kind, range: range.start as u32..range.end as u32, related: None }
    }

    fn related(mut self, place: Option<(Range<u32>, &'static str)>) -> Self {
        self.related = place;
        self
    }

    /// The code of the catalogue.
    #[must_use]
    pub fn code(&self) -> Code {
        match self.kind {
            SyntaxKind::Empty => Code::JsonEmpty,
            SyntaxKind::Truncated { .. } => Code::JsonTruncated,
            SyntaxKind::TrailingText => Code::JsonTrailingText,
            SyntaxKind::MultipleValues { .. } => Code::JsonMultipleValues,
            SyntaxKind::TrailingComma => Code::JsonTrailingComma,
            SyntaxKind::Comment => Code::JsonComment,
            SyntaxKind::UnquotedKey => Code::JsonUnquotedKey,
            SyntaxKind::SingleQuotes => Code::JsonSingleQuotes,
            SyntaxKind::PythonLiteral => Code::JsonPythonLiteral,
            SyntaxKind::NotANumber => Code::JsonNotANumber,
            SyntaxKind::MarkdownFence { .. } => Code::JsonMarkdownFence,
            SyntaxKind::ControlCharacter(_) => Code::JsonControlCharacter,
            SyntaxKind::TooDeep { .. } => Code::JsonTooDeep,
            SyntaxKind::Unexpected { .. } => Code::JsonSyntax,
        }
    }

    /// One sentence that says what is wrong, without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.kind {
            SyntaxKind::Empty => "the text is empty, which is not JSON".into(),
            SyntaxKind::Truncated { inside } => format!("the text ends inside {inside}"),
            SyntaxKind::TrailingText => "text follows the JSON value".into(),
            SyntaxKind::MultipleValues { count } => {
                format!("{count} JSON values stand where one is expected")
            }
            SyntaxKind::TrailingComma => "JSON allows no comma before a closing bracket".into(),
            SyntaxKind::Comment => "JSON has no comments".into(),
            SyntaxKind::UnquotedKey => "a member name must stand in double quotes".into(),
            SyntaxKind::SingleQuotes => "JSON strings stand in double quotes".into(),
            SyntaxKind::PythonLiteral => "this is a Python literal, not JSON".into(),
            SyntaxKind::NotANumber => {
                "JSON has no NaN and no infinity; Python writes them, other parsers refuse them"
                    .into()
            }
            SyntaxKind::MarkdownFence { inside_is_json: true } => {
                "the JSON is wrapped in a Markdown fence; the text inside is valid JSON".into()
            }
            SyntaxKind::MarkdownFence { inside_is_json: false } => {
                "the text is wrapped in a Markdown fence, and what it holds is not JSON either"
                    .into()
            }
            SyntaxKind::ControlCharacter(byte) => {
                format!("control character U+{byte:04X} must be escaped in a string")
            }
            SyntaxKind::TooDeep { limit } => {
                format!("more than {limit} nested arrays and objects")
            }
            SyntaxKind::Unexpected { expected, in_object, found } => {
                format!("expected {}, found {found}", expected.words(*in_object))
            }
        }
    }

    /// What to do about it, where that is not plain from the message.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match self.kind {
            SyntaxKind::MultipleValues { .. } => "were parallel calls merged while streaming?",
            SyntaxKind::PythonLiteral => "Python's `json.dumps` writes true, false and null",
            SyntaxKind::SingleQuotes => {
                "if Python printed this, serialise it with `json.dumps`, not `str`"
            }
            SyntaxKind::TooDeep { .. } => {
                "deeper texts are refused on purpose: few programs can read them"
            }
            _ => return None,
        };
        Some(help.into())
    }
}

impl Expected {
    fn words(self, in_object: Option<bool>) -> &'static str {
        match (self, in_object) {
            (Self::Value, _) => "a value",
            (Self::ValueOrEnd, _) => "a value or `]`",
            (Self::Name, _) => "a member name in double quotes",
            (Self::NameOrEnd, _) => "a member name in double quotes or `}`",
            (Self::Colon, _) => "`:` after the member name",
            (Self::CommaOrEnd, Some(true)) => "`,` or `}`",
            (Self::CommaOrEnd, _) => "`,` or `]`",
            (Self::Number, _) => "a number as JSON writes it",
            (Self::Escape, _) => "one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
            (Self::StringByte, _) => "a character of a string",
            (Self::LessDepth, _) => "less depth",
        }
    }
}

/// Names what the parser met at `stop`, with the containers `open` there (first byte, is object).
#[cold]
pub(super) fn diagnose(text: &str, stop: Stop, open: &[(u32, bool)], depth: usize) -> SyntaxError {
    let bytes = text.as_bytes();
    let at = stop.at;
    let opened = open.last().map(|&(start, is_object)| {
        let words = if is_object { "the object begins here" } else { "the array begins here" };
        (start..start + 1, words)
    });
    let string = (stop.token as u32..stop.token as u32 + 1, "the string begins here");
    match stop.expected {
        Expected::LessDepth => {
            return SyntaxError::new(SyntaxKind::TooDeep { limit: depth }, at..at + 1);
        }
        Expected::StringByte if at < bytes.len() => {
            let kind = SyntaxKind::ControlCharacter(bytes[at]);
            return SyntaxError::new(kind, at..at + 1).related(Some(string));
        }
        Expected::StringByte => return truncated(text, "a string").related(Some(string)),
        Expected::Escape if is_cut_escape(&bytes[at..]) => {
            return truncated(text, "a string").related(Some(string));
        }
        Expected::Escape => {
            return unexpected(text, stop.expected, open, at..wrong_escape_end(text, at));
        }
        Expected::Number if number_end(bytes, at) == bytes.len() && ends_open(bytes) => {
            return truncated(text, "a number").related(opened);
        }
        _ => {}
    }
    if at >= bytes.len() {
        return match open.last() {
            None => SyntaxError::new(SyntaxKind::Empty, 0..text.len()),
            Some((_, true)) => truncated(text, "an object").related(opened),
            Some((_, false)) => truncated(text, "an array").related(opened),
        };
    }
    let error = classify(text, stop, open);
    match error.kind {
        SyntaxKind::Unexpected { expected: Expected::CommaOrEnd, .. }
        | SyntaxKind::Truncated { .. } => error.related(opened),
        _ => error,
    }
}

/// Names what stands at a byte where something else was expected.
fn classify(text: &str, stop: Stop, open: &[(u32, bool)]) -> SyntaxError {
    let bytes = text.as_bytes();
    let at = stop.at;
    if stop.expected != Expected::Colon && matches!(bytes[at], b']' | b'}') {
        let before = text[..at].trim_end_matches([' ', '\t', '\r', '\n']);
        if before.ends_with(',') {
            return SyntaxError::new(SyntaxKind::TrailingComma, before.len() - 1..before.len());
        }
    }
    if let Some(end) = comment_end(text, at) {
        return SyntaxError::new(SyntaxKind::Comment, at..end);
    }
    if bytes[at] == b'\'' {
        return SyntaxError::new(SyntaxKind::SingleQuotes, at..at + 1);
    }
    if text[at..].starts_with("```") && text[..at].trim().is_empty() {
        let inside_is_json = fence_content(&text[at..]).is_some_and(is_json);
        return SyntaxError::new(SyntaxKind::MarkdownFence { inside_is_json }, at..at + 3);
    }
    let infinite = bytes[at] == b'-' && text[at + 1..].starts_with("Infinity");
    let word = at + usize::from(infinite);
    let end = word_end(text, word);
    if end > word {
        return word_error(text, stop, open, at..end);
    }
    if stop.expected == Expected::Number {
        return unexpected(text, stop.expected, open, at..number_end(bytes, at).max(at + 1));
    }
    unexpected(text, stop.expected, open, at..next_char(text, at))
}

fn word_error(text: &str, stop: Stop, open: &[(u32, bool)], range: Range<usize>) -> SyntaxError {
    let word = &text[range.clone()];
    let rest = skip_whitespace(text.as_bytes(), range.end);
    let kind = match word {
        _ if matches!(stop.expected, Expected::Name | Expected::NameOrEnd)
            && text[rest..].starts_with(':') =>
        {
            SyntaxKind::UnquotedKey
        }
        "True" | "False" | "None" => SyntaxKind::PythonLiteral,
        "NaN" | "Infinity" | "-Infinity" => SyntaxKind::NotANumber,
        _ if range.end == text.len()
            && ["true", "false", "null"].iter().any(|full| full.starts_with(word)) =>
        {
            return truncated(text, "a word");
        }
        _ => return unexpected(text, stop.expected, open, range),
    };
    SyntaxError::new(kind, range)
}

/// Names what follows a complete value at byte `rest`.
#[cold]
pub(super) fn trailing(text: &str, rest: usize, depth: usize) -> SyntaxError {
    if let Some(end) = comment_end(text, rest) {
        return SyntaxError::new(SyntaxKind::Comment, rest..end);
    }
    let mut scratch = Tape::new();
    let mut count = 1;
    let mut at = rest;
    let mut second = rest..rest + 1;
    while at < text.len() {
        let Ok(end) = parse_value(text, at, depth, &mut scratch) else {
            let range = rest..next_char(text, rest);
            return SyntaxError::new(SyntaxKind::TrailingText, range);
        };
        count += 1;
        if count == 2 && !matches!(text.as_bytes()[rest], b'{' | b'[') {
            second = rest..end;
        }
        at = skip_whitespace(text.as_bytes(), end);
    }
    SyntaxError::new(SyntaxKind::MultipleValues { count }, second)
}

fn truncated(text: &str, inside: &'static str) -> SyntaxError {
    // Where the text ends for a reader: not on an empty last line.
    let end = text.trim_end_matches([' ', '\t', '\r', '\n']).len();
    SyntaxError::new(SyntaxKind::Truncated { inside }, end..end)
}

fn unexpected(
    text: &str,
    expected: Expected,
    open: &[(u32, bool)],
    range: Range<usize>,
) -> SyntaxError {
    const SHOWN: usize = 24;
    let mut found = String::new();
    for (count, c) in text[range.clone()].chars().enumerate() {
        if count == SHOWN {
            found.push('…');
            break;
        }
        if is_invisible(c) {
            let _ = write!(found, "U+{:04X}", u32::from(c));
        } else {
            found.push(c);
        }
    }
    let in_object = open.last().map(|&(_, is_object)| is_object);
    let kind = SyntaxKind::Unexpected { expected, in_object, found: format!("`{found}`") };
    SyntaxError::new(kind, range)
}

/// Whether a reader would not see `c`, or see something else because of it.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

fn is_json(text: &str) -> bool {
    let mut scratch = Tape::new();
    super::parse::parse(text, super::parse::DEFAULT_DEPTH, &mut scratch).is_ok()
}

/// What a fenced block holds: after its first line, up to the closing fence or the end.
fn fence_content(text: &str) -> Option<&str> {
    let (_, body) = text.split_once('\n')?;
    Some(body.rfind("```").map_or(body, |end| &body[..end]))
}

fn comment_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let line_end = || at + rest.find('\n').unwrap_or(rest.len());
    if rest.starts_with("//") || rest.starts_with('#') {
        Some(line_end())
    } else if rest.starts_with("/*") {
        Some(rest.find("*/").map_or_else(line_end, |end| at + end + 2))
    } else {
        None
    }
}

fn word_end(text: &str, at: usize) -> usize {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let rest = &text[at..];
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return at;
    }
    at + rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    let is_number = |byte: &u8| matches!(byte, b'+' | b'-' | b'.' | b'0'..=b'9' | b'e' | b'E');
    at + bytes[at..].iter().take_while(|byte| is_number(byte)).count()
}

/// Whether a number that runs to the end of the text could go on.
fn ends_open(bytes: &[u8]) -> bool {
    matches!(bytes.last(), Some(b'-' | b'+' | b'.' | b'e' | b'E'))
}

/// Whether an escape was cut off by the end of the text.
fn is_cut_escape(rest: &[u8]) -> bool {
    match rest {
        [b'\\'] => true,
        [b'\\', b'u', digits @ ..] => digits.len() < 4 && digits.iter().all(u8::is_ascii_hexdigit),
        _ => false,
    }
}

/// The end of the escape at `at`, with the character that spoils it.
fn wrong_escape_end(text: &str, at: usize) -> usize {
    let is_digit = |byte: &&u8| byte.is_ascii_hexdigit();
    let digits = match &text.as_bytes()[at..] {
        [_, b'u', rest @ ..] => 1 + rest.iter().take(4).take_while(is_digit).count(),
        _ => 0,
    };
    next_char(text, at + 1 + digits)
}

fn next_char(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}
