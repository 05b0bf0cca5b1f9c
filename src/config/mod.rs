//! `wirecheck.toml`: what a contract folder says of how it is checked.
//!
//! In: the file's text. Out: a [`Config`], or findings at the bytes of what it says wrongly.
//! Whoever asks for something on the command line is heard before the file.

mod read;
mod rules;
mod strings;

use std::path::{Path, PathBuf};

use globset::GlobSet;

pub use read::read_config;
pub use rules::Weights;
pub use strings::JsonStrings;

use crate::mcp::Version;
use crate::profile::Profiles;
use crate::schema::{Draft, Settings};
use crate::source::relative;
use rules::Rules;

/// What a `wirecheck.toml` says; the default says nothing.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The folder that it lies in, from which its paths start.
    pub folder: PathBuf,
    /// Folders and files of schemas, in place of `schemas/`; none if it does not say.
    pub schemas: Vec<PathBuf>,
    /// The folder of samples, in place of `samples/`.
    pub samples: Option<PathBuf>,
    /// The version of MCP that lone messages are held to.
    pub mcp_version: Option<Version>,
    /// The limits of providers that tools and calls are held to.
    pub profiles: Profiles,
    /// Strings of results that hold JSON.
    pub json_strings: JsonStrings,
    draft: Option<Draft>,
    assert_formats: Option<bool>,
    dialect: Option<String>,
    depth: Option<usize>,
    layers: Option<usize>,
    bytes: Option<usize>,
    rules: Rules,
    overrides: Vec<Override>,
}

/// What holds for some paths only.
#[derive(Debug, Clone)]
struct Override {
    paths: GlobSet,
    rules: Rules,
    dialect: Option<String>,
}

impl Config {
    /// How schemas are read: as `settings` say, but for what the file says.
    #[must_use]
    pub fn settings(&self, settings: &Settings) -> Settings {
        Settings {
            draft: self.draft.unwrap_or(settings.draft),
            assert_formats: self.assert_formats.unwrap_or(settings.assert_formats),
            depth: self.depth.unwrap_or(settings.depth),
            layers: self.layers.unwrap_or(settings.layers),
        }
    }

    /// How many bytes a document may have, if the file says so.
    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        self.bytes
    }

    /// The dialect that the file at `path` is read as, if one is named for it.
    #[must_use]
    pub fn dialect(&self, path: &Path) -> Option<&str> {
        let own = self.overrides_of(path).filter_map(|it| it.dialect.as_deref());
        own.last().or(self.dialect.as_deref())
    }

    /// What findings in the file at `path` weigh.
    #[must_use]
    pub fn weights(&self, path: &Path) -> Weights {
        let own = self.overrides_of(path).map(|it| &it.rules);
        Weights::new(std::iter::once(&self.rules).chain(own))
    }

    /// The overrides that hold for `path`, in their order: what a later one says holds.
    fn overrides_of(&self, path: &Path) -> impl Iterator<Item = &Override> {
        let below = if self.overrides.is_empty() { None } else { relative(path, &self.folder) };
        self.overrides
            .iter()
            .filter(move |it| below.as_ref().is_some_and(|below| it.paths.is_match(below)))
    }
}
