//! Which mistake a text has, where the parser stopped.
//!
//! The parser only knows where it stopped and what it wanted. This module looks at the text around
//! that place, once, when there is an error to report.

use std::fmt::Write;
use std::ops::Range;

use super::parse::{Stop, parse_value};
use super::scan::{skip_whitespace, string_end};
use super::syntax::{Alike, Expected, Hint, SyntaxError, SyntaxKind};
use super::tape::Tape;

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
            let kind = SyntaxKind::TrailingComma { bracket: bytes[at].into() };
            return SyntaxError::new(kind, before.len() - 1..before.len());
        }
    }
    if let Some(end) = comment_end(text, at) {
        return SyntaxError::new(SyntaxKind::Comment, at..end);
    }
    if bytes[at] == b'\'' {
        return SyntaxError::new(SyntaxKind::SingleQuotes, at..at + 1);
    }
    if text[at..].starts_with("```") && text[..at].trim().is_empty() {
        let inside_is_json = fence_holds_json(&text[at..]);
        return SyntaxError::new(SyntaxKind::MarkdownFence { inside_is_json }, at..at + 3);
    }
    if matches!(stop.expected, Expected::Name | Expected::NameOrEnd)
        && let Some(end) = bare_name_end(text, at)
    {
        let name = crate::wording::shorten(&text[at..end]);
        return SyntaxError::new(SyntaxKind::UnquotedKey { name }, at..end);
    }
    if let Some(range) = near_number(text, stop) {
        return unexpected(text, Expected::Number, open, range);
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
    unexpected(text, stop.expected, open, at..token_end(text, at))
}

fn word_error(text: &str, stop: Stop, open: &[(u32, bool)], range: Range<usize>) -> SyntaxError {
    let word = &text[range.clone()];
    let kind = match word {
        "True" => SyntaxKind::PythonLiteral { word: "True" },
        "False" => SyntaxKind::PythonLiteral { word: "False" },
        "None" => SyntaxKind::PythonLiteral { word: "None" },
        "NaN" => SyntaxKind::NotANumber { word: "NaN" },
        "Infinity" => SyntaxKind::NotANumber { word: "Infinity" },
        "-Infinity" => SyntaxKind::NotANumber { word: "-Infinity" },
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
            let line = text[at..].lines().next().unwrap_or_default();
            let line = line.trim_end_matches([' ', '\t', '\r']);
            let kind = SyntaxKind::TrailingText {
                found: shown(line),
                is_markup: ["</", "<|", "<arg_", "[/", "<tool"].iter().any(|m| line.starts_with(m)),
            };
            return SyntaxError::new(kind, at..at + line.len().max(1));
        };
        count += 1;
        if count == 2 && !matches!(text.as_bytes()[rest], b'{' | b'[') {
            second = rest..end;
        }
        at = skip_whitespace(text.as_bytes(), end);
    }
    let first = text[..rest].trim();
    let alike = match text[rest..].replace(first, "").trim() {
        "" => Alike::All,
        _ if first == "{}" => Alike::FirstIsEmpty,
        _ => Alike::Nothing,
    };
    SyntaxError::new(SyntaxKind::MultipleValues { count, alike }, second)
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
    let in_object = open.last().map(|&(_, is_object)| is_object);
    let found = shown(&text[range.clone()]);
    let hint = hint(text, expected, range.start);
    SyntaxError::new(SyntaxKind::Unexpected { expected, in_object, found, hint }, range)
}

/// What probably led to what stands at `at`, where a comma could stand.
fn hint(text: &str, expected: Expected, at: usize) -> Hint {
    let begins_value =
        |c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '{' | '[' | '-' | '_' | '$');
    if expected != Expected::CommaOrEnd {
        return Hint::Nothing;
    }
    let rest = &text[at..];
    if text[..at].ends_with('"') && !rest.starts_with(['"', '{', '[', ':', '}', ']']) {
        return Hint::BareQuote;
    }
    if rest.starts_with(begins_value) { Hint::MissingComma } else { Hint::Nothing }
}

/// The bytes of what is nearly a number: `+1` and `.5`, and the whole of `0x1F` and `2025-01-02`,
/// of which the parser took the start for a number.
fn near_number(text: &str, stop: Stop) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let at = stop.at;
    let end = number_end(bytes, at);
    match stop.expected {
        Expected::Value | Expected::ValueOrEnd if matches!(bytes[at], b'+' | b'.') => {
            bytes[at..end].iter().any(u8::is_ascii_digit).then_some(at..end)
        }
        Expected::CommaOrEnd if at > 0 && bytes[at - 1].is_ascii_digit() => {
            let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+.:".contains(byte);
            let more = bytes[at..].iter().take_while(|byte| goes_on(byte)).count();
            let taken = bytes[..at].iter().rev().take_while(|byte| is_number(**byte)).count();
            // `12:30` is a time, but `1: ` is a name without quotes.
            let is_name = bytes[at] == b':' && more == 1;
            (more > 0 && !is_name).then_some(at - taken..at + more)
        }
        _ => None,
    }
}

/// The end of a member name without quotes that stands at `at` before a colon.
fn bare_name_end(text: &str, at: usize) -> Option<usize> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let rest = &text[at..];
    let length = rest.find(|c| !is_word(c) && !matches!(c, '-' | '.' | ' '))?;
    let name = rest[..length].trim_end();
    let colon = skip_whitespace(text.as_bytes(), at + length);
    (name.starts_with(is_word) && text[colon..].starts_with(':')).then_some(at + name.len())
}

/// The end of the string or number at `at`, or of the one character there.
fn token_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = at + 1;
    match bytes[at] {
        b'"' => loop {
            end = string_end(bytes, end);
            match bytes.get(end) {
                Some(b'"') => return end + 1,
                Some(b'\\') if end + 2 <= bytes.len() => end += 2,
                _ => return at + 1,
            }
        },
        b'-' | b'0'..=b'9' => number_end(bytes, at),
        _ => next_char(text, at),
    }
}

/// `text` in backticks, shortened, with what a reader would not see.
fn shown(text: &str) -> String {
    const SHOWN: usize = 24;
    let mut found = String::new();
    for (count, c) in text.chars().enumerate() {
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
    // Backticks in backticks are hard to tell apart.
    if found.contains('`') { format!("\"{found}\"") } else { format!("`{found}`") }
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

/// Whether a fenced block holds JSON: after its first line, or after the one word that names the
/// language, where all stands on one line.
fn fence_holds_json(text: &str) -> bool {
    let content = |body: &str| is_json(body.rfind("```").map_or(body, |end| &body[..end]));
    let after_word = text.trim_start_matches('`').trim_start_matches(char::is_alphanumeric);
    text.split_once('\n').is_some_and(|(_, body)| content(body)) || content(after_word)
}

fn comment_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let line_end = || at + rest.lines().next().unwrap_or_default().len();
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
    at + bytes[at..].iter().take_while(|byte| is_number(**byte)).count()
}

fn is_number(byte: u8) -> bool {
    matches!(byte, b'+' | b'-' | b'.' | b'0'..=b'9' | b'e' | b'E')
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
