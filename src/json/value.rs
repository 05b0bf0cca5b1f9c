//! The tape as `serde_json` values: for schemas, which the validator compiles from them.

use serde_json::{Map, Number, Value};

use super::doc::Doc;
use super::tape::{Kind, NodeId};

/// A copy of `node` and all that is inside it. Numbers beyond 64 bits become binary64; beyond its
/// range the largest one.
#[must_use]
pub fn to_value(doc: Doc<'_>, node: NodeId) -> Value {
    match doc.kind(node) {
        Kind::Null => Value::Null,
        Kind::False => Value::Bool(false),
        Kind::True => Value::Bool(true),
        Kind::Integer | Kind::Float => Value::Number(number_value(doc, node)),
        Kind::Plain | Kind::Escaped => Value::from(doc.string(node).unwrap_or_default()),
        Kind::Array => doc.elements(node).map(|element| to_value(doc, element)).collect(),
        Kind::Object => {
            let member = |(key, value)| {
                (doc.string(key).unwrap_or_default().to_owned(), to_value(doc, value))
            };
            Value::Object(doc.members(node).map(member).collect::<Map<_, _>>())
        }
    }
}

/// The number `node`, as [`to_value`] makes it.
pub(super) fn number_value(doc: Doc<'_>, node: NodeId) -> Number {
    number(doc.source(node))
}

pub(super) fn number(text: &str) -> Number {
    if let Ok(number) = text.parse::<u64>() {
        return number.into();
    }
    if let Ok(number) = text.parse::<i64>() {
        return number.into();
    }
    let number: f64 = text.parse().unwrap_or_default();
    Number::from_f64(number.clamp(f64::MIN, f64::MAX)).unwrap_or_else(|| 0.into())
}
