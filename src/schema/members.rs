//! Errors about members of objects: the validator names the object, a finding names the member.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::describe::Case;
use super::site::Site;
use super::violation::Reporter;
use super::words;
use crate::finding::{Code, Finding};
use crate::json::{NodeId, node_of_value};
use crate::wording::{near, nearest, shorten};

impl Reporter<'_> {
    /// One finding for each member that is not allowed, at its key.
    pub(super) fn unexpected_members(
        &self,
        case: &Case<'_, '_>,
        names: &[String],
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        if self.by_schema(case, names, findings) {
            return;
        }
        let code = match case.error.kind() {
            Kind::UnevaluatedProperties { .. } => Code::SchemaUnevaluatedProperties,
            _ if case.last_token() == "unevaluatedProperties" => Code::SchemaUnevaluatedProperties,
            _ => Code::SchemaAdditionalProperties,
        };
        let declared = match code {
            Code::SchemaUnevaluatedProperties => self.described(case),
            _ => case.declared(),
        };
        let followers = if says_more(case) { &declared[..] } else { &[] };
        for name in names.iter().filter(|name| !followers.contains(&name.as_str())) {
            let Some((key, _)) = doc.member(case.node, name) else { continue };
            let mut finding = Finding::new(
                code,
                format!("`{}` is not a property that the schema allows", shorten(name)),
                self.label(doc.range(key), "not allowed"),
            )
            .at(case.address_of_member(name));
            finding.keyword = case.keyword("no other properties");
            finding.help = match near(name, declared.iter().copied()) {
                Some(near) => Some(near.question(&format!("`{}`", shorten(near.name)))),
                None if declared.is_empty() => None,
                None => Some(format!("the schema declares {}", words::names(&declared))),
            };
            findings.push(finding);
        }
    }

    /// Members that nothing else evaluated and that break the schema which the keyword then has for
    /// them. Returns whether it has one.
    fn by_schema(
        &self,
        case: &Case<'_, '_>,
        names: &[String],
        findings: &mut Vec<Finding>,
    ) -> bool {
        let Some(schema) = self.schema_of_keyword(case) else { return false };
        let doc = self.doc();
        for (_, value) in names.iter().filter_map(|name| doc.member(case.node, name)) {
            self.hold_part(&schema, value, findings);
        }
        true
    }

    /// The address of the schema that the keyword holds, unless it is `true` or `false`.
    pub(super) fn schema_of_keyword(&self, case: &Case<'_, '_>) -> Option<String> {
        let place = case.error.absolute_keyword_location()?.as_str();
        let site = Site::at(self.catalog, place)?;
        site.doc().is_object(site.node).then(|| place.to_owned())
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
        if let Some((trigger, key)) = &trigger {
            let label = self.label(self.doc().range(*key), format!("asks for `{shown}`"));
            finding.labels.push(label);
            finding.help = Some(format!("add `{shown}`, or leave `{trigger}` out"));
        }
        let asking = trigger.map(|(_, key)| key);
        if let Some(key) = self.misnamed(case, name, asking) {
            let doc = self.doc();
            let given = shorten(doc.string(key).unwrap_or_default());
            finding.message = format!("{}, but there is `{given}`", finding.message);
            finding.primary = self.label(doc.range(key), format!("`{shown}` is meant?"));
            finding.help = Some(format!("rename `{given}` to `{shown}`"));
            let address = case.address_of_member(doc.string(key).unwrap_or_default());
            finding.address = Some(address.into());
        }
        finding
    }

    /// The key of the undeclared member that was probably meant to be the missing `name`.
    /// It is not the member `asking`, because of which `name` is asked for.
    fn misnamed(&self, case: &Case<'_, '_>, name: &str, asking: Option<NodeId>) -> Option<NodeId> {
        let doc = self.doc();
        let declared = case.declared();
        let keys = doc.members(case.node).filter_map(|(key, _)| Some((key, doc.string(key)?)));
        let undeclared: Vec<(NodeId, &str)> =
            keys.filter(|(key, given)| !declared.contains(given) && Some(*key) != asking).collect();
        let near = nearest(name, undeclared.iter().map(|(_, given)| *given))?;
        // Another property may be nearer to it than the missing one.
        let is_absent = |other: &&str| doc.get(case.node, other).is_none();
        let others = declared.iter().copied().filter(is_absent).chain([name]);
        let is_meant = nearest(near, others) == Some(name);
        undeclared.into_iter().find(|(_, given)| is_meant && *given == near).map(|(key, _)| key)
    }

    /// The names that the schema around the keyword describes, in all its parts.
    fn described(&self, case: &Case<'_, '_>) -> Vec<&str> {
        self.schema_around(case).map(|site| site.described()).unwrap_or_default()
    }

    /// How many elements the schema around the keyword describes, in all its parts.
    pub(super) fn elements_described(&self, case: &Case<'_, '_>) -> usize {
        self.schema_around(case).map(|site| site.elements_described()).unwrap_or_default()
    }

    /// The schema that the keyword stands in.
    fn schema_around(&self, case: &Case<'_, '_>) -> Option<Site<'_>> {
        let place = case.error.absolute_keyword_location()?;
        let (schema, _) = place.as_str().rsplit_once('/')?;
        Site::at(self.catalog, schema)
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
        self.describe_all(std::slice::from_ref(error), case.base, case.root, &mut inner);
        let name = doc.string(key).unwrap_or_default();
        let words = inner.first().map(|finding| finding.primary.text.clone()).unwrap_or_default();
        let is_union = matches!(error.kind(), Kind::AnyOf { .. } | Kind::OneOfNotValid { .. });
        let code = inner.first().map(|finding| finding.code);
        let (words, reason) = match code {
            // What one branch asks for need not be what was meant.
            Some(code) if is_union && code != Code::SchemaConst && code != Code::SchemaEnum => {
                ("fits none of the branches".into(), String::new())
            }
            code => {
                let reason = reason_of_name(code, &words);
                (words, reason)
            }
        };
        let mut finding = Finding::new(
            Code::SchemaPropertyNames,
            format!("`{}` is not an allowed name{reason}", shorten(name)),
            self.label(doc.range(key), words),
        )
        .at(case.address_of_member(name));
        if !is_union {
            finding.help = inner.first().and_then(|finding| finding.help.clone());
        }
        finding.keyword = inner.into_iter().find_map(|finding| finding.keyword);
        finding.keyword = finding.keyword.or_else(|| case.keyword("names must keep this"));
        findings.push(finding);
    }
}

/// Why a name is not allowed, as the end of a sentence.
fn reason_of_name(code: Option<Code>, words: &str) -> String {
    match code {
        _ if words.is_empty() => String::new(),
        Some(Code::SchemaPattern) => format!(": it {words}"),
        Some(Code::SchemaMaxLength | Code::SchemaMinLength) => format!(": it has {words}"),
        _ => format!(": {words}"),
    }
}

/// Whether a part of the schema around `unevaluatedProperties` or `unevaluatedItems` failed too. Then what that part
/// describes was not evaluated for a reason that is said by itself.
pub(super) fn says_more(case: &Case<'_, '_>) -> bool {
    let way = case.error.evaluation_path().as_str();
    let schema = way
        .strip_suffix("/unevaluatedProperties")
        .or_else(|| way.strip_suffix("/unevaluatedItems"));
    schema.is_some_and(|schema| case.together.has_inside(case.error, schema))
}
