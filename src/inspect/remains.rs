//! What was not recognised: members and elements near the root that hold nothing of the wire.

use super::found::Spot;
use crate::json::{Doc, Frame, Kind, NodeId};
use crate::wire::{Atom, Item};
use crate::wording::shorten;

/// A value in which nothing was recognised.
#[derive(Debug)]
pub struct Remain {
    /// Where it stands.
    pub spot: Spot,
    /// What it is.
    pub kind: Kind,
    /// It in a few words.
    pub summary: String,
}

/// The members of the root, or the elements of a list, in which none of `items` stands. Of a list in
/// which some elements were recognised, the others.
pub(super) fn remains(frame: &Frame<'_>, items: &[Item<'_>], document: u64) -> Vec<Remain> {
    let doc = frame.doc;
    let root = doc.root();
    let places: Vec<NodeId> = items.iter().flat_map(|item| places(doc, item)).collect();
    if places.contains(&root) {
        return Vec::new();
    }
    let holds =
        |node: NodeId| places.iter().any(|place| node <= *place && *place < doc.after(node));
    let mut left = Vec::new();
    for node in doc.members(root).map(|(_, value)| value).chain(doc.elements(root)) {
        if holds(node) {
            left.extend(doc.elements(node).filter(|element| !holds(*element)));
        } else {
            left.push(node);
        }
    }
    left.into_iter().map(|node| Remain::new(frame, node, document)).collect()
}

/// What `item` is about: what stands beside the answer, or the schema of an answer, is not.
fn places(doc: Doc<'_>, item: &Item<'_>) -> Vec<NodeId> {
    match item.row.atom {
        Atom::Format { schema, .. } => item.member(doc, schema).into_iter().collect(),
        Atom::Reply { text } => item.member(doc, text).into_iter().collect(),
        Atom::Continued | Atom::Event => Vec::new(),
        _ => vec![item.node],
    }
}

impl Remain {
    pub(super) fn new(frame: &Frame<'_>, node: NodeId, document: u64) -> Self {
        Self {
            spot: Spot::new(frame, node, document),
            kind: frame.doc.kind(node),
            summary: summary(frame.doc, node),
        }
    }
}

/// A value in a few words: a scalar itself, an object by its type or names, an array by its size.
fn summary(doc: Doc<'_>, node: NodeId) -> String {
    const NAMES: usize = 4;
    match doc.kind(node) {
        Kind::Array if doc.count(node) == 0 => "[]".to_owned(),
        Kind::Array => format!("[{}]", counted(doc.count(node), "element")),
        Kind::Object => {
            for name in ["type", "object", "event", "event_type", "role", "method"] {
                if let Some(word) = doc.get(node, name).and_then(|it| doc.string(it)) {
                    return format!("{name} \"{}\"", shorten(word));
                }
            }
            let names: Vec<String> = doc
                .members(node)
                .filter_map(|(key, _)| doc.string(key))
                .take(NAMES)
                .map(shorten)
                .collect();
            match doc.count(node) {
                0 => "{}".to_owned(),
                count if count <= NAMES => format!("{{{}}}", names.join(", ")),
                count => format!("{{{}, … {count} in all}}", names.join(", ")),
            }
        }
        _ => shorten(doc.source(node)),
    }
}

/// `1 element`, `2 elements`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
