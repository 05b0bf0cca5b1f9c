//! What must hold of every finding against a schema, whatever the schema and the value are.

use std::collections::HashMap;

use wirecheck::finding::{Finding, Label};
use wirecheck::json::{Doc, Frame, NodeId};
use wirecheck::schema::Schema;
use wirecheck::source::FileId;

/// Values longer than this do not fit into a message.
const SHORT: usize = 60;

/// The value that was checked and the texts that the schema may stand in.
pub(crate) struct Scene<'a> {
    pub(crate) frame: &'a Frame<'a>,
    pub(crate) value: NodeId,
    pub(crate) schemas: &'a HashMap<FileId, Doc<'a>>,
}

impl Scene<'_> {
    /// Panics with the finding if it breaks a rule.
    pub(crate) fn check(&self, schema: &Schema, finding: &Finding) {
        let outcome = self
            .words_are_short(finding)
            .and_then(|()| self.place_is_exact(finding))
            .and_then(|()| self.keyword_is_exact(schema, finding));
        let value = self.frame.doc.source(self.value);
        assert!(outcome.is_ok(), "{}\n{value}\n{finding:#?}", outcome.err().unwrap_or_default());
    }

    fn words_are_short(&self, finding: &Finding) -> Result<(), &'static str> {
        // Two lines of a hundred columns hold the headline: code and message.
        if finding.code.name().len() + finding.message.chars().count() > 190 {
            return Err("a headline of more than two lines");
        }
        let value = self.frame.doc.source(self.value);
        let labels = finding.labels.iter().chain([&finding.primary]);
        let keyword = finding.keyword.iter().map(|keyword| &keyword.label);
        let words = labels.chain(keyword).map(|label| &*label.text);
        for text in words.chain([&*finding.message]).chain(finding.help.as_deref()) {
            if text.lines().count() > 2 {
                return Err("too many lines");
            }
            if value.chars().count() > SHORT && text.contains(value) {
                return Err("words repeat the whole value");
            }
        }
        Ok(())
    }

    fn place_is_exact(&self, finding: &Finding) -> Result<(), &'static str> {
        let is_known = |label: &Label| self.is_in_value(label) || self.is_in_schema(label);
        if !self.is_in_value(&finding.primary) || !finding.labels.iter().all(is_known) {
            return Err("a label is outside of value and schema");
        }
        let address = finding.address.as_ref().ok_or("no address")?;
        if address.decodes() > 0 {
            // In a layer below: its nodes are not at hand here.
            return Ok(());
        }
        let doc = self.frame.doc;
        let mut nodes = (self.value.0..doc.after(self.value).0).map(NodeId);
        let node = nodes.find(|node| self.frame.span(doc.head(*node)) == finding.primary.span);
        match node {
            None => Err("the primary label is on no key, scalar or opening bracket of the value"),
            Some(node) if self.frame.address_of(node) != *address => {
                Err("the address leads elsewhere than the primary label")
            }
            Some(_) => Ok(()),
        }
    }

    fn keyword_is_exact(&self, schema: &Schema, finding: &Finding) -> Result<(), &'static str> {
        let Some(keyword) = &finding.keyword else {
            let is_elsewhere = refers_to_metaschema(schema);
            return is_elsewhere.then_some(()).ok_or("no keyword, and no metaschema has it");
        };
        let text = self.schemas.get(&keyword.label.file).ok_or("the keyword is in no schema")?;
        let place = text.pointer(text.root(), &keyword.pointer);
        let (key, node) = place.ok_or("the keyword's pointer leads nowhere")?;
        let start = u64::from(text.range(key.unwrap_or(node)).start);
        let end = u64::from(text.range(node).end);
        let span = keyword.label.span;
        let is_inside = start <= span.start && span.start < span.end && span.end <= end;
        is_inside.then_some(()).ok_or("the keyword's label is not on the keyword")
    }

    fn is_in_value(&self, label: &Label) -> bool {
        let value = self.frame.node_span(self.value);
        label.file == self.frame.file()
            && value.start <= label.span.start
            && label.span.end <= value.end
    }

    fn is_in_schema(&self, label: &Label) -> bool {
        let schema = self.schemas.get(&label.file);
        schema.is_some_and(|schema| label.span.end <= schema.text().len() as u64)
    }
}

/// Whether a `$ref` of `schema` leads to a metaschema of JSON Schema, which stands in no file.
fn refers_to_metaschema(schema: &Schema) -> bool {
    let (doc, root) = schema.source();
    (root.0..doc.after(root).0).map(NodeId).any(|node| {
        let target = doc.get(node, "$ref").and_then(|target| doc.string(target));
        target.is_some_and(|target| target.contains("json-schema.org/draft"))
    })
}
