//! The value at an address: through containers, strings and joined fragments, layer by layer.

use super::find::with_frame;
use super::found::{Document, Spot, What};
use super::payload::{Payload, address_of};
use super::read::{Text, each};
use super::remains::counted;
use super::{Error, Inspected};
use crate::finding::{Address, DECODE, JOIN, index};
use crate::json::{Doc, Frame, Joined, MAX_DEPTH, NodeId, SyntaxError, Tape, parse, with_tape};
use crate::source::Span;
use crate::wire::{Atom, Item, Table, recognise};
use crate::wording::{list, nearest, shorten};

/// A value, and the way to it.
#[derive(Debug)]
pub struct Shown {
    /// Its document.
    pub document: u64,
    /// The value.
    pub payload: Payload,
    /// Where its name stands, if it is a member.
    pub key: Option<Vec<Span>>,
    /// The layers on the way, the document first.
    pub layers: Vec<LayerSeen>,
    /// What it is a part of.
    pub within: Option<Within>,
}

/// A layer on the way to a value.
#[derive(Debug, Clone)]
pub struct LayerSeen {
    /// How many strings were decoded to reach it.
    pub depth: usize,
    /// Where its text stands: in several places if a stream cut it into pieces.
    pub spot: Spot,
}

/// What a value is a part of.
#[derive(Debug, Clone)]
pub struct Within {
    /// `definition`, `call`, `result` and so on.
    pub what: &'static str,
    /// The tool, where its name stands there.
    pub tool: Option<String>,
    /// The dialect.
    pub dialect: &'static str,
    /// The row.
    pub row: &'static str,
}

/// Where the way to a value ends too early.
struct Dead {
    /// How many tokens led somewhere.
    reached: usize,
    why: String,
    help: Option<String>,
}

/// Finds the value at `address` in the documents of `inspected`.
pub(super) fn find(
    inspected: &Inspected,
    address: &Address,
    table: Option<&Table>,
) -> Result<Shown, Error> {
    let mut found: Vec<Shown> = Vec::new();
    let mut dead: Option<Dead> = None;
    let mut look = |text: Text<'_>| {
        let number = |document: &Document| document.number;
        if inspected.documents.binary_search_by_key(&text.number, number).is_err() {
            return;
        }
        let way = Way { inspected, address, table, document: text.number };
        // What is no JSON holds nothing to show.
        let Ok(outcome) = with_frame(&text, inspected.file, |frame| way.start(frame)) else {
            return;
        };
        match outcome {
            Ok(shown) => found.push(shown),
            Err(now) if dead.as_ref().is_none_or(|dead| dead.reached < now.reached) => {
                dead = Some(now);
            }
            Err(_) => {}
        }
    };
    let name = inspected.files.name(inspected.file);
    each(&inspected.files, inspected.file, &mut look)
        .map_err(|error| Error::Unreadable(format!("`{name}`"), error))?;
    let shown_address = || address.display("»").to_string().trim().to_owned();
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => {
            let Dead { why, help, .. } = dead.unwrap_or(Dead {
                reached: 0,
                why: "no document could be read".to_owned(),
                help: None,
            });
            Err(Error::NothingThere { address: shown_address(), why, help })
        }
        _ => {
            let unit = inspected.unit.name();
            let numbers: Vec<String> =
                found.iter().map(|shown| format!("{unit} {}", shown.document)).collect();
            let address = match address.as_str() {
                "" => "the root".to_owned(),
                _ => shown_address(),
            };
            Err(Error::Several { address, documents: list(&numbers, "and") })
        }
    }
}

/// The way to a value in one document.
struct Way<'a> {
    inspected: &'a Inspected,
    address: &'a Address,
    table: Option<&'a Table>,
    document: u64,
}

/// What was passed on the way.
#[derive(Clone)]
struct Passed {
    key: Option<NodeId>,
    layers: Vec<LayerSeen>,
    within: Option<Within>,
    /// How many tokens were followed.
    count: usize,
}

