//! Why a run could not be done.

use std::path::PathBuf;

use crate::source::GitError;

/// A failure of the run itself; bad documents are findings.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No path was given and there is no contract folder here.
    #[error("there is no contract folder here: no `schemas/`, `samples/` or `wirecheck.toml`")]
    NoContract,
    /// A path does not exist.
    #[error("`{}` does not exist", path.display())]
    NotFound {
        /// The path.
        path: PathBuf,
        /// A path that does, and is written much the same.
        near: Option<PathBuf>,
    },
    /// There is nothing to read at the paths.
    #[error("there is nothing to check: no schema and no document was found")]
    NothingToCheck,
    /// The tool that was asked for is not defined.
    #[error("no schema defines the tool `{name}`")]
    UnknownTool {
        /// The name.
        name: String,
        /// A defined one that is written much the same.
        near: Option<String>,
    },
    /// The dialect that was asked for is not known.
    #[error("there is no dialect `{name}`")]
    UnknownDialect {
        /// The name.
        name: String,
        /// A known one that is written much the same.
        near: Option<String>,
    },
    /// The configuration is not understood, so that nobody knows which files are meant.
    #[error("the configuration is not understood")]
    Misconfigured,
    /// Git does not say what has changed.
    #[error(transparent)]
    Git(#[from] GitError),
    /// Standard input has nothing beside it.
    #[error("standard input has no pin that could be written")]
    NoPinOfStdin,
    /// Standard input cannot be read.
    #[error("standard input cannot be read: {0}")]
    Stdin(std::io::Error),
    /// A pin cannot be written or removed.
    #[error("the pin `{}` cannot be changed: {error}", path.display())]
    Pin {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Threads cannot be started.
    #[error("threads cannot be started: {0}")]
    Threads(String),
}

impl Error {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NoContract => {
                Some("name a folder, a file or `-`: `wirecheck validate PATH`".into())
            }
            Self::NotFound { near: Some(near), .. } => {
                Some(format!("did you mean `{}`?", near.display()))
            }
            Self::UnknownTool { near: Some(near), .. }
            | Self::UnknownDialect { near: Some(near), .. } => {
                Some(format!("did you mean `{near}`?"))
            }
            Self::Misconfigured => Some("`wirecheck validate` shows what it says wrongly".into()),
            Self::Git(error) => error.help().map(str::to_owned),
            Self::NoPinOfStdin => {
                Some("a pin lies beside its sample: write that to a file in `samples/`".into())
            }
            _ => None,
        }
    }
}
