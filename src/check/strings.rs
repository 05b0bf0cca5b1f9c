//! Strings of results that hold JSON because the configuration says so.

use std::collections::HashSet;

use super::document::Checker;
use super::outcome::{Context, Outcome, on};
use super::pass::Pass;
use super::payload::{PYTHON, Payload, is_python};
use super::role::Role;
use crate::finding::{Code, Finding, index, tokens};
use crate::json::{
    Doc, Frame, NodeId, SyntaxError, Tape, fault_findings, parse, syntax_finding, too_many_layers,
    with_tape,
};

impl Pass<'_> {
    /// Checks the strings that the configuration names in the result `payload`.
    pub(super) fn json_strings(&mut self, payload: &Payload, context: &Context<'_>) {
        let tool = context.tool.unwrap_or_default();
        if self.role.json_strings.of(tool).next().is_none() {
            return;
        }
        let doc = self.frame.doc;
        let Some(value) = payload.structured.or_else(|| payload.main(doc)) else { return };
        let (checker, role) = (self.checker, self.role);
        let Some(text) = doc.string(value) else {
            named_strings(checker, role, self.frame, value, context, self.outcome);
            return;
        };
        with_tape(|tape| {
            if parse(text, checker.limits.depth, tape).is_ok() {
                let inner = Frame::inner(Doc::new(text, tape), self.frame, value);
                let root = inner.doc.root();
                named_strings(checker, role, &inner, root, context, self.outcome);
            }
        });
    }
}

/// Checks the strings that the configuration names in the result `value` of the context's tool.
pub(super) fn named_strings(
    checker: &Checker<'_>,
    role: &Role,
    frame: &Frame<'_>,
    value: NodeId,
    context: &Context<'_>,
    outcome: &mut Outcome,
) {
    // A schema that declares the same string has said the same.
    let place = |finding: &Finding| (finding.code, finding.primary.span.start);
    let said: HashSet<_> = outcome.findings.iter().map(place).collect();
    let mut found = Vec::new();
    for pointer in role.json_strings.of(context.tool.unwrap_or_default()) {
        for node in reached(frame.doc, value, pointer) {
            if frame.doc.is_string(node) {
                outcome.tally.checked += 1;
                named_string(checker, frame, node, &mut found);
            }
        }
    }
    found.retain(|finding| !said.contains(&place(finding)));
    context.note_all(outcome, found);
}

/// The values below `value` that `pointer` leads to.
fn reached(doc: Doc<'_>, value: NodeId, pointer: &str) -> Vec<NodeId> {
    let mut at = vec![value];
    for token in tokens(pointer) {
        at = match &*token {
            "*" => at
                .into_iter()
                .flat_map(|node| {
                    let members = doc.members(node).map(|(_, value)| value);
                    members.chain(doc.elements(node))
                })
                .collect(),
            name => {
                let step = |node| match index(name) {
                    Some(index) if doc.is_array(node) => doc.elements(node).nth(index),
                    _ => doc.get(node, name),
                };
                at.into_iter().filter_map(step).collect()
            }
        };
    }
    at
}

fn named_string(checker: &Checker<'_>, frame: &Frame<'_>, node: NodeId, found: &mut Vec<Finding>) {
    let text = frame.doc.string(node).unwrap_or_default();
    if frame.depth() + 1 > checker.limits.layers {
        found.push(too_many_layers(frame, node, checker.limits.layers));
        return;
    }
    with_tape(|tape| match parse(text, checker.limits.depth, tape) {
        Ok(()) => found.extend(fault_findings(&Frame::inner(Doc::new(text, tape), frame, node))),
        Err(error) => found.push(not_json(frame, node, text, &error)),
    });
}

/// A string that is not JSON: broken JSON if it begins like JSON, else something of another kind.
fn not_json(frame: &Frame<'_>, node: NodeId, text: &str, error: &SyntaxError) -> Finding {
    if text.trim_start().starts_with(['{', '[']) && !is_python(error) {
        let nothing = Tape::new();
        return syntax_finding(&Frame::inner(Doc::new(text, &nothing), frame, node), error);
    }
    let message = "`json-strings` says that this string holds JSON, and it does not";
    let finding = on(frame, node, Code::ResultNotJson, message).words("not JSON");
    if is_python(error) { finding.help(format!("this {PYTHON}")) } else { finding }
}
