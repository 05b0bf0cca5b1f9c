//! The strings in results that hold JSON although no schema says so.

use std::sync::Arc;

/// Places in the results of tools whose strings hold JSON.
#[derive(Debug, Clone, Default)]
pub struct JsonStrings(Arc<[JsonString]>);

/// Such a place.
#[derive(Debug, Clone)]
pub(super) struct JsonString {
    tool: Box<str>,
    pointer: Box<str>,
}

impl JsonString {
    /// The place that `text` names: a tool, a colon and a JSON Pointer, in which `*` stands for any
    /// member or element.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (tool, below) = text.split_once(":/")?;
        let is_escape = |rest: &str| rest.starts_with(['0', '1']);
        let is_pointer = below.split('~').skip(1).all(is_escape);
        (!tool.is_empty() && is_pointer)
            .then(|| Self { tool: tool.into(), pointer: format!("/{below}").into() })
    }
}

impl JsonStrings {
    pub(super) fn new(all: Vec<JsonString>) -> Self {
        Self(all.into())
    }

    /// The pointers into the results of `tool`.
    pub(crate) fn of(&self, tool: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |it| *it.tool == *tool).map(|it| &*it.pointer)
    }
}
