//! A value against a validator: what it breaks, as findings.

use std::collections::HashSet;

use jsonschema::{ValidationError, Validator};

use super::content::{Contents, Declared};
use super::library::Catalog;
use super::place::Rule;
use super::validator::{collect, is_valid};
use crate::finding::{Code, Finding, Label};
use crate::json::{
    DEFAULT_DEPTH, Doc, Frame, NodeId, Spanned, SpannedNode, Tape, Values, fault_findings, parse,
    syntax_finding, with_tape, with_values,
};

/// Turns a validator's errors on values of one layer into findings.
pub(super) struct Reporter<'a> {
    values: Values,
    pub(super) catalog: &'a Catalog,
    contents: Option<&'a Contents>,
    pub(super) frame: &'a Frame<'a>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        contents: Option<&'a Contents>,
        frame: &'a Frame<'a>,
    ) -> Self {
        let values = if catalog.has_lookaround { Values::Shapes } else { Values::Numbers };
        Self { values, catalog, contents, frame }
    }

    pub(super) fn doc(&self) -> Doc<'a> {
        self.frame.doc
    }

    /// Appends what `node` breaks, in document order, each thing once.
    pub(super) fn check(
        &self,
        validator: &Validator<Spanned>,
        node: NodeId,
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        let instance = SpannedNode::At(doc, node);
        let collected = match is_valid(validator, doc, node) {
            Ok(true) => return,
            Ok(false) => collect(doc, || {
                with_values(self.values, || validator.iter_errors(instance).collect::<Vec<_>>())
            }),
            Err(spent) => Err(spent),
        };
        let Ok(errors) = collected else {
            findings.push(self.too_many(node));
            return;
        };
        let from = findings.len();
        let base = self.frame.address_of(node);
        for error in &errors {
            self.describe(error, base.as_str(), node, findings);
        }
        if findings.len() == from {
            // An invalid value never passes in silence, whatever its errors turn out to be.
            findings.push(self.unexplained(node));
        }
        sort_and_drop_equals(findings, from);
    }

    fn unexplained(&self, node: NodeId) -> Finding {
        Finding::new(
            Code::SchemaFalseSchema,
            "this value does not keep its schema",
            self.label(self.doc().head(node), ""),
        )
        .at(self.frame.address_of(node))
    }

    fn too_many(&self, node: NodeId) -> Finding {
        Finding::new(
            Code::SchemaTooManyErrors,
            "checking this value was given up: its schema multiplies its own branches",
            self.label(self.doc().head(node), ""),
        )
        .at(self.frame.address_of(node))
    }

    pub(super) fn label(
        &self,
        range: std::ops::Range<u32>,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Label {
        Label::new(self.frame.file(), self.frame.span(range), words)
    }

    /// A string that is declared to hold JSON and does not, or holds JSON that breaks its schema.
    pub(super) fn content(&self, node: NodeId, declared: &Declared, findings: &mut Vec<Finding>) {
        let doc = self.doc();
        let text = doc.string(node).unwrap_or_default();
        let depth = self.contents.map_or(DEFAULT_DEPTH, |contents| contents.depth);
        let from = findings.len();
        with_tape(|tape| {
            if let Err(error) = parse(text, depth, tape) {
                let nothing = Tape::new();
                let place = Frame::inner(Doc::new(text, &nothing), self.frame, node);
                findings.push(syntax_finding(&place, &error));
                return;
            }
            let inner = Frame::inner(Doc::new(text, tape), self.frame, node);
            findings.extend(fault_findings(&inner));
            let validator = declared.schema.as_deref().zip(self.contents);
            let validator = validator.and_then(|(uri, contents)| contents.validator(uri));
            if let Some(validator) = validator {
                let reporter = Reporter { frame: &inner, ..*self };
                reporter.check(validator, inner.doc.root(), findings);
            }
        });
        let rule = ["contentMediaType", "contentSchema"]
            .iter()
            .find_map(|keyword| Rule::at(self.catalog, &format!("{}/{keyword}", declared.place)));
        for finding in findings[from..].iter_mut().filter(|finding| finding.keyword.is_none()) {
            finding.keyword = rule.as_ref().map(|rule| rule.keyword("JSON is declared here"));
        }
        if findings.len() == from {
            findings.push(
                Finding::new(
                    Code::JsonTooManyLayers,
                    "JSON inside strings is nested too deeply here",
                    self.label(doc.range(node), ""),
                )
                .at(self.frame.address_of(node)),
            );
        }
    }

    /// The keyword that `error` is about.
    pub(super) fn rule(&self, error: &ValidationError<'_>) -> Option<Rule<'a>> {
        Rule::of(self.catalog, error)
    }
}

/// Sorts `findings[from..]` by place; the same violation reached on several ways stays once.
fn sort_and_drop_equals(findings: &mut Vec<Finding>, from: usize) {
    findings[from..].sort_by(|a, b| a.order().cmp(&b.order()));
    let mut seen = HashSet::new();
    let mut at = 0;
    findings.retain(|finding| {
        at += 1;
        let keyword = finding.keyword.as_ref().map(|keyword| keyword.label.span);
        at <= from
            || seen.insert((finding.primary.span, finding.code, finding.message.clone(), keyword))
    });
}
