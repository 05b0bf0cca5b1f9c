//! Values compared as JSON.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use jsonschema::json::cmp;

use super::doc::Doc;
use super::number::SpannedNumber;
use super::tape::{Kind, NodeId};
use super::value::number_value;

/// The first two elements of `array` that are equal under JSON equality, in order.
#[must_use]
pub fn first_repeat(doc: Doc<'_>, array: NodeId) -> Option<(NodeId, NodeId)> {
    let mut seen: HashMap<u64, Vec<NodeId>> = HashMap::new();
    for element in doc.elements(array) {
        let mut hasher = DefaultHasher::new();
        hash_value(doc, element, &mut hasher);
        let alike = seen.entry(hasher.finish()).or_default();
        if let Some(first) = alike.iter().find(|first| same_value(doc, **first, doc, element)) {
            return Some((*first, element));
        }
        alike.push(element);
    }
    None
}

fn hash_value(doc: Doc<'_>, node: NodeId, hasher: &mut impl Hasher) {
    match doc.kind(node) {
        Kind::Integer | Kind::Float => {
            // Equal numbers must hash alike however they are written; `+ 0.0` makes -0 a 0.
            let number: f64 = doc.source(node).parse().unwrap_or_default();
            (number + 0.0).to_bits().hash(hasher);
        }
        Kind::Plain | Kind::Escaped => doc.string(node).hash(hasher),
        Kind::Array => doc.elements(node).for_each(|element| hash_value(doc, element, hasher)),
        Kind::Object => {
            let of_member = |(key, value): (NodeId, NodeId)| {
                let mut member = DefaultHasher::new();
                doc.string(key).hash(&mut member);
                hash_value(doc, value, &mut member);
                member.finish()
            };
            doc.members(node).map(of_member).fold(0, u64::wrapping_add).hash(hasher);
        }
        kind => (kind as u8).hash(hasher),
    }
}

/// Whether two values are equal as JSON: member order and the spelling of strings and numbers do
/// not matter. Numbers beyond 64 bits are compared as binary64 unless they are written alike.
#[must_use]
pub fn same_value(left: Doc<'_>, a: NodeId, right: Doc<'_>, b: NodeId) -> bool {
    match (left.kind(a), right.kind(b)) {
        (Kind::Integer | Kind::Float, Kind::Integer | Kind::Float) => {
            left.source(a) == right.source(b)
                || SpannedNumber::of(left, a)
                    .is_some_and(|number| cmp::equal_numbers(&number, &number_value(right, b)))
        }
        (Kind::Plain | Kind::Escaped, Kind::Plain | Kind::Escaped) => {
            left.string(a) == right.string(b)
        }
        (Kind::Array, Kind::Array) => {
            left.count(a) == right.count(b)
                && left
                    .elements(a)
                    .zip(right.elements(b))
                    .all(|(a, b)| same_value(left, a, right, b))
        }
        (Kind::Object, Kind::Object) => {
            left.count(a) == right.count(b)
                && left.members(a).all(|(key, a)| {
                    left.string(key)
                        .and_then(|name| right.get(b, name))
                        .is_some_and(|b| same_value(left, a, right, b))
                })
        }
        (a, b) => a == b,
    }
}

/// Where two values that are not equal as JSON first differ: the innermost pair of values that
/// stand at the same place of both. `None` if they are equal.
#[must_use]
pub fn first_difference(
    left: Doc<'_>,
    a: NodeId,
    right: Doc<'_>,
    b: NodeId,
) -> Option<(NodeId, NodeId)> {
    if same_value(left, a, right, b) {
        return None;
    }
    let inner = match (left.kind(a), right.kind(b)) {
        (Kind::Array, Kind::Array) if left.count(a) == right.count(b) => left
            .elements(a)
            .zip(right.elements(b))
            .find_map(|(a, b)| first_difference(left, a, right, b)),
        (Kind::Object, Kind::Object) => left.members(a).find_map(|(key, a)| {
            let b = right.get(b, left.string(key)?)?;
            first_difference(left, a, right, b)
        }),
        _ => None,
    };
    Some(inner.unwrap_or((a, b)))
}
