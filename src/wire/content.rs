//! What a result holds: a text, or parts of which some are texts.

use crate::json::{Doc, NodeId};

/// A piece of a result that can be a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A string.
    Text(NodeId),
    /// A value that stands where only text or typed parts may.
    Value(NodeId),
}

/// The payloads of a result's content, in order. Images and other parts without text are left out.
#[must_use]
pub fn parts(doc: Doc<'_>, content: NodeId) -> Vec<Part> {
    if doc.is_string(content) {
        return vec![Part::Text(content)];
    }
    if doc.is_object(content) {
        return vec![Part::Value(content)];
    }
    let part = |element| {
        if doc.is_string(element) {
            return Some(Part::Text(element));
        }
        let kind = doc.get(element, "type");
        match (doc.get(element, "text").filter(|text| doc.is_string(*text)), kind) {
            (Some(text), _) => Some(Part::Text(text)),
            (None, Some(_)) => None,
            (None, None) => Some(Part::Value(element)),
        }
    };
    doc.elements(content).filter_map(part).collect()
}
