//! What a run says beside its findings: of samples, whether they are as expected; of everything,
//! how much was looked at.

use super::{Address, Code, Finding, Keyword, Severity};
use crate::source::FileId;

/// What is expected of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expects {
    /// No error: it lies under `valid`.
    Valid,
    /// An error: it lies under `invalid`.
    Invalid,
    /// No error: it lies under neither.
    Clean,
}

impl Expects {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::Clean => "clean",
        }
    }
}

/// What became of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// As its folder says.
    AsExpected,
    /// Not as its folder says.
    Unexpected,
    /// Nothing in it could be checked.
    NotChecked,
}

impl Verdict {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AsExpected => "as-expected",
            Self::Unexpected => "unexpected",
            Self::NotChecked => "not-checked",
        }
    }
}

/// One thing that a sample showed: what a pin holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observed {
    /// The document, in a file of several.
    pub document: Option<u64>,
    /// The code.
    pub code: Code,
    /// The address.
    pub address: Option<Address>,
    /// The file of the keyword, and its pointer.
    pub schema: Option<(FileId, String)>,
}

impl Observed {
    /// What `finding` shows, if it is a warning or an error. In a file of several documents
    /// (`is_numbered`) its document belongs to it.
    #[must_use]
    pub fn of(finding: &Finding, is_numbered: bool) -> Option<Self> {
        let schema = |keyword: &Keyword| (keyword.label.file, keyword.pointer.clone());
        (finding.severity <= Severity::Warning).then(|| Self {
            document: finding.document.filter(|_| is_numbered),
            code: finding.code,
            address: finding.address.clone(),
            schema: finding.keyword.as_ref().map(schema),
        })
    }

    /// What lists of these are sorted by. Names of codes keep their order, the catalogue may not.
    #[must_use]
    pub fn order(&self) -> impl Ord + '_ {
        (self.document, self.code.name(), &self.address, &self.schema)
    }
}

/// A sample with its verdict.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The file.
    pub file: FileId,
    /// The document, where each is a sample of its own.
    pub document: Option<u64>,
    /// What was expected.
    pub expects: Expects,
    /// What became of it.
    pub verdict: Verdict,
    /// What it showed, sorted.
    pub observed: Vec<Observed>,
}

/// Counts of what was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Documents.
    pub documents: u64,
    /// Calls.
    pub calls: u64,
    /// Results.
    pub results: u64,
    /// Payloads that were held to a schema, definitions included.
    pub checked: u64,
    /// Documents in which nothing was recognised and whose tool nothing names.
    pub unchecked_documents: u64,
    /// Calls whose arguments no schema could be found for.
    pub unchecked_calls: u64,
    /// Results that no schema could be found for.
    pub unchecked_results: u64,
}

impl Tally {
    /// Adds another tally to this one.
    pub fn add(&mut self, other: &Self) {
        self.documents += other.documents;
        self.calls += other.calls;
        self.results += other.results;
        self.checked += other.checked;
        self.unchecked_documents += other.unchecked_documents;
        self.unchecked_calls += other.unchecked_calls;
        self.unchecked_results += other.unchecked_results;
    }
}
