//! Gate two: what a result holds, against the output schema.

use super::differ::difference;
use super::document::Checker;
use super::encoded::{encodings, is_encoded_again, times};
use super::outcome::{Context, Outcome, on};
use crate::finding::{Code, Finding, Severity};
use crate::json::{
    Doc, Frame, Kind, MAX_DEPTH, NodeId, SyntaxError, SyntaxKind, Tape, fault_findings,
    kind_inside, parse, syntax_finding, too_many_layers, with_tape,
};
use crate::schema::Schema;
use crate::wire::{Atom, Form, Part, parts, recognise};

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
    /// What that may be.
    pub(super) form: Form,
    /// The result as a value.
    pub(super) structured: Option<NodeId>,
    /// Whether its dialect has a place for a result as a value.
    pub(super) has_structured: bool,
}

/// What a text turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    Json,
    /// A value as Python prints it.
    Python,
    Other,
}

impl Payload {
    /// The text or value that is the result proper.
    pub(super) fn main(&self, doc: Doc<'_>) -> Option<NodeId> {
        let found = self.content.map_or_else(Vec::new, |content| parts(doc, content, self.form));
        choose(doc, &found).map(|part| match part {
            Part::Text(node) | Part::Json(node) | Part::Value(node) => node,
        })
    }
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
        let found =
            payload.content.map_or_else(Vec::new, |content| parts(doc, content, payload.form));
        if let Some(structured) = payload.structured {
            self.compare_texts(frame, &found, structured, outcome);
            return self.hold(frame, structured, outcome);
        }
        for part in &found {
            match *part {
                Part::Value(value) => self.context.note(outcome, wrong_kind(frame, value)),
                // What a schema decides of a text is said when it is held to it.
                Part::Text(text) if self.schema.is_none() => {
                    self.encoded_twice(frame, text, outcome);
                }
                Part::Text(_) | Part::Json(_) => {}
            }
        }
        if self.schema.is_none() {
            return false;
        }
        let mut inner = Outcome::default();
        let read = match choose(doc, &found) {
            Some(Part::Value(value) | Part::Json(value)) => {
                self.hold(frame, value, &mut inner);
                Read::Json
            }
            Some(Part::Text(text)) => self.text(frame, text, &mut inner),
            None => Read::Other,
        };
        if payload.has_structured {
            let is_kept = read == Read::Json && !inner.findings.iter().any(Finding::is_error);
            self.context.note(outcome, structured_missing(frame, node, read, is_kept));
            // That the text is prose says nothing more.
            inner.findings.retain(|finding| finding.code != Code::ResultNotJson);
        }
        inner.tally.checked = inner.tally.checked.max(1);
        outcome.add(inner);
        true
    }

    /// The finding of a text that is a value as Python prints it.
    pub(super) fn python(&self, frame: &Frame<'_>, payload: &Payload) -> Option<Finding> {
        let text = payload.main(frame.doc).filter(|it| frame.doc.is_string(*it))?;
        let written = frame.doc.string(text)?;
        if !written.trim_start().starts_with(['{', '[', '(']) {
            return None;
        }
        with_tape(|tape| {
            let error = parse(written, self.checker.limits.depth, tape).err()?;
            let said = "this text is a value as Python prints it, not JSON";
            let finding = on(frame, text, Code::ResultNotJson, said).words("not JSON");
            is_python(&error).then(|| finding.help(format!("this {PYTHON}")))
        })
    }

    /// Holds `node` to the output schema. Returns whether there is one that can be used.
    fn hold(&self, frame: &Frame<'_>, node: NodeId, outcome: &mut Outcome) -> bool {
        let Some(schema) = self.schema else { return false };
        self.context.hold(frame, node, schema, outcome);
        true
    }

    /// Checks the string `node`, which should hold JSON. Returns what it holds.
    fn text(&self, frame: &Frame<'_>, node: NodeId, outcome: &mut Outcome) -> Read {
        let text = frame.doc.string(node).unwrap_or_default();
        if frame.depth() + 1 > self.checker.limits.layers {
            let finding = too_many_layers(frame, node, self.checker.limits.layers);
            self.context.note(outcome, finding);
            return Read::Other;
        }
        with_tape(|tape| {
            if let Err(error) = parse(text, self.checker.limits.depth, tape) {
                self.context.note(outcome, not_json(frame, node, text, &error));
                return if is_python(&error) { Read::Python } else { Read::Other };
            }
            let inner = Frame::inner(Doc::new(text, tape), frame, node);
            for finding in fault_findings(&inner) {
                self.context.note(outcome, finding);
            }
            self.decoded(frame, node, &inner, outcome);
            Read::Json
        })
    }

    /// Says of the string `node`, whose tool has no output schema to be asked, if it holds nothing
    /// but the text of an object or array.
    fn encoded_twice(&self, frame: &Frame<'_>, node: NodeId, outcome: &mut Outcome) {
        let text = frame.doc.string(node).unwrap_or_default();
        if !text.trim_start().starts_with('"') {
            return;
        }
        with_tape(|tape| {
            if parse(text, self.checker.limits.depth, tape).is_err() {
                return;
            }
            let doc = Doc::new(text, tape);
            if holds_container(doc, doc.root()) {
                self.context.note(outcome, encoded_twice(frame, node, text));
            }
        });
    }

    /// Checks the JSON `inner` that the string `node` of `frame` holds.
    fn decoded(&self, frame: &Frame<'_>, node: NodeId, inner: &Frame<'_>, outcome: &mut Outcome) {
        let doc = inner.doc;
        let root = doc.root();
        if self.schema.is_some_and(|schema| schema.accepts(doc, root) == Ok(true)) {
            outcome.tally.checked += 1;
            return;
        }
        if holds_container(doc, root) {
            if !is_encoded_again(frame) {
                self.context.note(outcome, encoded_twice(frame, node, doc.text()));
            }
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
                form: Form::Parts,
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
            form: Form::Parts,
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
        Part::Value(_) | Part::Json(_) => true,
        Part::Text(node) => {
            doc.string(*node).is_some_and(|text| text.trim_start().starts_with(['{', '[']))
        }
    };
    found.iter().find(is_container).or(found.first()).copied()
}

