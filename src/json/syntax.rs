//! Why a text is not JSON: typed, and with the name people use for that mistake.
//!
//! What people read of an error; `diagnose` decides which one it is.

use std::ops::Range;

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

/// What several values in one text have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alike {
    /// Nothing.
    Nothing,
    /// They are all written alike.
    All,
    /// The first is `{}`.
    FirstIsEmpty,
}

/// What probably led to a token that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// Nothing that shows.
    Nothing,
    /// A value or a name stands where a comma is due.
    MissingComma,
    /// The string before it was ended by a quote that is not escaped.
    BareQuote,
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
    TrailingText {
        /// What follows, shortened.
        found: String,
        /// Whether it looks like the markup of a chat template.
        is_markup: bool,
    },
    /// Several JSON values stand one after the other.
    MultipleValues {
        /// How many.
        count: usize,
        /// What is alike among them.
        alike: Alike,
    },
    /// A comma before a closing bracket.
    TrailingComma {
        /// The bracket, `]` or `}`.
        bracket: char,
    },
    /// `//`, `/* */` or `#`.
    Comment,
    /// A member name without quotes.
    UnquotedKey {
        /// The name, shortened.
        name: String,
    },
    /// A string in single quotes.
    SingleQuotes,
    /// `True`, `False` or `None`.
    PythonLiteral {
        /// Which of them.
        word: &'static str,
    },
    /// `NaN`, `Infinity` or `-Infinity`.
    NotANumber {
        /// Which of them.
        word: &'static str,
    },
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
        /// Why, probably.
        hint: Hint,
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
    pub(super) fn new(kind: SyntaxKind, range: Range<usize>) -> Self {
        Self { kind, range: range.start as u32..range.end as u32, related: None }
    }

    pub(super) fn related(mut self, place: Option<(Range<u32>, &'static str)>) -> Self {
        self.related = place;
        self
    }

    /// The code of the catalogue.
    #[must_use]
    pub fn code(&self) -> Code {
        match self.kind {
            SyntaxKind::Empty => Code::JsonEmpty,
            SyntaxKind::Truncated { .. } => Code::JsonTruncated,
            SyntaxKind::TrailingText { .. } => Code::JsonTrailingText,
            SyntaxKind::MultipleValues { .. } => Code::JsonMultipleValues,
            SyntaxKind::TrailingComma { .. } => Code::JsonTrailingComma,
            SyntaxKind::Comment => Code::JsonComment,
            SyntaxKind::UnquotedKey { .. } => Code::JsonUnquotedKey,
            SyntaxKind::SingleQuotes => Code::JsonSingleQuotes,
            SyntaxKind::PythonLiteral { .. } => Code::JsonPythonLiteral,
            SyntaxKind::NotANumber { .. } => Code::JsonNotANumber,
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
            SyntaxKind::Empty if self.range.is_empty() => {
                "the text is empty, which is not JSON".into()
            }
            SyntaxKind::Empty => "the text is only white space, which is not JSON".into(),
            SyntaxKind::Truncated { inside } => format!("the text ends inside {inside}"),
            SyntaxKind::TrailingText { found, .. } if is_fence(found) => {
                "a Markdown fence follows the JSON value".into()
            }
            SyntaxKind::TrailingText { found, .. } => {
                format!("{found} follows the JSON value")
            }
            SyntaxKind::MultipleValues { count, .. } => {
                format!("{count} JSON values stand where one is expected")
            }
            SyntaxKind::TrailingComma { bracket } => format!("a comma stands before `{bracket}`"),
            SyntaxKind::Comment => "JSON has no comments".into(),
            SyntaxKind::UnquotedKey { name } => format!("the member name `{name}` has no quotes"),
            SyntaxKind::SingleQuotes => {
                "a string stands in single quotes; JSON wants double quotes".into()
            }
            SyntaxKind::PythonLiteral { word } => {
                format!("`{word}` is Python; JSON writes `{}`", json_word(word))
            }
            SyntaxKind::NotANumber { word } => format!("`{word}` is not JSON"),
            SyntaxKind::MarkdownFence { inside_is_json } => {
                let holds = if *inside_is_json { "is JSON" } else { "is not JSON either" };
                format!("the text is wrapped in a Markdown fence; what it holds {holds}")
            }
            SyntaxKind::ControlCharacter(byte) => {
                format!("{} stands unescaped in a string", control_name(*byte))
            }
            SyntaxKind::TooDeep { limit } => {
                format!("more than {limit} arrays and objects are nested in one another")
            }
            SyntaxKind::Unexpected { expected: Expected::Escape, found, .. } => {
                format!("{found} is not an escape of JSON")
            }
            SyntaxKind::Unexpected { expected: Expected::Number, found, .. } => {
                format!("{found} is not a number of JSON")
            }
            SyntaxKind::Unexpected { expected, in_object, found, .. } => {
                format!("expected {}, found {found}", expected.words(*in_object))
            }
        }
    }

    /// A few words at the place itself.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self.kind {
            SyntaxKind::Empty => "nothing here",
            SyntaxKind::Truncated { .. } => "the text ends here",
            SyntaxKind::TrailingText { .. } => "no JSON from here on",
            SyntaxKind::MultipleValues { .. } => "the second value begins here",
            SyntaxKind::TrailingComma { .. } => "remove this comma",
            SyntaxKind::Comment => "a comment",
            SyntaxKind::UnquotedKey { .. } | SyntaxKind::SingleQuotes => "needs double quotes",
            SyntaxKind::PythonLiteral { .. } => "Python writes this, JSON does not",
            SyntaxKind::NotANumber { .. } => "not a number of JSON",
            SyntaxKind::MarkdownFence { .. } => "the fence",
            SyntaxKind::ControlCharacter(_) => "unescaped",
            SyntaxKind::TooDeep { .. } => "one too many",
            SyntaxKind::Unexpected { expected: Expected::Escape, .. } => "no such escape",
            SyntaxKind::Unexpected { expected: Expected::Number, .. } => "not a number",
            SyntaxKind::Unexpected { .. } => "not expected",
        }
    }

    /// What to do about it, where that is not plain from the message.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match &self.kind {
            SyntaxKind::Empty => "for no value write `null`, for an object without members `{}`",
            SyntaxKind::TrailingText { is_markup: true, .. } => {
                "this looks like markup of a chat template that a tool-call parser left in"
            }
            SyntaxKind::TrailingText { found, .. } if is_fence(found) => {
                "pass only what stands before the fence"
            }
            SyntaxKind::MarkdownFence { .. } => "pass only what stands between the fences",
            SyntaxKind::PythonLiteral { .. } => {
                "serialise Python values with `json.dumps`, not `str`"
            }
            SyntaxKind::NotANumber { .. } => {
                "Python's `json.dumps` writes this unless `allow_nan=False`; give null or a string"
            }
            SyntaxKind::UnquotedKey { name } => return Some(format!("write `\"{name}\"`")),
            SyntaxKind::SingleQuotes => {
                "if Python printed this, serialise it with `json.dumps`, not `str`"
            }
            SyntaxKind::ControlCharacter(byte) => {
                return Some(format!("write `{}`", control_escape(*byte)));
            }
            SyntaxKind::TooDeep { .. } => {
                "deeper texts are refused on purpose: few programs can read them"
            }
            SyntaxKind::Unexpected { expected, found, hint, .. } => {
                return unexpected_help(*expected, found.trim_matches('`'), *hint);
            }
            _ => return None,
        };
        Some(help.into())
    }

    /// What to do about it in the arguments of a call, where models and their servers have mistakes
    /// of their own.
    #[must_use]
    pub fn help_in_arguments(&self) -> Option<String> {
        let help = match &self.kind {
            SyntaxKind::MultipleValues { alike: Alike::Nothing, .. } => {
                "were parallel calls merged while streaming?".to_owned()
            }
            SyntaxKind::MultipleValues { alike: Alike::All, .. } => {
                "they are all the same: was the whole text sent again with each fragment?"
                    .to_owned()
            }
            SyntaxKind::MultipleValues { alike: Alike::FirstIsEmpty, .. } => {
                "the first is `{}`: were a stream's fragments appended to a placeholder?".to_owned()
            }
            SyntaxKind::ControlCharacter(byte) => {
                let escape = control_escape(*byte);
                format!("the arguments need `{escape}`, which is `\\{escape}` in a string")
            }
            _ => return self.help(),
        };
        Some(help)
    }
}