impl Way<'_> {
    fn start(&self, frame: &Frame<'_>) -> Result<Shown, Dead> {
        let tokens: Vec<&str> = self.address.raw_tokens().collect();
        let layers = vec![self.layer(frame)];
        let passed = Passed { key: None, layers, within: None, count: 0 };
        self.follow(frame, frame.doc.root(), &tokens, passed)
    }

    fn layer(&self, frame: &Frame<'_>) -> LayerSeen {
        let spans = frame.spans(0..frame.doc.text().trim_end().len() as u32);
        let spot = Spot { document: self.document, address: frame.address(), spans };
        LayerSeen { depth: frame.depth(), spot }
    }

    /// Follows `tokens` from `node` on.
    fn follow(
        &self,
        frame: &Frame<'_>,
        node: NodeId,
        tokens: &[&str],
        mut passed: Passed,
    ) -> Result<Shown, Dead> {
        let doc = frame.doc;
        let end = tokens.iter().position(|token| matches!(*token, DECODE | JOIN));
        let (plain, rest) = tokens.split_at(end.unwrap_or(tokens.len()));
        let mut at = node;
        for token in plain {
            let name = Address::name(token);
            let next = match doc.member(at, &name) {
                Some((key, value)) => Some((Some(key), value)),
                None => index(&name).and_then(|it| doc.elements(at).nth(it)).map(|it| (None, it)),
            };
            let Some((key, value)) = next else {
                return Err(dead(frame, at, &name, passed.count));
            };
            (passed.key, at) = (key, value);
            passed.count += 1;
        }
        if frame.depth() == 0 {
            passed.within = self.within(frame, at);
        }
        match rest {
            [] => Ok(self.shown(frame, at, passed)),
            [JOIN, rest @ ..] => self.joined(frame, at, rest, passed),
            [_, rest @ ..] => self.decoded(frame, at, rest, passed),
        }
    }

    fn shown(&self, frame: &Frame<'_>, node: NodeId, passed: Passed) -> Shown {
        Shown {
            document: self.document,
            payload: Payload::new(frame, node, self.document),
            key: passed.key.map(|key| frame.spans(frame.doc.range(key))),
            layers: passed.layers,
            within: passed.within,
        }
    }

    /// Goes on in what the string `node` holds.
    fn decoded(
        &self,
        frame: &Frame<'_>,
        node: NodeId,
        rest: &[&str],
        mut passed: Passed,
    ) -> Result<Shown, Dead> {
        let doc = frame.doc;
        let Some(text) = doc.string(node) else {
            let why = format!("`{}` is no string", shown_way(frame, node));
            return Err(Dead { reached: passed.count, why, help: None });
        };
        (passed.count, passed.key) = (passed.count + 1, None);
        with_tape(|tape| {
            let outcome = parse(text, MAX_DEPTH, tape);
            let nothing = Tape::new();
            let tape = if outcome.is_ok() { &*tape } else { &nothing };
            let inner = Frame::inner(Doc::new(text, tape), frame, node);
            self.inside(&inner, outcome.err(), rest, passed)
        })
    }

    /// Goes on in the text that the fragment `node` begins.
    fn joined(
        &self,
        frame: &Frame<'_>,
        node: NodeId,
        rest: &[&str],
        mut passed: Passed,
    ) -> Result<Shown, Dead> {
        let mut address = frame.address_of(node);
        address.push_join();
        address.push_decode();
        let is_meant = |(document, joined): &&(u64, Joined)| {
            *document == self.document && address_of(joined) == address
        };
        let Some((_, joined)) = self.inspected.joined.iter().find(is_meant) else {
            let why = format!(
                "`{}` is not the first fragment of a streamed call",
                shown_way(frame, node)
            );
            return Err(Dead { reached: passed.count, why, help: None });
        };
        let rest = rest.strip_prefix(&[DECODE]).unwrap_or(rest);
        (passed.count, passed.key) = (passed.count + 2, None);
        passed.within = self.streamed(&address).or(passed.within);
        with_tape(|tape| {
            let outcome = parse(joined.text(), MAX_DEPTH, tape);
            let nothing = Tape::new();
            let tape = if outcome.is_ok() { &*tape } else { &nothing };
            let inner = Frame::joined(Doc::new(joined.text(), tape), joined);
            self.inside(&inner, outcome.err(), rest, passed)
        })
    }

    /// The streamed call whose text has this address.
    fn streamed(&self, address: &Address) -> Option<Within> {
        self.inspected.found.iter().find_map(|found| match &found.what {
            What::Call(call) if call.is_streamed => {
                let arguments = call.arguments.as_ref()?;
                let is_meant = arguments.address == *address && arguments.document == self.document;
                is_meant.then(|| Within {
                    what: "call",
                    tool: Some(call.tool.clone()),
                    dialect: found.dialect,
                    row: found.row,
                })
            }
            _ => None,
        })
    }

    /// Goes on in the layer `inner`, which is no JSON if there is an `error`.
    fn inside(
        &self,
        inner: &Frame<'_>,
        error: Option<SyntaxError>,
        rest: &[&str],
        mut passed: Passed,
    ) -> Result<Shown, Dead> {
        passed.layers.push(self.layer(inner));
        let Some(error) = error else {
            return self.follow(inner, inner.doc.root(), rest, passed);
        };
        if rest.is_empty() {
            return Ok(Shown {
                document: self.document,
                payload: Payload::broken(inner, &error, self.document),
                key: None,
                layers: passed.layers,
                within: passed.within,
            });
        }
        let way = inner.address().display("»").to_string();
        let why = format!("the text at `{}` is no JSON: {}", way.trim(), error.message());
        Err(Dead { reached: passed.count, why, help: None })
    }

    /// The innermost thing that was recognised around `node` of a document.
    fn within(&self, frame: &Frame<'_>, node: NodeId) -> Option<Within> {
        let doc = frame.doc;
        let found = recognise(self.table?, doc, doc.root());
        let holds = |item: &&Item<'_>| {
            item.node <= node && node < doc.after(item.node) && what(item).is_some()
        };
        let item = found.items.iter().filter(holds).max_by_key(|item| item.node)?;
        Some(Within {
            what: what(item)?,
            tool: tool(doc, item).map(str::to_owned),
            dialect: item.row.dialect,
            row: item.row.id,
        })
    }
}

