//! Whether the references of a schema lead somewhere, inside the folder and never beyond it.

use std::collections::HashSet;

use super::draft::is_official;
use super::library::{Catalog, Root, decode, target};
use super::walk::{Position, has_sibling_rules, walk};
use crate::finding::{Code, Finding};
use crate::json::{Doc, NodeId};
use crate::wording::{nearest, shorten};

/// The roots that root `number` refers to, and a finding for each reference that leads nowhere.
pub(super) fn check(catalog: &Catalog, number: usize) -> (HashSet<usize>, Vec<Finding>) {
    let root = &catalog.roots[number];
    let doc = root.text.doc();
    let mut targets = HashSet::new();
    let mut findings = Vec::new();
    walk(doc, root.node, &root.uri, root.draft, &mut |position| {
        let keywords: &[&str] =
            if has_sibling_rules(root.draft) { &["$ref"] } else { &["$ref", "$dynamicRef"] };
        for keyword in keywords {
            let Some(node) = doc.get(position.node, keyword).filter(|node| doc.is_string(*node))
            else {
                continue;
            };
            match lookup(catalog, position, doc.string(node).unwrap_or_default()) {
                Ok(found) => targets.extend(found),
                Err(problem) => findings.push(problem.finding(root, node)),
            }
        }
    });
    (targets, findings)
}

/// Why a reference leads nowhere.
enum Problem {
    NoUri,
    Outside,
    NoFile {
        near: Option<String>,
    },
    NoPlace {
        fragment: String,
        /// Whether something around the schema has that place.
        is_around: bool,
    },
    NoSchema,
}

fn lookup(
    catalog: &Catalog,
    position: &Position<'_>,
    reference: &str,
) -> Result<Option<usize>, Problem> {
    let (uri, fragment) = target(position.base, reference).ok_or(Problem::NoUri)?;
    if leaves_folder(position.base, reference) {
        return Err(Problem::Outside);
    }
    let Some(resource) = catalog.resource(&uri) else {
        if is_official(&uri) {
            return Ok(None);
        }
        if !uri.starts_with("wirecheck:///") {
            return Err(Problem::Outside);
        }
        let names = catalog.resources.keys().filter_map(|uri| uri.strip_prefix("wirecheck:///"));
        let wanted = uri.trim_start_matches("wirecheck:///");
        let near = nearest(wanted, names).map(str::to_owned);
        return Err(Problem::NoFile { near });
    };
    let doc = catalog.roots[resource.root].text.doc();
    if fragment.is_empty() || fragment.starts_with('/') {
        let Some((_, node)) = doc.pointer(resource.node, &fragment) else {
            let schema = catalog.roots[resource.root].node;
            let is_around = resource.node == schema && stands_around(doc, schema, &fragment);
            return Err(Problem::NoPlace { fragment, is_around });
        };
        if !is_schema(doc, node) {
            return Err(Problem::NoSchema);
        }
    } else if !catalog.anchors.contains(&(uri, fragment.clone())) {
        return Err(Problem::NoPlace { fragment, is_around: false });
    }
    Ok(Some(resource.root))
}

/// Advice for a reference to something that stands beside the schema and not in it.
const AROUND: &str =
    "in a tool definition `#` is the schema itself: move what it names into the schema";

/// Whether `pointer` leads somewhere from a value that `schema` is a part of.
fn stands_around(doc: Doc<'_>, schema: NodeId, pointer: &str) -> bool {
    let mut at = doc.root();
    while at != schema {
        if doc.pointer(at, pointer).is_some() {
            return true;
        }
        let values = doc.members(at).map(|(_, value)| value);
        let mut values = values.chain(doc.elements(at));
        let Some(next) = values.find(|value| schema < doc.after(*value)) else { return false };
        at = next;
    }
    false
}

/// Advice on the reference at `pointer` of `schema`, which leads nowhere in it, where `doc` has more
/// than the schema.
#[must_use]
pub fn reference_help(doc: Doc<'_>, schema: NodeId, pointer: &str) -> Option<&'static str> {
    let (_, reference) = doc.pointer(schema, pointer)?;
    let fragment = decode(doc.string(reference)?.strip_prefix('#')?);
    (fragment.starts_with('/') && stands_around(doc, schema, &fragment)).then_some(AROUND)
}

fn is_schema(doc: Doc<'_>, node: NodeId) -> bool {
    doc.is_object(node) || matches!(doc.source(node), "true" | "false")
}

/// Whether a relative reference climbs above the folder: RFC 3986 section 5.2.4 would silently stop
/// at its root.
fn leaves_folder(base: &str, reference: &str) -> bool {
    let Some(path) = base.strip_prefix("wirecheck:///") else { return false };
    let path = path.split('?').next().unwrap_or_default();
    let reference = reference.split(['#', '?']).next().unwrap_or_default();
    if reference.starts_with('/') {
        return true;
    }
    let mut depth = path.matches('/').count() as i64;
    for segment in reference.split('/') {
        match segment {
            ".." => depth -= 1,
            "." | "" => {}
            _ => depth += 1,
        }
        if depth < 0 {
            return true;
        }
    }
    false
}

impl Problem {
    fn finding(self, root: &Root, node: NodeId) -> Finding {
        let doc = root.text.doc();
        let written = shorten(doc.string(node).unwrap_or_default());
        let (code, message, help) = match self {
            Self::NoUri => {
                (Code::ToolUnresolvedRef, format!("`{written}` is not a URI reference"), None)
            }
            Self::Outside => (
                Code::ToolRefOutside,
                format!("`{written}` leads out of the schemas folder"),
                Some("nothing is ever fetched: keep a copy of that schema in the folder, with its `$id`".into()),
            ),
            Self::NoFile { near } => (
                Code::ToolUnresolvedRef,
                format!("`{written}` names no schema of this folder"),
                near.map(|near| format!("did you mean \"{near}\"?")),
            ),
            Self::NoPlace { fragment, is_around } => (
                Code::ToolUnresolvedRef,
                format!("`#{}` does not exist in the schema it points into", shorten(&fragment)),
                is_around.then(|| AROUND.into()),
            ),
            Self::NoSchema => (
                Code::ToolUnresolvedRef,
                format!("`{written}` points at something that is no schema"),
                None,
            ),
        };
        let words = match code {
            Code::ToolRefOutside => "outside",
            _ => "leads nowhere",
        };
        let label = root.text.label(doc.range(node), words);
        let mut finding = Finding::new(code, message, label).at(root.address_of(node));
        finding.help = help;
        finding
    }
}
