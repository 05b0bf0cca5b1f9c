//! `anyOf` and `oneOf`: the errors of the branch that was meant, or one sentence that covers all.

use jsonschema::ValidationError;

use super::branch::{Choice, choose};
use super::describe::Case;
use super::violation::Reporter;
use super::words;
use crate::finding::{Code, Finding};
use crate::wording::{list, nearest};

type Branches = [Vec<ValidationError<'static>>];

impl Reporter<'_> {
    /// A value that fits no branch.
    pub(super) fn no_branch(
        &self,
        case: &Case<'_, '_>,
        branches: &Branches,
        findings: &mut Vec<Finding>,
    ) {
        let keyword = case.error.kind().keyword();
        match choose(case.error.instance_path().as_str(), branches) {
            Choice::Types(types) => {
                let types: Vec<String> =
                    types.into_iter().map(|kind| words::type_name(kind).into()).collect();
                let wanted = list(&types, "or");
                let is = words::kind(self.doc(), case.node);
                let message = format!("{} must be {wanted}, not {is}", case.subject());
                let mut finding =
                    self.on_value(case, Code::SchemaType, message, format!("expected {wanted}"));
                finding.keyword = case.keyword("one of these types");
                findings.push(finding);
            }
            Choice::Values { pointer, first, allowed } => {
                let node = self.node_of(first, case.root);
                let other = Case { error: first, node, rule: None, ..*case };
                let code = Code::of_keyword(first.kind().keyword()).unwrap_or(Code::SchemaConst);
                let message =
                    format!("{} fits no branch of this `{keyword}`", words::subject(&pointer));
                let mut finding = self.on_value(
                    &other,
                    code,
                    message,
                    format!("expected {}", words::values(&allowed)),
                );
                let names = allowed.iter().filter_map(serde_json::Value::as_str);
                let near = self.doc().string(node).and_then(|text| nearest(text, names));
                finding.help = near.map(|near| format!("did you mean \"{near}\"?"));
                finding.keyword = case.keyword("the branches");
                findings.push(finding);
            }
            Choice::Branch(best) => {
                let from = findings.len();
                for error in branches.get(best).into_iter().flatten() {
                    self.describe(error, case.base, case.root, findings);
                }
                let place = format!(
                    "checked against branch {} of {} of `{keyword}`, which fits best",
                    best + 1,
                    branches.len()
                );
                if let Some(union) = case.keyword(&place) {
                    for finding in &mut findings[from..] {
                        finding.labels.push(union.label.clone());
                    }
                }
            }
        }
    }

    /// A value that fits several branches of `oneOf`.
    pub(super) fn several(&self, case: &Case<'_, '_>, branches: &Branches) -> Finding {
        let fitting: Vec<String> = (1..=branches.len())
            .filter(|number| branches[number - 1].is_empty())
            .map(|number| number.to_string())
            .collect();
        let which = list(&fitting, "and");
        let message = format!(
            "{} fits branches {which} of this `oneOf`, but may fit only one",
            case.subject()
        );
        let mut finding =
            self.on_value(case, Code::SchemaOneOf, message, format!("fits branches {which}"));
        finding.keyword = case.keyword("only one may fit");
        finding
    }
}
