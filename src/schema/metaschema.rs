//! Schemas checked against the metaschema of their draft: all violations, not the first.

use std::sync::OnceLock;

use jsonschema::{Draft, Validator};

use super::draft::drafts;
use super::library::{Catalog, Root};
use super::violation::Reporter;
use crate::finding::{Code, Finding};
use crate::json::{Frame, Spanned};

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
    for finding in &mut findings {
        finding.code = Code::ToolInvalidSchema;
        finding.message = format!("not a valid schema: {}", finding.message);
    }
    findings
}
