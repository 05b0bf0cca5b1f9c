//! Every place of a schema where a schema stands.

use jsonschema::Draft;

use crate::finding::Address;
use crate::json::{Doc, NodeId};

/// What a keyword holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// One schema, or a list of them.
    Schema,
    /// A list of schemas.
    List,
    /// Schemas by name.
    Map,
}

/// The keywords of all drafts that hold schemas. `dependencies` may also hold lists of names, which
/// are no schemas and are passed over as such.
const APPLICATORS: &[(&str, Holds)] = &[
    ("$defs", Holds::Map),
    ("additionalItems", Holds::Schema),
    ("additionalProperties", Holds::Schema),
    ("allOf", Holds::List),
    ("anyOf", Holds::List),
    ("contains", Holds::Schema),
    ("contentSchema", Holds::Schema),
    ("definitions", Holds::Map),
    ("dependencies", Holds::Map),
    ("dependentSchemas", Holds::Map),
    ("else", Holds::Schema),
    ("if", Holds::Schema),
    ("items", Holds::Schema),
    ("not", Holds::Schema),
    ("oneOf", Holds::List),
    ("patternProperties", Holds::Map),
    ("prefixItems", Holds::List),
    ("properties", Holds::Map),
    ("propertyNames", Holds::Schema),
    ("then", Holds::Schema),
    ("unevaluatedItems", Holds::Schema),
    ("unevaluatedProperties", Holds::Schema),
];

/// The keywords of all drafts that hold no schemas.
const OTHER_KEYWORDS: &[&str] = &[
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$ref",
    "$schema",
    "$vocabulary",
    "const",
    "contentEncoding",
    "contentMediaType",
    "default",
    "dependentRequired",
    "deprecated",
    "description",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "id",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
];

/// Whether some draft of JSON Schema has a keyword of this name.
pub(super) fn is_keyword(name: &str) -> bool {
    holds(name).is_some() || OTHER_KEYWORDS.contains(&name)
}

/// The keyword that the schema at a pointer hangs from: the last of `tokens` that can hold schemas.
pub(super) fn applicator<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    match tokens {
        [.., keyword, _] if holds(keyword).is_some_and(|h| h != Holds::Schema) => Some(keyword),
        // The list form of `items`.
        [.., keyword @ "items", index] if index.bytes().all(|b| b.is_ascii_digit()) => {
            Some(keyword)
        }
        [.., keyword] if holds(keyword).is_some() => Some(keyword),
        _ => None,
    }
}

/// What `keyword` holds, if it holds schemas.
pub(super) fn holds(keyword: &str) -> Option<Holds> {
    APPLICATORS.iter().find(|(name, _)| *name == keyword).map(|(_, holds)| *holds)
}

/// A place where a schema stands.
pub(super) struct Position<'a> {
    /// The schema.
    pub(super) node: NodeId,
    /// Its pointer from the root that is walked.
    pub(super) pointer: &'a Address,
    /// The address that its references start from, without fragment.
    pub(super) base: &'a str,
    /// The pointer from the resource with that address.
    pub(super) within: &'a str,
}

/// Visits the schema `root` of `doc` and all schemas inside it, outermost first. `base` is the
/// address of the root.
pub(super) fn walk(
    doc: Doc<'_>,
    root: NodeId,
    base: &str,
    draft: Draft,
    visit: &mut dyn FnMut(&Position<'_>),
) {
    Walker { doc, draft, visit }.schema(root, &Address::root(), base, "");
}

struct Walker<'a, 'v> {
    doc: Doc<'a>,
    draft: Draft,
    visit: &'v mut dyn FnMut(&Position<'_>),
}

impl Walker<'_, '_> {
    fn schema(&mut self, node: NodeId, pointer: &Address, base: &str, within: &str) {
        let own = resource_id(self.doc, node, self.draft).and_then(|id| resolve(base, id));
        let (base, within) = match &own {
            Some(uri) => (without_fragment(uri), ""),
            None => (base, within),
        };
        (self.visit)(&Position { node, pointer, base, within });
        if !self.doc.is_object(node) {
            return;
        }
        for (key, value) in self.doc.members(node) {
            let keyword = self.doc.string(key).unwrap_or_default();
            if let Some(holds) = holds(keyword) {
                self.applicator(keyword, value, holds, pointer, base, within);
            }
        }
    }

    fn applicator(
        &mut self,
        keyword: &str,
        value: NodeId,
        holds: Holds,
        pointer: &Address,
        base: &str,
        within: &str,
    ) {
        let mut step = Address::root();
        step.push_key(keyword);
        let go = |walker: &mut Self, node, step: &Address| {
            let mut pointer = pointer.clone();
            pointer.push_pointer(step.as_str());
            walker.schema(node, &pointer, base, &format!("{within}{}", step.as_str()));
        };
        if holds == Holds::Map {
            for (key, value) in self.doc.members(value) {
                let mut step = step.clone();
                step.push_key(self.doc.string(key).unwrap_or_default());
                if !self.doc.is_array(value) {
                    go(self, value, &step);
                }
            }
        } else if self.doc.is_array(value) {
            for (index, element) in self.doc.elements(value).enumerate() {
                let mut step = step.clone();
                step.push_index(index);
                go(self, element, &step);
            }
        } else if holds == Holds::Schema {
            go(self, value, &step);
        }
    }
}

/// The identifier that makes `node` a resource of its own, if it has one.
pub(super) fn resource_id(doc: Doc<'_>, node: NodeId, draft: Draft) -> Option<&str> {
    let id = doc.get(node, draft.id_keyword()).and_then(|value| doc.string(value))?;
    // Before 2019-09 a `$ref` hides its siblings, and `#name` was an anchor.
    let is_hidden = has_sibling_rules(draft) && doc.get(node, "$ref").is_some();
    (!id.starts_with('#') && !is_hidden).then_some(id)
}

/// Whether `$ref` hides the keywords beside it.
pub(super) fn has_sibling_rules(draft: Draft) -> bool {
    matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
}

/// `reference` against `base` (RFC 3986 section 5).
pub(super) fn resolve(base: &str, reference: &str) -> Option<String> {
    let base = jsonschema::uri::from_str(base).ok()?;
    let resolved = jsonschema::uri::resolve_against(&base.borrow(), reference).ok()?;
    Some(resolved.as_str().to_owned())
}

/// `uri` up to its `#`.
pub(super) fn without_fragment(uri: &str) -> &str {
    uri.split('#').next().unwrap_or_default()
}
