//! The keyword that an error is about, in the file it stands in.

use jsonschema::ValidationError;

use super::library::{Catalog, Located, SchemaText};
use crate::finding::{Keyword, Label};
use crate::json::{Doc, NodeId};

/// A keyword in its schema.
pub(super) struct Rule<'a> {
    text: &'a SchemaText,
    key: Option<NodeId>,
    value: NodeId,
    /// The schema object that holds it.
    parent: Option<NodeId>,
    pointer: String,
}

impl<'a> Rule<'a> {
    /// The keyword that `error` names, if it stands in one of our files.
    pub(super) fn of(catalog: &'a Catalog, error: &ValidationError<'_>) -> Option<Self> {
        let uri = error.absolute_keyword_location()?.as_str();
        // Under a list of names the validator goes on to a number that stands nowhere in the schema.
        let is_list = |keyword: &str| error.schema_path().as_str().ends_with(keyword);
        let list = ["/dependencies", "/dependentRequired"].into_iter().find(|name| is_list(name));
        let uri = match (list, uri.rsplit_once('/')) {
            (Some(keyword), Some((before, _))) if before.ends_with(keyword) => before,
            _ => uri,
        };
        Self::at(catalog, uri)
    }

    /// The keyword at an absolute address.
    pub(super) fn at(catalog: &'a Catalog, uri: &str) -> Option<Self> {
        let Located { text, key, node, pointer } = catalog.locate(uri)?;
        let parent = uri.rsplit_once('/').filter(|(before, _)| before.contains('#'));
        let parent = parent.and_then(|(uri, _)| catalog.locate(uri)).map(|found| found.node);
        Some(Self { text, key, value: node, parent, pointer })
    }

    pub(super) fn doc(&self) -> Doc<'a> {
        self.text.doc()
    }

    /// The keyword's value.
    pub(super) fn value(&self) -> NodeId {
        self.value
    }

    /// The names of the members that the schema around the keyword describes.
    pub(super) fn declared(&self) -> Vec<&'a str> {
        let doc = self.doc();
        let properties = self.parent.and_then(|parent| doc.get(parent, "properties"));
        let names = properties.into_iter().flat_map(|node| doc.members(node));
        names.filter_map(|(key, _)| doc.string(key)).collect()
    }

    /// The keyword for a finding; `words` say what it demands.
    pub(super) fn keyword(&self, words: &str) -> Keyword {
        Keyword { label: self.label(self.value, words), pointer: self.pointer.clone() }
    }

    /// As [`Rule::keyword`], but at the string `name` in the keyword's list, or at the member `name`.
    pub(super) fn entry(&self, name: &str, words: &str) -> Keyword {
        let doc = self.doc();
        let entry = doc
            .elements(self.value)
            .find(|element| doc.string(*element) == Some(name))
            .or_else(|| doc.member(self.value, name).map(|(key, _)| key));
        let label = self.label(entry.unwrap_or(self.value), words);
        Keyword { label, pointer: self.pointer.clone() }
    }

    /// A label on `node`, or on its key where the node would cover several lines.
    fn label(&self, node: NodeId, words: &str) -> Label {
        let doc = self.doc();
        let range = if doc.source(node).contains('\n') {
            self.key.map_or_else(|| doc.head(node), |key| doc.range(key))
        } else {
            doc.range(node)
        };
        self.text.label(range, words.to_owned())
    }
}
