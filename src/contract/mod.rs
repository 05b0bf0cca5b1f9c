//! The contract: tool definitions by name, with compiled schemas.
//!
//! In: the definitions that `wire` recognised in `schemas/` or in a conversation. Out: a
//! [`Definition`] for a name, which knows whether its schemas can be used.

mod definition;
mod load;
mod reach;
mod seen;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use definition::{Definition, Slot};
pub use load::load;
pub use seen::Seen;

use crate::source::FileId;
use crate::wording::{Near, near_tool, nearest};

/// All definitions of a folder, by tool name.
#[derive(Debug, Default)]
pub struct Contract {
    tools: BTreeMap<Arc<str>, Vec<Definition>>,
    /// Schema files read.
    pub schema_files: usize,
    /// The references that lead from one schema file to another.
    references: BTreeSet<(FileId, FileId)>,
}

impl Contract {
    /// Whether there is no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The names of all tools.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.tools.keys().map(|name| &**name)
    }

    /// Whether there is a tool of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.tools.contains_key(name)
    }

    /// The tool's definition in `dialect`; else the one that says most about it.
    #[must_use]
    pub fn definition(&self, name: &str, dialect: &str) -> Option<&Definition> {
        let all = self.tools.get(name)?;
        let of_dialect = all.iter().find(|definition| definition.dialect == dialect);
        of_dialect
            .or_else(|| all.iter().find(|definition| !matches!(definition.output, Slot::Absent)))
            .or(all.first())
    }

    /// The schema of the tool's results: that of its definition in `dialect`, else of any other.
    #[must_use]
    pub fn output(&self, name: &str, dialect: &str) -> &Slot {
        let all = self.tools.get(name).map_or(&[][..], Vec::as_slice);
        all.iter()
            .filter(|definition| definition.dialect == dialect)
            .chain(all)
            .map(|definition| &definition.output)
            .find(|output| !matches!(output, Slot::Absent))
            .unwrap_or(&Slot::Absent)
    }

    /// The tool whose name is nearest to `name`.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.names())
    }

    /// The same for a name that a call gives, which may have something before it or after it.
    #[must_use]
    pub fn near(&self, name: &str) -> Option<Near<'_>> {
        near_tool(name, self.names())
    }

    fn add(&mut self, definition: Definition) {
        self.tools.entry(Arc::clone(&definition.name)).or_default().push(definition);
    }
}
