//! What was checked and what was not.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::neutral::neutral;
use super::{Detail, Look, Report};
use crate::finding::{Finding, Sample, Severity, Tally, Verdict};
use crate::source::{Since, Skipped};

/// Counts of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Schema files.
    pub schemas: u64,
    /// Tools that they define.
    pub tools: u64,
    /// Samples.
    pub samples: u64,
    /// Samples that are not as expected.
    pub unexpected_samples: u64,
    /// What was looked at in documents.
    pub tally: Tally,
    /// Samples of which nothing could be checked.
    pub unchecked_samples: u64,
    /// Findings by severity.
    pub errors: u64,
    /// Findings by severity.
    pub warnings: u64,
    /// Findings by severity.
    pub notes: u64,
    /// Whether a schema or a payload was checked at all.
    pub checked_anything: bool,
    /// What was left out, if the run was about what has changed.
    pub unchanged: Option<Unchanged>,
}

/// Files that were left out because no change in git has a say in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchanged {
    /// What files were compared with.
    pub since: Since,
    /// Schema files.
    pub schemas: u64,
    /// Files of documents.
    pub files: u64,
}

impl Unchanged {
    /// Nothing was left out yet.
    #[must_use]
    pub fn since(since: Since) -> Self {
        Self { since, schemas: 0, files: 0 }
    }

    fn line(&self) -> Option<String> {
        let parts = [(self.schemas, "schema file", "schema files"), (self.files, "file", "files")];
        let parts = parts.into_iter().filter(|(number, _, _)| *number > 0);
        let parts: Vec<String> =
            parts.map(|(number, one, many)| count(number, one, many)).collect();
        let why = match &self.since {
            Since::Revision(revision) => format!("unchanged since `{}`", neutral(revision)),
            Since::Staged => "not staged".to_owned(),
        };
        (!parts.is_empty()).then(|| format!("{why}: {}", parts.join(", ")))
    }
}

impl Summary {
    /// Counts what a run made.
    #[must_use]
    pub fn new(
        schemas: u64,
        tools: u64,
        samples: &[Sample],
        findings: &[Finding],
        tally: Tally,
    ) -> Self {
        let with = |verdict| samples.iter().filter(|s| s.verdict == verdict).count() as u64;
        let of = |severity| findings.iter().filter(|f| f.severity == severity).count() as u64;
        Self {
            schemas,
            tools,
            samples: samples.len() as u64,
            unexpected_samples: with(Verdict::Unexpected),
            tally,
            unchecked_samples: with(Verdict::NotChecked),
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            notes: of(Severity::Note),
            checked_anything: schemas > 0 || tally.checked > 0,
            unchanged: None,
        }
    }

    /// Whether the run was about what has changed, and nothing has.
    #[must_use]
    pub fn has_not_changed(&self) -> bool {
        self.unchanged.is_some()
            && self.schemas == 0
            && self.samples == 0
            && self.tally.documents == 0
    }

    /// The lines under a report for people.
    #[must_use]
    pub fn lines(&self, skipped: &Skipped) -> Vec<String> {
        let mut lines = vec![self.checked_line()];
        lines.extend(self.unchanged.as_ref().and_then(Unchanged::line));
        lines.extend(self.unchecked_line());
        lines.extend(skipped_line(skipped));
        lines.push(self.verdict_line());
        lines
    }

    fn checked_line(&self) -> String {
        let mut parts = Vec::new();
        if self.has_not_changed() && self.errors == 0 {
            return match &self.unchanged {
                Some(Unchanged { since: Since::Staged, .. }) => "nothing to check is staged",
                _ => "nothing to check has changed",
            }
            .to_owned();
        }
        if self.schemas == 0 && self.tally.documents == 0 {
            return "nothing was checked".to_owned();
        }
        if self.schemas > 0 {
            let tools = count(self.tools, "tool", "tools");
            parts.push(format!("{} ({tools})", count(self.schemas, "schema file", "schema files")));
        }
        parts.push(count(self.samples, "sample", "samples"));
        parts.push(count(self.tally.documents, "document", "documents"));
        parts.push(count(self.tally.calls, "call", "calls"));
        parts.push(count(self.tally.results, "result", "results"));
        format!("checked: {}", parts.join(", "))
    }

    fn unchecked_line(&self) -> Option<String> {
        let parts: Vec<String> = [
            (self.unchecked_samples, "sample", "samples"),
            (self.tally.unchecked_documents, "document", "documents"),
            (self.tally.unchecked_calls, "call", "calls"),
            (self.tally.unchecked_results, "result", "results"),
        ]
        .into_iter()
        .filter(|(number, _, _)| *number > 0)
        .map(|(number, one, many)| count(number, one, many))
        .collect();
        let reason = "no tool, no usable schema, or nothing in them to check";
        (!parts.is_empty()).then(|| format!("not checked: {} ({reason})", parts.join(", ")))
    }

    fn verdict_line(&self) -> String {
        let findings = [
            (self.errors, "error", "errors"),
            (self.warnings, "warning", "warnings"),
            (self.notes, "note", "notes"),
        ];
        let parts: Vec<String> = findings
            .into_iter()
            .filter(|(number, one, _)| *number > 0 || *one == "error")
            .map(|(number, one, many)| count(number, one, many))
            .collect();
        let found = parts.join(", ");
        if !self.checked_anything && self.errors == 0 {
            return "nothing was checked".to_owned();
        }
        match self.unexpected_samples {
            0 => found,
            number => {
                format!("{found}; {} not as expected", count(number, "sample", "samples"))
            }
        }
    }
}

fn skipped_line(skipped: &BTreeMap<String, u64>) -> Option<String> {
    let shown = |(extension, number): (&String, &u64)| match extension.as_str() {
        "" => format!("{number} without extension"),
        extension => format!("{number} {}", neutral(extension)),
    };
    let all: Vec<String> = skipped.iter().map(shown).collect();
    (!all.is_empty()).then(|| format!("skipped files: {}", all.join(", ")))
}

fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Writes what stands under the findings: how many are not shown, samples, counts.
pub(super) fn write_end(
    report: &Report,
    shown: usize,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    match report.findings.len() - shown {
        0 => {}
        1 => writeln!(out, "1 more finding is not shown")?,
        number => writeln!(out, "{number} more findings are not shown")?,
    }
    write_samples(report, look, out)?;
    if look.detail != Detail::Quiet {
        for line in report.summary.lines(&report.skipped) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// The samples that could not be checked; in detail, all of them with what each showed.
fn write_samples(report: &Report, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let is_listed = |sample: &&Sample| match look.detail {
        Detail::Quiet => false,
        Detail::Usual => sample.verdict == Verdict::NotChecked,
        Detail::Verbose => true,
    };
    for sample in report.samples.iter().filter(is_listed) {
        let line = sample.document.map(|number| format!(":{number}")).unwrap_or_default();
        let name = neutral(report.files.name(sample.file));
        writeln!(out, "{:<12} {name}{line}", sample.verdict.name())?;
        for observed in &sample.observed {
            let address = observed.address.as_ref().map(|address| address.display("»").to_string());
            let place = address.filter(|address| !address.is_empty());
            let place = place.map(|place| format!(" at {}", neutral(&place)));
            writeln!(out, "{:<12} {}{}", "", observed.code, place.unwrap_or_default())?;
        }
    }
    Ok(())
}
