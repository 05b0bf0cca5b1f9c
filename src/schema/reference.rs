//! Whether the references of a schema lead somewhere, inside the folder and never beyond it.

use std::collections::HashSet;

use super::draft::is_official;
use super::library::{Catalog, Root, target};
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
    NoFile { near: Option<String> },
    NoPlace { fragment: String },
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
            return Err(Problem::NoPlace { fragment });
        };
        if !is_schema(doc, node) {
            return Err(Problem::NoSchema);
        }
    } else if !catalog.anchors.contains(&(uri, fragment.clone())) {
        return Err(Problem::NoPlace { fragment });
    }
    Ok(Some(resource.root))
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
            Self::NoPlace { fragment } => (
                Code::ToolUnresolvedRef,
                format!("`#{}` does not exist in the schema it points into", shorten(&fragment)),
                None,
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
        let mut finding = Finding::new(code, message, root.text.label(doc.range(node), words));
        finding.help = help;
        finding
    }
}
