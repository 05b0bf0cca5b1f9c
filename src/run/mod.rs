//! The pipeline: files, contract, documents, verdicts, report; in that order, and nothing flows
//! back.

mod error;
mod file;
mod lines;
mod listing;
mod narrow;
mod pins;
mod plan;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use error::Error;
pub use listing::{FileRole, Listed, list};

use crate::check::{Checker, Limits, Outcome, Role};
use crate::config::{Config, Weights};
use crate::contract::{Contract, Seen, load};
use crate::finding::{Finding, Side, Tally};
use crate::mcp::Version;
use crate::pin::Change;
use crate::profile::{Profile, Profiles};
use crate::report::{Report, Summary};
use crate::schema::Settings;
use crate::source::{FileId, Files, Since, Skipped, extension_of};
use crate::wire::{self, BARE};
use crate::wording::nearest;
use narrow::Narrowing;
use pins::Pins;
use plan::{Job, Plan};

/// Stack of the threads that validate: the validator recurses, and [`crate::json::MAX_DEPTH`] levels
/// of it fit in here.
const STACK: usize = 64 * 1024 * 1024;

/// What to validate, and how.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Contract folders, parts of them, or anything else; `-` is standard input.
    pub paths: Vec<PathBuf>,
    /// Folders of schemas in place of the contract folder's.
    pub schemas: Vec<PathBuf>,
    /// The folder of samples in place of the contract folder's.
    pub samples: Option<PathBuf>,
    /// One schema file for payloads outside a contract folder.
    pub schema: Option<PathBuf>,
    /// The tool of bare payloads.
    pub tool: Option<String>,
    /// The side of bare payloads.
    pub side: Option<Side>,
    /// The one dialect that documents are read as, [`BARE`] for payloads whatever they look like.
    /// It holds before what a configuration says.
    pub dialect: Option<String>,
    /// The version of MCP that messages are held to where nothing in their session says which. It
    /// holds before what a configuration says.
    pub mcp_version: Option<Version>,
    /// The limits of providers that tools and calls are held to. They hold before what a configuration
    /// says.
    pub profiles: Vec<&'static Profile>,
    /// The name of standard input in the report, which also says what it holds.
    pub stdin_filename: Option<String>,
    /// Threads; one for each core if none.
    pub jobs: Option<usize>,
    /// How schemas are read, but for what a configuration says.
    pub settings: Settings,
    /// Which configuration holds.
    pub config: ConfigChoice,
    /// Check only what a change in git has a say in; everything if none.
    pub since: Option<Since>,
}

impl Options {
    /// What the command line does with one path and no options.
    #[must_use]
    pub fn of(path: impl Into<PathBuf>) -> Self {
        Self { paths: vec![path.into()], ..Self::default() }
    }
}

/// Where a configuration is taken from.
#[derive(Debug, Clone, Default)]
pub enum ConfigChoice {
    /// From the nearest `wirecheck.toml` in the contract folder or above it.
    #[default]
    Nearest,
    /// From this file.
    File(PathBuf),
    /// There is none.
    None,
}

/// Validates what `options` name. `stdin` is read if `-` is among them.
///
/// # Errors
/// What keeps the run from starting: no contract, a path that does not exist, nothing to read, or a
/// git that does not say what has changed.
pub fn validate(options: &Options, stdin: &mut dyn std::io::Read) -> Result<Report, Error> {
    let plan = Plan::make(options, stdin)?;
    let threads = threads(options)?;
    threads.install(|| run(plan, options, false)).map(|(report, _)| report)
}

/// Writes the pins of what `options` name as they should be. The report is the one that follows.
///
/// # Errors
/// What keeps the run from starting, or a pin from being written.
pub fn update(
    options: &Options,
    stdin: &mut dyn std::io::Read,
) -> Result<(Report, Vec<Change>), Error> {
    if options.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Error::NoPinOfStdin);
    }
    let plan = Plan::make(options, stdin)?;
    let threads = threads(options)?;
    threads.install(|| run(plan, options, true))
}

fn threads(options: &Options) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs.unwrap_or(0))
        .stack_size(STACK)
        .build()
        .map_err(|error| Error::Threads(error.to_string()))
}