/// What to do about a token that does not fit.
fn unexpected_help(expected: Expected, found: &str, hint: Hint) -> Option<String> {
    let help = match (expected, found) {
        (Expected::Escape, "\\'") => "a single quote needs no backslash in JSON",
        (Expected::Escape, _) if found.starts_with("\\u") => {
            "four hexadecimal digits must follow `\\u`; a backslash itself is `\\\\`"
        }
        (Expected::Escape, _) => {
            "write `\\\\` for a backslash; JSON escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
        }
        (Expected::Number, _) => return Some(number_help(found)),
        (_, "undefined") => "JSON has no `undefined`: leave the member out, or write null",
        (_, "U+FEFF") => "U+FEFF is a byte-order mark: leave it out",
        _ if found.starts_with('\\') => {
            "a backslash outside a string: the text was escaped once too often"
        }
        _ if found.starts_with(is_typographic) => {
            "JSON strings stand in straight double quotes, not in typographic ones"
        }
        _ => match hint {
            Hint::Nothing => return None,
            Hint::MissingComma => "is a comma missing before it?",
            Hint::BareQuote => "is a quote inside the string before it not escaped as `\\\"`?",
        },
    };
    Some(help.into())
}

/// How JSON writes what is nearly a number.
fn number_help(found: &str) -> String {
    let digits = found.strip_prefix(['-', '+']).unwrap_or(found);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = digits.replace('_', "");
    let minus = if found.starts_with('-') { "-" } else { "" };
    let is_open =
        digits.trim_end_matches(['+', '-']).strip_suffix(['e', 'E']).is_some_and(|begun| {
            begun.starts_with(|c: char| c.is_ascii_digit())
                && begun.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        });
    if digits.is_empty() {
        "a digit must follow the sign".into()
    } else if is_open {
        "a digit must follow the exponent's `e`".into()
    } else if digits.starts_with("0x") || digits.starts_with("0X") {
        "JSON has decimal numbers only".into()
    } else if bare.len() < digits.len() && is_plain(&bare) {
        format!("write `{minus}{bare}`, without `_`")
    } else if is_plain(whole) && !fraction.starts_with(|c: char| c.is_ascii_digit()) {
        "a digit must follow the point".into()
    } else if !is_plain(whole) || !is_plain(fraction) {
        "a text, such as a date or a version, stands in double quotes".into()
    } else if whole.is_empty() {
        format!("a digit must stand before the point: `{minus}0{digits}`")
    } else if found.starts_with('+') {
        format!("write `{digits}`, without the plus")
    } else {
        "leave out the zeros before it; a code that begins with 0 is a string".into()
    }
}

fn is_typographic(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201F}' | '«' | '»' | '‹' | '›' | '＂')
}

/// Whether `found`, as it is shown, begins with a code fence.
fn is_fence(found: &str) -> bool {
    found.trim_start_matches('"').starts_with("```")
}

/// How JSON writes a control character.
fn control_escape(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\t' => "\\t".to_owned(),
        _ => format!("\\u{byte:04x}"),
    }
}

fn json_word(python: &str) -> &'static str {
    match python {
        "True" => "true",
        "False" => "false",
        _ => "null",
    }
}

/// A control character as people call it, with its article.
fn control_name(byte: u8) -> String {
    let name = match byte {
        0 => "a null character",
        b'\t' => "a tab",
        b'\n' => "a line feed",
        b'\r' => "a carriage return",
        0x1B => "an escape character",
        _ => "a control character",
    };
    format!("{name} (U+{byte:04X})")
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
