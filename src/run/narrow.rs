//! What of a job a change in git has a say in. Only that is checked and reported.
//!
//! All schemas are read, because samples need them. In scope are: samples that have changed or whose
//! pins have; schema files that have changed, those that refer to them, and the samples of the tools
//! that any of these defines or defined before; everything, if the configuration has changed.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use memchr::memmem;
use rayon::prelude::*;

use super::plan::{Job, Place, SCHEMAS};
use super::{ConfigChoice, Error, Options};
use crate::contract::{Contract, load};
use crate::finding::{Code, Finding, Label};
use crate::profile::Profiles;
use crate::report::Unchanged;
use crate::schema::Settings;
use crate::source::{
    Blocks, Changes, FileId, Files, GitError, extension_of, is_pin, pin_of, pinned_by,
};
use crate::wire;

/// The schema files of a job that are in scope, and what is not.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) schemas: BTreeSet<FileId>,
    /// Whether all of the job is in scope.
    pub(super) is_all: bool,
    pub(super) unchanged_schemas: u64,
    pub(super) unchanged_files: u64,
}

/// What git says has changed, if a run is about that, and what it left out so far.
pub(super) struct Narrowing {
    changes: Option<Changes>,
    pub(super) unchanged: Option<Unchanged>,
}

impl Narrowing {
    pub(super) fn new(options: &Options) -> Self {
        let since = options.since.clone();
        let unchanged = since.as_ref().map(|since| Unchanged::since(since.clone()));
        Self { changes: since.map(Changes::new), unchanged }
    }

    /// Narrows a job; all of it is in scope if the run is about everything.
    pub(super) fn narrow(
        &mut self,
        files: &Files,
        job: &mut Job,
        contract: &Contract,
        findings: &mut Vec<Finding>,
        options: &Options,
        settings: &Settings,
    ) -> Result<Scope, Error> {
        let (Some(changes), Some(unchanged)) = (&mut self.changes, &mut self.unchanged) else {
            let schemas = job.schemas.iter().map(|(file, _)| *file).collect();
            return Ok(Scope { schemas, is_all: true, ..Scope::default() });
        };
        let scope = narrow(files, job, contract, findings, options, settings, changes)?;
        unchanged.schemas += scope.unchanged_schemas;
        unchanged.files += scope.unchanged_files;
        Ok(scope)
    }
}

/// Narrows `job` to what is in scope, and `findings` to those about schema files that are.
fn narrow(
    files: &Files,
    job: &mut Job,
    contract: &Contract,
    findings: &mut Vec<Finding>,
    options: &Options,
    settings: &Settings,
    changes: &mut Changes,
) -> Result<Scope, GitError> {
    let all = || job.schemas.iter().map(|(file, _)| *file);
    if let Some(home) = &job.home {
        changes.ask(home)?;
    }
    if is_configured_anew(job, &options.config, changes)? {
        return Ok(Scope { schemas: all().collect(), is_all: true, ..Scope::default() });
    }
    let gone = gone_schemas(job, changes)?;
    let schemas = touched_schemas(files, job, contract, findings, changes, !gone.is_empty())?;
    let mut names: BTreeSet<String> = contract.defined_in(&schemas).map(str::to_owned).collect();
    let present = all().filter_map(|file| files.path(file)).map(Path::to_owned);
    for path in present.chain(gone) {
        if is_changed(&path, changes)?
            && let Some(before) = changes.before(&path)?
        {
            names.extend(names_in(before, &path, job, settings, options));
        }
    }
    let is_about = |label: &Label| schemas.contains(&label.file);
    findings.retain(|it| {
        // Without a file that cannot be read the contract is not known.
        let is_unknown = it.code == Code::FileUnreadable;
        is_unknown || is_about(&it.primary) || it.labels.iter().any(is_about)
    });
    let unchanged_schemas = all().filter(|file| !schemas.contains(file)).count() as u64;
    let before = job.documents.len();
    narrow_documents(files, job, changes, &Named::new(names, options.tool.as_deref()))?;
    let unchanged_files = (before - job.documents.len()) as u64;
    Ok(Scope { schemas, is_all: false, unchanged_schemas, unchanged_files })
}

/// Whether the configuration of `job` has changed, has come or has gone.
fn is_configured_anew(
    job: &Job,
    choice: &ConfigChoice,
    changes: &mut Changes,
) -> Result<bool, GitError> {
    let home = match choice {
        ConfigChoice::None => return Ok(false),
        ConfigChoice::File(path) => return is_changed(path, changes),
        ConfigChoice::Nearest => job.home.as_ref().and_then(|home| home.canonicalize().ok()),
    };
    for folder in home.iter().flat_map(|home| home.ancestors()) {
        let path = folder.join("wirecheck.toml");
        if is_changed(&path, changes)? {
            return Ok(true);
        }
        if path.exists() || folder.join(".git").exists() {
            break;
        }
    }
    Ok(false)
}

/// Whether a file has changed that need not be in a repository.
fn is_changed(path: &Path, changes: &mut Changes) -> Result<bool, GitError> {
    match changes.has(path) {
        Err(GitError::NoRepository { .. }) => Ok(false),
        answer => answer,
    }
}

