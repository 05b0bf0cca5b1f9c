//! A value against a validator: what it breaks, as findings.

use std::collections::HashMap;
use std::sync::Arc;

use jsonschema::{ValidationError, Validator};

use super::content::{Contents, Declared, under_layers};
use super::encoded::DECODED;
use super::library::Catalog;
use super::place::Rule;
use super::site::Site;
use super::validator::{collect, compile_part, is_valid};
use crate::finding::{Code, Finding, Label};
use crate::json::{
    BudgetSpent, DEFAULT_DEPTH, Doc, Frame, NodeId, Spanned, SpannedNode, Tape, Values,
    fault_findings, parse, syntax_finding, too_many_layers, with_tape, with_values,
};

/// Turns a validator's errors on values of one layer into findings.
pub(super) struct Reporter<'a> {
    values: Values,
    pub(super) catalog: &'a Catalog,
    pub(super) contents: Option<&'a Arc<Contents>>,
    pub(super) frame: &'a Frame<'a>,
    /// The schema that values are held to, if it is one of ours.
    pub(super) start: Option<Site<'a>>,
}

/// What took more steps than a value may take.
#[derive(Clone, Copy)]
enum GivenUp {
    /// Whether the value keeps its schema.
    Deciding,
    /// What it breaks.
    Listing,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        contents: Option<&'a Arc<Contents>>,
        frame: &'a Frame<'a>,
        start: Option<Site<'a>>,
    ) -> Self {
        let values = if catalog.has_lookaround { Values::Shapes } else { Values::Numbers };
        Self { values, catalog, contents, frame, start }
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
        let found = under_layers(self.frame.depth(), || self.errors(validator, node));
        let errors = match found {
            Ok(None) => return,
            Ok(Some(errors)) => errors,
            Err(given_up) => {
                findings.push(self.too_many(node, given_up));
                return;
            }
        };
        let from = findings.len();
        let base = self.frame.address_of(node);
        self.describe_all(&errors, base.as_str(), node, findings);
        if findings.len() == from {
            // An invalid value never passes in silence, whatever its errors turn out to be.
            findings.push(self.unexplained(node));
        }
        sort_and_drop_equals(findings, from);
    }

    /// The errors of `node`, each once; nothing if it keeps its schema.
    fn errors<'e>(
        &'e self,
        validator: &'e Validator<Spanned>,
        node: NodeId,
    ) -> Result<Option<Vec<ValidationError<'e>>>, GivenUp> {
        let doc = self.doc();
        if is_valid(validator, doc, node).map_err(|BudgetSpent| GivenUp::Deciding)? {
            return Ok(None);
        }
        let instance = SpannedNode::At(doc, node);
        let all = || with_values(self.values, || validator.iter_errors(instance).collect());
        collect(doc, all).map(Some).map_err(|BudgetSpent| GivenUp::Listing)
    }

    fn unexplained(&self, node: NodeId) -> Finding {
        Finding::new(
            Code::SchemaFalseSchema,
            "this value does not keep its schema",
            self.label(self.doc().head(node), ""),
        )
        .at(self.frame.address_of(node))
    }

    fn too_many(&self, node: NodeId, given_up: GivenUp) -> Finding {
        let (message, words) = match given_up {
            GivenUp::Deciding => (
                "the value was not checked to its end: its schema multiplies the work at each level",
                "given up in here",
            ),
            GivenUp::Listing => {
                ("the value breaks its schema in more ways than can be listed", "wrong in here")
            }
        };
        let label = self.label(self.doc().head(node), words);
        Finding::new(Code::SchemaTooManyErrors, message, label).at(self.frame.address_of(node))
    }

    pub(super) fn label(
        &self,
        range: std::ops::Range<u32>,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Label {
        self.frame.label(range, words)
    }

    /// The same for values of another layer, held to the schema at `uri`.
    pub(super) fn within<'b>(&self, frame: &'b Frame<'b>, uri: &str) -> Reporter<'b>
    where
        'a: 'b,
    {
        let start = Site::at(self.catalog, uri);
        Reporter {
            frame,
            start,
            values: self.values,
            catalog: self.catalog,
            contents: self.contents,
        }
    }

    /// A string that is declared to hold JSON and does not, or holds JSON that breaks its schema.
    pub(super) fn content(&self, node: NodeId, declared: &Declared, findings: &mut Vec<Finding>) {
        let doc = self.doc();
        let text = doc.string(node).unwrap_or_default();
        let depth = self.contents.map_or(DEFAULT_DEPTH, |contents| contents.settings.depth);
        if let Some(encoding) = declared.encoding {
            self.encoded(node, encoding, declared, findings);
            return;
        }
        let from = findings.len();
        let layers = self.contents.map_or(usize::MAX, |contents| contents.settings.layers);
        if self.frame.depth() >= layers {
            findings.push(too_many_layers(self.frame, node, layers));
        } else {
            self.open_content(text, depth, node, declared, findings);
        }
        let rule = ["contentMediaType", "contentSchema"]
            .iter()
            .find_map(|keyword| Rule::at(self.catalog, &format!("{}/{keyword}", declared.place)));
        for finding in findings[from..].iter_mut().filter(|finding| finding.keyword.is_none()) {
            finding.keyword = rule.as_ref().map(|rule| rule.keyword("JSON is declared here"));
        }
    }

    fn open_content(
        &self,
        text: &str,
        depth: usize,
        node: NodeId,
        declared: &Declared,
        findings: &mut Vec<Finding>,
    ) {
        with_tape(|tape| {
            if let Err(error) = parse(text, depth, tape) {
                let nothing = Tape::new();
                let place = Frame::inner(Doc::new(text, &nothing), self.frame, node);
                findings.push(syntax_finding(&place, &error));
                return;
            }
            let inner = Frame::inner(Doc::new(text, tape), self.frame, node);
            findings.extend(fault_findings(&inner));
            let schema = declared.schema.as_deref().zip(self.contents);
            let validator =
                schema.and_then(|(uri, contents)| Some((uri, contents.validator(uri)?)));
            if let Some((uri, validator)) = validator {
                self.within(&inner, uri).check(validator, inner.doc.root(), findings);
            }
        });
    }

    /// The validator of the part of a schema at `uri`.
    pub(super) fn part(&self, uri: &str) -> Option<Arc<Validator<Spanned>>> {
        let contents = self.contents?;
        contents.part(uri, || compile_part(self.catalog, contents, uri))
    }

    /// Appends what `node` breaks of the part of a schema at `uri`.
    pub(super) fn hold_part(&self, uri: &str, node: NodeId, findings: &mut Vec<Finding>) {
        let Some(validator) = self.part(uri) else { return };
        let reporter = self.within(self.frame, uri);
        reporter.check(&validator, node, findings);
    }

    /// The keyword that `error` is about.
    pub(super) fn rule(&self, error: &ValidationError<'_>) -> Option<Rule<'a>> {
        Rule::of(self.catalog, error).or_else(|| {
            // Of a pattern that could not be decided the validator only tells the schema's path.
            let base = self.start.as_ref()?.base();
            Rule::at(self.catalog, &format!("{base}#{}", error.schema_path().as_str()))
        })
    }
}

/// Sorts `findings[from..]` by place, and says each thing once: a violation reached on several ways,
/// a demand that several keywords make, and a member under a wrong name that is also not allowed.
fn sort_and_drop_equals(findings: &mut Vec<Finding>, from: usize) {
    let mut sorted = findings.split_off(from);
    let renamed: Vec<_> = sorted
        .iter()
        .filter(|finding| asks_for_member(finding.code))
        .map(|finding| finding.primary.span)
        .collect();
    sorted.retain(|finding| {
        !is_about_other_name(finding) || !renamed.contains(&finding.primary.span)
    });
    sorted.sort_by(|a, b| a.order().cmp(&b.order()));
    let mut seen = HashMap::new();
    for finding in sorted {
        let code = match finding.code {
            // Two keywords that forbid the same member say the same.
            Code::SchemaUnevaluatedProperties => Code::SchemaAdditionalProperties,
            code => code,
        };
        let thing = (finding.primary.span, code, finding.message.clone());
        if let Some(&first) = seen.get(&thing) {
            let first: &mut Finding = &mut findings[first];
            add_keyword(first, &finding);
            continue;
        }
        seen.insert(thing, findings.len());
        findings.push(finding);
    }
}

/// Whether a finding of this code is about a member that is missing, perhaps under another name.
pub(super) fn asks_for_member(code: Code) -> bool {
    matches!(code, Code::SchemaRequired | Code::SchemaDependentRequired | Code::SchemaDependencies)
}

/// Whether a finding is about a member, at its key, that may not be there. All that is wrong inside
/// an encoding stands at one string, so nothing follows there from the place.
fn is_about_other_name(finding: &Finding) -> bool {
    matches!(finding.code, Code::SchemaAdditionalProperties | Code::SchemaUnevaluatedProperties)
        && !finding.primary.text.starts_with(DECODED)
}

/// Adds the keyword of `again` to the labels of `first`, which says the same because of another.
fn add_keyword(first: &mut Finding, again: &Finding) {
    let (Some(known), Some(keyword)) = (&first.keyword, &again.keyword) else { return };
    let is_same =
        |label: &Label| label.file == keyword.label.file && label.span == keyword.label.span;
    if !is_same(&known.label) && !first.labels.iter().any(is_same) {
        first.labels.push(keyword.label.clone());
    }
}
