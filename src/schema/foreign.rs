//! The schemas inside a schema, and the keywords in them that only other drafts have.

use jsonschema::Draft;

use super::draft;
use super::walk::walk;
use crate::finding::Address;
use crate::json::{Doc, NodeId};

/// A keyword that not every draft has: the first and the last one that do, and what the older and the
/// newer ones have in its place.
struct Bounded {
    name: &'static str,
    first: Draft,
    last: Draft,
    older: &'static str,
    newer: &'static str,
}

const fn since(name: &'static str, first: Draft, older: &'static str) -> Bounded {
    Bounded { name, first, last: Draft::Draft202012, older, newer: "" }
}

const fn until(name: &'static str, last: Draft, newer: &'static str) -> Bounded {
    Bounded { name, first: Draft::Draft4, last, older: "", newer }
}

/// Those that check something or are referred to; that a note is not known harms nobody.
const BOUNDED: &[Bounded] = &[
    until("definitions", Draft::Draft7, "`$defs`"),
    until("dependencies", Draft::Draft7, "`dependentRequired` or `dependentSchemas`"),
    until("additionalItems", Draft::Draft201909, "`items` beside `prefixItems`"),
    since("$defs", Draft::Draft201909, "`definitions`"),
    since("dependentRequired", Draft::Draft201909, "`dependencies`"),
    since("dependentSchemas", Draft::Draft201909, "`dependencies`"),
    since("unevaluatedProperties", Draft::Draft201909, ""),
    since("unevaluatedItems", Draft::Draft201909, ""),
    since("minContains", Draft::Draft201909, ""),
    since("maxContains", Draft::Draft201909, ""),
    since("prefixItems", Draft::Draft202012, "a list of `items`"),
    since("$dynamicRef", Draft::Draft202012, ""),
    since("const", Draft::Draft6, "an `enum` of one value"),
    since("contains", Draft::Draft6, ""),
    since("propertyNames", Draft::Draft6, ""),
    since("if", Draft::Draft7, ""),
    Bounded {
        name: "$recursiveRef",
        first: Draft::Draft201909,
        last: Draft::Draft201909,
        older: "",
        newer: "`$dynamicRef`",
    },
];

/// A keyword that its schema's draft does not have.
#[derive(Debug, Clone, Copy)]
pub struct Foreign {
    /// The key.
    pub key: NodeId,
    /// What the draft has in its place, as code in words; may be empty.
    pub instead: &'static str,
}

/// The draft of the schema `root`: the one that it names, else `usual`.
fn draft_of(doc: Doc<'_>, root: NodeId, usual: Draft) -> Draft {
    let named = doc.get(root, "$schema").and_then(|it| doc.string(it));
    named.and_then(draft::of_uri).unwrap_or(usual)
}

/// The keywords in the schema `root` that its draft does not have, and the draft's name. `usual` is
/// the draft of a schema that names none.
#[must_use]
pub fn foreign_keywords(doc: Doc<'_>, root: NodeId, usual: Draft) -> (String, Vec<Foreign>) {
    let draft = draft_of(doc, root, usual);
    let own = age(draft);
    let mut found = Vec::new();
    walk(doc, root, "", draft, &mut |position| {
        for (key, _) in doc.members(position.node) {
            let name = doc.string(key).unwrap_or_default();
            let Some(keyword) = BOUNDED.iter().find(|it| it.name == name) else { continue };
            if own > age(keyword.last) {
                found.push(Foreign { key, instead: keyword.newer });
            } else if own < age(keyword.first) {
                found.push(Foreign { key, instead: keyword.older });
            }
        }
    });
    (draft::name(draft), found)
}

/// The place of a draft among all, the oldest first.
fn age(draft: Draft) -> usize {
    let place = draft::drafts().iter().position(|(_, known, _)| *known == draft);
    place.unwrap_or(draft::drafts().len() - 1)
}

/// All schemas in the schema `root`, itself among them, with the way that leads to each.
#[must_use]
pub fn subschemas(doc: Doc<'_>, root: NodeId) -> Vec<(NodeId, Address)> {
    let mut found = Vec::new();
    walk(doc, root, "", Draft::Draft202012, &mut |position| {
        found.push((position.node, position.pointer.clone()));
    });
    found
}
