//! Reports: one file a format, none of which knows another.
//!
//! In: a [`Report`], which is data. Out: text. A format asks for positions of bytes and for nothing
//! else: not the tree, not the checks.

mod agent;
mod concise;
mod drawing;
mod fingerprint;
mod github;
mod gitlab;
mod human;
mod json;
mod jsonl;
mod junit;
mod markdown;
mod neutral;
mod rdjsonl;
mod related;
mod repository;
mod sarif;
mod summary;
mod text;
mod window;
mod wrap;

use std::fmt;
use std::io::{self, Write};

pub use json::{REPORT_SCHEMA, json_report};
pub use neutral::neutral;
pub use summary::{Summary, Unchanged};
pub use wrap::wrap;

use anstyle::{AnsiColor, Effects, Style};

use crate::finding::{Finding, Label, Sample, Severity};
use crate::source::{FileId, Files, Places, Skipped, Span};

/// What a run found.
#[derive(Debug)]
pub struct Report {
    /// The files.
    pub files: Files,
    /// Counts.
    pub summary: Summary,
    /// The samples, in order.
    pub samples: Vec<Sample>,
    /// What makes the run fail or warn, in order.
    pub findings: Vec<Finding>,
    /// Files that were passed over.
    pub skipped: Skipped,
}

/// How a report looks.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// What the output can show.
    pub ink: Ink,
    /// Columns.
    pub width: usize,
    /// Findings that are shown; all if none.
    pub max_findings: Option<usize>,
    /// How much is said beside the findings.
    pub detail: Detail,
}

impl Look {
    /// `style` where the output has colours, else none.
    #[must_use]
    pub fn style(&self, style: Style) -> Style {
        if self.ink.is_coloured { style } else { Style::new() }
    }
}

/// The style of a severity's name and marks.
#[must_use]
pub fn severity_style(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note | Severity::Off => AnsiColor::Cyan,
    };
    colour.on_default().effects(Effects::BOLD)
}

/// What an output can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink {
    /// Colours and weights (ANSI).
    pub is_coloured: bool,
    /// Box-drawing and other characters beyond ASCII.
    pub is_unicode: bool,
}

/// How much a report says beside its findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    Quiet,
    /// What was checked and what was not.
    Usual,
    /// Every sample too.
    Verbose,
}

/// A format.
pub trait Format {
    /// Writes `report`.
    ///
    /// # Errors
    /// What `out` says.
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()>;
}

/// The formats by name.
#[must_use]
pub fn formats() -> &'static [(&'static str, &'static dyn Format)] {
    &[
        ("human", &human::Human),
        ("concise", &concise::Concise),
        ("json", &json::Json),
        ("jsonl", &jsonl::Jsonl),
        ("sarif", &sarif::Sarif),
        ("github", &github::Github),
        ("gitlab", &gitlab::Gitlab),
        ("junit", &junit::Junit),
        ("rdjsonl", &rdjsonl::Rdjsonl),
        ("agent", &agent::Agent),
        ("markdown", &markdown::Markdown),
    ]
}

/// As the `concise` format writes it, with all findings and without colours: one line a finding,
/// then the counts. Nothing in it depends on the terminal.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let look = Look {
            ink: Ink { is_coloured: false, is_unicode: true },
            width: usize::MAX,
            max_findings: None,
            detail: Detail::Usual,
        };
        let mut text = Vec::new();
        self.write(&concise::Concise, &look, &mut text).map_err(|_| fmt::Error)?;
        f.write_str(String::from_utf8_lossy(&text).trim_end())
    }
}

impl Report {
    /// Writes the report in `format`.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write(&self, format: &dyn Format, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let shown = self.shown(look);
        let places = Places::resolve(&self.files, shown.iter().flat_map(spans));
        format.write(self, &places, look, out)
    }

    /// The findings that are shown.
    #[must_use]
    pub fn shown(&self, look: &Look) -> &[Finding] {
        let most = look.max_findings.unwrap_or(usize::MAX).min(self.findings.len());
        &self.findings[..most]
    }

    /// How the run ends: 2 if nothing was checked, or a file could not be read or the configuration
    /// not be understood, 1 if there is an
    /// error, or a warning where those count, else 0.
    #[must_use]
    pub fn exit_code(&self, warnings_count: bool) -> u8 {
        let worst = self.findings.iter().map(|finding| finding.severity).min();
        let is_unreadable = self.findings.iter().any(|finding| {
            finding.code == crate::finding::Code::FileUnreadable || finding.code.group() == "config"
        });
        let is_idle = self.findings.is_empty() && !self.summary.checked_anything;
        match worst {
            _ if is_unreadable || is_idle => 2,
            Some(Severity::Error) => 1,
            Some(Severity::Warning) if warnings_count => 1,
            _ => 0,
        }
    }
}

/// All bytes that a finding names.
fn spans(finding: &Finding) -> Vec<(FileId, Span)> {
    let labels = std::iter::once(&finding.primary)
        .chain(&finding.labels)
        .chain(finding.keyword.as_ref().map(|keyword| &keyword.label));
    let all = |label: &Label| -> Vec<(FileId, Span)> {
        std::iter::once(&label.span).chain(&label.more).map(|span| (label.file, *span)).collect()
    };
    labels.flat_map(all).collect()
}
