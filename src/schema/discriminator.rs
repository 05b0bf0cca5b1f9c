//! The member whose value says which branch of a union an object is meant to be.
//!
//! JSON Schema has no keyword for it; it is what every branch has a `const` or an `enum` for, no
//! value of which stands in two branches.

use std::collections::HashSet;

use super::decimal::as_integer;
use super::site::Site;
use crate::json::{Doc, NodeId};
use crate::wording::shorten;

/// Unions inside branches that are looked into.
const DEEPEST: usize = 4;
/// Schemas that are looked into for one property.
const MOST: usize = 1000;

pub(super) struct Discriminator {
    /// The member's name.
    pub(super) property: String,
    /// The values of each branch, as the schema writes them.
    branches: Vec<(usize, Vec<String>)>,
}

/// What an object's member tells.
pub(super) enum Told {
    /// The branch with this number.
    Branch { number: usize, value: String },
    /// None of them.
    Other { value: NodeId },
    /// Nothing: there is no such member.
    Absent,
}

impl Discriminator {
    /// The member that tells the branches `sites` (by number) of the object `node` apart. Of several,
    /// the one whose value is known; then one that every branch requires.
    pub(super) fn find(doc: Doc<'_>, node: NodeId, sites: &[(usize, Site<'_>)]) -> Option<Self> {
        let (_, first) = sites.first()?;
        let mut found = Vec::new();
        names(first, &mut HashSet::new(), &mut found);
        let all = found.into_iter().filter_map(|property| {
            let mut search = Search { property: &property, left: MOST };
            let branches: Option<Vec<(usize, Vec<String>)>> = sites
                .iter()
                .map(|(number, site)| Some((*number, search.values(site, DEEPEST)?)))
                .collect();
            branches.map(|branches| Self { property, branches })
        });
        let mut usable: Vec<Self> = all.filter(Self::is_disjoint).collect();
        let is_known = |one: &Self| matches!(one.told(doc, node), Told::Branch { .. });
        let is_required = |one: &Self| {
            let mut search = Search { property: &one.property, left: MOST };
            sites.iter().all(|(_, site)| search.requires(site, DEEPEST))
        };
        usable.sort_by_cached_key(|one| (!is_known(one), !is_required(one)));
        // An absent member that some branch does without tells nothing.
        usable
            .into_iter()
            .find(|one| !matches!(one.told(doc, node), Told::Absent) || is_required(one))
    }

    fn is_disjoint(&self) -> bool {
        let values = self.branches.iter().flat_map(|(_, values)| values);
        let mut all: Vec<String> = values.map(|value| plain(value)).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        all.len() == count
    }

    /// What the member of the object `node` tells.
    pub(super) fn told(&self, doc: Doc<'_>, node: NodeId) -> Told {
        let Some(member) = doc.get(node, &self.property) else { return Told::Absent };
        let written = written(doc, member);
        let is_it = |value: &String| plain(value) == plain(&written);
        match self.branches.iter().find(|(_, values)| values.iter().any(is_it)) {
            Some((number, _)) => Told::Branch { number: *number, value: shorten(&written) },
            None => Told::Other { value: member },
        }
    }

    /// The values of all branches, as they are written.
    pub(super) fn allowed(&self) -> Vec<String> {
        self.branches.iter().flat_map(|(_, values)| values).cloned().collect()
    }
}

/// A scalar in one spelling.
fn written(doc: Doc<'_>, node: NodeId) -> String {
    match doc.string(node) {
        Some(text) => serde_json::Value::from(text).to_string(),
        None => doc.source(node).to_owned(),
    }
}

/// A value in the one spelling that it is compared in: `1.0` is 1.
fn plain(written: &str) -> String {
    let is_number = written.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    is_number.then(|| as_integer(written)).flatten().unwrap_or_else(|| written.to_owned())
}

/// Adds the properties that a branch could be told by; each schema is looked into once.
fn names(site: &Site<'_>, seen: &mut HashSet<(usize, NodeId)>, found: &mut Vec<String>) {
    for site in site.chain() {
        if !seen.insert(site.id()) {
            continue;
        }
        let properties = site.child("properties").into_iter();
        let properties = properties.flat_map(|properties| properties.children());
        for property in properties.filter(|it| own_values(it).is_some()) {
            let name = property.key().unwrap_or_default();
            if !found.iter().any(|known| known == name) {
                found.push(name.to_owned());
            }
        }
        for keyword in ["allOf", "oneOf", "anyOf"] {
            for part in site.child(keyword).into_iter().flat_map(|list| list.children()) {
                names(&part, seen, found);
            }
        }
    }
}

/// A look through the parts of a branch, which gives up where there are too many.
struct Search<'p> {
    property: &'p str,
    /// Schemas that may still be looked into.
    left: usize,
}

impl Search<'_> {
    /// The values that a branch allows for the property; of a branch that is a union itself, those
    /// of all its branches.
    fn values(&mut self, site: &Site<'_>, depth: usize) -> Option<Vec<String>> {
        self.left = self.left.checked_sub(1)?;
        let properties = site.chain().into_iter().filter_map(|site| site.child("properties"));
        let mut own = properties.filter_map(|properties| properties.child(self.property));
        if let Some(values) = own.find_map(|schema| own_values(&schema)) {
            return Some(values);
        }
        if depth == 0 {
            return None;
        }
        let parts = |keyword: &str| site.keyword(keyword).map(|list| list.children());
        let all_of = parts("allOf").unwrap_or_default();
        if let Some(values) = all_of.iter().find_map(|part| self.values(part, depth - 1)) {
            return Some(values);
        }
        let parts = parts("oneOf").or_else(|| parts("anyOf"))?;
        let mut all = Vec::new();
        for part in &parts {
            all.extend(self.values(part, depth - 1)?);
        }
        Some(all)
    }

    /// Whether a branch requires the property.
    fn requires(&mut self, site: &Site<'_>, depth: usize) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let is_listed = |list: Site<'_>| {
            list.children().iter().any(|name| name.string() == Some(self.property))
        };
        if site.chain().iter().filter_map(|site| site.child("required")).any(is_listed) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let parts =
            |keyword: &str| site.keyword(keyword).map(|list| list.children()).unwrap_or_default();
        let unions = [parts("oneOf"), parts("anyOf")];
        parts("allOf").iter().any(|part| self.requires(part, depth - 1))
            || unions.iter().any(|parts| {
                !parts.is_empty() && parts.iter().all(|part| self.requires(part, depth - 1))
            })
    }
}

/// The values of a `const` or an `enum` of scalars.
fn own_values(schema: &Site<'_>) -> Option<Vec<String>> {
    let is_scalar =
        |site: &Site<'_>| !site.doc().is_object(site.node) && !site.doc().is_array(site.node);
    let all = match schema.keyword("const") {
        Some(only) => vec![only],
        None => schema.keyword("enum")?.children(),
    };
    let scalars = all.iter().filter(|site| is_scalar(site));
    let values: Vec<String> = scalars.map(|site| written(site.doc(), site.node)).collect();
    (!values.is_empty() && values.len() == all.len()).then_some(values)
}
