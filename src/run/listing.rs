//! The files that a run would read, without reading them.

use std::collections::BTreeSet;
use std::path::Path;

use super::narrow::{Narrowing, Scope};
use super::plan::{Job, Place, Plan};
use super::{Error, Options, contract, threads};
use crate::check::Role;
use crate::contract::Contract;
use crate::finding::Expects;
use crate::profile::Profiles;
use crate::source::{FileId, Files};

/// A file that a run reads, or passes over.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// The name in reports.
    pub name: String,
    /// What it is for.
    pub role: FileRole,
}

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileRole {
    /// A configuration.
    Config,
    /// Tool definitions or schemas.
    Schema,
    /// Documents that must have no error.
    Valid,
    /// Documents that must have an error.
    Invalid,
    /// Documents of neither folder.
    Capture,
    /// The expected findings of a file.
    Pin,
    /// The same without the file.
    OrphanPin,
    /// Nothing: its ending is not one of those that are read.
    Skipped,
}

impl FileRole {
    /// The name in lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Schema => "schema",
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::Capture => "capture",
            Self::Pin => "pin",
            Self::OrphanPin => "orphan-pin",
            Self::Skipped => "skipped",
        }
    }
}

/// Lists the files that [`super::validate`] would read, and those that it would pass over, sorted by
/// name. If `options` are about what has changed, what is read only because samples need it (other
/// schemas, a configuration) is not listed.
///
/// # Errors
/// What keeps a run from starting; a configuration that is not understood is among that.
pub fn list(options: &Options, stdin: &mut dyn std::io::Read) -> Result<Vec<Listed>, Error> {
    let mut plan = Plan::make(options, stdin)?;
    if plan.is_misconfigured() {
        return Err(Error::Misconfigured);
    }
    threads(options)?.install(|| {
        let mut narrowing = Narrowing::new(options);
        let mut listed = BTreeSet::new();
        for job in &mut plan.jobs {
            let scope = scope(&plan.files, job, options, &mut narrowing)?;
            listed.extend(of_job(&plan.files, job, &scope));
        }
        let mut names = Files::default();
        for path in &plan.skipped {
            let file = names.add(path);
            listed.insert(Listed { name: names.name(file).to_owned(), role: FileRole::Skipped });
        }
        Ok(listed.into_iter().collect())
    })
}

/// What of a job is in scope. The contract is read only if that depends on it.
fn scope(
    files: &Files,
    job: &mut Job,
    options: &Options,
    narrowing: &mut Narrowing,
) -> Result<Scope, Error> {
    let settings = job.config.settings(&options.settings);
    let (contract, mut findings) = match options.since {
        Some(_) => contract(files, job, options, &settings, &Profiles::default()),
        None => Default::default(),
    };
    narrowing.narrow(files, job, &contract, &mut findings, options, &settings)
}

fn of_job(files: &Files, job: &Job, scope: &Scope) -> Vec<Listed> {
    let listed = |file: FileId, role| Listed { name: files.name(file).to_owned(), role };
    let of_place = |place: &Place| match place {
        Place::Sample(path) => of_sample(path),
        Place::Elsewhere => FileRole::Capture,
    };
    let config =
        job.config_file.filter(|_| scope.is_all).map(|file| listed(file, FileRole::Config));
    let schemas = scope.schemas.iter().map(|file| listed(*file, FileRole::Schema));
    let documents = job.documents.iter().map(|(file, place)| listed(*file, of_place(place)));
    let pins = job.pins.values().map(|file| listed(*file, FileRole::Pin));
    let orphans = job.orphans.iter().map(|file| listed(*file, FileRole::OrphanPin));
    config.into_iter().chain(schemas).chain(documents).chain(pins).chain(orphans).collect()
}

/// What the path of a sample says of it, whatever its tool.
fn of_sample(path: &Path) -> FileRole {
    match Role::of_sample(path, &Contract::default()).expects {
        Expects::Valid => FileRole::Valid,
        Expects::Invalid => FileRole::Invalid,
        Expects::Clean => FileRole::Capture,
    }
}
