//! Gate two: what a result holds, against the output schema.

use super::document::Checker;
use super::outcome::{Context, Outcome, on};
use crate::finding::{Code, Finding, Severity};
use crate::json::{
    Doc, Frame, Kind, NodeId, SyntaxError, SyntaxKind, Tape, fault_findings, first_difference,
    kind_inside, parse, same_value, syntax_finding, too_many_layers, with_tape,
};
use crate::schema::Schema;
use crate::wire::{Atom, Part, parts, recognise};

/// What results of one call are held to.
pub(super) struct Results<'c> {
    pub(super) checker: &'c Checker<'c>,
    /// The output schema, if there is one that can be used.
    pub(super) schema: Option<&'c Schema>,
    pub(super) context: &'c Context<'c>,
}

/// What a result holds, wherever it was found.
pub(super) struct Payload {
    /// A text, or a list of parts.
    pub(super) content: Option<NodeId>,
    /// The result as a value.
    pub(super) structured: Option<NodeId>,
    /// Whether its dialect has a place for a result as a value.
    pub(super) has_structured: bool,
}

impl Results<'_> {
    /// Checks the payload of the result `node`. Returns whether something was held to a schema.
    pub(super) fn check(
        &self,
        frame: &Frame<'_>,
        node: NodeId,
        payload: &Payload,
        outcome: &mut Outcome,
    ) -> bool {
        let doc = frame.doc;
        let found = payload.content.map_or_else(Vec::new, |content| parts(doc, content));
        if let Some(structured) = payload.structured {
            self.compare_texts(frame, &found, structured, outcome);
            return self.hold(frame, structured, outcome);
        }
        for part in &found {
            if let Part::Value(value) = part {
                let message = "the content of a result must be a text or typed parts";
                self.context.note(
                    outcome,
                    on(frame, *value, Code::ResultWrongKind, message)
                        .words("expected a text or a list of parts"),
                );
            }
        }
        if self.schema.is_none() {
            return false;
        }
        let mut inner = Outcome::default();
        let kept = match choose(doc, &found) {
            Some(Part::Value(value)) => {
                self.hold(frame, value, &mut inner);
                true
            }
            Some(Part::Text(text)) => self.text(frame, text, &mut inner),
            None => false,
        };
        if payload.has_structured {
            let is_kept = kept && !inner.findings.iter().any(Finding::is_error);
            let severity = if is_kept { Severity::Warning } else { Severity::Error };
            let message =
                "the tool declares an output schema, but the result has no `structuredContent`";
            let finding = on(frame, node, Code::ResultStructuredMissing, message)
                .words("no `structuredContent`")
                .severity(severity);
            self.context.note(outcome, finding);
            // That the text is prose says nothing more.
            inner.findings.retain(|finding| finding.code != Code::ResultNotJson);
        }
        inner.tally.checked = inner.tally.checked.max(1);
        outcome.add(inner);
        true
    }

    /// Holds `node` to the output schema. Returns whether there is one that can be used.
    fn hold(&self, frame: &Frame<'_>, node: NodeId, outcome: &mut Outcome) -> bool {
        let Some(schema) = self.schema else { return false };
        self.context.hold(frame, node, schema, outcome);
        true
    }

    /// Checks the string `node`, which should hold JSON. Returns whether it does.
    fn text(&self, frame: &Frame<'_>, node: NodeId, outcome: &mut Outcome) -> bool {
        let text = frame.doc.string(node).unwrap_or_default();
        if frame.depth() + 1 > self.checker.limits.layers {
            let finding = too_many_layers(frame, node, self.checker.limits.layers);
            self.context.note(outcome, finding);
            return false;
        }
        with_tape(|tape| {
            if let Err(error) = parse(text, self.checker.limits.depth, tape) {
                self.context.note(outcome, not_json(frame, node, text, &error));
                return false;
            }
            let inner = Frame::inner(Doc::new(text, tape), frame, node);
            for finding in fault_findings(&inner) {
                self.context.note(outcome, finding);
            }
            self.decoded(frame, node, &inner, outcome);
            true
        })
    }

    /// Checks the JSON `inner` that the string `node` of `frame` holds.
    fn decoded(&self, frame: &Frame<'_>, node: NodeId, inner: &Frame<'_>, outcome: &mut Outcome) {
        let doc = inner.doc;
        let root = doc.root();
        if self.schema.is_some_and(|schema| schema.accepts(doc, root) == Ok(true)) {
            outcome.tally.checked += 1;
            return;
        }
        if matches!(kind_inside(doc, root), Some(Kind::Object | Kind::Array)) {
            let message = "the result was encoded as JSON twice";
            self.context.note(
                outcome,
                on(frame, node, Code::ResultEncodedTwice, message)
                    .words("a string that holds a string"),
            );
            self.text(inner, root, outcome);
            return;
        }
        if let Some(envelope) = self.envelope(doc) {
            let message = "a result of MCP was sent as text, with its envelope";
            let finding =
                on(frame, node, Code::ResultWrongKind, message).words("an envelope as text");
            self.context.note(
                outcome,
                finding.help("send what stands in its `text` or `structuredContent`"),
            );
            self.check(inner, root, &envelope, outcome);
            return;
        }
        self.hold(inner, root, outcome);
    }

    /// The payload inside a bare `CallToolResult`, or a bare list of its parts.
    fn envelope(&self, doc: Doc<'_>) -> Option<Payload> {
        let root = doc.root();
        let found = recognise(self.checker.table, doc, root);
        if let Some(item) = found.items.first().filter(|item| item.node == root)
            && let Atom::Result { content, structured, pairing: None, .. } = item.row.atom
        {
            return Some(Payload {
                content: item.member(doc, content),
                structured: structured.and_then(|path| item.member(doc, path)),
                has_structured: false,
            });
        }
        let is_parts = doc.count(root) > 0
            && doc.elements(root).all(|part| {
                doc.get(part, "type").is_some_and(|kind| doc.string(kind) == Some("text"))
                    && doc.get(part, "text").is_some()
            });
        let content = (doc.is_array(root) && is_parts).then_some(root);
        content.map(|content| Payload {
            content: Some(content),
            structured: None,
            has_structured: false,
        })
    }

    /// Texts beside structured content: those that are JSON should say the same.
    fn compare_texts(
        &self,
        frame: &Frame<'_>,
        found: &[Part],
        structured: NodeId,
        outcome: &mut Outcome,
    ) {
        for part in found {
            let Part::Text(node) = *part else { continue };
            let text = frame.doc.string(node).unwrap_or_default();
            with_tape(|tape| {
                if parse(text, self.checker.limits.depth, tape).is_err() {
                    return;
                }
                let inner = Frame::inner(Doc::new(text, tape), frame, node);
                if let Some(finding) = difference(&inner, frame, structured) {
                    self.context.note(outcome, finding);
                }
            });
        }
    }
}

