//! Gate one: the arguments of a call, through every string they are wrapped in.

use super::document::Limits;
use super::outcome::{Context, Outcome, on};
use crate::finding::{Code, Finding, Severity};
use crate::json::{
    Doc, Frame, Kind, NodeId, Tape, fault_findings, kind_inside, parse, syntax_finding,
    too_many_layers, with_tape,
};
use crate::schema::Schema;
use crate::wire::Encoding;
use crate::wording::{list, shorten};

/// The arguments of one call, on their way through their layers.
pub(super) struct Arguments<'c> {
    pub(super) limits: Limits,
    /// The input schema, if there is one that can be used.
    pub(super) schema: Option<&'c Schema>,
    pub(super) context: &'c Context<'c>,
    pub(super) outcome: &'c mut Outcome,
}

impl Arguments<'_> {
    /// Checks `value`, the arguments of the call `node`.
    pub(super) fn check(
        &mut self,
        frame: &Frame<'_>,
        node: NodeId,
        value: Option<NodeId>,
        encoding: Encoding,
    ) {
        if self.schema.is_some() {
            self.outcome.tally.checked += 1;
        }
        let Some(value) = value else {
            self.nothing(frame, node, Code::CallArgumentsMissing, "the call has no arguments");
            return;
        };
        match (frame.doc.kind(value), encoding) {
            (Kind::Null, _) => {
                self.nothing(frame, value, Code::CallArgumentsNull, "the arguments are null");
            }
            (Kind::Plain | Kind::Escaped, Encoding::Text) => self.text(frame, value),
            (Kind::Plain | Kind::Escaped, _) => {
                let message = "the arguments are JSON in a string; an object is due here";
                self.wrong_kind(frame, value, message, "expected an object", Severity::Error);
                self.text(frame, value);
            }
            (Kind::Object, Encoding::Text) => {
                let message = "the arguments are an object; JSON in a string is due here";
                let words = "expected a string that holds JSON";
                self.wrong_kind(frame, value, message, words, Severity::Warning);
                self.object(frame, value);
            }
            (Kind::Object, _) => self.object(frame, value),
            _ => self.not_object(frame, value),
        }
    }

    fn note(&mut self, finding: Finding) {
        self.context.note(self.outcome, finding);
    }

    fn wrong_kind(
        &mut self,
        frame: &Frame<'_>,
        value: NodeId,
        message: &'static str,
        words: &'static str,
        severity: Severity,
    ) {
        let finding =
            on(frame, value, Code::CallArgumentsWrongKind, message).words(words).severity(severity);
        self.note(finding);
    }

    /// Empty, null or absent arguments: harmless if `{}` would do.
    fn nothing(&mut self, frame: &Frame<'_>, value: NodeId, code: Code, message: &'static str) {
        let missing = self.schema.and_then(missing_names);
        let words = if code == Code::CallArgumentsMissing { "no arguments" } else { "no object" };
        let finding = on(frame, value, code, message).words(words);
        let finding = match missing {
            None => finding
                .severity(Severity::Warning)
                .help("clients commonly read this as `{}`; write `{}`"),
            Some(names) if names.is_empty() => {
                finding.help("the tool's schema does not accept `{}` in its place")
            }
            Some(names) => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("`{}`", shorten(name))).collect();
                finding.help(format!("the tool requires {}", list(&names, "and")))
            }
        };
        self.note(finding);
    }

    fn not_object(&mut self, frame: &Frame<'_>, value: NodeId) {
        let doc = frame.doc;
        let is = match doc.kind(value) {
            Kind::Array => "an array",
            Kind::Plain | Kind::Escaped => "a string",
            Kind::Integer | Kind::Float => "a number",
            Kind::Null => "null",
            _ => "a boolean",
        };
        let message = format!("the arguments are {is}, not an object");
        let mut finding =
            on(frame, value, Code::CallArgumentsNotObject, message).words("expected an object");
        if doc.is_array(value) && doc.count(value) == 0 {
            finding =
                finding.help("PHP writes an empty associative array as `[]`; cast it to an object");
        }
        self.note(finding);
    }

    /// The string `value`, which should hold the arguments.
    fn text(&mut self, frame: &Frame<'_>, value: NodeId) {
        let text = frame.doc.string(value).unwrap_or_default();
        if text.trim().is_empty() {
            let message = "the arguments are an empty text, which is not JSON";
            self.nothing(frame, value, Code::CallArgumentsEmpty, message);
            return;
        }
        if frame.depth() + 1 > self.limits.layers {
            self.note(too_many_layers(frame, value, self.limits.layers));
            return;
        }
        with_tape(|tape| {
            if let Err(error) = parse(text, self.limits.depth, tape) {
                let nothing = Tape::new();
                let place = Frame::inner(Doc::new(text, &nothing), frame, value);
                let mut finding = syntax_finding(&place, &error);
                finding.help = error.help_in_arguments();
                self.note(finding);
                return;
            }
            let inner = Frame::inner(Doc::new(text, tape), frame, value);
            for finding in fault_findings(&inner) {
                self.note(finding);
            }
            self.decoded(frame, value, &inner);
        });
    }

    /// The JSON `inner` that the string `value` of `frame` holds.
    fn decoded(&mut self, frame: &Frame<'_>, value: NodeId, inner: &Frame<'_>) {
        let root = inner.doc.root();
        match inner.doc.kind(root) {
            Kind::Object => self.object(inner, root),
            Kind::Null => {
                let message = "the arguments are the text `null`";
                self.nothing(frame, value, Code::CallArgumentsNull, message);
            }
            Kind::Plain | Kind::Escaped if holds_arguments(inner.doc, root) => {
                if frame.depth() == 0 || !is_encoded_again(frame) {
                    let message = "the arguments were encoded as JSON twice";
                    let finding = on(frame, value, Code::CallArgumentsEncodedTwice, message)
                        .words("a string that holds a string")
                        .help("pass the arguments' text as it is: it is JSON already");
                    self.note(finding);
                }
                self.text(inner, root);
            }
            _ => self.not_object(inner, root),
        }
    }

    /// The arguments themselves.
    fn object(&mut self, frame: &Frame<'_>, value: NodeId) {
        if let Some(inside) = self.wrapped(frame, value) {
            let message = "the arguments hold the whole call once more";
            let finding = on(frame, value, Code::CallArgumentsWrapped, message)
                .words("the call again")
                .help("pass only what stands in it as arguments");
            self.note(finding);
            match frame.doc.kind(inside) {
                Kind::Plain | Kind::Escaped => self.text(frame, inside),
                Kind::Object => self.object(frame, inside),
                _ => self.not_object(frame, inside),
            }
            return;
        }
        if let Some(schema) = self.schema {
            self.context.hold(frame, value, schema, self.outcome);
        }
    }

    /// The arguments inside `{"name": .., "arguments": ..}`, where the tool does not want that.
    fn wrapped(&self, frame: &Frame<'_>, value: NodeId) -> Option<NodeId> {
        let doc = frame.doc;
        let inside = doc.get(value, "arguments").or_else(|| doc.get(value, "parameters"))?;
        let name = doc.get(value, "name").and_then(|name| doc.string(name))?;
        let is_call = doc.count(value) == 2 && self.context.tool == Some(name);
        let is_wanted = self.schema?.accepts(doc, value) == Ok(true);
        (is_call && !is_wanted).then_some(inside)
    }
}

/// Whether the layer `frame` is itself the inside of a string that held nothing but a string.
fn is_encoded_again(frame: &Frame<'_>) -> bool {
    frame.doc.is_string(frame.doc.root())
}

/// What the schema misses in `{}`; `None` if it accepts that.
fn missing_names(schema: &Schema) -> Option<Vec<String>> {
    let mut tape = Tape::new();
    parse("{}", 1, &mut tape).expect("`{}` is JSON");
    let empty = Doc::new("{}", &tape);
    if schema.accepts(empty, empty.root()) == Ok(true) {
        return None;
    }
    let (doc, root) = schema.source();
    let required = doc.get(root, "required");
    let names = required.into_iter().flat_map(|node| doc.elements(node));
    Some(names.filter_map(|node| doc.string(node)).map(str::to_owned).collect())
}

/// Whether the string `node` holds what can be meant as arguments.
fn holds_arguments(doc: Doc<'_>, node: NodeId) -> bool {
    use Kind::{Array, Escaped, Null, Object, Plain};
    matches!(kind_inside(doc, node), Some(Object | Array | Null | Plain | Escaped))
}