/// Schema files that are no more.
fn gone_schemas(job: &Job, changes: &mut Changes) -> Result<Vec<PathBuf>, GitError> {
    let mut gone = Vec::new();
    for folder in &job.schema_folders {
        let is_schema = |path: &PathBuf| {
            !is_pin(path) && SCHEMAS.contains(&&*extension_of(path)) && !path.exists()
        };
        match changes.below(folder) {
            Err(GitError::NoRepository { .. }) => {}
            below => gone.extend(below?.into_iter().filter(is_schema)),
        }
    }
    Ok(gone)
}

/// The schema files that have changed and those that refer to them. Where a file has changed or is
/// gone, so have the references that lead nowhere: they may have led there.
fn touched_schemas(
    files: &Files,
    job: &Job,
    contract: &Contract,
    findings: &[Finding],
    changes: &mut Changes,
    is_gone: bool,
) -> Result<BTreeSet<FileId>, GitError> {
    let mut touched = BTreeSet::new();
    for (file, _) in &job.schemas {
        if let Some(path) = files.path(*file)
            && is_changed(path, changes)?
        {
            touched.insert(*file);
        }
    }
    if is_gone || !touched.is_empty() {
        let lost = findings.iter().filter(|it| it.code == Code::ToolUnresolvedRef);
        touched.extend(lost.map(|finding| finding.primary.file));
    }
    Ok(contract.with_referrers(touched))
}

/// The tools that an earlier text of the schema file at `path` defines.
fn names_in(
    text: Vec<u8>,
    path: &Path,
    job: &Job,
    settings: &Settings,
    options: &Options,
) -> Vec<String> {
    let mut files = Files::default();
    let name = path.to_string_lossy();
    let file = files.add_bytes(&name, text);
    let side = options.side.unwrap_or(crate::finding::Side::Arguments);
    let bare = job.bare_schema_tool.as_deref().map(|tool| (tool, side));
    // What is wrong with a text that is no more is nobody's finding.
    let (contract, _) =
        load(&files, &[(file, name.into())], wire::table(), settings, &Profiles::default(), bare);
    contract.names().map(str::to_owned).collect()
}

/// Leaves the documents that have changed, whose pins have, or that name one of the tools.
fn narrow_documents(
    files: &Files,
    job: &mut Job,
    changes: &mut Changes,
    named: &Named,
) -> Result<(), GitError> {
    let mut kept = BTreeSet::new();
    for (file, _) in &job.documents {
        // Standard input is in no repository: whoever gives it wants it checked.
        let Some(path) = files.path(*file) else {
            kept.insert(*file);
            continue;
        };
        if changes.has(path)? || changes.has(&pin_of(path))? {
            kept.insert(*file);
        }
    }
    let others = job.documents.par_iter().filter(|(file, _)| !kept.contains(file));
    let brought =
        others.filter(|(file, place)| named.by(files, *file, place)).map(|(file, _)| *file);
    let brought: Vec<FileId> = brought.collect();
    kept.extend(brought);
    job.documents.retain(|(file, _)| kept.contains(file));
    job.pins.retain(|file, _| kept.contains(file));
    let mut orphans = Vec::new();
    for orphan in std::mem::take(&mut job.orphans) {
        let path = files.path(orphan).unwrap_or(Path::new(""));
        let sample = pinned_by(path).unwrap_or_default();
        if changes.has(path)? || changes.has(&sample)? {
            orphans.push(orphan);
        }
    }
    job.orphans = orphans;
    Ok(())
}

/// Tools, and how to see whether a document names one.
struct Named {
    names: BTreeSet<String>,
    finders: Vec<memmem::Finder<'static>>,
    /// Whether every document is taken to name one.
    are_all: bool,
}

impl Named {
    /// The tools `names`. All documents name `asked`, the tool of the command line.
    fn new(names: BTreeSet<String>, asked: Option<&str>) -> Self {
        // Such a name can be written in several ways, with escapes.
        let is_plain = |name: &String| {
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte))
        };
        let are_all =
            asked.is_some_and(|asked| names.contains(asked)) || !names.iter().all(is_plain);
        let finders = names.iter().map(|name| memmem::Finder::new(name).into_owned()).collect();
        Self { names, finders, are_all }
    }

    /// Whether a folder on the path of a document, or its text, has one of the names.
    fn by(&self, files: &Files, file: FileId, place: &Place) -> bool {
        let folders = match place {
            Place::Sample(path) => path.parent(),
            Place::Elsewhere => None,
        };
        let is_name = |part: Component<'_>| {
            part.as_os_str().to_str().is_some_and(|part| self.names.contains(part))
        };
        let is_on_path = folders.is_some_and(|folders| folders.components().any(is_name));
        if self.names.is_empty() || self.are_all || is_on_path {
            return !self.names.is_empty();
        }
        // What cannot be read is looked at again, and reported.
        self.is_in(files, file).unwrap_or(true)
    }

    fn is_in(&self, files: &Files, file: FileId) -> std::io::Result<bool> {
        let mut blocks = Blocks::open(files, file)?;
        while let Some(block) = blocks.next_block()? {
            let has = |line: &[u8]| self.finders.iter().any(|name| name.find(line).is_some());
            if block.lines().any(|line| has(line.bytes)) {
                return Ok(true);
            }
            blocks.recycle(block);
        }
        Ok(false)
    }
}
