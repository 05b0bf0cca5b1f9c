//! One error of the validator as findings: which bytes, which code, which words.
//!
//! The validator's own text is never used: it embeds whole values. Where its errors mislead (one
//! error for several members, the container instead of the member, another keyword's kind) the
//! members are looked up here.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::content;
use super::place::Rule;
use super::violation::Reporter;
use super::walk::applicator;
use super::words;
use crate::finding::{Code, Finding, Keyword, Severity};
use crate::json::{NodeId, node_of_value};

/// An error, its node and what else every description needs.
pub(super) struct Case<'e, 'a> {
    pub(super) error: &'e ValidationError<'e>,
    pub(super) node: NodeId,
    /// The address of the value that was validated, up to this layer's root.
    pub(super) base: &'e str,
    /// That value.
    pub(super) root: NodeId,
    pub(super) rule: Option<Rule<'a>>,
}

impl<'a> Case<'_, 'a> {
    /// The address of the value.
    pub(super) fn address(&self) -> String {
        format!("{}{}", self.base, self.error.instance_path().as_str())
    }

    /// How the value is called in a sentence.
    pub(super) fn subject(&self) -> String {
        words::subject(&self.address())
    }

    /// The keyword, with what it demands.
    pub(super) fn keyword(&self, demand: &str) -> Option<Keyword> {
        self.rule.as_ref().map(|rule| rule.keyword(demand))
    }

    /// The tokens of the keyword's place in the schema.
    pub(super) fn schema_tokens(&self) -> Vec<&str> {
        self.error.schema_path().as_str().split('/').skip(1).collect()
    }

    /// The last keyword of the schema path, where the error's kind does not tell it.
    pub(super) fn last_token(&self) -> &str {
        self.error.schema_path().as_str().rsplit('/').next().unwrap_or_default()
    }

    /// The keyword's value as the schema writes it; `value` where it is not at hand.
    pub(super) fn demanded(&self, value: &serde_json::Value) -> String {
        match &self.rule {
            Some(rule) => crate::wording::shorten(rule.doc().source(rule.value())),
            None => words::value(value),
        }
    }

    /// The names that the schema around the keyword declares.
    pub(super) fn declared(&self) -> Vec<&'a str> {
        self.rule.as_ref().map(Rule::declared).unwrap_or_default()
    }
}

impl Reporter<'_> {
    /// Appends the findings of `error`. `base` is the address of `root`, which was validated.
    pub(super) fn describe(
        &self,
        error: &ValidationError<'_>,
        base: &str,
        root: NodeId,
        findings: &mut Vec<Finding>,
    ) {
        let node = self.node_of(error, root);
        let case = Case { error, node, base, root, rule: self.rule(error) };
        match error.kind() {
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                self.unexpected_members(&case, unexpected, findings);
            }
            Kind::FalseSchema => self.nothing_allowed(&case, findings),
            Kind::Required { property } => {
                findings.push(self.missing(&case, property.as_str().unwrap_or_default()));
            }
            Kind::PropertyNames { error } => self.property_name(&case, error, findings),
            Kind::AdditionalItems { limit } => findings.push(self.additional_items(&case, *limit)),
            Kind::UnevaluatedItems { unexpected } => {
                self.unevaluated_items(&case, unexpected, findings);
            }
            Kind::Contains => findings.push(self.contains(&case)),
            Kind::UniqueItems => findings.push(self.repeated(&case)),
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.no_branch(&case, context, findings);
            }
            Kind::OneOfMultipleValid { context } => findings.push(self.several(&case, context)),
            Kind::Custom { keyword, message } if keyword == content::KEYWORD => {
                if let Some((node, declared)) = content::read_error(message) {
                    self.content(node, &declared, findings);
                }
            }
            _ => findings.push(self.value(&case)),
        }
    }

    /// The node that `error` is about.
    pub(super) fn node_of(&self, error: &ValidationError<'_>, root: NodeId) -> NodeId {
        let by_place = || self.doc().pointer(root, error.instance_path().as_str());
        node_of_value(error.instance()).or_else(|| by_place().map(|(_, node)| node)).unwrap_or(root)
    }

    /// A finding on the whole value: all of a scalar, the bracket of a container.
    pub(super) fn on_value(
        &self,
        case: &Case<'_, '_>,
        code: Code,
        message: impl Into<String>,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Finding {
        let label = self.label(self.doc().head(case.node), words);
        Finding::new(code, message, label).at(case.address())
    }

    fn nothing_allowed(&self, case: &Case<'_, '_>, findings: &mut Vec<Finding>) {
        let tokens = case.schema_tokens();
        let keyword = applicator(&tokens).unwrap_or_default();
        if matches!(keyword, "additionalProperties" | "unevaluatedProperties") {
            // With nothing declared beside it the validator's error is about the first member's
            // value, at the place of the object: all members are meant.
            let doc = self.doc();
            let place = doc.pointer(case.root, case.error.instance_path().as_str());
            let object = place.map_or(case.node, |(_, node)| node);
            let names = doc.members(object).filter_map(|(key, _)| doc.string(key));
            let names: Vec<String> = names.map(str::to_owned).collect();
            let case = Case { node: object, rule: self.rule(case.error), ..*case };
            self.unexpected_members(&case, &names, findings);
            return;
        }
        let code = Code::of_keyword(keyword).unwrap_or(Code::SchemaFalseSchema);
        let (message, demand) = match keyword {
            "properties" | "patternProperties" => {
                (format!("{} must not be given", case.subject()), "forbidden here")
            }
            "items" | "prefixItems" | "additionalItems" | "unevaluatedItems" => {
                ("no element is allowed here".to_owned(), "no more elements here")
            }
            _ => {
                (format!("the schema allows nothing for {}", case.subject()), "nothing is allowed")
            }
        };
        let mut finding = self.on_value(case, code, message, "not allowed");
        finding.keyword = case.keyword(demand);
        findings.push(finding);
    }

    /// Everything that is about one value by itself.
    fn value(&self, case: &Case<'_, '_>) -> Finding {
        let code = code_of_value(case);
        let (message, words, demand) = self.value_words(case);
        let mut finding = self.on_value(case, code, message, words);
        finding.keyword = case.keyword(&demand);
        finding.help = self.value_help(case);
        if code == Code::SchemaUndecided {
            finding = finding.severity(Severity::Warning);
        }
        finding
    }
}

fn code_of_value(case: &Case<'_, '_>) -> Code {
    match case.error.kind() {
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            Code::SchemaUndecided
        }
        kind => Code::of_keyword(kind.keyword()).unwrap_or(Code::SchemaFalseSchema),
    }
}
