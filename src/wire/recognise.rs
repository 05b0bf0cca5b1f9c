//! The table applied to every object of a layer.

use std::cell::Cell;
use std::ops::Range;

use super::ready::{Check, Path, RowSet, Table};
use super::table::{Atom, Failed, Row};
use crate::json::{Doc, Kind, NodeId};

/// Something recognised, with the nodes that its row names. An absent member has no node.
#[derive(Debug, Clone)]
pub struct Item<'t> {
    /// The row that matched.
    pub row: &'t Row,
    /// The object.
    pub node: NodeId,
    /// The array that it is an element of.
    pub list: Option<NodeId>,
    /// The object that has it, or that array, as a member.
    pub owner: Option<NodeId>,
}

/// What was recognised in a layer, in document order.
#[derive(Debug, Default)]
pub struct Recognised<'t> {
    /// Definitions, calls, results and the rest.
    pub items: Vec<Item<'t>>,
    /// The items of parts that are conversations of their own: elements of one list that each hold
    /// messages. In order, without overlap.
    pub parts: Vec<Range<usize>>,
    /// Whether the layer is a conversation of its own, not a message among others.
    pub is_conversation: bool,
}

impl Item<'_> {
    /// The member at `path` below the item's object.
    #[must_use]
    pub fn member(&self, doc: Doc<'_>, path: &str) -> Option<NodeId> {
        member(doc, self.node, path)
    }

    /// Whether the item says in this way that its tool failed.
    #[must_use]
    pub fn has_failed(&self, doc: Doc<'_>, failed: Failed) -> bool {
        match failed {
            Failed::True(path) | Failed::TrueOfText(path) => {
                self.member(doc, path).is_some_and(|node| doc.kind(node) == Kind::True)
            }
            Failed::Is(path, words) => self
                .member(doc, path)
                .and_then(|node| doc.string(node))
                .is_some_and(|word| words.contains(&word)),
            Failed::Given(path) => self.member(doc, path).is_some_and(|node| !doc.is_null(node)),
        }
    }
}

/// The member at `path` (`a/b`) below `node`.
fn member(doc: Doc<'_>, node: NodeId, path: &str) -> Option<NodeId> {
    // Paths are short: looking at each byte is cheaper than a searcher.
    match path.bytes().position(|byte| byte == b'/') {
        None => doc.get(node, path),
        Some(slash) => member(doc, doc.get(node, &path[..slash])?, &path[slash + 1..]),
    }
}

/// Applies `table` to `node` and everything in it. Schemas, arguments and results are not searched:
/// what stands in them is data.
#[must_use]
pub fn recognise<'t>(table: &'t Table, doc: Doc<'_>, node: NodeId) -> Recognised<'t> {
    let mut walker = Walker {
        table,
        doc,
        found: Recognised { items: Vec::with_capacity(16), ..Recognised::default() },
        is_in_part: false,
        message: None,
        values: [node; 128],
        children: CHILDREN.take(),
    };
    walker.visit(node, Place { member: 0, list: None, owner: None, under: 0 });
    CHILDREN.set(std::mem::take(&mut walker.children));
    // A batch of JSON-RPC messages is a run of messages, not a conversation.
    let is_rpc = |node| doc.get(node, "jsonrpc").is_some();
    let first = doc.elements(node).next();
    walker.found.is_conversation = if is_rpc(node) || first.is_some_and(is_rpc) {
        false
    } else {
        walker.found.is_conversation || (doc.is_array(node) && !walker.found.items.is_empty())
    };
    walker.found
}

thread_local! {
    /// The room for [`Walker::children`], kept from layer to layer.
    static CHILDREN: Cell<Vec<(u128, NodeId)>> = const { Cell::new(Vec::new()) };
}

/// Where an object stands.
#[derive(Clone, Copy)]
struct Place {
    /// The bit of the member name that holds it, or holds the array it is an element of.
    member: u128,
    /// That array.
    list: Option<NodeId>,
    /// The object that has that member.
    owner: Option<NodeId>,
    /// The bits of all member names around it.
    under: u128,
}

struct Walker<'t, 'a> {
    table: &'t Table,
    doc: Doc<'a>,
    found: Recognised<'t>,
    is_in_part: bool,
    /// The JSON-RPC message that was met last.
    message: Option<NodeId>,
    /// The values of the members that the table has numbers for, of the object being tested.
    values: [NodeId; 128],
    /// The containers in the objects being walked, with the bits of their names.
    children: Vec<(u128, NodeId)>,
}

/// What the members of an object say.
struct Members {
    present: u128,
    /// The rows that may match.
    rows: RowSet,
    has_messages: bool,
    has_choices: bool,
    /// Whether it holds messages or choices, and is no JSON-RPC message.
    is_conversation: bool,
}

