//! The places of a finding beside the one that it is about.

use crate::finding::{Finding, Label};
use crate::source::{FileId, Span};

/// A place, and what is said of it.
pub(super) struct Related<'a> {
    pub(super) file: FileId,
    pub(super) span: Span,
    /// May be empty.
    pub(super) text: &'a str,
}

/// Further pieces of a value that a stream cut, other labels with theirs, the keyword of the schema.
pub(super) fn related(finding: &Finding) -> impl Iterator<Item = Related<'_>> {
    let keyword = finding.keyword.as_ref().map(|keyword| &keyword.label);
    let others = finding.labels.iter().chain(keyword);
    pieces(&finding.primary).chain(others.flat_map(|label| {
        let whole = Related { file: label.file, span: label.span, text: &label.text };
        std::iter::once(whole).chain(pieces(label))
    }))
}

fn pieces(label: &Label) -> impl Iterator<Item = Related<'_>> {
    let piece = |span: &Span| Related { file: label.file, span: *span, text: "goes on here" };
    label.more.iter().map(piece)
}
