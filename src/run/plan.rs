//! Which files a run reads, and what each is for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{ConfigChoice, Error, Options};
use crate::config::{Config, read_config};
use crate::finding::Finding;
use crate::source::{
    FileId, Files, Folder, Walk, enclosing_config, enclosing_folder, is_pin, nearest_existing,
    pin_of, pinned_by, relative,
};

/// Files of a folder of samples that are read.
const SAMPLES: &[&str] = &[".json", ".jsonl", ".ndjson", ".sse", ".txt"];
/// Files of any other folder that are read.
const CAPTURES: &[&str] = &[".chunks.txt", ".json", ".jsonl", ".ndjson", ".sse"];
/// Files of a folder of schemas that are read.
pub(super) const SCHEMAS: &[&str] = &[".json"];

/// What a run reads.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) files: Files,
    pub(super) jobs: Vec<Job>,
    pub(super) findings: Vec<Finding>,
    /// Files that are passed over.
    pub(super) skipped: Vec<PathBuf>,
    /// Whether documents were named, not only a contract folder.
    pub(super) is_about_documents: bool,
}

/// A contract and the documents that are held to it.
#[derive(Debug, Default)]
pub(super) struct Job {
    /// Schema files, with their names relative to the folder.
    pub(super) schemas: Vec<(FileId, String)>,
    /// The folders that they were looked for in.
    pub(super) schema_folders: Vec<PathBuf>,
    pub(super) documents: Vec<(FileId, Place)>,
    /// What `wirecheck.toml` says of it.
    pub(super) config: Config,
    /// That file, if there is one.
    pub(super) config_file: Option<FileId>,
    /// The pins of documents.
    pub(super) pins: BTreeMap<FileId, FileId>,
    /// Pins without a document.
    pub(super) orphans: Vec<FileId>,
    /// The contract folder.
    pub(super) home: Option<PathBuf>,
    /// The tool that a schema file without a name describes.
    pub(super) bare_schema_tool: Option<String>,
}

/// Where a document lies.
#[derive(Debug, Clone)]
pub(super) enum Place {
    /// In a samples folder, at this path below it.
    Sample(PathBuf),
    /// Anywhere else.
    Elsewhere,
}

/// A file before it has a number.
struct Entry {
    path: PathBuf,
    job: usize,
    kind: Kind,
}

enum Kind {
    Schema(String),
    Document(Place),
    Pin,
    Orphan,
}

impl Plan {
    /// Finds what `options` name.
    pub(super) fn make(options: &Options, stdin: &mut dyn std::io::Read) -> Result<Self, Error> {
        let given = options.schemas.iter().chain(&options.schema).chain(&options.samples);
        for path in given {
            exists(path)?;
        }
        let mut planner =
            Planner { options, homes: Vec::new(), entries: Vec::new(), plan: Self::default() };
        let here = [PathBuf::from(".")];
        let is_here = options.paths.is_empty();
        for path in if is_here { &here[..] } else { &options.paths } {
            if path.as_os_str() == "-" {
                planner.stdin(stdin)?;
            } else if is_here {
                let folder = Folder::at(path).or_else(|| enclosing_folder(Path::new("./.")));
                planner.folder(&folder.ok_or(Error::NoContract)?)?;
            } else {
                planner.path(path)?;
            }
        }
        planner.finish()
    }
}

impl Plan {
    /// Whether what a configuration says is not understood.
    pub(super) fn is_misconfigured(&self) -> bool {
        self.findings.iter().any(|finding| finding.code.group() == "config")
    }
}

struct Planner<'a> {
    options: &'a Options,
    /// The contract folders met, in the order of their jobs.
    homes: Vec<Option<PathBuf>>,
    entries: Vec<Entry>,
    plan: Plan,
}

