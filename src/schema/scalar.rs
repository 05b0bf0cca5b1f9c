//! The words of errors that are about one value by itself.

use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::branch::types_of;
use super::describe::Case;
use super::violation::Reporter;
use super::words::{self, count};
use crate::json::{Doc, Tape, parse};
use crate::wording::{list, nearest, shorten};

impl Reporter<'_> {
    /// The message, the words at the value and the words at the keyword.
    pub(super) fn value_words(&self, case: &Case<'_, '_>) -> (String, String, String) {
        let subject = case.subject();
        let doc = self.doc();
        let shown = shorten(doc.source(case.node));
        let number = |words: &str, limit: &Value| {
            let limit = case.demanded(limit);
            (
                format!("{subject} is {shown}, but must be {words} {limit}"),
                format!("must be {words} {limit}"),
                "required here".to_owned(),
            )
        };
        let length = |least: &str, limit: u64| {
            let has = doc.string(case.node).map_or(0, |text| text.chars().count() as u64);
            let has = count(has, "character", "characters");
            (
                format!("{subject} has {has}, but must have {least} {limit}"),
                format!("{has}, {least} {limit} required"),
                "required here".to_owned(),
            )
        };
        let size = |least: &str, limit: u64, one: &str, many: &str| {
            let has = count(doc.count(case.node) as u64, one, many);
            (
                format!("{subject} has {has}, but must have {least} {limit}"),
                format!("{has}, {least} {limit} required"),
                "required here".to_owned(),
            )
        };
        match case.error.kind() {
            Kind::Type { kind } => {
                let types: Vec<String> =
                    types_of(kind).into_iter().map(|kind| words::type_name(kind).into()).collect();
                let wanted = list(&types, "or");
                let is = words::kind(doc, case.node);
                (
                    format!("{subject} must be {wanted}, not {is}"),
                    format!("expected {wanted}"),
                    "type required here".to_owned(),
                )
            }
            Kind::Enum { options } => (
                format!("{subject} is not one of the allowed values"),
                format!("expected {}", words::values(options.as_array().into_iter().flatten())),
                "allowed values".to_owned(),
            ),
            Kind::Constant { expected_value } => {
                let wanted = case.demanded(expected_value);
                (
                    format!("{subject} must be {wanted}"),
                    format!("expected {wanted}"),
                    "the only allowed value".to_owned(),
                )
            }
            Kind::Minimum { limit } => number("at least", limit),
            Kind::ExclusiveMinimum { limit } => number("more than", limit),
            Kind::Maximum { limit } => number("at most", limit),
            Kind::ExclusiveMaximum { limit } => number("less than", limit),
            Kind::MultipleOf { multiple_of } => number("a multiple of", &Value::from(*multiple_of)),
            Kind::MinLength { limit } => length("at least", *limit),
            Kind::MaxLength { limit } => length("at most", *limit),
            Kind::MinItems { limit } => size("at least", *limit, "element", "elements"),
            Kind::MaxItems { limit } => size("at most", *limit, "element", "elements"),
            Kind::MinProperties { limit } => size("at least", *limit, "member", "members"),
            Kind::MaxProperties { limit } => size("at most", *limit, "member", "members"),
            Kind::Pattern { pattern } => (
                format!("{subject} does not match its pattern"),
                format!("does not match `{}`", shorten(pattern)),
                "pattern required here".to_owned(),
            ),
            Kind::Format { format } => (
                format!("{subject} is not {}", format_words(format)),
                format!("expected the format `{}`", shorten(format)),
                "format required here".to_owned(),
            ),
            Kind::Not { .. } => (
                format!("{subject} is of a kind that the schema excludes"),
                "excluded".to_owned(),
                "what must not fit".to_owned(),
            ),
            Kind::ContentEncoding { content_encoding } => (
                format!("{subject} is not encoded as {}", shorten(content_encoding)),
                format!("not {}", shorten(content_encoding)),
                "encoding declared here".to_owned(),
            ),
            Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => (
                format!("the pattern of {subject} takes too many steps to decide"),
                "not decided".to_owned(),
                "this pattern".to_owned(),
            ),
            kind => (
                format!("{subject} breaks `{}`", shorten(kind.keyword())),
                String::new(),
                "required here".to_owned(),
            ),
        }
    }

    /// Advice, where a value shows what was meant.
    pub(super) fn value_help(&self, case: &Case<'_, '_>) -> Option<String> {
        let doc = self.doc();
        match case.error.kind() {
            Kind::Enum { options } => {
                let options = options.as_array()?;
                let near =
                    nearest(doc.string(case.node)?, options.iter().filter_map(Value::as_str))?;
                Some(format!("did you mean {}?", words::value(&near.into())))
            }
            Kind::Constant { expected_value } => {
                let near = nearest(doc.string(case.node)?, expected_value.as_str())?;
                Some(format!("did you mean {}?", words::value(&near.into())))
            }
            Kind::Type { kind } => {
                let text = doc.string(case.node)?;
                let mut tape = Tape::new();
                parse(text, crate::json::DEFAULT_DEPTH, &mut tape).ok()?;
                let inner = Doc::new(text, &tape);
                let holds = words::kind(inner, inner.root());
                let is_wanted = types_of(kind).into_iter().any(|kind| {
                    words::type_name(kind) == holds
                        || (words::type_name(kind) == "a number" && holds == "an integer")
                });
                is_wanted.then(|| format!("the string holds {holds}: give it without the quotes"))
            }
            _ => None,
        }
    }
}

/// What a string of a format is, with its article.
fn format_words(format: &str) -> String {
    let words = match format {
        "date-time" => "a date and time with offset, such as 2025-03-01T12:00:00Z",
        "date" => "a date of the calendar, such as 2025-03-01",
        "time" => "a time with offset, such as 12:00:00Z",
        "duration" => "an ISO 8601 duration",
        "email" | "idn-email" => "an e-mail address",
        "hostname" | "idn-hostname" => "a host name",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "uri" | "iri" => "an absolute URI",
        "uri-reference" | "iri-reference" => "a URI reference",
        "uri-template" => "a URI template",
        "uuid" => "a UUID",
        "regex" => "a regular expression of ECMA-262",
        "json-pointer" => "a JSON Pointer",
        "relative-json-pointer" => "a relative JSON Pointer",
        other => return format!("in the format `{}`", shorten(other)),
    };
    words.to_owned()
}
