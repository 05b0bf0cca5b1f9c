//! What a result holds: a text, or parts of which some are texts.

use super::table::Form;
use crate::json::{Doc, NodeId};

/// A piece of a result that can be a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A string.
    Text(NodeId),
    /// A value.
    Json(NodeId),
    /// A value that stands where only text or typed parts may.
    Value(NodeId),
}

/// The payloads of a result's content, in order. Images and other parts without text are left out.
#[must_use]
pub fn parts(doc: Doc<'_>, content: NodeId, form: Form) -> Vec<Part> {
    match form {
        _ if doc.is_string(content) => vec![Part::Text(content)],
        _ if doc.is_null(content) => Vec::new(),
        Form::Any if !is_part_list(doc, content) => vec![Part::Json(content)],
        _ if doc.is_array(content) => {
            doc.elements(content).filter_map(|element| part(doc, element)).collect()
        }
        _ => vec![Part::Value(content)],
    }
}

/// The members by which Bedrock's parts say what they are, since they have no `type`.
const BARE_PARTS: &[&str] = &["image", "document", "video", "audio", "searchResult"];

fn part(doc: Doc<'_>, element: NodeId) -> Option<Part> {
    if doc.is_string(element) {
        return Some(Part::Text(element));
    }
    let text_or_json = |node| if doc.is_string(node) { Part::Text(node) } else { Part::Json(node) };
    // A document of Cohere's, a part of Bedrock's.
    let data = doc.get(element, "document").and_then(|document| doc.get(document, "data"));
    if let Some(value) = data.or_else(|| doc.get(element, "json")) {
        return Some(text_or_json(value));
    }
    match doc.get(element, "text").filter(|text| doc.is_string(*text)) {
        Some(text) => Some(Part::Text(text)),
        None if doc.get(element, "type").is_some() => None,
        None if BARE_PARTS.iter().any(|name| doc.get(element, name).is_some()) => None,
        None => Some(Part::Value(element)),
    }
}

/// Whether `node` is a list of typed parts.
fn is_part_list(doc: Doc<'_>, node: NodeId) -> bool {
    doc.is_array(node)
        && doc.count(node) > 0
        && doc.elements(node).all(|part| {
            doc.get(part, "type").is_some_and(|kind| doc.is_string(kind))
                && doc.get(part, "role").is_none()
        })
}

/// Members that say why a model stopped, and the words of those that say it was cut off.
const REASONS: &[(&str, &[&str])] = &[
    ("finish_reason", &["length", "max_tokens", "MAX_TOKENS"]),
    ("stop_reason", &["max_tokens", "model_context_window_exceeded"]),
    (
        "stopReason",
        &[
            "max_tokens",
            "malformed_tool_use",
            "malformed_model_output",
            "model_context_window_exceeded",
        ],
    ),
    ("finishReason", &["MAX_TOKENS", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "length"]),
    ("done_reason", &["length"]),
    ("status", &["incomplete"]),
];

/// The member of `object` that says that the model was cut off: its name, and its value.
#[must_use]
pub fn cut_off(doc: Doc<'_>, object: NodeId) -> Option<(&'static str, NodeId)> {
    REASONS.iter().find_map(|(name, words)| {
        let value = doc.get(object, name)?;
        let is_cut = doc.string(value).is_some_and(|word| words.contains(&word));
        is_cut.then_some((*name, value))
    })
}