/// The part that is the payload: the first text that begins like a JSON container, else the first.
fn choose(doc: Doc<'_>, found: &[Part]) -> Option<Part> {
    let is_container = |part: &&Part| match part {
        Part::Value(_) => true,
        Part::Text(node) => {
            doc.string(*node).is_some_and(|text| text.trim_start().starts_with(['{', '[']))
        }
    };
    found.iter().find(is_container).or(found.first()).copied()
}

/// Where the JSON `inner` of a text differs from `structured`. Servers that can only structure
/// objects wrap any other value, also the text itself, in an object of one member, and give the
/// elements of a list one text each: all that is the same result.
fn difference(inner: &Frame<'_>, outer: &Frame<'_>, structured: NodeId) -> Option<Finding> {
    let (doc, text) = (outer.doc, inner.doc);
    let root = text.root();
    if !text.is_object(root) && !text.is_array(root) {
        return None;
    }
    let is_same = |value| same_value(text, root, doc, value);
    let only = doc.members(structured).next().filter(|_| doc.count(structured) == 1);
    let value = only.map_or(structured, |(_, value)| value);
    let is_text = doc.string(value) == Some(text.text());
    if is_text || is_same(structured) || is_same(value) || doc.elements(value).any(is_same) {
        return None;
    }
    let (here, there) = first_difference(text, root, doc, structured)?;
    let label =
        |frame: &Frame<'_>, node, words: &'static str| frame.label(frame.doc.head(node), words);
    let message = "the text of this result and its `structuredContent` differ";
    Some(
        Finding::new(Code::ResultTextDiffers, message, label(inner, here, "in the text"))
            .label(label(outer, there, "in `structuredContent`"))
            .at(inner.address_of(here)),
    )
}

/// A text that is not JSON: broken JSON if it begins like JSON, else something of another kind.
fn not_json(frame: &Frame<'_>, node: NodeId, text: &str, error: &SyntaxError) -> Finding {
    let is_python =
        matches!(error.kind, SyntaxKind::SingleQuotes | SyntaxKind::PythonLiteral { .. });
    if text.trim_start().starts_with(['{', '[']) && !is_python {
        let nothing = Tape::new();
        let place = Frame::inner(Doc::new(text, &nothing), frame, node);
        return syntax_finding(&place, error);
    }
    let message = "the tool declares an output schema, but this text is not JSON";
    let finding = on(frame, node, Code::ResultNotJson, message).words("not JSON");
    match error.code() {
        _ if is_python => finding
            .help("this looks like a Python value: serialise it with `json.dumps`, not `str`"),
        Code::JsonSyntax => finding,
        _ => finding.help(error.message()),
    }
}
