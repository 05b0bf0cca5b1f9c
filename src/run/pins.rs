//! The pins of a job: read before its documents are checked, written after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::Error;
use super::plan::Job;
use crate::finding::{Expects, Finding, Sample, Verdict};
use crate::pin::{self, Act, Change, Entry, Names, Pin, Pinning};
use crate::source::{FileId, Files, pin_of, relative};

/// What lies beside the documents of a job.
#[derive(Debug, Default)]
pub(super) struct Pins {
    /// By document.
    by_file: BTreeMap<FileId, Pin>,
    /// Pins that could not be read, by document.
    broken: BTreeSet<FileId>,
    /// Pins without a document.
    orphans: Vec<FileId>,
    names: Names,
    is_update: bool,
    /// What is wrong with the pins themselves.
    pub(super) findings: Vec<Finding>,
}

impl Pins {
    /// Reads the pins of `job`.
    pub(super) fn read(files: &Files, job: &Job, is_update: bool) -> Self {
        let mut pins = Self { is_update, orphans: job.orphans.clone(), ..Self::default() };
        for (file, name) in &job.schemas {
            pins.names.add(*file, name_in(job, files.name(*file), name));
        }
        for (file, _) in
            job.documents.iter().filter(|(file, _)| is_update || job.pins.contains_key(file))
        {
            let name = files.name(*file);
            let last = name.rsplit('/').next().unwrap_or(name);
            pins.names.add(*file, name_in(job, name, last));
        }
        for (document, file) in &job.pins {
            match pin::read(files, *file) {
                Ok(pin) => {
                    pins.by_file.insert(*document, pin);
                }
                Err(findings) => {
                    pins.broken.insert(*document);
                    // What is about to be written anew may be broken.
                    pins.findings.extend(findings.into_iter().filter(|_| !is_update));
                }
            }
        }
        if !is_update {
            pins.findings.extend(job.orphans.iter().map(|file| pin::orphan(*file)));
        }
        pins
    }

    /// What the findings of `file` are compared with.
    pub(super) fn of(&self, file: FileId) -> Pinning<'_> {
        match self.by_file.get(&file) {
            _ if self.is_update => Pinning::Anew,
            Some(pin) => Pinning::To(pin, &self.names),
            None => Pinning::Unpinned,
        }
    }

    /// Makes the pins say what `samples` showed.
    pub(super) fn write(
        &mut self,
        files: &Files,
        samples: &[Sample],
    ) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        for of_file in samples.chunk_by(|a, b| a.file == b.file) {
            changes.extend(self.update(files, of_file)?);
        }
        for orphan in std::mem::take(&mut self.orphans) {
            // A file that only is called like a pin is not ours to remove.
            let path = files.path(orphan).filter(|_| pin::read(files, orphan).is_ok());
            let Some(path) = path else {
                self.findings.push(pin::orphan(orphan));
                continue;
            };
            pin::remove(path).map_err(|error| failure(path, error))?;
            changes.push(Change { name: files.name(orphan).to_owned(), act: Act::Orphan });
        }
        Ok(changes)
    }

    /// Makes the pin of a file say what its samples showed.
    fn update(&self, files: &Files, samples: &[Sample]) -> Result<Option<Change>, Error> {
        let Some(file) = samples.first().map(|sample| sample.file) else { return Ok(None) };
        // Nothing is written where a sample is not as its folder says, or could not be checked: a pin
        // would make that look right.
        let is_settled = samples.iter().all(|sample| sample.verdict == Verdict::AsExpected);
        let Some(sample_path) = files.path(file).filter(|_| is_settled) else { return Ok(None) };
        let path = pin_of(sample_path);
        let observed = samples.iter().flat_map(|sample| &sample.observed);
        let entries: Vec<Entry> =
            observed.map(|observed| Entry::new(observed, &self.names)).collect();
        let old = self.by_file.get(&file);
        let has_pin = old.is_some() || self.broken.contains(&file);
        let is_wanted = !entries.is_empty() && (has_pin || samples[0].expects != Expects::Valid);
        let act = match (has_pin, is_wanted) {
            (false, false) => return Ok(None),
            _ if old.is_some_and(|old| is_same(old, &entries)) => return Ok(None),
            (true, false) => Act::Removed,
            (true, true) => Act::Updated,
            (false, true) => Act::Written,
        };
        let done = match act {
            Act::Removed | Act::Orphan => pin::remove(&path),
            Act::Written | Act::Updated => pin::write(&path, &entries),
        };
        done.map_err(|error| failure(&path, error))?;
        let name = pin_of(Path::new(files.name(file))).to_string_lossy().into_owned();
        Ok(Some(Change { name, act }))
    }
}

/// Whether a pin says the same as `entries`, in whatever order and layout.
fn is_same(pin: &Pin, entries: &[Entry]) -> bool {
    let kept: Vec<Entry> = pin.entries.iter().map(|pinned| pinned.entry.clone()).collect();
    pin::text(&kept) == pin::text(entries)
}

/// The name of a file in pins: its path in the contract folder, or `other` if it lies elsewhere.
fn name_in(job: &Job, name: &str, other: &str) -> String {
    let home = job.home.as_deref();
    let below: Option<PathBuf> = home.and_then(|home| relative(Path::new(name), home));
    below.map_or_else(|| other.to_owned(), |path| path.to_string_lossy().replace('\\', "/"))
}

fn failure(path: &Path, error: std::io::Error) -> Error {
    Error::Pin { path: path.to_owned(), error }
}
