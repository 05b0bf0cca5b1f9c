//! Findings: what is wrong, where, and by which name of the catalogue.
//!
//! A finding is data. It names bytes of files, never lines or columns: those are made in the report,
//! in the unit each format asks for.

mod address;
mod catalogue;
mod sample;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

pub use address::{Address, DECODE, JOIN, index, tokens};
pub use catalogue::Code;
pub use sample::{Expects, Observed, Sample, Tally, Verdict};

use crate::source::{FileId, Span};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The contract is broken.
    Error,
    /// The contract holds, but something advises against this.
    Warning,
    /// For information.
    Note,
    /// Not reported unless asked for.
    Off,
}

impl Severity {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Off => "off",
        }
    }
}

/// Which end of an exchange a payload is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// What the model gives the tool: checked against the input schema, gate one.
    Arguments,
    /// What the tool gives back: checked against the output schema, gate two.
    Result,
}

impl Side {
    /// The name in reports and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Arguments => "arguments",
            Self::Result => "result",
        }
    }
}

/// Bytes of a file, and what they have to do with the finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The file.
    pub file: FileId,
    /// The bytes.
    pub span: Span,
    /// Further bytes of the same thing, in order: those of a value that a stream cut into pieces.
    pub more: Vec<Span>,
    /// A few words; may be empty.
    pub text: Cow<'static, str>,
    /// What the bytes mean, where that is hard to see in the file: inside a string inside a string.
    pub decoded: Option<Box<Excerpt>>,
}

/// A part of a decoded text that a label is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// How many strings were decoded to reach the text.
    pub depth: usize,
    /// Its line in the decoded text, from 1.
    pub line: u64,
    /// Its column in the decoded text, in Unicode scalar values, from 1.
    pub column: u64,
    /// The line, or what surrounds the label in a long one.
    pub text: String,
    /// The bytes of `text` that the label covers, the end exclusive.
    pub range: Range<usize>,
    /// Whether the line goes on before `text`.
    pub is_cut_before: bool,
    /// Whether the line goes on after `text`.
    pub is_cut_after: bool,
}

impl Label {
    /// A label.
    #[must_use]
    pub fn new(file: FileId, span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        Self { file, span, more: Vec::new(), text: text.into(), decoded: None }
    }
}

/// The keyword of a schema that a value breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword {
    /// Where it stands; the label's text says what it demands.
    pub label: Label,
    /// Its place in the file, as a JSON Pointer from the file's root.
    pub pointer: String,
}

/// One thing wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The name of the defect.
    pub code: Code,
    /// How bad it is here.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where it is wrong.
    pub primary: Label,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// The keyword that is broken, for a finding against a schema.
    pub keyword: Option<Keyword>,
    /// The number of the document in its file, from 1.
    pub document: Option<u64>,
    /// The tool.
    pub tool: Option<Arc<str>>,
    /// The side of the exchange.
    pub side: Option<Side>,
    /// The dialect of the wire document.
    pub dialect: Option<&'static str>,
    /// The way to the value.
    pub address: Option<Address>,
}

impl Finding {
    /// A finding with the severity of the catalogue.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, primary: Label) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            help: None,
            primary,
            labels: Vec::new(),
            keyword: None,
            document: None,
            tool: None,
            side: None,
            dialect: None,
            address: None,
        }
    }

    /// The finding of a file that the system does not let us read.
    #[must_use]
    pub fn unreadable(file: FileId, error: &std::io::Error) -> Self {
        let label = Label::new(file, Span::new(0, 0), "");
        let words = error.to_string();
        // The number is the system's, and helps nobody who reads the words.
        let words = words.split(" (os error").next().unwrap_or_default();
        Self::new(Code::FileUnreadable, format!("cannot be read: {words}"), label)
    }

    /// With another severity than the catalogue's.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// With words at its place.
    #[must_use]
    pub fn words(mut self, words: impl Into<Cow<'static, str>>) -> Self {
        self.primary.text = words.into();
        self
    }

    /// With advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With another place.
    #[must_use]
    pub fn label(mut self, label: Label) -> Self {
        self.labels.push(label);
        self
    }

    /// With an address.
    #[must_use]
    pub fn at(mut self, address: impl Into<Address>) -> Self {
        self.address = Some(address.into());
        self
    }

    /// Whether this makes a run fail by itself.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// What reports are ordered by: file, start, end, code, and for equals the message.
    #[must_use]
    pub fn order(&self) -> (FileId, Span, &'static str, &str) {
        (self.primary.file, self.primary.span, self.code.name(), &self.message)
    }
}
