//! The tape: a JSON text as one flat vector of 16-byte entries in document order.
//!
//! A key is a string entry before its value. A container knows where its subtree ends, so that
//! skipping one is a jump. Numbers are kept as text. A tape borrows nothing and is reused from
//! document to document.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::LazyLock;

/// An entry of a [`Tape`]: a value or a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// What an entry of the tape is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// `null`
    Null = 0,
    /// `false`
    False = 1,
    /// `true`
    True = 2,
    /// A number written with neither a fraction nor an exponent.
    Integer = 3,
    /// A number written with a fraction or an exponent.
    Float = 4,
    /// A string without escapes: its value is a slice of the text.
    Plain = 5,
    /// A string with escapes: its value stands decoded beside the tape.
    Escaped = 6,
    /// An array.
    Array = 7,
    /// An object.
    Object = 8,
}

const COUNT_BITS: u32 = 28;
const COUNT_MASK: u32 = (1 << COUNT_BITS) - 1;

/// Members up to which an object is searched one by one; above it has an index.
pub(super) const SMALL_OBJECT: usize = 16;

/// One value or key: where it stands and, by its kind, two more numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// First byte in the layer's text; for a string its opening quote.
    pub(super) start: u32,
    /// One past the last byte.
    pub(super) end: u32,
    /// Container: the entry after its subtree. Escaped string: where its value starts in `decoded`.
    a: u32,
    /// Four bits of kind, 28 bits of member count (container) or value length (escaped string).
    b: u32,
}

impl Entry {
    pub(super) fn new(kind: Kind, start: u32, end: u32) -> Self {
        Self { start, end, a: 0, b: (kind as u32) << COUNT_BITS }
    }

    pub(super) fn with(kind: Kind, start: u32, end: u32, a: u32, count: u32) -> Self {
        Self { start, end, a, b: ((kind as u32) << COUNT_BITS) | (count & COUNT_MASK) }
    }

    #[inline]
    pub(super) fn kind(&self) -> Kind {
        match self.b >> COUNT_BITS {
            0 => Kind::Null,
            1 => Kind::False,
            2 => Kind::True,
            3 => Kind::Integer,
            4 => Kind::Float,
            5 => Kind::Plain,
            6 => Kind::Escaped,
            7 => Kind::Array,
            _ => Kind::Object,
        }
    }

    #[inline]
    fn is_container(&self) -> bool {
        self.b >= (Kind::Array as u32) << COUNT_BITS
    }

    pub(super) fn count(&self) -> u32 {
        self.b & COUNT_MASK
    }
}

/// Something wrong in a text that could still be read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The member name at `again` was used before, at `first`, in the same object (RFC 8259 section 4).
    DuplicateKey {
        /// The object.
        object: NodeId,
        /// The first member name.
        first: NodeId,
        /// The repetition.
        again: NodeId,
    },
    /// A `\uD800`-`\uDFFF` escape without its other half (RFC 8259 section 8.2); read as U+FFFD.
    LoneSurrogate {
        /// The string.
        string: NodeId,
        /// First byte of the escape in the layer's text.
        start: u32,
    },
}

/// Where the sorted name hashes of one large object stand in [`Tape::slots`].
#[derive(Debug, Clone, Copy)]
struct LargeObject {
    object: u32,
    start: u32,
    len: u32,
}

/// A parsed JSON text. See the module's documentation.
#[derive(Debug, Default)]
pub struct Tape {
    pub(super) entries: Vec<Entry>,
    /// The values of strings with escapes.
    decoded: String,
    /// The same while the text is parsed.
    pub(super) decoding: Vec<u8>,
    pub(super) faults: Vec<Fault>,
    /// Numbers of so many digits that a double need not hold them, in order.
    pub(super) long_integers: Vec<u32>,
    /// Names that a later one of the same object hides, sorted.
    hidden: Vec<u32>,
    large: Vec<LargeObject>,
    slots: Vec<(u32, u32)>,
    pub(super) open: Vec<Open>,
    pub(super) names: Vec<Name>,
}

/// A container that the parser has not closed yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) entry: u32,
    pub(super) count: u32,
    pub(super) first_name: u32,
    pub(super) is_object: bool,
    /// Whether two names so far may be the same: their fingerprints set one bit.
    may_repeat: bool,
    /// The bits that the names so far have set.
    seen: u64,
}

