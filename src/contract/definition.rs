//! One tool definition.

use std::sync::Arc;

use crate::finding::Label;
use crate::schema::{Schema, Spelling};
use crate::wire;

/// A schema of a definition.
#[derive(Debug, Clone)]
pub enum Slot {
    /// The definition has none.
    Absent,
    /// It is broken, or refers to one that is: nothing can be checked against it.
    Broken,
    /// It can be used.
    Ready(Arc<Schema>),
}

impl Slot {
    /// The schema, if it can be used.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        match self {
            Self::Ready(schema) => Some(schema),
            Self::Absent | Self::Broken => None,
        }
    }
}

/// A tool as one dialect defines it.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The tool's name.
    pub name: Arc<str>,
    /// The dialect.
    pub dialect: &'static str,
    /// Where the name stands.
    pub label: Label,
    /// The schema of its arguments.
    pub input: Slot,
    /// The schema of its results.
    pub output: Slot,
}

/// How the schemas of a definition are to be read.
pub(super) fn schema_spelling(spelling: wire::Spelling) -> Spelling {
    match spelling {
        wire::Spelling::JsonSchema => Spelling::JsonSchema,
        wire::Spelling::OpenApi => Spelling::OpenApi,
    }
}