fn what(item: &Item<'_>) -> Option<&'static str> {
    Some(match item.row.atom {
        Atom::Definition { .. } => "definition",
        Atom::Call { .. } => "call",
        Atom::Result { .. } => "result",
        Atom::Refusal => "refusal",
        Atom::Fragment { .. } => "fragment",
        Atom::Reply { .. } => "reply",
        Atom::Message | Atom::Rpc => "message",
        _ => return None,
    })
}

fn tool<'d>(doc: Doc<'d>, item: &Item<'_>) -> Option<&'d str> {
    let path = match item.row.atom {
        Atom::Definition { name, .. } | Atom::Call { name, .. } => name,
        Atom::Result { name, .. } => name?,
        _ => return None,
    };
    item.member(doc, path).and_then(|node| doc.string(node))
}

/// A value's address as people read it.
fn shown_way(frame: &Frame<'_>, node: NodeId) -> String {
    let address = frame.address_of(node).display("»").to_string();
    match address.trim() {
        "" => "the root".to_owned(),
        way => way.to_owned(),
    }
}

/// Why nothing is called `name` in `node`.
fn dead(frame: &Frame<'_>, node: NodeId, name: &str, reached: usize) -> Dead {
    let doc = frame.doc;
    let way = match shown_way(frame, node) {
        root if root == "the root" => root,
        way => format!("`{way}`"),
    };
    let shown = shorten(name);
    if doc.is_object(node) {
        let names: Vec<&str> = doc.members(node).filter_map(|(key, _)| doc.string(key)).collect();
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{}`?", shorten(near)),
            None if names.is_empty() => "it is empty".to_owned(),
            None => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("`{}`", shorten(name))).collect();
                format!("its members are {}", list(&names, "and"))
            }
        };
        return Dead { reached, why: format!("{way} has no member `{shown}`"), help: Some(help) };
    }
    let why = if doc.is_array(node) {
        format!("{way} has {}, and no [{shown}]", counted(doc.count(node), "element"))
    } else if doc.is_string(node) {
        format!("{way} is a string")
    } else {
        format!("{way} is {}", shorten(doc.source(node)))
    };
    let holds = doc.string(node).is_some_and(|text| text.trim_start().starts_with(['{', '[']));
    let help = holds.then(|| "what a string holds is behind `»`, or `~json`".to_owned());
    Dead { reached, why, help }
}
