//! A pin against the findings of its sample.

use std::collections::HashSet;

use super::entry::{Entry, Names};
use crate::finding::{Finding, Observed};
use crate::source::{FileId, Span};

/// The pin of a file.
#[derive(Debug, Clone)]
pub struct Pin {
    /// The pin itself.
    pub file: FileId,
    /// What it holds, by document.
    pub entries: Vec<Pinned>,
}

/// An entry of a pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pinned {
    /// What is expected.
    pub entry: Entry,
    /// Where it stands in the pin.
    pub span: Span,
}

/// What a sample shows and its pin does not hold, and the other way round.
#[derive(Debug)]
pub struct Comparison<'p> {
    /// The pin.
    pub pin: &'p Pin,
    /// Numbers of the findings that are new, with their entries.
    pub new: Vec<(usize, Entry)>,
    /// What was not found.
    pub gone: Vec<&'p Pinned>,
}

impl Pin {
    /// Compares the findings of a sample: all of the file, or its `document`. In a file of several
    /// documents they are numbered.
    #[must_use]
    pub fn compare<'p>(
        &'p self,
        names: &Names,
        document: Option<u64>,
        is_numbered: bool,
        findings: &[Finding],
    ) -> Comparison<'p> {
        let pinned = self.of(document);
        let known: HashSet<&Entry> = pinned.iter().map(|pinned| &pinned.entry).collect();
        let mut found = HashSet::new();
        let mut new = Vec::new();
        for (number, finding) in findings.iter().enumerate() {
            let Some(observed) = Observed::of(finding, is_numbered) else { continue };
            let entry = Entry::new(&observed, names);
            if known.contains(&entry) {
                found.insert(entry);
            } else {
                new.push((number, entry));
            }
        }
        let gone = pinned.iter().filter(|pinned| !found.contains(&pinned.entry)).collect();
        Comparison { pin: self, new, gone }
    }
}

impl Pin {
    /// The pin of `file`.
    #[must_use]
    pub fn new(file: FileId, mut entries: Vec<Pinned>) -> Self {
        entries.sort_by_key(|pinned| pinned.entry.document);
        Self { file, entries }
    }

    /// The entries of one document, or all.
    fn of(&self, document: Option<u64>) -> &[Pinned] {
        if document.is_none() {
            return &self.entries;
        }
        let start = self.entries.partition_point(|pinned| pinned.entry.document < document);
        let end = self.entries.partition_point(|pinned| pinned.entry.document <= document);
        &self.entries[start..end]
    }
}

impl Comparison<'_> {
    /// Whether the pin says what was found.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty()
    }

    /// Whether the finding of this number is not in the pin.
    #[must_use]
    pub fn is_new(&self, number: usize) -> bool {
        self.new.iter().any(|(new, _)| *new == number)
    }
}
