//! Results of tools: structured content and the text beside it, as far as no schema says it.

use super::Pass;
use crate::check::outcome::{Context, on};
use crate::check::payload::{Payload, Results};
use crate::finding::{Code, Finding, Severity};
use crate::json::{Frame, Kind, NodeId, kind_inside, parse, with_tape};
use crate::mcp::Version;
use crate::wire::Item;
use crate::wording::shorten;

/// Structured content that only puts a name around a text which is JSON itself: frameworks wrap so
/// what a function returns as a string.
fn wrapped(frame: &Frame<'_>, structured: NodeId) -> Option<Finding> {
    let doc = frame.doc;
    let (key, value) = doc.members(structured).next().filter(|_| doc.count(structured) == 1)?;
    let inner = kind_inside(doc, value)?;
    let is_wrapping = doc.string(key) == Some("result");
    if !is_wrapping || !matches!(inner, Kind::Object | Kind::Array) {
        return None;
    }
    let said = "the structured content is JSON as text, in `result`";
    let help = "let the tool return the value itself, not a text of it, and describe it in its output schema";
    let finding = on(frame, value, Code::ResultEncodedTwice, said);
    let finding = finding.words("a string that holds JSON").severity(Severity::Note);
    Some(finding.help(help))
}

/// How texts begin that tell of a failure, in lower case.
const FAILURES: &[&str] = &[
    "error:",
    "error executing",
    "error calling",
    "an error occurred",
    "an unexpected error",
    "traceback (most recent call last)",
    "failed to ",
    "exception:",
    "unhandled exception",
    "fatal:",
];

impl Pass<'_> {
    /// Checks the text of the result `item`, which says or does not say that the tool failed.
    pub(in crate::check) fn texts(
        &mut self,
        item: &Item<'_>,
        payload: &Payload,
        is_failed: bool,
        context: &Context<'_>,
    ) {
        if item.row.dialect != "mcp" || is_failed {
            return;
        }
        let doc = self.frame.doc;
        let weights = &self.role.weights;
        let list = payload.content.filter(|it| doc.is_array(*it));
        let blocks = || {
            let parts = list.into_iter().flat_map(|list| doc.elements(list));
            parts
                .filter(|part| doc.get(*part, "type").and_then(|it| doc.string(it)) == Some("text"))
        };
        let texts = || {
            let texts = blocks().filter_map(|block| doc.get(block, "text"));
            texts.filter(|text| doc.is_string(*text))
        };
        let first = texts().next();
        let mut found = Vec::new();
        // Serialisers write null for a member that is not there.
        let structured = payload.structured.filter(|it| !doc.is_null(*it));
        if let Some(structured) = structured.filter(|_| self.has_structured_content()) {
            match first {
                None if blocks().next().is_none() => {
                    found.extend(list.map(|_| text_missing(self.frame, item, structured)));
                }
                Some(first) if weights.wants(Code::ResultTextProse) => {
                    let is_data = |text: NodeId| self.is_data(text, structured);
                    found.extend((!texts().any(is_data)).then(|| text_prose(self.frame, first)));
                }
                _ => {}
            }
        }
        // Where the configuration names the string, it is meant to hold JSON.
        let tool = context.tool.unwrap_or_default();
        let is_meant = self.role.json_strings.of(tool).next().is_some();
        let wrap = structured.filter(|_| !is_meant);
        found.extend(wrap.and_then(|structured| wrapped(self.frame, structured)));
        if weights.wants(Code::ResultErrorText) {
            found.extend(first.and_then(|first| error_text(self.frame, first)));
        }
        for finding in found {
            let own = finding.severity;
            let severity = if own == Severity::Off { weights.of(finding.code) } else { own };
            context.note(self.outcome, finding.severity(severity));
        }
    }

    /// Whether the protocol in force has structured content, as far as it is known.
    pub(in crate::check) fn has_structured_content(&self) -> bool {
        let asked = self.answered_request().map(|request| request.force);
        let known = asked.filter(|force| force.is_known).or_else(|| self.force_of_session());
        known.is_none_or(|force| force.version >= Version::V2025_06_18)
    }

    /// Whether the string `text` is JSON, or the one text that `structured` holds.
    fn is_data(&self, text: NodeId, structured: NodeId) -> bool {
        let doc = self.frame.doc;
        let written = doc.string(text).unwrap_or_default();
        let is_text = |node| doc.string(node) == Some(written);
        let only = doc.members(structured).next().filter(|_| doc.count(structured) == 1);
        let value = only.map_or(structured, |(_, value)| value);
        is_text(value)
            || doc.elements(value).any(is_text)
            || with_tape(|tape| parse(written, self.checker.limits.depth, tape).is_ok())
    }
}

