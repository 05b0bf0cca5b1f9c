//! Schemas as Gemini writes them: a subset of OpenAPI 3.0 with types in upper case, `nullable`, and
//! limits that may be strings, since they are 64-bit numbers of its protocol.

use serde_json::{Map, Value, json};

use super::library::Root;
use super::walk::walk;
use crate::finding::{Finding, tokens};
use crate::json::{Doc, NodeId};

/// How a schema is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// As JSON Schema.
    JsonSchema,
    /// As Gemini's subset of OpenAPI.
    OpenApi,
}

const TYPES: &[&str] = &["array", "boolean", "integer", "null", "number", "object", "string"];

const LIMITS: &[&str] =
    &["maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"];

/// Rewrites `value`, the copy of `root` for the validator, as JSON Schema.
pub(super) fn rewrite(root: &Root, value: &mut Value) {
    let doc = root.text.doc();
    walk(doc, root.node, &root.uri, root.draft, &mut |position| {
        if let Some(Value::Object(schema)) = value.pointer_mut(position.pointer.as_str()) {
            rewrite_one(schema);
        }
    });
}

fn rewrite_one(schema: &mut Map<String, Value>) {
    for limit in LIMITS {
        let number = schema.get(*limit).and_then(Value::as_str).and_then(|it| it.parse().ok());
        if let Some(number) = number {
            schema.insert((*limit).to_owned(), Value::Number(number));
        }
    }
    let kind = schema.get("type").and_then(Value::as_str).map(str::to_ascii_lowercase);
    if let Some(kind) = kind {
        if TYPES.contains(&kind.as_str()) {
            schema.insert("type".to_owned(), Value::String(kind));
        } else {
            // `TYPE_UNSPECIFIED` says nothing.
            schema.remove("type");
        }
    }
    if schema.remove("nullable") != Some(Value::Bool(true)) {
        return;
    }
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind.clone(), "null"]);
    }
    for keyword in ["enum", "anyOf"] {
        let null = if keyword == "enum" { Value::Null } else { json!({ "type": "null" }) };
        if let Some(Value::Array(list)) = schema.get_mut(keyword) {
            list.push(null);
        }
    }
}

/// Whether `finding`, of a metaschema of JSON Schema, is about something that is written so there.
pub(super) fn is_meant(doc: Doc<'_>, root: NodeId, finding: &Finding) -> bool {
    let Some(address) = &finding.address else { return false };
    let Some((_, node)) = doc.pointer(root, address.as_str()) else { return false };
    let Some(text) = doc.string(node) else { return false };
    let last = tokens(address.as_str()).last();
    match last.as_deref() {
        Some("type") => {
            let kind = text.to_ascii_lowercase();
            TYPES.contains(&kind.as_str()) || kind == "type_unspecified"
        }
        Some(limit) if LIMITS.contains(&limit) => text.parse::<u64>().is_ok(),
        _ => false,
    }
}
