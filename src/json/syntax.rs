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
    /// A comma before `]` or `}`.
    TrailingComma,
    /// `//`, `/* */` or `#`.
    Comment,
    /// A member name without quotes.
    UnquotedKey,
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
            SyntaxKind::TrailingComma => Code::JsonTrailingComma,
            SyntaxKind::Comment => Code::JsonComment,
            SyntaxKind::UnquotedKey => Code::JsonUnquotedKey,
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
            SyntaxKind::Empty => "the text is empty, which is not JSON".into(),
            SyntaxKind::Truncated { inside } => format!("the text ends inside {inside}"),
            SyntaxKind::TrailingText { found, .. } => {
                format!("{found} follows the JSON value")
            }
            SyntaxKind::MultipleValues { count, .. } => {
                format!("{count} JSON values stand where one is expected")
            }
            SyntaxKind::TrailingComma => "JSON allows no comma before a closing bracket".into(),
            SyntaxKind::Comment => "JSON has no comments".into(),
            SyntaxKind::UnquotedKey => "a member name must stand in double quotes".into(),
            SyntaxKind::SingleQuotes => "JSON strings stand in double quotes".into(),
            SyntaxKind::PythonLiteral { word } => {
                format!("`{word}` is Python; JSON writes `{}`", json_word(word))
            }
            SyntaxKind::NotANumber { word } => format!("`{word}` is not JSON"),
            SyntaxKind::MarkdownFence { inside_is_json: true } => {
                "valid JSON, but wrapped in a Markdown fence".into()
            }
            SyntaxKind::MarkdownFence { inside_is_json: false } => {
                "a Markdown fence, and what it holds is not JSON either".into()
            }
            SyntaxKind::ControlCharacter(byte) => {
                format!("{} stands unescaped in a string", control_name(*byte))
            }
            SyntaxKind::TooDeep { limit } => {
                format!("more than {limit} nested arrays and objects")
            }
            SyntaxKind::Unexpected { expected, in_object, found } => {
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
            SyntaxKind::TrailingComma => "no value follows this comma",
            SyntaxKind::Comment => "a comment",
            SyntaxKind::UnquotedKey | SyntaxKind::SingleQuotes => "needs double quotes",
            SyntaxKind::PythonLiteral { .. } => "Python writes this, JSON does not",
            SyntaxKind::NotANumber { .. } => "not a number of JSON",
            SyntaxKind::MarkdownFence { .. } => "the fence",
            SyntaxKind::ControlCharacter(_) => "unescaped",
            SyntaxKind::TooDeep { .. } => "one too many",
            SyntaxKind::Unexpected { .. } => "not expected",
        }
    }

    /// What to do about it, where that is not plain from the message.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match &self.kind {
            SyntaxKind::TrailingText { is_markup: true, .. } => {
                "this looks like markup of a chat template that a tool-call parser left in"
            }
            SyntaxKind::Unexpected { found, .. } if found.starts_with("`\\") => {
                "a backslash outside a string: the text was escaped once too often"
            }
            SyntaxKind::PythonLiteral { .. } => {
                "serialise Python values with `json.dumps`, not `str`"
            }
            SyntaxKind::NotANumber { .. } => {
                "Python's `json.dumps` writes this unless `allow_nan=False`; give null or a string"
            }
            SyntaxKind::Unexpected { found, .. } if found == "`U+FEFF`" => {
                "U+FEFF is a byte-order mark: leave it out"
            }
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
                let escape = match byte {
                    b'\n' => "\\n".to_owned(),
                    b'\r' => "\\r".to_owned(),
                    b'\t' => "\\t".to_owned(),
                    _ => format!("\\u{byte:04x}"),
                };
                format!("the arguments need `{escape}`, which is `\\{escape}` in a string")
            }
            _ => return self.help(),
        };
        Some(help)
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
