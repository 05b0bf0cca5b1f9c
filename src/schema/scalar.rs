//! The words of errors that are about one value by itself.

use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::decimal::{is_same, multiples_around};
use super::describe::Case;
use super::violation::Reporter;
use super::words::{self, count};
use crate::wording::{near, nearest, shorten};

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
                "limit set here".to_owned(),
            )
        };
        let length = |least: &str, limit: u64| {
            let has = doc.string(case.node).map_or(0, |text| text.chars().count() as u64);
            let has = count(has, "character", "characters");
            amount(&subject, &has, least, limit, "character")
        };
        let size = |least: &str, limit: u64, one: &str, many: &str| {
            let has = count(doc.count(case.node) as u64, one, many);
            amount(&subject, &has, least, limit, one)
        };
        match case.error.kind() {
            Kind::Enum { options } => {
                let mut options: Vec<&Value> = options.as_array().into_iter().flatten().collect();
                let text = doc.string(case.node).unwrap_or_default();
                let near = nearest(text, options.iter().filter_map(|option| option.as_str()));
                // A long list is cut, but not before what was probably meant.
                options.sort_by_key(|option| near.is_none() || option.as_str() != near);
                let allowed = words::values(options);
                let expected = match allowed.as_str() {
                    "" => "no value is allowed".to_owned(),
                    _ => format!("expected {allowed}"),
                };
                let message = format!("{subject} is {shown}, which is not allowed");
                (message, expected, "allowed values".to_owned())
            }
            Kind::Constant { expected_value } => {
                let wanted = case.demanded(expected_value);
                (
                    format!("{subject} is {shown}, but must be {wanted}"),
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
            Kind::Format { format } => {
                let (what, example) = format_words(format);
                let format = shorten(format);
                let such = example.map(|example| format!(", such as {example}"));
                (
                    format!(
                        "{subject} is not {}",
                        what.unwrap_or(&format!("in the format `{format}`"))
                    ),
                    format!("expected `{format}`{}", such.unwrap_or_default()),
                    "format required here".to_owned(),
                )
            }
            Kind::ContentEncoding { content_encoding } => (
                format!("{subject} is not encoded as {}", shorten(content_encoding)),
                format!("not {}", shorten(content_encoding)),
                "encoding declared here".to_owned(),
            ),
            Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => (
                format!("the pattern of {subject} could not be decided in 10,000 steps"),
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
        let source = doc.source(case.node);
        match case.error.kind() {
            Kind::Enum { options } => {
                self.allowed_help(case, &options.as_array()?.iter().collect::<Vec<_>>())
            }
            Kind::Constant { expected_value } => self.allowed_help(case, &[&**expected_value]),
            Kind::MultipleOf { multiple_of } => {
                let step = case.demanded(&Value::from(*multiple_of));
                let (below, above) = multiples_around(source, &step)?;
                Some(format!("the nearest are {below} and {above}"))
            }
            Kind::ExclusiveMinimum { limit } | Kind::ExclusiveMaximum { limit } => {
                let limit = case.demanded(limit);
                is_same(source, &limit).then(|| format!("{limit} itself is not allowed"))
            }
            Kind::Format { format } => {
                format_help(format, doc.string(case.node)?).map(str::to_owned)
            }
            Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => Some(
                "write the pattern without look-around and back-references, or without \
                 repetitions inside repetitions"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    /// Advice for a value that is none of `options`.
    fn allowed_help(&self, case: &Case<'_, '_>, options: &[&Value]) -> Option<String> {
        let doc = self.doc();
        let near = doc
            .string(case.node)
            .and_then(|text| near(text, options.iter().filter_map(|option| option.as_str())));
        let question = near.map(|near| near.question(&words::value(&near.name.into())));
        question.or_else(|| self.null_help(case)).or_else(|| {
            let text = doc.string(case.node)?;
            let held: Value = serde_json::from_str(text).ok()?;
            let is_allowed = options.iter().any(|option| **option == held);
            is_allowed.then(|| format!("write {} without the quotes", shorten(text.trim())))
        })
    }
}

/// The words of a value that has too little or too much of something.
fn amount(
    subject: &str,
    has: &str,
    least: &str,
    limit: u64,
    one: &str,
) -> (String, String, String) {
    let limit = count(limit, one, &format!("{one}s"));
    let number = limit.split(' ').next().unwrap_or_default();
    let (message, has) = if has.starts_with("0 ") {
        (format!("{subject} is empty, but must have {least} {limit}"), "empty")
    } else {
        (format!("{subject} has {has}, but must have {least} {number}"), has)
    };
    (message, format!("{has}, {least} {number}"), "limit set here".to_owned())
}

/// What a string of a format is, with its article, and an example where that helps.
fn format_words(format: &str) -> (Option<&'static str>, Option<&'static str>) {
    let (what, example) = match format {
        "date-time" => ("a date and time with an offset from UTC", "2025-03-01T12:00:00Z"),
        "date" => ("a date of the calendar", "2025-03-01"),
        "time" => ("a time with an offset from UTC", "12:00:00Z"),
        "duration" => ("an ISO 8601 duration", "PT1H30M"),
        "email" | "idn-email" => ("an e-mail address", ""),
        "hostname" | "idn-hostname" => ("a host name", ""),
        "ipv4" => ("an IPv4 address", "192.0.2.1"),
        "ipv6" => ("an IPv6 address", "2001:db8::1"),
        "uri" | "iri" => ("an absolute URI", "https://example.com/a"),
        "uri-reference" | "iri-reference" => ("a URI reference", ""),
        "uri-template" => ("a URI template", ""),
        "uuid" => ("a UUID", "123e4567-e89b-12d3-a456-426614174000"),
        "regex" => ("a regular expression of ECMA-262", ""),
        "json-pointer" => ("a JSON Pointer", "/a/0"),
        "relative-json-pointer" => ("a relative JSON Pointer", "1/a"),
        _ => return (None, None),
    };
    (Some(what), Some(example).filter(|example| !example.is_empty()))
}

/// What a string lacks that is nearly of a format.
fn format_help(format: &str, text: &str) -> Option<&'static str> {
    let (date, time) = match format {
        "date-time" => text.split_once(['T', 't', ' ']).unwrap_or((text, "")),
        "time" => ("", text),
        _ => return None,
    };
    let is_date = || has_form(date, "0000-00-00");
    let is_local = |time: &str| {
        let (seconds, fraction) = time.split_once('.').unwrap_or((time, "0"));
        let is_fraction = fraction.bytes().all(|byte| byte.is_ascii_digit());
        has_form(seconds, "00:00:00") && is_fraction
    };
    let offset = "the offset is missing: add `Z` or `+01:00`";
    match (format, time) {
        ("time", _) => is_local(time).then_some(offset),
        (_, "") => is_date().then_some("the time is missing: add one, such as `T12:00:00Z`"),
        _ if !is_date() => None,
        _ if text.contains(' ') => Some("write `T` between date and time, not a space"),
        _ if is_local(time) => Some(offset),
        _ if has_form(time, "00:00") => Some("the seconds and the offset are missing"),
        _ => None,
    }
}

/// Whether `text` is written as `form`, in which `0` stands for any digit.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(own, wanted): (u8, u8)| match wanted {
        b'0' => own.is_ascii_digit(),
        _ => own == wanted,
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}
