//! Schemas checked against the metaschema of their draft: all violations, not the first.

use std::sync::OnceLock;

use jsonschema::{Draft, Validator};

use super::draft::drafts;
use super::library::{Catalog, Root};
use super::openapi::{Spelling, meant};
use super::violation::Reporter;
use super::walk::walk;
use crate::finding::{Code, Finding};
use crate::json::{Doc, Frame, Kind, NodeId, Spanned};
use crate::source::Span;

/// The validator of a draft's metaschema, compiled when the first schema of that draft is checked:
/// each takes longer than a small run.
fn metaschema(draft: Draft) -> Option<&'static Validator<Spanned>> {
    static COMPILED: [OnceLock<Validator<Spanned>>; 5] = [const { OnceLock::new() }; 5];
    let at = drafts().iter().position(|(_, known, _)| *known == draft)?;
    let compile = || {
        let schema = serde_json::json!({ "$ref": drafts()[at].2 });
        jsonschema::options_for::<Spanned>()
            // The validator brings out the metaschemas of the draft it compiles for, and no others.
            .with_draft(draft)
            .should_validate_formats(true)
            .offline()
            .build(&schema)
            .expect("the validator carries the metaschemas of all drafts")
    };
    Some(COMPILED.get(at)?.get_or_init(compile))
}

/// What makes the schema `root` no schema of its draft.
pub(super) fn check(frame: &Frame<'_>, root: &Root) -> Vec<Finding> {
    let Some(validator) = metaschema(root.draft) else { return Vec::new() };
    let nothing = Catalog::default();
    let mut findings = Vec::new();
    Reporter::new(&nothing, None, frame, None).check(validator, root.node, &mut findings);
    if root.spelling == Spelling::OpenApi {
        let meant = meant(frame.doc, root).into_iter();
        let meant: Vec<Span> = meant.map(|node| frame.span(frame.doc.head(node))).collect();
        findings.retain(|finding| !meant.contains(&finding.primary.span));
    }
    let foreign = if findings.is_empty() { Vec::new() } else { of_other_drafts(frame.doc, root) };
    for finding in &mut findings {
        finding.code = Code::ToolInvalidSchema;
        finding.message = format!("not a valid schema: {}", finding.message);
        let is_here = |node: NodeId| frame.span(frame.doc.head(node)) == finding.primary.span;
        if let Some((_, help)) = foreign.iter().find(|(node, _)| is_here(*node)) {
            finding.help = Some((*help).to_owned());
        }
    }
    findings
}

/// The values of keywords that are written as another draft wants them, with what to know of it.
fn of_other_drafts(doc: Doc<'_>, root: &Root) -> Vec<(NodeId, &'static str)> {
    let mut found = Vec::new();
    walk(doc, root.node, &root.uri, root.draft, &mut |position| {
        for bound in ["exclusiveMinimum", "exclusiveMaximum"] {
            let value = doc.get(position.node, bound);
            let value = value.filter(|node| matches!(doc.kind(*node), Kind::True | Kind::False));
            let help = "draft 4 writes it so; since draft 6 it is the bound itself";
            found.extend(value.map(|node| (node, help)));
        }
        let items = doc.get(position.node, "items").filter(|node| doc.is_array(*node));
        let items = items.filter(|_| root.draft == Draft::Draft202012);
        found.extend(items.map(|node| (node, "2020-12 writes `prefixItems`")));
    });
    found
}
