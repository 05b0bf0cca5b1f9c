//! Ways through schemas: from a place to what stands in it, along references.

use std::collections::HashSet;

use jsonschema::{Draft, ValidationError};

use super::library::{Catalog, SchemaText, target};
use super::walk::{has_sibling_rules, resource_id, without_fragment};
use crate::finding::{Label, index, tokens};
use crate::json::{Doc, NodeId};

/// References that are followed one after the other.
const LONGEST_CHAIN: usize = 16;

/// A place in a schema, and where the references in it start from.
#[derive(Clone)]
pub(super) struct Site<'a> {
    catalog: &'a Catalog,
    text: &'a SchemaText,
    /// The member name that leads here, if one does.
    key: Option<NodeId>,
    pub(super) node: NodeId,
    base: String,
    draft: Draft,
}

impl<'a> Site<'a> {
    /// The place at an absolute address, if it is one of ours.
    pub(super) fn at(catalog: &'a Catalog, uri: &str) -> Option<Self> {
        let (base, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        Self::go(catalog, base, &super::library::decode(fragment))
    }

    /// The root with this number.
    pub(super) fn root(catalog: &'a Catalog, number: usize) -> Self {
        let root = &catalog.roots[number];
        let site = Self {
            catalog,
            text: &root.text,
            key: None,
            node: root.node,
            base: root.uri.clone(),
            draft: root.draft,
        };
        let id = resource_id(site.doc(), site.node, site.draft);
        match id.and_then(|id| target(&site.base, id)) {
            Some((base, _)) => Self { base, ..site },
            None => site,
        }
    }

    fn go(catalog: &'a Catalog, base: &str, pointer: &str) -> Option<Self> {
        let resource = catalog.resource(base)?;
        let root = &catalog.roots[resource.root];
        let start = Self {
            catalog,
            text: &root.text,
            key: None,
            node: resource.node,
            base: base.to_owned(),
            draft: root.draft,
        };
        if !pointer.is_empty() && !pointer.starts_with('/') {
            // An anchor: where it stands is not kept.
            return None;
        }
        tokens(pointer).try_fold(start, |site, token| site.child(&token))
    }

    /// The address that references start from.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    pub(super) fn doc(&self) -> Doc<'a> {
        self.text.doc()
    }

    /// What the member or element `token` holds.
    pub(super) fn child(&self, token: &str) -> Option<Self> {
        let doc = self.doc();
        if doc.is_array(self.node) {
            return Some(self.at_node(None, doc.elements(self.node).nth(index(token)?)?));
        }
        let (key, node) = doc.member(self.node, token)?;
        Some(self.at_node(Some(key), node))
    }

    /// All members or elements.
    pub(super) fn children(&self) -> Vec<Self> {
        let doc = self.doc();
        if doc.is_array(self.node) {
            return doc.elements(self.node).map(|node| self.at_node(None, node)).collect();
        }
        doc.members(self.node).map(|(key, node)| self.at_node(Some(key), node)).collect()
    }

    /// The place of a node inside this one.
    fn at_node(&self, key: Option<NodeId>, node: NodeId) -> Self {
        let doc = self.doc();
        let mut child = Self { key, node, ..self.clone() };
        let id = doc.is_object(node).then(|| resource_id(doc, node, self.draft)).flatten();
        if let Some((base, _)) = id.and_then(|id| target(&self.base, id)) {
            child.base = base;
        }
        child
    }

    /// What tells this place from all others.
    pub(super) fn id(&self) -> (usize, NodeId) {
        (std::ptr::from_ref(self.text).addr(), self.node)
    }

    /// Where the `$ref` of this schema leads.
    pub(super) fn reference(&self) -> Option<Self> {
        let doc = self.doc();
        let reference = doc.get(self.node, "$ref").and_then(|value| doc.string(value))?;
        let (uri, fragment) = target(&self.base, reference)?;
        Self::go(self.catalog, without_fragment(&uri), &fragment)
    }

    /// This schema and, one after the other, those that its `$ref` leads to. Where a `$ref` hides
    /// its siblings, only those.
    pub(super) fn chain(&self) -> Vec<Self> {
        let mut chain = vec![self.clone()];
        while let Some(next) = chain.last().and_then(Self::reference) {
            // A schema can refer to itself.
            if chain.iter().any(|known| known.id() == next.id()) || chain.len() > LONGEST_CHAIN {
                break;
            }
            chain.push(next);
        }
        let is_hidden = has_sibling_rules(self.draft) && chain.len() > 1;
        chain.drain(..usize::from(is_hidden));
        chain
    }