impl<'t> Walker<'t, '_> {
    fn visit(&mut self, node: NodeId, place: Place) {
        match self.doc.kind(node) {
            Kind::Object => self.object(node, place),
            Kind::Array => {
                for element in self.doc.elements(node) {
                    self.element(element, Place { list: Some(node), ..place });
                }
            }
            _ => {}
        }
    }

    /// An element of a list; a conversation of its own if it holds messages or is a list of them.
    fn element(&mut self, node: NodeId, place: Place) {
        if self.doc.is_object(node) {
            self.object(node, place);
        } else if is_message_list(self.doc, node) {
            self.part(|walker| walker.visit(node, place));
        } else {
            self.visit(node, place);
        }
    }

    /// Notes what `walk` finds as a conversation of its own, unless it is inside one.
    fn part(&mut self, walk: impl FnOnce(&mut Self)) {
        let from = self.found.items.len();
        let is_part = !std::mem::replace(&mut self.is_in_part, true);
        walk(self);
        if is_part {
            self.is_in_part = false;
            self.found.parts.push(from..self.found.items.len());
        }
    }

    fn object(&mut self, node: NodeId, place: Place) {
        let first_child = self.children.len();
        let members = self.members(node);
        let is_part = place.list.is_some() && members.is_conversation && !self.is_in_part;
        if is_part {
            self.part(|walker| walker.rows(node, place, &members, first_child));
        } else {
            self.rows(node, place, &members, first_child);
        }
        self.children.truncate(first_child);
    }

    /// Applies the rows to an object whose containers are the children from `first_child` on.
    fn rows(&mut self, node: NodeId, place: Place, members: &Members, first_child: usize) {
        let found = self.found.items.len();
        let table: &'t Table = self.table;
        let mut is_leaf = false;
        let mut rows = members.rows;
        rows.add(table.rows_of_none);
        while let Some(row) = rows.pop() {
            let ready = &table.rows[row];
            if members.present & ready.required != ready.required
                || members.present & ready.forbidden != 0
            {
                continue;
            }
            let is_aside = is_aside(&ready.row.atom);
            // One object can be a call together with its result.
            let is_answer = matches!(ready.row.atom, Atom::Result { .. })
                && self.found.items[found..]
                    .last()
                    .is_some_and(|item| matches!(item.row.atom, Atom::Call { .. }));
            if (is_leaf && !is_aside && !is_answer)
                || !self.holds_all(&ready.checks, node, place, members)
            {
                continue;
            }
            if matches!(ready.row.atom, Atom::Conversation) {
                // What a message holds is part of its session, whatever a recorder puts around it.
                self.found.is_conversation |= !self.is_in_message(node);
                continue;
            }
            if matches!(ready.row.atom, Atom::Rpc) {
                self.message = Some(node);
            }
            is_leaf |= !is_aside;
            let Place { list, owner, .. } = place;
            self.found.items.push(Item { row: &ready.row, node, list, owner });
        }
        // More can stand inside: definitions in an answer to `tools/list`, calls of a message. That a
        // call is a message too does not open it.
        let goes_on =
            |item: &Item<'_>| is_aside(&item.row.atom) && !matches!(item.row.atom, Atom::Rpc);
        if !is_leaf || self.found.items[found..].iter().any(goes_on) {
            for at in first_child..self.children.len() {
                let (member, child) = self.children[at];
                let under = place.under | member;
                let place = Place { member, list: None, owner: Some(node), under };
                if member & self.table.alternatives != 0 {
                    self.part(|walker| walker.visit(child, place));
                } else {
                    self.visit(child, place);
                }
            }
        }
    }

    fn is_in_message(&self, node: NodeId) -> bool {
        let start = self.doc.range(node).start;
        self.message.is_some_and(|message| self.doc.range(message).contains(&start))
    }

    /// Looks at the members of an object once: which names the table knows, and which values are
    /// containers.
    fn members(&mut self, node: NodeId) -> Members {
        let doc = self.doc;
        let mut members = Members {
            present: 0,
            rows: RowSet::default(),
            has_messages: false,
            has_choices: false,
            is_conversation: false,
        };
        for (key, value) in doc.members(node) {
            let number = self.table.number_of(doc.string_bytes(key));
            let bit = number.map_or(0, |number| {
                self.values[usize::from(number)] = value;
                members.rows.add(self.table.rows_of[usize::from(number)]);
                if self.table.has_words & (1 << number) != 0 && doc.is_string(value) {
                    let word = doc.string_bytes(value);
                    members.rows.add(self.table.rows_of_word(number, word));
                }
                1 << number
            });
            members.present |= bit;
            match doc.kind(value) {
                Kind::Array => {
                    members.has_messages |= is_message_list(doc, value);
                    members.has_choices |=
                        doc.string_bytes(key) == b"choices" && is_list_of_answers(doc, value);
                    self.children.push((bit, value));
                }
                Kind::Object => self.children.push((bit, value)),
                _ => {}
            }
        }
        members.is_conversation =
            (members.has_messages || members.has_choices) && doc.get(node, "jsonrpc").is_none();
        members
    }

    fn owner_is(&self, place: Place, name: &str, words: &[&str]) -> bool {
        let doc = self.doc;
        let value = place.owner.and_then(|owner| doc.get(owner, name));
        value.and_then(|value| doc.string(value)).is_some_and(|text| words.contains(&text))
    }

    fn holds_all(&self, checks: &[Check], node: NodeId, place: Place, members: &Members) -> bool {
        checks.iter().all(|check| self.holds(check, node, place, members))
    }

    fn holds(&self, check: &Check, node: NodeId, place: Place, members: &Members) -> bool {
        let doc = self.doc;
        let get = |path: &Path| {
            let first = (members.present & (1 << path.first) != 0)
                .then(|| self.values[usize::from(path.first)])?;
            path.rest.iter().try_fold(first, |node, name| doc.get(node, name))
        };
        match check {
            Check::AnyOf(bits) => members.present & bits != 0,
            Check::Has(path) => get(path).is_some(),
            Check::Given(path) => get(path).is_some_and(|value| !doc.is_null(value)),
            Check::Lacks(path) => get(path).is_none(),
            Check::Is(path, words) => {
                get(path).and_then(|value| doc.string(value)).is_some_and(|it| words.contains(&it))
            }
            Check::Empty(path) => get(path).is_none_or(|value| is_nothing(doc, value)),
            Check::Text(path) => get(path).is_some_and(|value| doc.is_string(value)),
            Check::Word(path) => {
                get(path).and_then(|value| doc.string(value)).is_some_and(|text| !text.is_empty())
            }
            Check::Object(path) => get(path).is_some_and(|value| doc.is_object(value)),
            Check::Array(path) => get(path).is_some_and(|value| doc.is_array(value)),
            Check::Parts(path) => get(path).is_some_and(|value| is_part_list(doc, value)),
            Check::Filled(path) => get(path).is_some_and(|value| doc.count(value) > 0),
            Check::Messages => members.has_messages,
            Check::Choices => members.has_choices,
            Check::Only(names) => doc
                .members(node)
                .all(|(key, _)| doc.string(key).is_some_and(|name| names.contains(&name))),
            Check::ElementOf(bit) => place.list.is_some() && place.member == *bit,
            Check::NotUnder(bit) => place.under & bit == 0,
            Check::Prefix(path, start) => get(path)
                .and_then(|value| doc.string(value))
                .is_some_and(|text| text.starts_with(start)),
            Check::Owner(name, words) => self.owner_is(place, name, words),
            Check::NotOwner(name, words) => !self.owner_is(place, name, words),
        }
    }
}

