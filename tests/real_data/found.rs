//! What stands in a file, counted apart from what the program counts: its documents are split,
//! and its results paired with its calls, in the plainest way.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use wirecheck::json::{DEFAULT_DEPTH, Doc, NodeId, parse, with_tape};
use wirecheck::wire::{Atom, Item, Pairing, Recognised, recognise, table};

/// What stands in a file.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The dialects and rows of definitions, calls, results, fragments and formats.
    pub(crate) rows: BTreeSet<String>,
    pub(crate) definitions: u64,
    /// Results that answer a call.
    pub(crate) exchanges: u64,
    calls: Vec<Met>,
    /// Whether there are events: they repeat whole calls.
    has_events: bool,
}

/// A call that was met.
#[derive(Debug)]
struct Met {
    pairing: Pairing,
    id: Option<String>,
    name: Option<String>,
    is_answered: bool,
}

/// Finds what stands in the file at `path`; nothing if it is no text.
pub(crate) fn found(path: &Path) -> Found {
    let mut found = Found::default();
    for text in documents(path) {
        with_tape(|tape| {
            if parse(&text, DEFAULT_DEPTH, tape).is_ok() {
                let doc = Doc::new(&text, tape);
                found.document(doc, &recognise(table(), doc, doc.root()));
            }
        });
    }
    found
}

/// The JSON texts of a file: the data of its events, the whole, or its lines.
fn documents(path: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let is_json = with_tape(|tape| parse(&text, DEFAULT_DEPTH, tape).is_ok());
    if is_json {
        return vec![text];
    }
    if path.extension().is_none_or(|extension| extension != "sse") {
        return text.lines().map(str::to_owned).collect();
    }
    let text = text.replace("\r\n", "\n");
    let data = |event: &str| {
        let lines: Vec<&str> =
            event.lines().filter_map(|line| line.strip_prefix("data:")).collect();
        lines.join("\n")
    };
    text.split("\n\n").map(data).collect()
}

impl Found {
    fn document(&mut self, doc: Doc<'_>, found: &Recognised<'_>) {
        if found.is_conversation && !self.has_events {
            self.calls.clear();
        }
        for (at, item) in found.items.iter().enumerate() {
            if found.parts.iter().any(|part| part.start == at) {
                self.calls.clear();
            }
            self.item(doc, item);
        }
    }

    fn item(&mut self, doc: Doc<'_>, item: &Item<'_>) {
        let row = item.row;
        if row.id.starts_with(['D', 'C', 'R', 'F', 'O']) {
            self.rows.insert(format!("{} {}", row.dialect, row.id));
        }
        match row.atom {
            Atom::Definition { .. } => self.definitions += 1,
            Atom::Event => self.has_events = true,
            Atom::Call { id, name, pairing, .. } => {
                let (id, name) = (spelled(doc, item.node, id), spelled(doc, item.node, Some(name)));
                self.call(pairing, id, name);
            }
            Atom::Fragment { list, id, name, pairing, .. } => {
                let list = list.and_then(|path| member(doc, item.node, path));
                let nodes = list.map_or(vec![item.node], |list| doc.elements(list).collect());
                for node in nodes {
                    let (id, name) = (spelled(doc, node, id), spelled(doc, node, name));
                    if id.is_some() {
                        self.call(pairing, id, name);
                    }
                }
            }
            Atom::Result { id, name, pairing: Some(pairing), .. } => {
                let id = spelled(doc, item.node, id);
                let name = spelled(doc, item.node, name);
                self.result(pairing, id.as_deref(), name.as_deref());
            }
            Atom::Refusal => {
                let id = spelled(doc, item.node, Some("id"));
                self.calls.retain(|call| !call.is(Pairing::JsonRpc, id.as_deref()));
            }
            _ => {}
        }
    }

    /// Notes a call, unless it is one that is met again.
    fn call(&mut self, pairing: Pairing, id: Option<String>, name: Option<String>) {
        let is_same =
            |call: &Met| call.is(pairing, id.as_deref()) && (self.has_events || !call.is_answered);
        if id.is_none() || !self.calls.iter().any(is_same) {
            self.calls.push(Met { pairing, id, name, is_answered: false });
        }
    }

    fn result(&mut self, pairing: Pairing, id: Option<&str>, name: Option<&str>) {
        let is_meant = |call: &&mut Met| {
            let is_named =
                || call.pairing == pairing && (name.is_none() || call.name.as_deref() == name);
            !call.is_answered && if id.is_some() { call.is(pairing, id) } else { is_named() }
        };
        if let Some(call) = self.calls.iter_mut().find(is_meant) {
            call.is_answered = true;
            self.exchanges += 1;
        }
    }
}

impl Met {
    fn is(&self, pairing: Pairing, id: Option<&str>) -> bool {
        self.pairing == pairing && self.id.as_deref() == id
    }
}

/// The member at `path` below `node`, as it is written; `None` if it is absent, null or empty.
fn spelled(doc: Doc<'_>, node: NodeId, path: Option<&str>) -> Option<String> {
    let value = doc.source(member(doc, node, path?)?);
    (!matches!(value, "null" | "\"\"")).then(|| value.to_owned())
}

fn member(doc: Doc<'_>, node: NodeId, path: &str) -> Option<NodeId> {
    path.split('/').try_fold(node, |node, name| doc.get(node, name))
}
