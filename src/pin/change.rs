//! Findings about pins.

use super::compare::{Comparison, Pin, Pinned};
use super::entry::Entry;
use crate::finding::{Code, Finding, Label, Severity};
use crate::source::{FileId, Span};

/// How many entries a message or the labels of a finding name.
const NAMED: usize = 5;

/// What to do about a difference.
const HELP: &str = "if this is right, `wirecheck validate --update` writes it into the pin";

/// A sample that must fail shows other `findings` than its pin. `start` is where the sample begins.
#[must_use]
pub fn changed(comparison: &Comparison<'_>, findings: &[Finding], start: Label) -> Finding {
    let message = format!(
        "this sample does not fail as its pin says: {}",
        difference(&comparison.new, &comparison.gone)
    );
    let mut new = comparison.new.iter().map(|(number, _)| &findings[*number]);
    let Some(first) = new.next() else {
        let mut finding = Finding::new(Code::SampleFindingsChanged, message, start).help(HELP);
        finding.labels = gone_labels(comparison.pin.file, &comparison.gone);
        return finding;
    };
    let mut labels = vec![];
    for other in new.take(NAMED - 1) {
        labels.push(Label { text: format!("new: {}", other.code).into(), ..other.primary.clone() });
    }
    labels.extend(gone_labels(comparison.pin.file, &comparison.gone));
    let primary = Label { text: format!("new: {}", first.code).into(), ..first.primary.clone() };
    Finding {
        code: Code::SampleFindingsChanged,
        severity: Code::SampleFindingsChanged.severity(),
        message,
        help: Some(HELP.to_owned()),
        primary,
        labels,
        ..first.clone()
    }
}

/// Something that was found before is found no more, which does no harm by itself.
#[must_use]
pub fn vanished(comparison: &Comparison<'_>, start: Label) -> Finding {
    let message =
        format!("the pin holds what is no longer found: {}", difference(&[], &comparison.gone));
    let mut finding = Finding::new(Code::SampleFindingsChanged, message, start)
        .severity(Severity::Warning)
        .help("`wirecheck validate --update` removes it from the pin");
    finding.labels = gone_labels(comparison.pin.file, &comparison.gone);
    finding
}

/// Entries of a pin that belong to none of the `documents` of its file.
#[must_use]
pub fn leftover(pin: &Pin, documents: &[Option<u64>]) -> Option<Finding> {
    let is_left = |pinned: &&Pinned| !documents.contains(&pinned.entry.document);
    let left: Vec<&Pinned> = pin.entries.iter().filter(is_left).collect();
    let first = left.first()?;
    let message =
        format!("the pin names documents that the file does not have: {}", difference(&[], &left));
    let label = Label::new(pin.file, first.span, "no such document");
    let mut finding = Finding::new(Code::SampleFindingsChanged, message, label).help(HELP);
    finding.labels = gone_labels(pin.file, &left[1..]);
    Some(finding)
}

/// The places of entries in the pin `file`.
#[must_use]
pub fn gone_labels(file: FileId, gone: &[&Pinned]) -> Vec<Label> {
    let label = |pinned: &&Pinned| Label::new(file, pinned.span, "no longer found");
    gone.iter().take(NAMED).map(label).collect()
}

/// A pin without a sample.
#[must_use]
pub fn orphan(file: FileId) -> Finding {
    let label = Label::new(file, Span::new(0, 0), "");
    Finding::new(Code::SampleOrphanPin, "no sample lies beside this pin", label)
        .help("a pin has the whole name of its sample before `.expected.json`; `wirecheck validate --update` removes orphans")
}

/// A sample that must fail, and nothing says with what.
#[must_use]
pub fn unpinned(start: Label) -> Finding {
    Finding::new(Code::SampleUnpinned, "no pin says with which findings this sample fails", start)
        .help("`wirecheck validate --update` writes it")
}

/// The difference as words: `+schema/type at unit, -schema/enum at unit`. No space
/// follows the signs, so that no line ends with one.
fn difference(new: &[(usize, Entry)], gone: &[&Pinned]) -> String {
    let mut parts: Vec<String> = new.iter().map(|(_, entry)| format!("+{entry}")).collect();
    parts.extend(gone.iter().map(|pinned| format!("-{}", pinned.entry)));
    parts.dedup();
    let more = parts.len().saturating_sub(NAMED);
    parts.truncate(NAMED);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join(", ")
}
