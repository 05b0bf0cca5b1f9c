//! Gate one: the arguments of a call, through every string they are wrapped in.

use super::cut::{Cut, explain};
use super::document::Limits;
use super::encoded::{encodings, is_encoded_again, times};
use super::markup::markup;
use super::outcome::{Context, Outcome, on};
use super::wrapper::Wrapper;
use crate::finding::{Code, Finding, Label, Severity};
use crate::json::{
    Doc, Frame, Joined, Kind, NodeId, Tape, fault_findings, kind_inside, parse, syntax_finding,
    too_many_layers, with_tape,
};
use crate::schema::Schema;
use crate::wire::Encoding;
use crate::wording::{list, shorten};

/// The arguments of one call, on their way through their layers.
pub(super) struct Arguments<'c> {
    pub(super) limits: Limits,
    /// The name of the member that holds them.
    pub(super) member: &'static str,
    /// How the dialect writes them.
    pub(super) encoding: Encoding,
    /// Whether the dialect lets them be left out.
    pub(super) may_lack: bool,
    /// The input schema, if there is one that can be used.
    pub(super) schema: Option<&'c Schema>,
    pub(super) context: &'c Context<'c>,
    pub(super) outcome: &'c mut Outcome,
}

impl Arguments<'_> {
    /// Checks `value`, which `holder` holds as the arguments of a call.
    pub(super) fn check(&mut self, frame: &Frame<'_>, holder: NodeId, value: Option<NodeId>) {
        if self.schema.is_some() {
            self.outcome.tally.checked += 1;
        }
        let Some(value) = value else {
            self.nothing(frame, holder, Code::CallArgumentsMissing, "the call has no arguments");
            return;
        };
        match (frame.doc.kind(value), self.encoding) {
            (Kind::Null, _) if self.encoding != Encoding::Free => {
                let message = "the arguments are null, not an object";
                self.nothing(frame, value, Code::CallArgumentsNull, message);
            }
            // A text that is no JSON has no schema.
            (_, Encoding::Free) => {}
            (Kind::Plain | Kind::Escaped, Encoding::Text | Encoding::Either) => {
                self.text(frame, value);
            }
            (Kind::Plain | Kind::Escaped, Encoding::Value) => self.text_for_object(frame, value),
            (Kind::Object, Encoding::Text) => {
                let wanted = "wants them as JSON text";
                let message = format!("the arguments are an object; {} {wanted}", self.dialect());
                let finding = on(frame, value, Code::CallArgumentsWrongKind, message)
                    .words("expected a string that holds JSON")
                    .severity(Severity::Warning)
                    .help("serialise them once");
                self.note(finding);
                self.object(frame, value);
            }
            (Kind::Object, Encoding::Value | Encoding::Either) => self.object(frame, value),
            _ => self.not_object(frame, value),
        }
    }

    fn note(&mut self, finding: Finding) {
        self.context.note(self.outcome, finding);
    }

    fn dialect(&self) -> &'static str {
        self.context.dialect.unwrap_or("this dialect")
    }

    /// A string where the dialect wants an object. One that can hold JSON is read all the same.
    fn text_for_object(&mut self, frame: &Frame<'_>, value: NodeId) {
        let text = frame.doc.string(value).unwrap_or_default().trim_start();
        if !text.is_empty() && !text.starts_with(['{', '[', '"']) {
            self.not_object(frame, value);
            return;
        }
        if !text.is_empty() {
            let message = format!("the arguments are a string; {} wants an object", self.dialect());
            let finding = on(frame, value, Code::CallArgumentsWrongKind, message)
                .words("expected an object")
                .severity(Severity::Error)
                .help("parse it once before sending");
            self.note(finding);
        }
        self.text(frame, value);
    }

    /// Empty, null or absent arguments: harmless if `{}` would do.
    fn nothing(&mut self, frame: &Frame<'_>, value: NodeId, code: Code, message: &'static str) {
        let missing = self.schema.and_then(missing_names);
        let is_absent = code == Code::CallArgumentsMissing;
        let words = if is_absent { "no arguments" } else { "no object" };
        let finding = on(frame, value, code, message).words(words);
        let finding = match missing {
            None if is_absent && self.may_lack => return,
            None => {
                let cure = match self.encoding {
                    Encoding::Text => "\"{}\"",
                    _ => "{}",
                };
                let cure = if is_absent {
                    format!("add `\"{}\": {cure}`", self.member)
                } else {
                    format!("write `{cure}`")
                };
                let help = format!("clients commonly read this as `{{}}`: {cure}");
                finding.severity(Severity::Warning).help(help)
            }
            Some(names) => finding.help(required(&names)),
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
            let message = match (text, self.encoding) {
                ("", Encoding::Value) => "the arguments are an empty text, not an object",
                ("", _) => "the arguments are an empty text, which is not JSON",
                (_, Encoding::Value) => "the arguments are only white space, not an object",
                (_, _) => "the arguments are only white space, which is not JSON",
            };
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
                self.note(explain(Cut::around(frame, value).as_ref(), finding));
                return;
            }
            let inner = Frame::inner(Doc::new(text, tape), frame, value);
            for finding in fault_findings(&inner) {
                self.note(finding);
            }
            self.decoded(frame, value, &inner);
        });
    }

    /// Checks arguments that were streamed. `begin` is where their call begins, `cut` why it ends.
    pub(super) fn streamed(&mut self, joined: &Joined, begin: &Label, cut: Option<&Cut>) {
        if self.schema.is_some() {
            self.outcome.tally.checked += 1;
        }
        if joined.text().trim().is_empty() {
            // No fragments at all are no arguments, not an empty text.
            if let Some(names) = self.schema.and_then(missing_names) {
                let label = Label { text: "no arguments follow".into(), ..begin.clone() };
                let message = "the stream gives this call no arguments";
                let finding = Finding::new(Code::CallArgumentsMissing, message, label);
                self.note(finding.help(required(&names)));
            }
            return;
        }
        with_tape(|tape| {
            if let Err(error) = parse(joined.text(), self.limits.depth, tape) {
                let nothing = Tape::new();
                let place = Frame::joined(Doc::new(joined.text(), &nothing), joined);
                let mut finding = syntax_finding(&place, &error);
                finding.help = error.help_in_arguments();
                self.note(explain(cut, finding));
                return;
            }
            let inner = Frame::joined(Doc::new(joined.text(), tape), joined);
            for finding in fault_findings(&inner) {
                self.note(finding);
            }
            let root = inner.doc.root();
            match inner.doc.kind(root) {
                Kind::Object => self.object(&inner, root),
                Kind::Plain | Kind::Escaped if holds_arguments(inner.doc, root) => {
                    let times = times(encodings(joined.text()));
                    let message = format!("the arguments were encoded as JSON {times}");
                    let finding = on(&inner, root, Code::CallArgumentsEncodedTwice, message)
                        .words("a string that holds a string")
                        .help("serialise once: this text is JSON already");
                    self.note(finding);
                    self.text(&inner, root);
                }
                _ => self.not_object(&inner, root),
            }
        });
    }

    /// The JSON `inner` that the string `value` of `frame` holds.
    fn decoded(&mut self, frame: &Frame<'_>, value: NodeId, inner: &Frame<'_>) {
        let root = inner.doc.root();
        match inner.doc.kind(root) {
            Kind::Object => self.object(inner, root),
            Kind::Null => {
                let message = "the arguments are the text `null`, not an object";
                self.nothing(frame, value, Code::CallArgumentsNull, message);
            }
            Kind::Plain | Kind::Escaped if is_blank(inner.doc, root) => {
                let message = match inner.doc.source(root) {
                    "\"\"" => "the arguments are the text `\"\"`, not an object",
                    _ => "the arguments are the text of a blank string, not an object",
                };
                self.nothing(frame, value, Code::CallArgumentsEmpty, message);
            }
            Kind::Plain | Kind::Escaped if holds_arguments(inner.doc, root) => {
                if !is_encoded_again(frame) {
                    let times = times(encodings(inner.doc.text()));
                    let message = format!("the arguments were encoded as JSON {times}");
                    let finding = on(frame, value, Code::CallArgumentsEncodedTwice, message)
                        .words("a string that holds a string")
                        .help("serialise once: this text is JSON already");
                    self.note(finding);
                }
                self.text(inner, root);
            }
            _ => self.not_object(inner, root),
        }
    }

    /// The arguments themselves.
    fn object(&mut self, frame: &Frame<'_>, value: NodeId) {
        if let Some(wrapper) = self.wrapper(frame, value) {
            self.note(wrapper.finding(frame, value));
            match frame.doc.kind(wrapper.inside) {
                Kind::Plain | Kind::Escaped => self.text(frame, wrapper.inside),
                Kind::Object => self.object(frame, wrapper.inside),
                _ => self.not_object(frame, wrapper.inside),
            }
            return;
        }
        if let Some(finding) = markup(frame, value) {
            self.note(finding);
        }
        if let Some(schema) = self.schema {
            self.context.hold(frame, value, schema, self.outcome);
        }
    }

    fn wrapper(&self, frame: &Frame<'_>, value: NodeId) -> Option<Wrapper> {
        Wrapper::find(frame.doc, value, self.context.tool, self.schema?)
    }
}

/// Advice on what the schema misses in `{}`.
fn required(names: &[String]) -> String {
    if names.is_empty() {
        return "the tool's schema does not accept `{}` in its place".to_owned();
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", shorten(name))).collect();
    format!("the tool requires {}", list(&names, "and"))
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

fn is_blank(doc: Doc<'_>, node: NodeId) -> bool {
    doc.string(node).is_some_and(|text| text.trim().is_empty())
}

/// Whether the string `node` holds what can be meant as arguments.
fn holds_arguments(doc: Doc<'_>, node: NodeId) -> bool {
    use Kind::{Array, Escaped, Null, Object, Plain};
    matches!(kind_inside(doc, node), Some(Object | Array | Null | Plain | Escaped))
}
