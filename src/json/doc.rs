//! A parsed text: its tape beside the text it was read from.

use std::ops::Range;

use super::tape::{Kind, NodeId, SMALL_OBJECT, Tape, name_hash};

/// A text and its tape; copied freely.
#[derive(Debug, Clone, Copy)]
pub struct Doc<'a> {
    text: &'a str,
    tape: &'a Tape,
}

impl<'a> Doc<'a> {
    /// The document that `tape` was parsed from `text` into.
    #[must_use]
    pub fn new(text: &'a str, tape: &'a Tape) -> Self {
        Self { text, tape }
    }

    /// The outermost value.
    #[must_use]
    pub fn root(self) -> NodeId {
        NodeId(0)
    }

    /// The layer's text.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The tape.
    #[must_use]
    pub fn tape(self) -> &'a Tape {
        self.tape
    }

    /// What `node` is.
    #[must_use]
    pub fn kind(self, node: NodeId) -> Kind {
        self.tape.entries[node.0 as usize].kind()
    }

    /// Whether `node` is an object.
    #[must_use]
    pub fn is_object(self, node: NodeId) -> bool {
        self.kind(node) == Kind::Object
    }

    /// Whether `node` is an array.
    #[must_use]
    pub fn is_array(self, node: NodeId) -> bool {
        self.kind(node) == Kind::Array
    }

    /// Whether `node` is a string.
    #[must_use]
    pub fn is_string(self, node: NodeId) -> bool {
        matches!(self.kind(node), Kind::Plain | Kind::Escaped)
    }

    /// Whether `node` is `null`.
    #[must_use]
    pub fn is_null(self, node: NodeId) -> bool {
        self.kind(node) == Kind::Null
    }

    /// The bytes of `node` in the layer's text, end exclusive; a string's quotes are included.
    #[must_use]
    pub fn range(self, node: NodeId) -> Range<u32> {
        self.tape.range(node.0)
    }

    /// The text of `node` as it is written.
    #[must_use]
    pub fn source(self, node: NodeId) -> &'a str {
        let range = self.range(node);
        &self.text[range.start as usize..range.end as usize]
    }

    /// The opening bracket of a container; all of a scalar.
    #[must_use]
    pub fn head(self, node: NodeId) -> Range<u32> {
        let range = self.range(node);
        match self.kind(node) {
            Kind::Array | Kind::Object => range.start..range.start + 1,
            _ => range,
        }
    }

    /// The decoded value of a string or key.
    #[must_use]
    pub fn string(self, node: NodeId) -> Option<&'a str> {
        self.is_string(node).then(|| self.tape.value(self.text, node.0))
    }

    /// The number of members or elements; of members with one name only the last counts.
    #[must_use]
    pub fn count(self, node: NodeId) -> usize {
        match self.kind(node) {
            Kind::Array | Kind::Object => self.tape.entries[node.0 as usize].count() as usize,
            _ => 0,
        }
    }

    /// The entry after `node` and all that is inside it.
    #[must_use]
    pub fn after(self, node: NodeId) -> NodeId {
        NodeId(self.tape.after(node.0))
    }

    /// The members of an object as (key, value), in document order; a name that a later one
    /// repeats is left out. Nothing for other kinds.
    #[must_use]
    pub fn members(self, object: NodeId) -> Members<'a> {
        let is_object = self.is_object(object);
        let end = if is_object { self.tape.after(object.0) } else { 0 };
        Members { doc: self, at: object.0 + 1, end, hides: is_object && self.tape.has_hidden() }
    }

    /// The elements of an array. Nothing for other kinds.
    #[must_use]
    pub fn elements(self, array: NodeId) -> Elements<'a> {
        let end = if self.is_array(array) { self.tape.after(array.0) } else { 0 };
        Elements { tape: self.tape, at: array.0 + 1, end }
    }

    /// The value of the member `name`; the last one if it is repeated.
    #[must_use]
    pub fn get(self, object: NodeId, name: &str) -> Option<NodeId> {
        self.member(object, name).map(|(_, value)| value)
    }

    /// Key and value of the member `name`; the last one if it is repeated.
    #[must_use]
    pub fn member(self, object: NodeId, name: &str) -> Option<(NodeId, NodeId)> {
        if self.count(object) > SMALL_OBJECT {
            return self.member_of_large(object, name, name_hash(name.as_bytes()));
        }
        let end = if self.is_object(object) { self.tape.after(object.0) } else { 0 };
        let mut found = None;
        let mut key = object.0 + 1;
        while key < end {
            if self.tape.is_named(self.text, key, name.as_bytes()) {
                found = Some((NodeId(key), NodeId(key + 1)));
                if !self.tape.has_hidden() {
                    break;
                }
            }
            key = self.tape.after(key + 1);
        }
        // Of several with one name, the last.
        found
    }

    /// The bytes of the value of a string or key.
    #[inline]
    #[must_use]
    pub fn string_bytes(self, node: NodeId) -> &'a [u8] {
        self.tape.value_bytes(self.text, node.0)
    }

    /// Whether the value of the key `key` is `name`.
    fn is_named(self, key: NodeId, name: &str) -> bool {
        self.tape.is_named(self.text, key.0, name.as_bytes())
    }

    pub(super) fn get_hashed(self, object: NodeId, name: &str, hash: u32) -> Option<NodeId> {
        if self.count(object) > SMALL_OBJECT {
            return self.member_of_large(object, name, hash).map(|(_, value)| value);
        }
        self.get(object, name)
    }

    fn member_of_large(self, object: NodeId, name: &str, hash: u32) -> Option<(NodeId, NodeId)> {
        let Some(slots) = self.tape.slots_of(object.0, hash) else {
            return self.members(object).find(|(key, _)| self.is_named(*key, name));
        };
        slots
            .iter()
            .map(|slot| NodeId(slot.1))
            .rfind(|key| self.is_named(*key, name))
            .map(|key| (key, NodeId(key.0 + 1)))
    }

    /// The numbers in `node` that are beyond the range of binary64.
    pub fn infinite_numbers(self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let all = (node.0..self.after(node).0).map(NodeId);
        all.filter(move |node| {
            matches!(self.kind(*node), Kind::Integer | Kind::Float)
                && self.source(*node).parse().is_ok_and(f64::is_infinite)
        })
    }

    /// The integers in `node` that no double holds: whoever reads numbers as JavaScript does reads
    /// another in the place of each (RFC 7493 section 2.2).
    pub fn rounded_integers(self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let own = node.0..self.tape.after(node.0);
        let long = self.tape.long_integers.iter().copied().filter(move |it| own.contains(it));
        long.map(NodeId).filter(move |it| self.kind(*it) == Kind::Integer && self.is_rounded(*it))
    }

    fn is_rounded(self, node: NodeId) -> bool {
        let number = self.source(node);
        let nearest: f64 = number.parse().unwrap_or(f64::INFINITY);
        number.parse::<i128>().ok().is_none_or(|exact| nearest as i128 != exact)
    }

    /// Follows an RFC 6901 pointer below `node`; the last key on the way and the value it leads to.
    #[must_use]
    pub fn pointer(self, node: NodeId, pointer: &str) -> Option<(Option<NodeId>, NodeId)> {
        let mut key = None;
        let mut at = node;
        for token in crate::finding::tokens(pointer) {
            if self.is_object(at) {
                let (name, value) = self.member(at, &token)?;
                (key, at) = (Some(name), value);
            } else {
                let index = crate::finding::index(&token)?;
                (key, at) = (None, self.elements(at).nth(index)?);
            }
        }
        Some((key, at))
    }
}

