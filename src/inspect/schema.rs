//! A schema at a glance: its properties, their kinds, which are required.

use super::found::{Property, SchemaSeen, Spot};
use crate::json::{Doc, Frame, Kind, NodeId};
use crate::wording::{list, shorten_to};

impl SchemaSeen {
    /// The schema `node`.
    pub(super) fn new(frame: &Frame<'_>, node: NodeId, document: u64) -> Self {
        let doc = frame.doc;
        let required: Vec<&str> = doc
            .get(node, "required")
            .into_iter()
            .flat_map(|names| doc.elements(names))
            .filter_map(|name| doc.string(name))
            .collect();
        let properties = doc.get(node, "properties").into_iter();
        let property = |(key, value)| {
            let name = doc.string(key).unwrap_or_default();
            let is_required = required.contains(&name);
            Property { name: name.to_owned(), kind: kind(doc, value), is_required }
        };
        Self {
            spot: Spot::new(frame, node, document),
            properties: properties.flat_map(|it| doc.members(it)).map(property).collect(),
        }
    }
}

/// What a schema asks for, in a few words.
fn kind(doc: Doc<'_>, schema: NodeId) -> String {
    let shown = |node| shorten_to(doc.source(node), 24);
    let all = |values| doc.elements(values).map(shown).collect::<Vec<String>>();
    if let Some(values) = doc.get(schema, "enum") {
        return list(&all(values), "or");
    }
    if let Some(value) = doc.get(schema, "const") {
        return shown(value);
    }
    if let Some(target) = doc.get(schema, "$ref").and_then(|node| doc.string(node)) {
        let name = target.rsplit(['/', '#']).find(|part| !part.is_empty());
        return shorten_to(name.unwrap_or(target), 24);
    }
    if let Some(branches) = doc.get(schema, "anyOf").or_else(|| doc.get(schema, "oneOf")) {
        let kinds: Vec<String> = doc.elements(branches).map(|it| kind(doc, it)).collect();
        let is_told = kinds.len() <= 4 && kinds.iter().all(|kind| !kind.is_empty());
        return if is_told { kinds.join(" or ") } else { format!("one of {}", kinds.len()) };
    }
    let Some(types) = doc.get(schema, "type") else { return String::new() };
    let types: Vec<&str> = match doc.kind(types) {
        Kind::Array => doc.elements(types).filter_map(|it| doc.string(it)).collect(),
        _ => doc.string(types).into_iter().collect(),
    };
    let types = shorten_to(&types.join(" or "), 40);
    let items = doc.get(schema, "items").filter(|items| doc.is_object(*items));
    let of = items.map(|items| kind(doc, items)).filter(|of| !of.is_empty());
    let format = doc.get(schema, "format").and_then(|node| doc.string(node));
    match (of, format) {
        (Some(of), _) if types.eq_ignore_ascii_case("array") => format!("{types} of {of}"),
        (_, Some(format)) => format!("{types} ({})", shorten_to(format, 24)),
        _ => types,
    }
}

impl Spot {
    /// Where `node` stands.
    pub(super) fn new(frame: &Frame<'_>, node: NodeId, document: u64) -> Self {
        let spans = frame.spans(frame.doc.range(node));
        Self { document, address: frame.address_of(node), spans }
    }
}
