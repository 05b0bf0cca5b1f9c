//! References inside a schema: whether they stay in it, and whether one leads back to where it stands.

use std::ops::Range;

use super::schema::Asked;
use crate::finding::Finding;
use crate::json::{Doc, NodeId};
use crate::schema::subschemas;
use crate::wording::shorten;

/// A `$ref` that leads to a place of its schema.
struct Reference {
    /// Its value.
    node: NodeId,
    /// The bytes of its value.
    at: Range<u32>,
    /// The bytes of the schema that it leads to.
    to: Range<u32>,
}

/// The first reference in the schema `root` that leads out of it or back to where it stands.
pub(super) fn check(asked: &Asked<'_>, root: NodeId) -> Option<Finding> {
    let doc = asked.tool.doc();
    let mut inside = Vec::new();
    for (schema, _) in subschemas(doc, root) {
        let Some(node) = doc.get(schema, "$ref") else { continue };
        let Some(text) = doc.string(node) else { continue };
        let Some(pointer) = text.strip_prefix('#') else {
            let message = format!("the reference to {} leads out of the schema", shorten(text));
            return Some(asked.on(node, message).words("only `#/...` is taken"));
        };
        if let Some((_, target)) = doc.pointer(root, pointer) {
            inside.push(reference(doc, node, target));
        }
    }
    let back = &inside[leading_back(&inside)?];
    let message = format!("the schema refers to itself, which {} does not take", asked.whose);
    Some(asked.on(back.node, message).words("leads back to where it stands"))
}

fn reference(doc: Doc<'_>, node: NodeId, target: NodeId) -> Reference {
    Reference { node, at: doc.range(node), to: doc.range(target) }
}

/// The number of a reference that ends a circle: whoever follows it, having followed others in what
/// each leads to, stands where they have been. `all` are in document order.
fn leading_back(all: &[Reference]) -> Option<usize> {
    let inside = |number: usize| {
        let to = &all[number].to;
        let first = all.partition_point(|it| it.at.start < to.start);
        first..all.partition_point(|it| it.at.start < to.end)
    };
    let mut is_met = vec![false; all.len()];
    let mut is_on_way = vec![false; all.len()];
    for start in 0..all.len() {
        let mut way = Vec::new();
        if !std::mem::replace(&mut is_met[start], true) {
            is_on_way[start] = true;
            way.push((start, inside(start)));
        }
        while let Some((number, ahead)) = way.last_mut() {
            let Some(next) = ahead.next() else {
                is_on_way[*number] = false;
                way.pop();
                continue;
            };
            if is_on_way[next] {
                return Some(*number);
            }
            if !std::mem::replace(&mut is_met[next], true) {
                is_on_way[next] = true;
                way.push((next, inside(next)));
            }
        }
    }
    None
}
