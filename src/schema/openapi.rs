//! Schemas as Gemini writes them: a subset of OpenAPI 3.0 with types in upper case, `nullable`, and
//! limits that may be strings, since they are 64-bit numbers of its protocol.

use serde_json::{Map, Value, json};

use super::library::Root;
use super::walk::walk;
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

/// The values in `root` that break the metaschema of JSON Schema and are written so by this spelling.
pub(super) fn meant(doc: Doc<'_>, root: &Root) -> Vec<NodeId> {
    let mut meant = Vec::new();
    walk(doc, root.node, &root.uri, root.draft, &mut |position| {
        let string = |keyword: &str| {
            let value = doc.get(position.node, keyword)?;
            Some((value, doc.string(value)?))
        };
        let kind = string("type").filter(|(_, text)| {
            let kind = text.to_ascii_lowercase();
            TYPES.contains(&kind.as_str()) || kind == "type_unspecified"
        });
        let limits = LIMITS.iter().filter_map(|limit| string(limit));
        let limits = limits.filter(|(_, text)| text.parse::<u64>().is_ok());
        meant.extend(kind.into_iter().chain(limits).map(|(value, _)| value));
    });
    meant
}