/// What the JSON in the string `node` is; `None` if it holds none.
#[must_use]
pub fn kind_inside(doc: Doc<'_>, node: NodeId) -> Option<Kind> {
    let text = doc.string(node)?;
    super::pool::with_tape(|tape| {
        super::parse::parse(text, super::parse::MAX_DEPTH, tape).ok()?;
        let inner = Doc::new(text, tape);
        Some(inner.kind(inner.root()))
    })
}

/// See [`Doc::members`].
#[derive(Debug, Clone)]
pub struct Members<'a> {
    doc: Doc<'a>,
    at: u32,
    end: u32,
    hides: bool,
}

impl Iterator for Members<'_> {
    type Item = (NodeId, NodeId);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.end {
            let key = self.at;
            self.at = self.doc.tape.after(key + 1);
            if !self.hides || !self.doc.tape.is_hidden(key) {
                return Some((NodeId(key), NodeId(key + 1)));
            }
        }
        None
    }
}

/// See [`Doc::elements`].
#[derive(Debug, Clone)]
pub struct Elements<'a> {
    tape: &'a Tape,
    at: u32,
    end: u32,
}

impl Iterator for Elements<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        if self.at >= self.end {
            return None;
        }
        let element = self.at;
        self.at = self.tape.after(element);
        Some(NodeId(element))
    }
}