impl Open {
    pub(super) fn new(entry: usize, first_name: usize, is_object: bool) -> Self {
        let (entry, first_name) = (entry as u32, first_name as u32);
        Self { entry, count: 0, first_name, is_object, may_repeat: false, seen: 0 }
    }

    /// Notes a name by its fingerprint.
    #[inline]
    pub(super) fn note(&mut self, print: u32) {
        let bit = 1 << (print.wrapping_mul(0x9E37_79B1) >> 26);
        self.may_repeat |= self.seen & bit != 0;
        self.seen |= bit;
    }
}

/// A member name that the parser has met: its entry and a cheap fingerprint of its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    pub(super) entry: u32,
    pub(super) print: u32,
}

/// The hash that large objects are indexed by; seeded once a process, so that nobody can choose
/// names that collide.
pub(super) fn name_hash(name: &[u8]) -> u32 {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    (SEED.hash_one(name) >> 16) as u32
}

/// Digits before the point from which a double need not hold a number.
pub(super) const LONG_INTEGER: usize = 16;

impl Tape {
    /// An empty tape.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.decoding = std::mem::take(&mut self.decoded).into_bytes();
        self.decoding.clear();
        self.faults.clear();
        self.long_integers.clear();
        self.hidden.clear();
        self.large.clear();
        self.slots.clear();
        self.open.clear();
        self.names.clear();
    }

    /// Closes the innermost open container at byte `end` (exclusive).
    pub(super) fn close(&mut self, text: &str, open: Open, end: u32) {
        let mut count = open.count;
        if open.is_object {
            let first = open.first_name as usize;
            let names = self.names.len() - first;
            if open.may_repeat || names > SMALL_OBJECT {
                count -= self.find_duplicates(text, open.entry, first);
            }
            self.names.truncate(first);
        }
        let kind = if open.is_object { Kind::Object } else { Kind::Array };
        let after = self.entries.len() as u32;
        let entry = &mut self.entries[open.entry as usize];
        *entry = Entry::with(kind, entry.start, end, after, count);
    }

    /// Notes every repeated name of the object whose names start at `first`; returns how many names
    /// are hidden by a later one.
    fn find_duplicates(&mut self, text: &str, object: u32, first: usize) -> u32 {
        let count = self.names.len() - first;
        if count > SMALL_OBJECT {
            return self.index_large(text, object, first);
        }
        let mut hidden = 0;
        for later in first + 1..self.names.len() {
            let name = self.names[later];
            let same = |tape: &Self, earlier: &Name| {
                earlier.print == name.print
                    && tape.value_bytes(text, earlier.entry) == tape.value_bytes(text, name.entry)
            };
            let before = &self.names[first..later];
            if let Some(previous) = before.iter().rfind(|earlier| same(self, earlier)) {
                let original =
                    before.iter().find(|earlier| same(self, earlier)).unwrap_or(previous);
                self.note_duplicate(object, original.entry, previous.entry, name.entry);
                hidden += 1;
            }
        }
        hidden
    }

    /// The last one counts, so the `previous` of the same name is hidden by `again`.
    #[cold]
    fn note_duplicate(&mut self, object: u32, first: u32, previous: u32, again: u32) {
        self.hidden.push(previous);
        self.faults.push(Fault::DuplicateKey {
            object: NodeId(object),
            first: NodeId(first),
            again: NodeId(again),
        });
    }

    fn index_large(&mut self, text: &str, object: u32, first: usize) -> u32 {
        let start = self.slots.len();
        for at in first..self.names.len() {
            let entry = self.names[at].entry;
            let hash = name_hash(self.value_bytes(text, entry));
            self.slots.push((hash, entry));
        }
        self.slots[start..].sort_unstable();
        let mut repeats: Vec<(u32, u32, u32)> = Vec::new();
        let mut at = start;
        while at < self.slots.len() {
            let mut end = at + 1;
            while end < self.slots.len() && self.slots[end].0 == self.slots[at].0 {
                end += 1;
            }
            for later in at + 1..end {
                let entry = self.slots[later].1;
                let same = |slot: &&(u32, u32)| {
                    self.value_bytes(text, slot.1) == self.value_bytes(text, entry)
                };
                let before = &self.slots[at..later];
                if let Some(previous) = before.iter().rfind(same) {
                    let original = before.iter().find(same).unwrap_or(previous);
                    repeats.push((entry, original.1, previous.1));
                }
            }
            at = end;
        }
        repeats.sort_unstable();
        for &(again, first, previous) in &repeats {
            self.note_duplicate(object, first, previous, again);
        }
        self.large.push(LargeObject {
            object,
            start: start as u32,
            len: (self.slots.len() - start) as u32,
        });
        repeats.len() as u32
    }

    /// Puts what the parser noted into the order that look-ups need.
    pub(super) fn finish(&mut self) {
        self.decoded = String::from_utf8(std::mem::take(&mut self.decoding))
            .expect("runs of a text and whole characters make a text");
        // Objects close from the inside out; look-ups search by the object's entry.
        self.large.sort_unstable_by_key(|large| large.object);
        self.hidden.sort_unstable();
        if self.faults.len() > 1 {
            let entries = &self.entries;
            self.faults.sort_by_key(|fault| match fault {
                Fault::DuplicateKey { again, .. } => entries[again.0 as usize].start,
                Fault::LoneSurrogate { start, .. } => *start,
            });
        }
    }

    /// The bytes of the value of a string entry.
    #[inline]
    pub(super) fn value_bytes<'a>(&'a self, text: &'a str, entry: u32) -> &'a [u8] {
        let entry = &self.entries[entry as usize];
        if entry.kind() == Kind::Escaped {
            let start = entry.a as usize;
            let end = start + entry.count() as usize;
            // One of the two holds the values: this while the text is parsed, that afterwards.
            let decoded =
                if self.decoding.is_empty() { self.decoded.as_bytes() } else { &self.decoding };
            &decoded[start..end]
        } else {
            &text.as_bytes()[entry.start as usize + 1..entry.end as usize - 1]
        }
    }

    /// Whether the value of the string entry `key` is `name`.
    #[inline]
    pub(super) fn is_named(&self, text: &str, key: u32, name: &[u8]) -> bool {
        let entry = &self.entries[key as usize];
        // Most names differ in length; a string without escapes is as long as it is written.
        (entry.kind() == Kind::Escaped || entry.end - entry.start == name.len() as u32 + 2)
            && self.value_bytes(text, key) == name
    }

    /// The value of a string entry.
    #[inline]
    pub(super) fn value<'a>(&'a self, text: &'a str, entry: u32) -> &'a str {
        let entry = &self.entries[entry as usize];
        if entry.kind() == Kind::Escaped {
            let start = entry.a as usize;
            &self.decoded[start..start + entry.count() as usize]
        } else {
            &text[entry.start as usize + 1..entry.end as usize - 1]
        }
    }

    /// The entry after the subtree of `entry`.
    #[inline]
    pub(super) fn after(&self, entry: u32) -> u32 {
        let node = &self.entries[entry as usize];
        if node.is_container() { node.a } else { entry + 1 }
    }

    pub(super) fn has_hidden(&self) -> bool {
        !self.hidden.is_empty()
    }

    pub(super) fn is_hidden(&self, name: u32) -> bool {
        self.hidden.binary_search(&name).is_ok()
    }

    /// The index entries of `object` whose name hashes to `hash`, if it is a large object.
    pub(super) fn slots_of(&self, object: u32, hash: u32) -> Option<&[(u32, u32)]> {
        let at = self.large.binary_search_by_key(&object, |large| large.object).ok()?;
        let large = self.large[at];
        let slots = &self.slots[large.start as usize..(large.start + large.len) as usize];
        let from = slots.partition_point(|slot| slot.0 < hash);
        let to = from + slots[from..].partition_point(|slot| slot.0 == hash);
        Some(&slots[from..to])
    }

    /// What could be read although it is wrong, in document order.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The number of entries: values and keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was parsed into this tape.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where the containers that are still open begin, outermost first, and which are objects.
    pub(super) fn unclosed(&self) -> Vec<(u32, bool)> {
        let at = |open: &Open| (self.entries[open.entry as usize].start, open.is_object);
        self.open.iter().map(at).collect()
    }

    pub(super) fn range(&self, entry: u32) -> Range<u32> {
        let node = &self.entries[entry as usize];
        node.start..node.end
    }
}
