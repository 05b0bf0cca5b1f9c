//! The command line: arguments in, plain options out. No work is done here.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use wirecheck::finding::Side;
use wirecheck::mcp::Version;
use wirecheck::profile::Profile;
use wirecheck::run::{ConfigChoice, Options};
use wirecheck::schema::Settings;
use wirecheck::source::Since;
use wirecheck::wire::{BARE, dialects};

/// Contract validator for the JSON that moves between a model, a host and its tools.
#[derive(Debug, Parser)]
#[command(name = "wirecheck", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check schemas, samples and exchanges
    Validate(Box<Validate>),
    /// What a document holds: definitions, calls and results, layer by layer
    Inspect(Inspect),
    /// What a code means, with a bad and a good example
    Explain(Explain),
    /// Make a small contract folder: a tool, samples, a pin and a configuration
    Init(Init),
    /// Completions for a shell, on standard output
    Completions(Completions),
    /// Manual page, on standard output
    Man(Man),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the file could be read; 2 it could not, or nothing stands at \
                        the address."
)]
pub(crate) struct Inspect {
    /// A document, a file of lines or a stream; `-` is standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Show one value and its layers; the address is written as findings show it, in either way:
    /// `/a/0/~json/b` or `a[0] » b`, with `>>` for `»`
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) at: Option<String>,

    /// Look at one document: a line, or an event of a stream
    #[arg(long, value_name = "N")]
    document: Option<u64>,

    /// Read the file as this dialect only; `bare` recognises nothing
    #[arg(long, value_name = "NAME", value_parser = dialect_names())]
    dialect: Option<String>,

    /// Name of standard input; its ending says what it holds
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<String>,

    /// Leave nothing out, however long
    #[arg(long)]
    pub(crate) full: bool,

    /// Format of the tree
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: PageFormat,

    /// Colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
}

impl Inspect {
    /// What is to be looked at.
    pub(crate) fn options(&self) -> wirecheck::inspect::Options {
        wirecheck::inspect::Options {
            path: self.path.clone(),
            dialect: self.dialect.clone(),
            stdin_filename: self.stdin_filename.clone(),
            document: self.document,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Init {
    /// Folder, which is made if it is not there; nothing in it is written over
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Command; the program as a whole by default
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Code, such as `schema/enum`, or a group of codes, such as `json`
    #[arg(value_name = "CODE", required_unless_present = "list")]
    pub(crate) code: Option<String>,

    /// List all codes
    #[arg(long, conflicts_with = "code")]
    pub(crate) list: bool,

    /// Format of the page or list
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: PageFormat,

    /// Colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    Human,
    Json,
}

/// Exit codes: 0 the contract holds, 1 it does not, 2 the run could not be done or nothing was
/// checked.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the contract holds; 1 errors were found; 2 the run could not \
                        be done or nothing was checked."
)]
pub(crate) struct Validate {
    /// Contract folders, parts of them, files or folders of captures; `-` is standard input
    /// [default: the contract folder here or above]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Folder or file of schemas, in place of the contract folder's `schemas/`
    #[arg(long, value_name = "DIR")]
    schemas: Vec<PathBuf>,

    /// Folder of samples, in place of the contract folder's `samples/`
    #[arg(long, value_name = "DIR")]
    samples: Option<PathBuf>,

    /// One schema file, for payloads outside a contract folder
    #[arg(long, value_name = "FILE", conflicts_with = "schemas")]
    schema: Option<PathBuf>,

    /// Tool of bare payloads
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,

    /// Side of bare payloads [default: arguments, or as the path says]
    #[arg(long, value_name = "SIDE")]
    side: Option<SideName>,

    /// Hold MCP messages to this version where their session does not say which
    #[arg(long, value_name = "VERSION", value_parser = mcp_versions())]
    mcp_version: Option<String>,

    /// Hold definitions and calls to what this provider takes (repeatable)
    #[arg(long = "profile", value_name = "NAME", value_parser = profile_names())]
    profiles: Vec<String>,

    /// Read documents as this dialect only; `bare` takes each as a payload, whatever it looks like
    #[arg(long, value_name = "NAME", value_parser = dialect_names())]
    dialect: Option<String>,

    /// Configuration [default: the nearest `wirecheck.toml`, up to the root of the repository]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,

    /// Do without a configuration
    #[arg(long)]
    no_config: bool,

