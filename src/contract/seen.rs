//! Schemas of definitions that stand in documents: compiled once for each text, however often a
//! conversation repeats it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::definition::{Definition, Slot, schema_spelling};
use crate::finding::{Code, Finding};
use crate::json::{Frame, NodeId};
use crate::schema::{Draft, Library, Schema, SchemaText, Settings, Spelling, reference_help};
use crate::wire::{Atom, Item};

/// Different texts that are remembered; beyond that the memory starts anew.
const REMEMBERED: usize = 4096;

/// The schemas that were met in documents.
#[derive(Debug)]
pub struct Seen {
    settings: Settings,
    /// For each spelling, by their texts.
    by_text: Mutex<[HashMap<Box<str>, Arc<Schema>>; 2]>,
}

impl Seen {
    /// None yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, by_text: Mutex::default() }
    }

    /// The draft of schemas that name none.
    #[must_use]
    pub fn draft(&self) -> Draft {
        self.settings.draft
    }

    /// The definition `item` of a document, and what is wrong with its schemas. `None` if it has no
    /// name.
    #[must_use]
    pub fn define(&self, frame: &Frame<'_>, item: &Item<'_>) -> Option<(Definition, Vec<Finding>)> {
        let Atom::Definition { name, input, output, spelling } = item.row.atom else {
            return None;
        };
        let spelling = schema_spelling(spelling);
        let named = item.member(frame.doc, name)?;
        let mut findings = Vec::new();
        let definition = Definition {
            name: frame.doc.string(named)?.into(),
            dialect: item.row.dialect,
            label: frame.label(frame.doc.range(named), "defined here"),
            input: self.slot(frame, item, input, spelling, &mut findings),
            output: self.slot(frame, item, output, spelling, &mut findings),
        };
        Some((definition, findings))
    }

    fn slot(
        &self,
        frame: &Frame<'_>,
        item: &Item<'_>,
        path: Option<&str>,
        spelling: Spelling,
        findings: &mut Vec<Finding>,
    ) -> Slot {
        let node = path.and_then(|path| item.member(frame.doc, path));
        // Null stands for no schema.
        let node = node.filter(|node| !frame.doc.is_null(*node));
        node.map_or(Slot::Absent, |node| self.schema(frame, node, spelling, findings))
    }

    /// The schema `node` of a document, and what is wrong with it.
    #[must_use]
    pub fn schema(
        &self,
        frame: &Frame<'_>,
        node: NodeId,
        spelling: Spelling,
        findings: &mut Vec<Finding>,
    ) -> Slot {
        let text = frame.doc.source(node);
        let placement = frame.placement().within(frame.doc.range(node).start);
        let address = frame.address_of(node);
        // A panic elsewhere leaves the map as it was: nothing is done under the lock but look-ups.
        let memory = || self.by_text.lock().unwrap_or_else(PoisonError::into_inner);
        let known = memory()[spelling as usize].get(text).cloned();
        if let Some(known) = known {
            return Slot::Ready(Arc::new(known.moved(text, placement, address, &self.settings)));
        }
        let mut library = Library::new(self.settings.clone());
        let parsed = SchemaText::parse(text, placement, address.clone(), self.settings.depth);
        let number = library.add_root(Arc::new(parsed), spelling);
        let compiled = library.compile(&[number]);
        findings.extend(compiled.findings.into_iter().map(|mut finding| {
            let inner = finding.address.take().unwrap_or_default();
            if finding.code == Code::ToolUnresolvedRef && finding.help.is_none() {
                let help = reference_help(frame.doc, node, inner.as_str());
                finding.help = help.map(str::to_owned);
            }
            finding.at(format!("{}{}", address.as_str(), inner.as_str()))
        }));
        let Some(Some(schema)) = compiled.schemas.into_iter().next() else { return Slot::Broken };
        let by_text = &mut memory()[spelling as usize];
        if by_text.len() >= REMEMBERED {
            by_text.clear();
        }
        by_text.insert(text.into(), Arc::clone(&schema));
        Slot::Ready(schema)
    }
}
