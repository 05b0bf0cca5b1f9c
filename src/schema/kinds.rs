//! Values of the wrong type: what they hold, where they hold what was meant.

use jsonschema::error::TypeKind;
use jsonschema::types::JsonType;

use super::branch::types_of;
use super::decimal::as_integer;
use super::describe::Case;
use super::violation::Reporter;
use super::words;
use crate::finding::{Code, Finding};
use crate::json::{DEFAULT_DEPTH, Doc, Frame, Kind, NodeId, fault_findings, parse, with_tape};
use crate::wording::{list, shorten};

impl Reporter<'_> {
    /// A value that breaks a `type` keyword.
    pub(super) fn wrong_type(
        &self,
        case: &Case<'_, '_>,
        kind: &TypeKind,
        findings: &mut Vec<Finding>,
    ) {
        let types = self.in_written_order(case, types_of(kind));
        self.not_of_types(case, &types, "type required here", findings);
    }

    /// `types` in the order of the schema: the validator sorts them.
    fn in_written_order(&self, case: &Case<'_, '_>, mut types: Vec<JsonType>) -> Vec<JsonType> {
        let written = self.site(case.error).map(|site| site.children()).unwrap_or_default();
        types.sort_by_key(|kind| {
            written.iter().position(|name| name.string() == Some(kind.as_str()))
        });
        types
    }

    /// A value that is of none of `types`; `demand` says what the keyword is.
    pub(super) fn not_of_types(
        &self,
        case: &Case<'_, '_>,
        types: &[JsonType],
        demand: &str,
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        let names: Vec<String> =
            types.iter().map(|kind| words::type_name(*kind).to_owned()).collect();
        let wanted = list(&names, "or");
        let held = held(doc, case.node, types);
        let is = match held {
            Some((_, words)) if names.len() == 1 && names[0] == words => {
                "a string that holds one".to_owned()
            }
            Some((_, words)) => format!("a string that holds {words}"),
            None => words::kind(doc, case.node).to_owned(),
        };
        let is_number = doc.kind(case.node) == Kind::Float;
        // Draft 4 goes by the spelling.
        let integer = is_number.then(|| as_integer(doc.source(case.node))).flatten();
        let message = match doc.kind(case.node) {
            Kind::Float if types.contains(&JsonType::Integer) => {
                let number = shorten(doc.source(case.node));
                let why = match &integer {
                    Some(_) => "is not written as one",
                    None => "has a fraction",
                };
                format!("{} must be {wanted}, but {number} {why}", case.subject())
            }
            _ => format!("{} must be {wanted}, not {is}", case.subject()),
        };
        let mut finding =
            self.on_value(case, Code::SchemaType, message, format!("expected {wanted}"));
        finding.keyword = case.keyword(demand);
        finding.help = match held {
            Some((Kind::Object, _)) => Some("give the object itself, not its text".to_owned()),
            Some((Kind::Array, _)) => Some("give the array itself, not its text".to_owned()),
            Some(_) => {
                let text = doc.string(case.node).unwrap_or_default().trim();
                Some(format!("write {} without the quotes", shorten(text)))
            }
            None if types.contains(&JsonType::Integer) && integer.is_some() => {
                integer.map(|integer| format!("write {integer}: draft 4 goes by the spelling"))
            }
            None => self.null_help(case).or_else(|| nearly(doc, case.node, types)),
        };
        findings.push(finding);
        if matches!(held, Some((Kind::Object | Kind::Array, _))) {
            self.inside(case, findings);
        }
    }

    /// Null for a property that may be left out.
    pub(super) fn null_help(&self, case: &Case<'_, '_>) -> Option<String> {
        let is_null = self.doc().is_null(case.node);
        (is_null && self.is_optional(case)).then(|| {
            let name = case.subject();
            format!(
                "{name} is optional: leave it out, or let its schema allow null; strict modes make \
                 models write null for what they would leave out"
            )
        })
    }

    /// What the JSON in a string breaks of the schema that the string should not have been for.
    fn inside(&self, case: &Case<'_, '_>, findings: &mut Vec<Finding>) {
        let Some(contents) = self.contents else { return };
        let place = case.error.absolute_keyword_location().map(jsonschema::Uri::as_str);
        let Some((schema, _)) = place.and_then(|uri| uri.rsplit_once('/')) else { return };
        if self.frame.depth() + 1 > contents.settings.layers {
            return;
        }
        let Some(validator) = self.part(schema) else { return };
        let text = self.doc().string(case.node).unwrap_or_default();
        with_tape(|tape| {
            if parse(text, contents.settings.depth, tape).is_err() {
                return;
            }
            let inner = Frame::inner(Doc::new(text, tape), self.frame, case.node);
            findings.extend(fault_findings(&inner));
            self.within(&inner, schema).check(&validator, inner.doc.root(), findings);
        });
    }
}

/// What the string `node` holds as JSON, if that is of one of `types`.
fn held(doc: Doc<'_>, node: NodeId, types: &[JsonType]) -> Option<(Kind, &'static str)> {
    let text = doc.string(node)?;
    with_tape(|tape| {
        parse(text, DEFAULT_DEPTH, tape).ok()?;
        let inner = Doc::new(text, tape);
        let root = inner.root();
        let holds = words::kind(inner, root);
        let is_wanted = types.iter().any(|kind| {
            let name = words::type_name(*kind);
            name == holds || (name == "a number" && holds == "an integer")
        });
        is_wanted.then(|| (inner.kind(root), holds))
    })
}

/// For a string that seems to hold JSON and cannot be read as that.
fn nearly_json(text: &str, types: &[JsonType]) -> Option<&'static str> {
    let wants = |kind| types.contains(&kind);
    if text.starts_with("```") && (wants(JsonType::Object) || wants(JsonType::Array)) {
        return Some("give the value itself, not its text in a Markdown fence");
    }
    match text.chars().next()? {
        '{' if wants(JsonType::Object) => {
            Some("give the object itself, not its text, which is no valid JSON either")
        }
        '[' if wants(JsonType::Array) => {
            Some("give the array itself, not its text, which is no valid JSON either")
        }
        _ => None,
    }
}

/// For a string that is nearly what was meant: `"True"`, `"07"`.
fn nearly(doc: Doc<'_>, node: NodeId, types: &[JsonType]) -> Option<String> {
    let text = doc.string(node)?.trim();
    if let Some(help) = nearly_json(text, types) {
        return Some(help.to_owned());
    }
    let text = text.to_ascii_lowercase();
    let is_boolean = matches!(text.as_str(), "true" | "false");
    let meant = match text.parse::<i64>() {
        _ if is_boolean && types.contains(&JsonType::Boolean) => text,
        Ok(number) if types.contains(&JsonType::Integer) => number.to_string(),
        Ok(number) if types.contains(&JsonType::Number) => number.to_string(),
        _ => return None,
    };
    Some(format!("write {meant} without the quotes"))
}