impl Planner<'_> {
    fn stdin(&mut self, stdin: &mut dyn std::io::Read) -> Result<(), Error> {
        let mut bytes = Vec::new();
        stdin.read_to_end(&mut bytes).map_err(Error::Stdin)?;
        let name = self.options.stdin_filename.as_deref().unwrap_or("<stdin>");
        let folder = Folder::at(Path::new(".")).or_else(|| enclosing_folder(Path::new("./.")));
        let job = self.job(folder.as_ref())?;
        let samples = self.samples(job, folder.as_ref());
        let below = samples.and_then(|samples| relative(Path::new(name), &samples));
        let place = below.map_or(Place::Elsewhere, Place::Sample);
        self.plan.is_about_documents = true;
        let file = self.plan.files.add_bytes(name, bytes);
        self.plan.jobs[job].documents.push((file, place));
        Ok(())
    }

    fn path(&mut self, path: &Path) -> Result<(), Error> {
        exists(path)?;
        if let Some(folder) = Folder::at(path) {
            return self.folder(&folder);
        }
        let folder = enclosing_folder(path);
        let job = self.job(folder.as_ref())?;
        let samples = self.samples(job, folder.as_ref());
        let schemas = self.schemas(job, folder.as_ref());
        let is_schema = schemas.iter().any(|schemas| is_below(path, schemas));
        if is_schema {
            // All schemas of the folder are read anyway.
            return Ok(());
        }
        self.plan.is_about_documents = true;
        let is_sample = samples.as_deref().is_some_and(|samples| is_below(path, samples));
        let walk = if path.is_dir() {
            Walk::new(path, if is_sample { SAMPLES } else { CAPTURES })
        } else if let Some(pinned) = pinned_by(path).filter(|_| is_sample) {
            // Whoever names a pin means its sample.
            let files: Vec<PathBuf> =
                Some(pinned).filter(|file| file.exists()).into_iter().collect();
            Walk { files, pins: vec![path.to_owned()], ..Walk::default() }
        } else {
            Walk { files: vec![path.to_owned()], ..Walk::default() }
        };
        self.documents(job, walk, samples.as_deref());
        Ok(())
    }

    /// A whole contract folder.
    fn folder(&mut self, folder: &Folder) -> Result<(), Error> {
        let job = self.job(Some(folder))?;
        if let Some(samples) = self.samples(job, Some(folder)).filter(|samples| samples.is_dir()) {
            let walk = Walk::new(&samples, SAMPLES);
            self.documents(job, walk, Some(&samples));
        }
        Ok(())
    }

    /// The folder of samples: as asked for, else as configured, else the contract folder's own.
    fn samples(&self, job: usize, folder: Option<&Folder>) -> Option<PathBuf> {
        let configured = || self.plan.jobs[job].config.samples.clone();
        self.options.samples.clone().or_else(configured).or_else(|| folder.map(Folder::samples))
    }

    /// The folders of schemas, the same way.
    fn schemas(&self, job: usize, folder: Option<&Folder>) -> Vec<PathBuf> {
        let configured = &self.plan.jobs[job].config.schemas;
        if !self.options.schemas.is_empty() {
            return self.options.schemas.clone();
        }
        if !configured.is_empty() {
            return configured.clone();
        }
        folder.map(Folder::schemas).into_iter().collect()
    }

    /// What the configuration of `folder` says, and its file; what it says wrongly becomes findings.
    fn config(&mut self, folder: Option<&Folder>) -> Result<(Config, Option<FileId>), Error> {
        let path = match &self.options.config {
            ConfigChoice::None => None,
            ConfigChoice::File(path) => {
                exists(path)?;
                Some(path.clone())
            }
            ConfigChoice::Nearest => folder.and_then(|folder| enclosing_config(&folder.root)),
        };
        let Some(path) = path else { return Ok((Config::default(), None)) };
        let file = self.plan.files.add(&path);
        let bytes = match self.plan.files.read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.plan.findings.push(Finding::unreadable(file, &error));
                return Ok((Config::default(), Some(file)));
            }
        };
        let home = path.parent().filter(|home| !home.as_os_str().is_empty());
        let config = read_config(file, &bytes, home.unwrap_or(Path::new(".")));
        let config = config.unwrap_or_else(|findings| {
            self.plan.findings.extend(findings);
            Config::default()
        });
        Ok((config, Some(file)))
    }

    /// The number of the job of `folder`, whose schemas are planned the first time.
    fn job(&mut self, folder: Option<&Folder>) -> Result<usize, Error> {
        let home = folder.map(|folder| folder.root.clone());
        if let Some(known) = self.homes.iter().position(|known| *known == home) {
            return Ok(known);
        }
        let job = self.homes.len();
        self.homes.push(home);
        let (config, config_file) = self.config(folder)?;
        let home = folder.map(|folder| folder.root.clone());
        self.plan.jobs.push(Job { config, config_file, home, ..Job::default() });
        let options = self.options;
        if let Some(schema) = &options.schema {
            self.plan.jobs[job].bare_schema_tool = Some(bare_name(options, schema));
            self.schema(job, schema.clone(), schema.parent().unwrap_or(Path::new("")));
        } else {
            for schemas in self.schemas(job, folder) {
                self.schema_folder(job, &schemas)?;
            }
        }
        Ok(job)
    }

    fn schema_folder(&mut self, job: usize, folder: &Path) -> Result<(), Error> {
        let is_named = self.plan.jobs[job].config.schemas.iter().any(|named| named == folder);
        if is_named {
            exists(folder)?;
        }
        if folder.is_file() {
            let parent = folder.parent().unwrap_or(Path::new(""));
            self.schema(job, folder.to_owned(), parent);
            return Ok(());
        }
        self.plan.jobs[job].schema_folders.push(folder.to_owned());
        if folder.is_dir() {
            let walk = self.note(Walk::new(folder, SCHEMAS));
            for path in walk {
                self.schema(job, path, folder);
            }
        }
        Ok(())
    }

    fn schema(&mut self, job: usize, path: PathBuf, folder: &Path) {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        self.entries.push(Entry { path, job, kind: Kind::Schema(name) });
    }

    fn documents(&mut self, job: usize, mut walk: Walk, samples: Option<&Path>) {
        let is_orphan = |pin: &PathBuf| {
            let has_sample = pinned_by(pin).is_some_and(|file| walk.files.contains(&file));
            // Elsewhere a file may be called like a pin and be none.
            !has_sample && samples.is_some_and(|samples| is_below(pin, samples))
        };
        let pins = std::mem::take(&mut walk.pins);
        let orphans = pins.into_iter().filter(is_orphan);
        self.entries.extend(orphans.map(|path| Entry { path, job, kind: Kind::Orphan }));
        for path in self.note(walk) {
            let pin = pin_of(&path);
            if !is_pin(&path) && pin.symlink_metadata().is_ok() {
                self.entries.push(Entry { path: pin, job, kind: Kind::Pin });
            }
            let below = samples.and_then(|samples| relative(&path, samples));
            let place = below.map_or(Place::Elsewhere, Place::Sample);
            self.entries.push(Entry { path, job, kind: Kind::Document(place) });
        }
    }

    /// Notes what a walk passed over; returns its files.
    fn note(&mut self, walk: Walk) -> Vec<PathBuf> {
        self.plan.skipped.extend(walk.skipped);
        for (path, error) in walk.unreadable {
            let file = self.plan.files.add(&path);
            self.plan.findings.push(Finding::unreadable(file, &error));
        }
        walk.files
    }

    /// Numbers the files in the order of their names, which is the order of reports.
    fn finish(mut self) -> Result<Plan, Error> {
        self.entries.sort_by(|a, b| a.path.cmp(&b.path));
        let mut known: BTreeMap<(PathBuf, usize), FileId> = BTreeMap::new();
        for entry in self.entries {
            let key = (entry.path, entry.job);
            if known.contains_key(&key) {
                continue;
            }
            let file = self.plan.files.add(&key.0);
            known.insert(key, file);
            let job = &mut self.plan.jobs[entry.job];
            match entry.kind {
                Kind::Schema(name) => job.schemas.push((file, name)),
                Kind::Document(place) => job.documents.push((file, place)),
                Kind::Pin => {}
                Kind::Orphan => job.orphans.push(file),
            }
        }
        for (path, job) in known.keys() {
            let pin = known.get(&(pin_of(path), *job));
            if let Some(pin) = pin.filter(|_| !is_pin(path)) {
                self.plan.jobs[*job].pins.insert(known[&(path.clone(), *job)], *pin);
            }
        }
        let is_empty = |job: &Job| {
            job.schemas.is_empty() && job.documents.is_empty() && job.orphans.is_empty()
        };
        let has_documents =
            self.plan.jobs.iter().any(|job| !job.documents.is_empty() || !job.orphans.is_empty());
        let is_idle =
            self.plan.jobs.iter().all(is_empty) || (self.plan.is_about_documents && !has_documents);
        if is_idle && self.plan.findings.is_empty() {
            return Err(Error::NothingToCheck);
        }
        Ok(self.plan)
    }
}

fn exists(path: &Path) -> Result<(), Error> {
    if path.exists() {
        return Ok(());
    }
    Err(Error::NotFound { path: path.to_owned(), near: nearest_existing(path) })
}

/// The tool that a bare schema file describes: as asked for, else as the file is called.
fn bare_name(options: &Options, schema: &Path) -> String {
    let stem = schema.file_stem().unwrap_or_default().to_string_lossy();
    options.tool.clone().unwrap_or_else(|| stem.into_owned())
}

fn is_below(path: &Path, folder: &Path) -> bool {
    relative(path, folder).is_some()
}
