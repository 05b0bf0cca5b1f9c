//! Schemas checked against the metaschema of their draft: all violations, not the first.

use std::sync::LazyLock;

use jsonschema::{Draft, Validator};

use super::draft::drafts;
use super::library::{Catalog, Root};
use super::violation::Reporter;
use crate::finding::{Code, Finding};
use crate::json::{Frame, Spanned};

static METASCHEMAS: LazyLock<Vec<(Draft, Validator<Spanned>)>> = LazyLock::new(|| {
    let validator = |draft: Draft, uri: &str| {
        let schema = serde_json::json!({ "$ref": uri });
        jsonschema::options_for::<Spanned>()
            // The validator brings out the metaschemas of the draft it compiles for, and no others.
            .with_draft(draft)
            .should_validate_formats(true)
            .offline()
            .build(&schema)
            .expect("the validator carries the metaschemas of all drafts")
    };
    drafts().iter().map(|(_, draft, uri)| (*draft, validator(*draft, uri))).collect()
});

/// What makes the schema `root` no schema of its draft.
pub(super) fn check(frame: &Frame<'_>, root: &Root) -> Vec<Finding> {
    let Some((_, validator)) = METASCHEMAS.iter().find(|(draft, _)| *draft == root.draft) else {
        return Vec::new();
    };
    let nothing = Catalog::default();
    let mut findings = Vec::new();
    Reporter::new(&nothing, None, frame).check(validator, root.node, &mut findings);
    for finding in &mut findings {
        finding.code = Code::ToolInvalidSchema;
        finding.message = format!("not a valid schema: {}", finding.message);
    }
    findings
}
