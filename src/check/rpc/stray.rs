//! Lines between messages that are no messages: text on the stream, messages that break off.

use crate::check::outcome::{Context, Outcome};
use crate::finding::{Code, Finding, Label, Side};
use crate::json::{Doc, Frame, NodeId, SyntaxError, Tape, parse, syntax_finding, with_tape};
use crate::mcp::{Party, party};

/// Members in which a recorder keeps a line that was no message.
const LINES: &[&str] = &["text", "line", "raw", "data"];
/// Members that say whose line it was.
const SIDES: &[&str] = &["dir", "direction", "from", "sender"];

/// What a document is that holds nothing of the wire, should it stand among messages.
#[derive(Debug)]
pub struct Stray {
    kind: Kind,
    /// Whose it is, if the recording says so.
    sender: Option<Party>,
    label: Label,
    document: u64,
}

#[derive(Debug, PartialEq)]
enum Kind {
    /// Text that does not begin like a message.
    Text,
    /// A message that cannot be read; what is wrong with it.
    Broken(Box<Finding>),
    /// JSON that is no message.
    Json,
    /// A batch of nothing.
    Nothing,
    /// A response that lacks `jsonrpc`.
    Unframed,
}

impl Stray {
    /// Whether it is a message all the same, if it stands among messages.
    #[must_use]
    pub fn is_message(&self) -> bool {
        self.kind == Kind::Unframed
    }

    /// What the text of `frame` is, which `error` keeps from being read.
    pub(in crate::check) fn of_text(frame: &Frame<'_>, error: &SyntaxError, document: u64) -> Self {
        let text = frame.doc.text();
        let label = frame.label(trimmed(text), "");
        let kind = kind_of_text(frame, text, error);
        Self { kind, sender: None, label, document }
    }

    /// What the JSON of `frame` is, in which nothing was recognised.
    pub(in crate::check) fn of_json(frame: &Frame<'_>, document: u64) -> Self {
        let doc = frame.doc;
        let root = doc.root();
        let sender =
            SIDES.iter().filter_map(|name| doc.get(root, name)).find_map(|it| doc.string(it));
        let sender = sender.and_then(party);
        let line =
            LINES.iter().filter_map(|name| doc.get(root, name)).find(|it| doc.is_string(*it));
        if let (Some(_), Some(line)) = (sender, line) {
            let kind = kind_of_line(frame, line);
            return Self { kind, sender, label: frame.label(doc.range(line), ""), document };
        }
        let has = |name: &str| doc.get(root, name).is_some();
        let kind = match () {
            () if doc.is_array(root) && doc.count(root) == 0 => Kind::Nothing,
            () if has("id") && (has("result") || has("error")) => Kind::Unframed,
            () => Kind::Json,
        };
        Self { kind, sender, label: frame.label(doc.head(root), ""), document }
    }
}

fn kind_of_text(frame: &Frame<'_>, text: &str, error: &SyntaxError) -> Kind {
    if text.trim_start().starts_with(['{', '[']) && text.contains("\"jsonrpc\"") {
        Kind::Broken(Box::new(syntax_finding(frame, error)))
    } else {
        Kind::Text
    }
}

/// What the line is that a recorder kept in the string `node`.
fn kind_of_line(frame: &Frame<'_>, node: NodeId) -> Kind {
    let text = frame.doc.string(node).unwrap_or_default();
    with_tape(|tape| match parse(text, crate::json::DEFAULT_DEPTH, tape) {
        Ok(()) => Kind::Json,
        Err(error) => {
            let nothing = Tape::new();
            kind_of_text(&Frame::inner(Doc::new(text, &nothing), frame, node), text, &error)
        }
    })
}

fn trimmed(text: &str) -> std::ops::Range<u32> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(start);
    start as u32..end as u32
}

/// The strays of a session: one finding for all that are alike.
#[derive(Debug, Default)]
pub struct Strays {
    groups: Vec<(Stray, u64)>,
}

impl Strays {
    /// Notes a stray.
    pub fn add(&mut self, stray: Stray) {
        let is_alike = |(other, _): &&mut (Stray, u64)| {
            other.sender == stray.sender
                && match (&other.kind, &stray.kind) {
                    (Kind::Broken(one), Kind::Broken(two)) => one.code == two.code,
                    (one, two) => one == two,
                }
        };
        match self.groups.iter_mut().find(is_alike) {
            Some((_, count)) => *count += 1,
            None => self.groups.push((stray, 1)),
        }
    }

    /// Says what was noted.
    pub fn finish(self, outcome: &mut Outcome) {
        for (stray, count) in self.groups {
            let context = Context {
                document: stray.document,
                tool: None,
                side: None::<Side>,
                dialect: Some(super::DIALECT),
            };
            context.note(outcome, stray.finding(count));
        }
    }
}

impl Stray {
    fn finding(self, count: u64) -> Finding {
        let whose = self.sender.map(|party| format!("the {}'s ", party.name()));
        let whose = whose.unwrap_or_default();
        let (one, words, help) = match self.kind {
            Kind::Broken(finding) => {
                let mut finding = *finding;
                if count > 1 {
                    finding.message =
                        format!("{}, here and in {} more lines", finding.message, count - 1);
                }
                return finding;
            }
            Kind::Nothing => {
                let finding = Finding::new(Code::RpcBatch, "a batch holds nothing", self.label);
                return finding.words("at least one message is expected");
            }
            Kind::Text => (
                "no JSON-RPC message but text",
                "text among messages",
                "standard output carries messages alone: write logs to standard error",
            ),
            Kind::Json | Kind::Unframed => (
                "JSON, but no JSON-RPC message",
                "not a message",
                "every line is one request, notification or response",
            ),
        };
        let said = match count {
            1 => format!("{whose}line is {one}"),
            _ => format!("{whose}line is {one}; there are {count} lines like this"),
        };
        let said = if whose.is_empty() { format!("this {said}") } else { said };
        Finding::new(Code::RpcNotAMessage, said, self.label).words(words).help(help)
    }
}
