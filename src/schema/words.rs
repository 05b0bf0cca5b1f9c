//! Values and kinds of values in sentences.

use jsonschema::types::JsonType;
use serde_json::Value;

use crate::finding::{DECODE, JOIN};
use crate::json::{Doc, Kind, NodeId};
use crate::wording::{list, shorten};

/// A value of a schema, as written, shortened.
pub(super) fn value(value: &Value) -> String {
    shorten(&value.to_string())
}

/// Values of a schema: `"a", "b" or "c"`.
pub(super) fn values<'v>(values: impl IntoIterator<Item = &'v Value>) -> String {
    let shown: Vec<String> = values.into_iter().map(value).collect();
    list(&shown, "or")
}

/// Names: `` `a`, `b` and `c` ``.
pub(super) fn names(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().map(|name| format!("`{}`", shorten(name))).collect();
    list(&shown, "and")
}

/// A type with its article.
pub(super) fn type_name(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Number => "a number",
        JsonType::Integer => "an integer",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

/// What `node` is, with its article.
pub(super) fn kind(doc: Doc<'_>, node: NodeId) -> &'static str {
    match doc.kind(node) {
        Kind::Null => "null",
        Kind::False | Kind::True => "a boolean",
        Kind::Integer => "an integer",
        Kind::Float => "a number",
        Kind::Plain | Kind::Escaped => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

/// A number of things: `1 element`, `3 elements`.
pub(super) fn count(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// How a sentence calls the value at a pointer: by its last name, with the indexes after it.
pub(super) fn subject(pointer: &str) -> String {
    subject_of(pointer, None)
}

/// The same, where `elements` says how many of the last tokens are indexes: a member's name can be a
/// number too.
pub(super) fn subject_of(pointer: &str, elements: Option<usize>) -> String {
    let tokens: Vec<String> = pointer
        .split('/')
        .skip(1)
        .filter(|token| *token != DECODE && *token != JOIN)
        .map(|t| t.replace("~1", "/").replace("~0", "~"))
        .collect();
    let is_index = |token: &&String| token.bytes().all(|b| b.is_ascii_digit()) && !token.is_empty();
    let indexes = tokens.iter().rev().take(elements.unwrap_or(usize::MAX));
    let indexes = indexes.take_while(is_index).count();
    let name = tokens.len().checked_sub(indexes + 1).map(|at| shorten(&tokens[at]));
    let indexes = tokens[tokens.len() - indexes..]
        .iter()
        .fold(String::new(), |text, index| text + "[" + index + "]");
    match name {
        None if indexes.is_empty() => "this value".to_owned(),
        None => format!("element {indexes}"),
        Some(name) => format!("`{name}{indexes}`"),
    }
}