    /// Name of standard input in reports; its ending says what it holds
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<String>,

    /// Format of the report
    /// [default: human; agent in the environment of a coding agent]
    #[arg(long, value_name = "FORMAT", env = "WIRECHECK_FORMAT")]
    pub(crate) format: Option<FormatName>,

    /// Write the report to a file too; can be repeated
    #[arg(long, value_name = "FORMAT=PATH", value_parser = output)]
    pub(crate) output: Vec<(FormatName, PathBuf)>,

    /// Colours in the report
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,

    /// Show at most this many findings, and say how many are hidden
    #[arg(long, value_name = "N")]
    pub(crate) max_findings: Option<usize>,

    /// Severity from which findings make the exit code 1
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    pub(crate) fail_on: FailOn,

    /// Print findings and nothing else
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// List every sample with its verdict
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// Write the pins of samples that must fail and of captures as they should be; where the
    /// environment has `CI`, only with `--update=force`
    #[arg(
        short,
        long,
        value_name = "HOW",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "local"
    )]
    pub(crate) update: Option<UpdateHow>,

    #[command(flatten)]
    pub(crate) scope: Scope,

    /// Threads [default: one a core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Which of the files are meant.
#[derive(Debug, Args)]
pub(crate) struct Scope {
    /// Check only what differs from the commit where the branch of REV and HEAD part: files that
    /// were changed, committed or not, or are new, and what they have a say in
    #[arg(long, value_name = "REV", conflicts_with = "staged")]
    since: Option<String>,

    /// Check only what is in the index and not in HEAD, and what it has a say in
    #[arg(long)]
    staged: bool,

    /// Print the files that would be read, one a line, and check nothing; with `--verbose` what each
    /// is for, and those that would be skipped
    #[arg(long, conflicts_with_all = ["update", "output"])]
    pub(crate) show_files: bool,
}

impl Scope {
    fn since(&self) -> Option<Since> {
        let revision = self.since.clone().map(Since::Revision);
        revision.or_else(|| self.staged.then_some(Since::Staged))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpdateHow {
    /// Unless the environment has `CI`
    Local,
    /// Also there
    Force,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SideName {
    Arguments,
    Result,
}

fn mcp_versions() -> PossibleValuesParser {
    PossibleValuesParser::new(Version::ALL.map(Version::name))
}

fn profile_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Profile::ALL.iter().map(|profile| profile.name))
}

fn dialect_names() -> PossibleValuesParser {
    PossibleValuesParser::new(std::iter::once(BARE).chain(dialects()))
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FormatName {
    Human,
    Concise,
    Json,
    Jsonl,
    Sarif,
    Github,
    Gitlab,
    Junit,
    Rdjsonl,
    Agent,
    Markdown,
}

fn output(text: &str) -> Result<(FormatName, PathBuf), String> {
    let parts = text.split_once('=').filter(|(_, path)| !path.is_empty());
    let (format, path) = parts.ok_or("expected FORMAT=PATH, such as sarif=report.sarif")?;
    let format = FormatName::from_str(format, false).map_err(|_| "there is no such format")?;
    Ok((format, path.into()))
}

impl FormatName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Junit => "junit",
            Self::Rdjsonl => "rdjsonl",
            Self::Agent => "agent",
            Self::Markdown => "markdown",
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
}

impl Validate {
    /// What the pipeline is to do.
    pub(crate) fn options(&self) -> Options {
        Options {
            paths: self.paths.clone(),
            schemas: self.schemas.clone(),
            samples: self.samples.clone(),
            schema: self.schema.clone(),
            tool: self.tool.clone(),
            side: self.side.map(|side| match side {
                SideName::Arguments => Side::Arguments,
                SideName::Result => Side::Result,
            }),
            mcp_version: self.mcp_version.as_deref().and_then(Version::from_name),
            profiles: self.profiles.iter().filter_map(|it| Profile::from_name(it)).collect(),
            dialect: self.dialect.clone(),
            stdin_filename: self.stdin_filename.clone(),
            jobs: self.jobs.map(NonZeroUsize::get),
            settings: Settings::default(),
            config: match &self.config {
                _ if self.no_config => ConfigChoice::None,
                Some(path) => ConfigChoice::File(path.clone()),
                None => ConfigChoice::Nearest,
            },
            since: self.scope.since(),
        }
    }
}
