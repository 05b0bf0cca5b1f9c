//! What a file's path says of it.

use std::path::{Component, Path};
use std::sync::Arc;

use crate::config::{JsonStrings, Weights};
use crate::contract::Contract;
use crate::finding::{Expects, Side};
use crate::mcp::Version;

/// What is known of a file's documents before they are read.
#[derive(Debug, Clone)]
pub struct Role {
    /// What is expected.
    pub expects: Expects,
    /// The tool that the path, or the command line, names.
    pub tool: Option<Arc<str>>,
    /// A tool whose name is much like a folder's on the path, where none is the same.
    pub near_tool: Option<Arc<str>>,
    /// Which side a bare payload is.
    pub side: Side,
    /// Whether this is a sample of the contract, so that an unknown tool is an error.
    pub is_sample: bool,
    /// Whether documents are bare payloads whatever they look like.
    pub is_bare: bool,
    /// The version of MCP that lone messages are held to.
    pub mcp_version: Option<Version>,
    /// Strings of results that hold JSON.
    pub json_strings: JsonStrings,
    /// What findings weigh here.
    pub weights: Weights,
}

impl Role {
    /// The role of the sample whose path below the samples folder is `path`.
    #[must_use]
    pub fn of_sample(path: &Path, contract: &Contract) -> Self {
        let parts: Vec<String> = path
            .parent()
            .into_iter()
            .flat_map(Path::components)
            .filter_map(|part| match part {
                Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
                _ => None,
            })
            .collect();
        let has = |name: &str| parts.iter().any(|part| part == name);
        let expects = match parts.iter().rfind(|part| *part == "valid" || *part == "invalid") {
            Some(part) if part == "valid" => Expects::Valid,
            Some(_) => Expects::Invalid,
            None => Expects::Clean,
        };
        let tool = parts.iter().rev().find_map(|part| contract.names().find(|name| name == part));
        let near = parts.iter().rev().find_map(|part| contract.nearest(part));
        let is_result = has("result") || has("results");
        Self {
            expects,
            near_tool: near.filter(|_| tool.is_none()).map(Arc::from),
            tool: tool.map(Arc::from),
            side: if is_result { Side::Result } else { Side::Arguments },
            is_sample: true,
            is_bare: false,
            mcp_version: None,
            json_strings: JsonStrings::default(),
            weights: Weights::default(),
        }
    }

    /// The role of a file outside a contract folder.
    #[must_use]
    pub fn outside() -> Self {
        Self {
            expects: Expects::Clean,
            tool: None,
            near_tool: None,
            side: Side::Arguments,
            is_sample: false,
            is_bare: false,
            mcp_version: None,
            json_strings: JsonStrings::default(),
            weights: Weights::default(),
        }
    }
}