    /// What the schema's keyword `name` holds, on the schema itself or where its `$ref` leads.
    pub(super) fn keyword(&self, name: &str) -> Option<Self> {
        self.chain().iter().find_map(|site| site.child(name))
    }

    /// The names of all properties that this schema describes, itself or through those that apply
    /// to the same value.
    pub(super) fn described(&self) -> Vec<&'a str> {
        let mut names = Vec::new();
        self.describe(&mut names, &mut HashSet::new());
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }

    /// Adds the names of this schema and its parts, each looked into once.
    fn describe(&self, names: &mut Vec<&'a str>, seen: &mut HashSet<(usize, NodeId)>) {
        for site in
            self.chain().into_iter().filter(|site| seen.insert(site.id())).collect::<Vec<_>>()
        {
            let properties = site.child("properties").into_iter();
            let properties = properties.flat_map(|properties| properties.children());
            names.extend(properties.filter_map(|property| property.key()));
            for part in site.parts() {
                part.describe(names, seen);
            }
        }
    }

    /// How many elements this schema describes, itself or through those that apply to the same
    /// value.
    pub(super) fn elements_described(&self) -> usize {
        self.count_elements(&mut HashSet::new())
    }

    fn count_elements(&self, seen: &mut HashSet<(usize, NodeId)>) -> usize {
        let own = |site: &Self| {
            let lists = ["prefixItems", "items"].into_iter().filter_map(|name| site.child(name));
            let is_list = |list: &Self| list.doc().is_array(list.node);
            let count =
                |list: Self| if is_list(&list) { list.children().len() } else { usize::MAX };
            lists.map(count).max().unwrap_or_default()
        };
        let chain: Vec<Self> =
            self.chain().into_iter().filter(|site| seen.insert(site.id())).collect();
        let mut most = 0;
        for site in chain {
            let parts = site.parts().into_iter().map(|part| part.count_elements(seen));
            most = parts.max().unwrap_or_default().max(own(&site)).max(most);
        }
        most
    }

    /// The schemas in this one that apply to the same value.
    fn parts(&self) -> Vec<Self> {
        let lists = ["allOf", "anyOf", "oneOf", "dependentSchemas"];
        let lists = lists.iter().filter_map(|keyword| self.child(keyword));
        let single = ["if", "then", "else"].iter().filter_map(|keyword| self.child(keyword));
        lists.flat_map(|list| list.children()).chain(single).collect()
    }

    /// The string that stands here.
    pub(super) fn string(&self) -> Option<&'a str> {
        self.doc().string(self.node)
    }

    /// The name that leads here, in the file.
    pub(super) fn key(&self) -> Option<&'a str> {
        self.key.and_then(|key| self.doc().string(key))
    }

    /// A label on the name that leads here.
    pub(super) fn key_label(&self, words: impl Into<std::borrow::Cow<'static, str>>) -> Label {
        let doc = self.doc();
        let range = self.key.map_or_else(|| doc.head(self.node), |key| doc.range(key));
        self.text.label(range, words)
    }
}

/// The way of an error: each token of its evaluation path, with the place before it and the place it
/// leads to. It ends where a reference cannot be followed.
pub(super) fn way<'a>(start: &Site<'a>, error: &ValidationError<'_>) -> Vec<Step<'a>> {
    let mut steps = Vec::new();
    let mut site = start.clone();
    let path = error.evaluation_path().as_str();
    // The validator of a part of a schema begins with a reference to it.
    let path = match path.strip_prefix("/$ref") {
        Some(rest) if start.child("$ref").is_none() => rest,
        _ => path,
    };
    for token in tokens(path) {
        let next = if token == "$ref" { site.reference() } else { site.child(&token) };
        let Some(next) = next else { break };
        let before = std::mem::replace(&mut site, next.clone());
        steps.push(Step { token: token.into_owned(), before, site: next });
    }
    steps
}

/// One token of a way.
pub(super) struct Step<'a> {
    pub(super) token: String,
    pub(super) before: Site<'a>,
    pub(super) site: Site<'a>,
}