impl Results<'_> {
    /// Holds the structured content of a failed result to the output schema. What breaks it is one
    /// finding: clients stop at the first.
    pub(in crate::check) fn failed(
        &self,
        frame: &Frame<'_>,
        structured: NodeId,
    ) -> Option<Finding> {
        let schema = self.schema.filter(|_| !frame.doc.is_null(structured))?;
        if schema.accepts(frame.doc, structured) != Ok(false) {
            return None;
        }
        let mut broken = Vec::new();
        schema.check(frame, structured, &mut broken);
        let first = broken.into_iter().find(Finding::is_error)?;
        let said = format!(
            "the structured content of a failed result breaks the schema: {}",
            first.message
        );
        let help =
            "leave `structuredContent` out: clients tell of the schema in place of the failure";
        Some(Finding {
            code: Code::ResultFailedStructured,
            severity: Code::ResultFailedStructured.severity(),
            message: said,
            help: Some(help.to_owned()),
            ..first
        })
    }
}

/// A result that holds `structured` and no text.
fn text_missing(frame: &Frame<'_>, item: &Item<'_>, structured: NodeId) -> Finding {
    let doc = frame.doc;
    let owner = doc.get(item.node, "result").unwrap_or(item.node);
    let key = doc.member(owner, "structuredContent").map_or(structured, |(key, _)| key);
    let said = "this result has structured content, and no text says the same";
    let finding = on(frame, key, Code::ResultTextMissing, said).words("no text beside it");
    finding.help("many hosts show the model only texts: repeat the data as JSON in a text block")
}

fn text_prose(frame: &Frame<'_>, text: NodeId) -> Finding {
    let said = "the text beside `structuredContent` is no JSON";
    let finding = on(frame, text, Code::ResultTextProse, said).words("not JSON");
    finding.help("clients that know only texts cannot read the data from it")
}

/// A text that begins as only failures do.
fn error_text(frame: &Frame<'_>, text: NodeId) -> Option<Finding> {
    let written = frame.doc.string(text).unwrap_or_default();
    if !reads_like_an_error(written) {
        return None;
    }
    let said = format!("this result is no failure, but reads like one: `{}`", shorten(written));
    let finding = on(frame, text, Code::ResultErrorText, said).words("without `isError`");
    Some(finding.help("set `isError: true` where the tool failed"))
}

fn reads_like_an_error(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(40).collect();
    let lower = start.to_ascii_lowercase();
    // `ValueError: ..`, as exceptions are printed.
    let name = start.split(':').next().filter(|name| name.len() < start.len()).unwrap_or_default();
    let is_exception =
        name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'.' || it == b'_')
            && (name.ends_with("Error") || name.ends_with("Exception"));
    is_exception || FAILURES.iter().any(|failure| lower.starts_with(failure))
}

#[cfg(test)]
mod tests {
    use super::reads_like_an_error;

    #[test]
    fn only_the_beginning_of_a_text_counts() {
        for text in ["Error: no", " error: no", "failed to read", "ValueError: x", "a.b.MyError: y"]
        {
            assert!(reads_like_an_error(text), "{text}");
        }
        for text in ["", "Errors are listed below", "No error: fine", "the tool failed to", "Error"]
        {
            assert!(!reads_like_an_error(text), "{text}");
        }
    }
}
