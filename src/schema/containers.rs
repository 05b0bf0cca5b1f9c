//! Errors about members of objects and elements of arrays: the validator names the container, a
//! finding names the member.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::describe::Case;
use super::violation::Reporter;
use super::words::{self, count};
use crate::finding::{Code, Finding};
use crate::json::{NodeId, first_repeat, node_of_value, shape};
use crate::wording::{nearest, shorten};

impl Reporter<'_> {
    /// One finding for each member that is not allowed, at its key.
    pub(super) fn unexpected_members(
        &self,
        case: &Case<'_, '_>,
        names: &[String],
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        let declared = case.declared();
        let code = match case.error.kind() {
            Kind::UnevaluatedProperties { .. } => Code::SchemaUnevaluatedProperties,
            _ if case.last_token() == "unevaluatedProperties" => Code::SchemaUnevaluatedProperties,
            _ => Code::SchemaAdditionalProperties,
        };
        for name in names {
            let Some((key, _)) = doc.member(case.node, name) else { continue };
            let mut address = crate::finding::Address::root();
            address.push_key(name);
            let mut finding = Finding::new(
                code,
                format!("`{}` is not a property that the schema allows", shorten(name)),
                self.label(doc.range(key), "not allowed"),
            )
            .at(format!("{}{}", case.address(), address.as_str()));
            finding.keyword = case.keyword("no other properties");
            finding.help = match nearest(name, declared.iter().copied()) {
                Some(near) => Some(format!("did you mean `{}`?", shorten(near))),
                None if declared.is_empty() => None,
                None => Some(format!("the schema declares {}", words::names(&declared))),
            };
            findings.push(finding);
        }
    }

    /// A missing member, at the object's opening bracket.
    pub(super) fn missing(&self, case: &Case<'_, '_>, name: &str) -> Finding {
        let shown = shorten(name);
        let tokens = case.schema_tokens();
        let trigger = self.trigger(case, name);
        let code = match (&trigger, tokens.last().copied()) {
            (_, Some("dependentRequired")) => Code::SchemaDependentRequired,
            (Some(_), _) => Code::SchemaDependencies,
            _ => Code::SchemaRequired,
        };
        let message = match &trigger {
            Some((trigger, _)) => format!("`{shown}` is missing, which `{trigger}` asks for"),
            None => format!("`{shown}` is missing"),
        };
        let mut finding = self.on_value(case, code, message, format!("lacks `{shown}`"));
        finding.keyword = case.rule.as_ref().map(|rule| match &trigger {
            Some((trigger, _)) => rule.entry(trigger, "asked for here"),
            None => rule.entry(name, "required here"),
        });
        if let Some((_, key)) = trigger {
            let label = self.label(self.doc().range(key), format!("asks for `{shown}`"));
            finding = finding.label(label);
        }
        finding
    }

    /// The member of the value because of which `name` is asked for, where that is so.
    fn trigger(&self, case: &Case<'_, '_>, name: &str) -> Option<(String, NodeId)> {
        let rule = case.rule.as_ref()?;
        let schema = rule.doc();
        let doc = self.doc();
        let asks = |value| schema.elements(value).any(|entry| schema.string(entry) == Some(name));
        schema.members(rule.value()).filter(|(_, value)| asks(*value)).find_map(|(key, _)| {
            let trigger = schema.string(key)?;
            let (own, _) = doc.member(case.node, trigger)?;
            Some((shorten(trigger), own))
        })
    }

    /// A member name that breaks the schema of names, at that name.
    pub(super) fn property_name(
        &self,
        case: &Case<'_, '_>,
        error: &ValidationError<'static>,
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        let Some(key) = node_of_value(error.instance()) else { return };
        let mut inner = Vec::new();
        self.describe(error, case.base, case.root, &mut inner);
        let name = doc.string(key).unwrap_or_default();
        let mut address = crate::finding::Address::root();
        address.push_key(name);
        let words = inner.first().map(|finding| finding.primary.text.clone());
        let mut finding = Finding::new(
            Code::SchemaPropertyNames,
            format!("`{}` is not an allowed property name", shorten(name)),
            self.label(doc.range(key), words.unwrap_or_default()),
        )
        .at(format!("{}{}", case.address(), address.as_str()));
        finding.keyword = inner.into_iter().find_map(|finding| finding.keyword);
        finding.keyword = finding.keyword.or_else(|| case.keyword("names must keep this"));
        findings.push(finding);
    }

    /// More elements than the schema describes, at the first of them.
    pub(super) fn additional_items(&self, case: &Case<'_, '_>, limit: usize) -> Finding {
        let doc = self.doc();
        let code = match case.last_token() {
            "items" => Code::SchemaItems,
            _ => Code::SchemaAdditionalItems,
        };
        let allowed = count(limit as u64, "element", "elements");
        let has = doc.count(case.node);
        let first = doc.elements(case.node).nth(limit).unwrap_or(case.node);
        let mut finding = Finding::new(
            code,
            format!("{} has {has} elements, but only {allowed} may be given", case.subject()),
            self.label(doc.head(first), "the first one too many"),
        )
        .at(format!("{}/{limit}", case.address()));
        finding.keyword = case.keyword("no more elements");
        finding
    }

    /// Elements that nothing describes, each at its place.
    pub(super) fn unevaluated_items(
        &self,
        case: &Case<'_, '_>,
        unexpected: &[String],
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        // While errors are collected, a value's text is its node's number or its shape.
        let texts: HashSet<&String> = unexpected.iter().collect();
        let is_meant = |element: NodeId| {
            let number = element.0.to_string();
            texts.contains(&number) || texts.contains(&shape(doc, element).to_string())
        };
        for (index, element) in doc.elements(case.node).enumerate() {
            if !is_meant(element) {
                continue;
            }
            let mut finding = Finding::new(
                Code::SchemaUnevaluatedItems,
                format!("element [{index}] of {} is not described by the schema", case.subject()),
                self.label(doc.head(element), "not allowed"),
            )
            .at(format!("{}/{index}", case.address()));
            finding.keyword = case.keyword("no other elements");
            findings.push(finding);
        }
    }

    /// Too few or too many elements of the kind that `contains` names, at the array's bracket.
    pub(super) fn contains(&self, case: &Case<'_, '_>) -> Finding {
        let subject = case.subject();
        let (code, message) = match case.last_token() {
            "maxContains" => (
                Code::SchemaMaxContains,
                format!("{subject} has too many elements of the kind that `contains` describes"),
            ),
            "minContains" => (
                Code::SchemaMinContains,
                format!("{subject} has too few elements of the kind that `contains` describes"),
            ),
            _ => (
                Code::SchemaContains,
                format!("{subject} has no element of the kind that `contains` describes"),
            ),
        };
        let mut finding = self.on_value(case, code, message, "in this array");
        finding.keyword = case.keyword("required here");
        finding
    }

    /// Equal elements: the later one, with the first beside it.
    pub(super) fn repeated(&self, case: &Case<'_, '_>) -> Finding {
        let doc = self.doc();
        let message = format!("two elements of {} are equal", case.subject());
        let mut finding = match first_repeat(doc, case.node) {
            Some((first, again)) => {
                let index = doc.elements(case.node).position(|element| element == again);
                Finding::new(
                    Code::SchemaUniqueItems,
                    message,
                    self.label(doc.head(again), "the same again"),
                )
                .label(self.label(doc.head(first), "first given here"))
                .at(format!("{}/{}", case.address(), index.unwrap_or_default()))
            }
            None => self.on_value(case, Code::SchemaUniqueItems, message, ""),
        };
        finding.keyword = case.keyword("elements must differ");
        finding
    }
}