/// What is noted beside whatever else an object is, and goes on inside it.
fn is_aside(atom: &Atom) -> bool {
    matches!(
        atom,
        Atom::Rpc
            | Atom::Message
            | Atom::Conversation
            | Atom::Continued
            | Atom::Event
            | Atom::Format { .. }
            | Atom::Reply { .. }
    )
}

/// Whether `value` is null, or a text, list or object that holds nothing.
fn is_nothing(doc: Doc<'_>, value: NodeId) -> bool {
    match doc.string(value) {
        Some(text) => text.is_empty(),
        None if doc.is_array(value) || doc.is_object(value) => doc.count(value) == 0,
        None => doc.is_null(value),
    }
}

/// Whether `node` is an array whose first element is a message.
fn is_message_list(doc: Doc<'_>, node: NodeId) -> bool {
    let first = doc.elements(node).next();
    let role = first.and_then(|first| doc.get(first, "role"));
    role.is_some_and(|role| doc.is_string(role))
}

/// Whether the array `choices` holds answers, not fragments of them.
fn is_list_of_answers(doc: Doc<'_>, choices: NodeId) -> bool {
    let first = doc.elements(choices).next();
    first.is_some_and(|first| doc.is_object(first) && doc.get(first, "delta").is_none())
}

/// Whether `node` is an array of typed parts.
fn is_part_list(doc: Doc<'_>, node: NodeId) -> bool {
    doc.is_array(node)
        && doc.elements(node).all(|part| {
            doc.get(part, "type").is_some_and(|kind| doc.is_string(kind))
                && doc.get(part, "role").is_none()
        })
}