/// Whether the string `node` holds an object or array, however often that was encoded.
fn holds_container(doc: Doc<'_>, node: NodeId) -> bool {
    match kind_inside(doc, node) {
        Some(Kind::Object | Kind::Array) => true,
        Some(Kind::Plain | Kind::Escaped) => with_tape(|tape| {
            let text = doc.string(node).unwrap_or_default();
            parse(text, MAX_DEPTH, tape).is_ok_and(|()| {
                let inner = Doc::new(text, tape);
                holds_container(inner, inner.root())
            })
        }),
        _ => false,
    }
}

/// A value where only a text or typed parts may stand.
fn wrong_kind(frame: &Frame<'_>, value: NodeId) -> Finding {
    let is = match frame.doc.kind(value) {
        Kind::Array => "an array",
        Kind::Integer | Kind::Float => "a number",
        Kind::True | Kind::False => "a boolean",
        Kind::Null => "null",
        _ => "an object",
    };
    let message = format!("the content of a result must be a text or typed parts, not {is}");
    on(frame, value, Code::ResultWrongKind, message)
        .words("expected a text or a list of parts")
        .help("serialise it: `JSON.stringify`, `json.dumps`")
}

/// The string `node`, whose `text` is the JSON of a string that holds JSON.
fn encoded_twice(frame: &Frame<'_>, node: NodeId, text: &str) -> Finding {
    let message = format!("the result was encoded as JSON {}", times(encodings(text)));
    on(frame, node, Code::ResultEncodedTwice, message)
        .words("a string that holds a string")
        .help("send the inner text as it is")
}

/// A result without a value, of a tool with an output schema; `read` is what its text is.
fn structured_missing(frame: &Frame<'_>, node: NodeId, read: Read, is_kept: bool) -> Finding {
    let help = match read {
        _ if is_kept => "its text keeps the schema: send it as `structuredContent` too".to_owned(),
        Read::Python => format!("its text {PYTHON}"),
        _ => "return it, or drop the output schema".to_owned(),
    };
    let severity = if is_kept { Severity::Warning } else { Severity::Error };
    let message = "the tool declares an output schema, but the result has no `structuredContent`";
    on(frame, node, Code::ResultStructuredMissing, message)
        .words("no `structuredContent`")
        .severity(severity)
        .help(help)
}

pub(super) const PYTHON: &str =
    "looks like a Python value: serialise it with `json.dumps`, not `str`";

pub(super) fn is_python(error: &SyntaxError) -> bool {
    matches!(error.kind, SyntaxKind::SingleQuotes | SyntaxKind::PythonLiteral { .. })
}

/// A text that is not JSON: broken JSON if it begins like JSON, else something of another kind.
fn not_json(frame: &Frame<'_>, node: NodeId, text: &str, error: &SyntaxError) -> Finding {
    if text.trim_start().starts_with(['{', '[']) && !is_python(error) {
        let nothing = Tape::new();
        let place = Frame::inner(Doc::new(text, &nothing), frame, node);
        return syntax_finding(&place, error);
    }
    let message = "the tool declares an output schema, but this text is not JSON";
    let finding = on(frame, node, Code::ResultNotJson, message).words("not JSON");
    match error.code() {
        _ if is_python(error) => finding.help(format!("this {PYTHON}")),
        Code::JsonSyntax => finding,
        _ => finding.help(error.message()),
    }
}
