//! One error of the validator as findings: which bytes, which code, which words.
//!
//! The validator's own text is never used: it embeds whole values. Where its errors mislead (one
//! error for several members, the container instead of the member, another keyword's kind) the
//! members are looked up here.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::content;
use super::place::Rule;
use super::together::{Together, is_inside};
use super::violation::{Reporter, asks_for_member};
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
    /// How many of the last steps to the value lead to elements of arrays; nothing if all of them do.
    pub(super) elements: Option<usize>,
    pub(super) rule: Option<Rule<'a>>,
    /// All errors that were found together with this one.
    pub(super) together: &'e Together<'e>,
}

impl<'a> Case<'_, 'a> {
    /// The address of the value.
    pub(super) fn address(&self) -> String {
        format!("{}{}", self.base, self.error.instance_path().as_str())
    }

    /// How the value is called in a sentence.
    pub(super) fn subject(&self) -> String {
        words::subject_of(&self.address(), self.elements)
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
    /// Appends the findings of `errors`, which were found together. `base` is the address of `root`,
    /// which was validated.
    pub(super) fn describe_all(
        &self,
        errors: &[ValidationError<'_>],
        base: &str,
        root: NodeId,
        findings: &mut Vec<Finding>,
    ) {
        let together = Together::new(errors);
        let first = findings.len();
        let mut renamed = Vec::new();
        let mut seen = HashSet::new();
        for error in errors.iter().filter(|error| !together.has_cause(error)) {
            let keyword = error.absolute_keyword_location().map_or("", |uri| uri.as_str());
            let kind = std::mem::discriminant(error.kind());
            let name = match error.kind() {
                Kind::Required { property } => property.as_str().unwrap_or_default(),
                _ => "",
            };
            // The same keyword, reached on another way.
            let thing = (error.instance_path().as_str(), keyword, kind, name);
            if !keyword.is_empty() && !seen.insert(thing) {
                continue;
            }
            let node = self.node_of(error, root);
            let rule = self.rule(error);
            let elements = self.elements_before(error, root);
            let case = Case { error, node, base, root, elements, rule, together: &together };
            let from = findings.len();
            self.describe(&case, findings);
            self.add_circumstances(&case, &mut findings[from..]);
            if matches!(error.kind(), Kind::Required { .. }) {
                let address = findings.last().and_then(|finding| finding.address.clone());
                renamed.extend(address.filter(|address| address.as_str() != case.address()));
            }
        }
        // What is wrong with a member under its wrong name is not known.
        let is_renamed = |finding: &Finding| {
            let own = finding.address.as_ref().map_or("", |address| address.as_str());
            renamed.iter().any(|place| is_inside(own, place.as_str()))
        };
        let rest = findings.split_off(first);
        findings.extend(rest.into_iter().filter(|it| asks_for_member(it.code) || !is_renamed(it)));
    }

    /// How many of the last steps to the value of `error` lead to elements of arrays; nothing if all
    /// of them do.
    fn elements_before(&self, error: &ValidationError<'_>, root: NodeId) -> Option<usize> {
        let mut path = error.instance_path().as_str();
        let mut count = 0;
        loop {
            if path.is_empty() {
                return None;
            }
            match self.doc().pointer(root, path) {
                Some((None, _)) => count += 1,
                _ => return Some(count),
            }
            path = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        }
    }

    /// Appends the findings of one error.
    fn describe(&self, case: &Case<'_, '_>, findings: &mut Vec<Finding>) {
        match case.error.kind() {
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                self.unexpected_members(case, unexpected, findings);
            }
            Kind::FalseSchema => self.nothing_allowed(case, findings),
            Kind::Required { property } => {
                findings.push(self.missing(case, property.as_str().unwrap_or_default()));
            }
            Kind::PropertyNames { error } => self.property_name(case, error, findings),
            Kind::AdditionalItems { limit } => findings.push(self.additional_items(case, *limit)),
            Kind::UnevaluatedItems { unexpected } => {
                self.unevaluated_items(case, unexpected, findings);
            }
            Kind::Contains => findings.push(self.contains(case)),
            Kind::UniqueItems => findings.push(self.repeated(case)),
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.no_branch(case, context, findings);
            }
            Kind::OneOfMultipleValid { context } => findings.push(self.several(case, context)),
            Kind::Custom { keyword, message } if keyword == content::KEYWORD => {
                if let Some((node, declared)) = content::read_error(message) {
                    self.content(node, &declared, findings);
                }
            }
            Kind::Type { kind } => self.wrong_type(case, kind, findings),
            Kind::Not { .. } => findings.push(self.excluded(case)),
            _ => findings.push(self.value(case)),
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
        let doc = self.doc();
        let subject = case.subject();
        let mut finding = match keyword {
            "properties" | "patternProperties" => {
                let key = doc.pointer(case.root, case.error.instance_path().as_str());
                let key = key.and_then(|(key, _)| key).unwrap_or(case.node);
                let label = self.label(doc.range(key), "not allowed");
                Finding::new(code, format!("{subject} must not be given"), label)
                    .at(case.address())
                    .help(format!("leave {subject} out"))
            }
            "dependentSchemas" | "dependencies" => self.forbidden_trigger(case, code),
            "items" | "additionalItems" | "unevaluatedItems" | "prefixItems" => {
                self.surplus(case, code, findings);
                return;
            }
            "propertyNames" => {
                let has = words::count(doc.count(case.node) as u64, "member", "members");
                let message = format!("{subject} must be an empty object, but has {has}");
                self.on_value(case, code, message, "no member may be given")
            }
            "then" | "else" => {
                let fits = if keyword == "then" { "fits" } else { "does not fit" };
                let message = format!("no value is allowed here, since the `if` {fits}");
                self.on_value(case, code, message, "not allowed")
            }
            _ if case.address().is_empty() => {
                let message = "no value is allowed here: a schema that holds for it is `false`";
                self.on_value(case, code, message, "not allowed")
            }
            _ => {
                let message = format!("{subject} must not be given: its schema allows no value");
                self.on_value(case, code, message, "not allowed").help("leave it out")
            }
        };
        finding.keyword = case.keyword("no value is allowed");
        findings.push(finding);
    }

    /// A member that is there and may not be, since a schema that depends on it allows nothing.
    fn forbidden_trigger(&self, case: &Case<'_, '_>, code: Code) -> Finding {
        let tokens = case.schema_tokens();
        let name = tokens.last().map(|token| token.replace("~1", "/").replace("~0", "~"));
        let name = name.unwrap_or_default();
        let shown = crate::wording::shorten(&name);
        let message = format!("`{shown}` must not be given");
        let finding = match self.doc().member(case.node, &name) {
            Some((key, _)) => {
                let label = self.label(self.doc().range(key), "not allowed");
                Finding::new(code, message, label).at(case.address_of_member(&name))
            }
            None => self.on_value(case, code, message, "not allowed"),
        };
        finding.help(format!("leave `{shown}` out"))
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
