//! Under what circumstances a schema asks for what it asks for: its conditions, and whether a
//! property may be left out. Found on the way that the validator took to the keyword.

use jsonschema::ValidationError;

use super::describe::Case;
use super::site::{Site, Step, way};
use super::violation::Reporter;
use crate::finding::{Finding, Label, tokens};
use crate::wording::shorten;

/// A turn on the way to a keyword.
enum Turn {
    /// Into a property of the value.
    Property,
    /// Into an element, or a member without a name of its own in the schema.
    Part,
    /// Under a condition: `then` or `else`.
    Condition,
    /// Under a condition that a member is there.
    Dependent,
    /// To another schema of the same value.
    Same,
}

/// The turns of a way, each with its first step, and how many there were into the value before it.
fn turns<'s, 'a>(steps: &'s [Step<'a>]) -> Vec<(Turn, &'s Step<'a>, &'s Step<'a>, usize)> {
    let mut turns = Vec::new();
    let (mut at, mut depth) = (0, 0);
    while let Some(step) = steps.get(at) {
        let is_list = step.site.doc().is_array(step.site.node);
        let (turn, length, into) = match step.token.as_str() {
            "properties" => (Turn::Property, 2, 1),
            "patternProperties" | "prefixItems" => (Turn::Part, 2, 1),
            "items" if is_list => (Turn::Part, 2, 1),
            "items"
            | "additionalItems"
            | "additionalProperties"
            | "contains"
            | "unevaluatedItems"
            | "unevaluatedProperties" => (Turn::Part, 1, 1),
            "then" | "else" => (Turn::Condition, 1, 0),
            "dependentSchemas" | "dependencies" => (Turn::Dependent, 2, 0),
            "allOf" | "anyOf" | "oneOf" | "$defs" | "definitions" => (Turn::Same, 2, 0),
            _ => (Turn::Same, 1, 0),
        };
        let Some(last) = steps.get(at + length - 1) else { break };
        turns.push((turn, step, last, depth));
        depth += into;
        at += length;
    }
    turns
}

impl<'a> Reporter<'a> {
    /// The way that led to `error`.
    fn way(&self, error: &ValidationError<'_>) -> Vec<Step<'a>> {
        self.start.as_ref().map(|start| way(start, error)).unwrap_or_default()
    }

    /// Adds to `findings`, which come of the case's error, why its keyword applies at all.
    pub(super) fn add_circumstances(&self, case: &Case<'_, '_>, findings: &mut [Finding]) {
        let path = case.error.evaluation_path().as_str();
        let is_conditional = ["/then", "/else", "/dependentSchemas/", "/dependencies/"];
        if findings.is_empty() || !is_conditional.iter().any(|part| path.contains(part)) {
            return;
        }
        let steps = self.way(case.error);
        for (turn, step, last, depth) in turns(&steps) {
            let label = match turn {
                Turn::Condition => condition(step),
                Turn::Dependent => self.trigger_key(case, last, depth),
                _ => None,
            };
            let Some(label) = label else { continue };
            for finding in findings.iter_mut() {
                let is_new = label.span != finding.primary.span && !finding.labels.contains(&label);
                if is_new {
                    finding.labels.push(label.clone());
                }
            }
        }
    }

    /// The member of the value because of which a dependent schema applies.
    fn trigger_key(&self, case: &Case<'_, '_>, last: &Step<'_>, depth: usize) -> Option<Label> {
        let doc = self.doc();
        let path = case.error.instance_path().as_str();
        let pointer: String =
            tokens_raw(path).take(depth).fold(String::new(), |all, token| all + "/" + token);
        let (_, object) = doc.pointer(case.root, &pointer)?;
        let (key, _) = doc.member(object, &last.token)?;
        let words = format!("because `{}` is given", shorten(&last.token));
        Some(self.label(doc.range(key), words))
    }

    /// Whether the value is a property that its object may do without.
    pub(super) fn is_optional(&self, case: &Case<'_, '_>) -> bool {
        let steps = self.way(case.error);
        let reached = tokens(case.error.instance_path().as_str()).count();
        let turns = turns(&steps);
        let own = turns
            .iter()
            .rfind(|(turn, _, _, depth)| matches!(turn, Turn::Property) && depth + 1 == reached);
        own.is_some_and(|(_, step, last, _)| {
            let required = step.before.child("required");
            let names = required.into_iter().flat_map(|list| list.children());
            !names.into_iter().any(|name| name.string() == Some(&*last.token))
        })
    }
}

/// The `if` beside a `then` or `else`.
fn condition(step: &Step<'_>) -> Option<Label> {
    let condition: Site<'_> = step.before.child("if")?;
    Some(condition.key_label(match step.token.as_str() {
        "then" => "because the value fits this",
        _ => "because the value does not fit this",
    }))
}

fn tokens_raw(pointer: &str) -> impl Iterator<Item = &str> {
    pointer.split('/').skip(1)
}