fn run(mut plan: Plan, options: &Options, is_update: bool) -> Result<(Report, Vec<Change>), Error> {
    if plan.is_misconfigured() {
        return Ok((misconfigured(plan), Vec::new()));
    }
    let mut outcome = Outcome { findings: plan.findings, ..Outcome::default() };
    let mut samples = Vec::new();
    let mut changes = Vec::new();
    let (mut schemas, mut tools) = (0, 0);
    let mut narrowing = Narrowing::new(options);
    for job in &mut plan.jobs {
        let settings = job.config.settings(&options.settings);
        let profiles = match &options.profiles[..] {
            [] => job.config.profiles.clone(),
            asked => Profiles::new(asked),
        };
        let (contract, mut findings) = contract(&plan.files, job, options, &settings, &profiles);
        let scope =
            narrowing.narrow(&plan.files, job, &contract, &mut findings, options, &settings)?;
        weigh(&mut findings, &plan.files, &job.config);
        outcome.findings.extend(findings);
        if let Some(name) = options.tool.as_deref().filter(|name| !contract.has(name)) {
            let near = contract.nearest(name).map(str::to_owned);
            return Err(Error::UnknownTool { name: name.to_owned(), near });
        }
        schemas += scope.schemas.len() as u64;
        tools += contract.defined_in(&scope.schemas).count() as u64;
        let seen = Seen::new(settings.clone());
        let checker = checker(&contract, &seen, &profiles, &settings, job, options)?;
        let reading = |file, place: &plan::Place| {
            let path = Path::new(plan.files.name(file));
            let dialect = options.dialect.as_deref().or_else(|| job.config.dialect(path));
            let mut role = role(place, &contract, options);
            role.is_bare |= dialect == Some(BARE);
            role.weights = job.config.weights(path);
            role.json_strings = job.config.json_strings.clone();
            role.mcp_version = options.mcp_version.or(job.config.mcp_version);
            let table = dialect_table(dialect).unwrap_or(checker.table);
            (role, Checker { table, ..checker })
        };
        let mut pins = Pins::read(&plan.files, job, is_update);
        let by_file = file::check_all(&plan.files, &job.documents, &reading, &pins);
        let before = samples.len();
        for file in by_file {
            samples.extend(file.samples);
            outcome.add(file.outcome);
        }
        if is_update {
            changes.extend(pins.write(&plan.files, &samples[before..])?);
        }
        weigh(&mut pins.findings, &plan.files, &job.config);
        outcome.findings.append(&mut pins.findings);
    }
    outcome.findings.sort_by(|a, b| a.order().cmp(&b.order()));
    let mut summary = Summary::new(schemas, tools, &samples, &outcome.findings, outcome.tally);
    summary.unchanged = narrowing.unchanged;
    // Where documents were asked for, schemas alone are no answer.
    let has_schemas = plan.jobs.iter().any(|job| !job.schemas.is_empty());
    summary.checked_anything = outcome.tally.checked > 0
        || (has_schemas && !plan.is_about_documents)
        || summary.has_not_changed();
    let (findings, skipped) = (outcome.findings, skipped(&plan.skipped));
    let report = Report { files: plan.files, summary, samples, findings, skipped };
    Ok((report, changes))
}

/// What documents are held to.
fn checker<'a>(
    contract: &'a Contract,
    seen: &'a Seen,
    profiles: &'a Profiles,
    settings: &Settings,
    job: &Job,
    options: &Options,
) -> Result<Checker<'a>, Error> {
    let defaults = Limits::default();
    let limits = Limits {
        depth: settings.depth,
        layers: settings.layers,
        bytes: job.config.bytes().unwrap_or(defaults.bytes),
    };
    let table = dialect_table(options.dialect.as_deref())?;
    Ok(Checker { contract, table, seen, profiles, limits })
}

/// The report of a run that did not begin, because its configuration is not understood.
fn misconfigured(plan: Plan) -> Report {
    let mut findings = plan.findings;
    findings.sort_by(|a, b| a.order().cmp(&b.order()));
    let summary = Summary::new(0, 0, &[], &findings, Tally::default());
    let skipped = skipped(&plan.skipped);
    Report { files: plan.files, summary, samples: Vec::new(), findings, skipped }
}

/// Files that were passed over, by extension.
fn skipped(paths: &[PathBuf]) -> Skipped {
    let mut skipped = Skipped::new();
    for path in paths {
        *skipped.entry(extension_of(path)).or_default() += 1;
    }
    skipped
}

/// Gives findings in schema files the weights of their files.
fn weigh(findings: &mut Vec<Finding>, files: &Files, config: &Config) {
    let mut weights: BTreeMap<FileId, Weights> = BTreeMap::new();
    findings.retain_mut(|finding| {
        let file = finding.primary.file;
        let own = weights.entry(file);
        own.or_insert_with(|| config.weights(Path::new(files.name(file)))).keeps(finding)
    });
}

/// The table of the dialect that is asked for, or of all.
fn dialect_table(dialect: Option<&str>) -> Result<&'static wire::Table, Error> {
    match dialect {
        None | Some(BARE) => Ok(wire::table()),
        Some(name) => wire::table_of(name).ok_or_else(|| Error::UnknownDialect {
            name: name.to_owned(),
            near: nearest(name, wire::dialects()).map(str::to_owned),
        }),
    }
}

/// The contract of a job.
fn contract(
    files: &Files,
    job: &Job,
    options: &Options,
    settings: &Settings,
    profiles: &Profiles,
) -> (Contract, Vec<Finding>) {
    let side = options.side.unwrap_or(Side::Arguments);
    let bare = job.bare_schema_tool.as_deref().map(|tool| (tool, side));
    load(files, &job.schemas, wire::table(), settings, profiles, bare)
}

/// What is known of a file's documents before they are read.
fn role(place: &plan::Place, contract: &Contract, options: &Options) -> Role {
    let mut role = match place {
        plan::Place::Sample(path) => Role::of_sample(path, contract),
        plan::Place::Elsewhere => Role::outside(),
    };
    let only = || {
        let mut names = contract.names();
        names.next().filter(|_| options.schema.is_some() && names.next().is_none())
    };
    if let Some(tool) = options.tool.as_deref().or_else(only) {
        role.tool = Some(tool.into());
    }
    role.side = options.side.unwrap_or(role.side);
    role
}
