//! The table made ready to be applied quickly.

use super::table::{Row, Test};

/// The rows made ready: each member name that some row asks for has a number, so that an object is
/// asked for its names once and most rows are decided by a few bits.
#[derive(Debug)]
pub struct Table {
    pub(super) rows: Vec<Ready>,
    /// For each name, rows that ask for it and are not filed elsewhere.
    pub(super) rows_of: Vec<RowSet>,
    /// The rows that ask for no name.
    pub(super) rows_of_none: RowSet,
    /// The names at or after their [`slot`], with their numbers; an empty name is a free slot.
    names: Vec<(&'static str, u8)>,
    /// The words at or after their [`slot`], each with the member that it is a value of.
    words: Vec<Option<Filed>>,
    /// The members that rows are filed under by their words, as bits.
    pub(super) has_words: u128,
    known: u8,
    /// The names of members that hold one of several ways a conversation can go on.
    pub(super) alternatives: u128,
}

/// The rows that ask for a member to be a certain word.
#[derive(Debug, Clone)]
struct Filed {
    name: u8,
    word: &'static str,
    rows: RowSet,
}

/// Rows by their numbers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowSet([u128; 2]);

impl RowSet {
    fn insert(&mut self, row: usize) {
        self.0[row / 128] |= 1 << (row % 128);
    }

    /// Adds the rows of `other`.
    #[inline]
    pub(super) fn add(&mut self, other: Self) {
        self.0[0] |= other.0[0];
        self.0[1] |= other.0[1];
    }

    /// Takes out the row with the lowest number.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let half = usize::from(self.0[0] == 0);
        let bits = &mut self.0[half];
        (*bits != 0).then(|| {
            let row = half * 128 + bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            row
        })
    }
}

/// A row made ready.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) row: Row,
    /// The names that must be there.
    pub(super) required: u128,
    /// The names that must not be there.
    pub(super) forbidden: u128,
    /// What the names do not decide.
    pub(super) checks: Vec<Check>,
}

/// A test made ready.
#[derive(Debug)]
pub(super) enum Check {
    /// One of these names is there.
    AnyOf(u128),
    /// The member exists.
    Has(Path),
    /// The member exists and is not null.
    Given(Path),
    /// The member does not exist.
    Lacks(Path),
    /// The member is one of these strings.
    Is(Path, &'static [&'static str]),
    /// The member does not exist, is null, or holds nothing.
    Empty(Path),
    /// The member is a string.
    Text(Path),
    /// The member is a string that is not empty.
    Word(Path),
    /// The member is an object.
    Object(Path),
    /// The member is an array.
    Array(Path),
    /// The member is a list of typed parts.
    Parts(Path),
    /// The member is a list that is not empty.
    Filled(Path),
    /// Some member is a list of messages.
    Messages,
    /// There are choices that are no fragments.
    Choices,
    /// There are no members but these.
    Only(&'static [&'static str]),
    /// The object is in a list under this name.
    ElementOf(u128),
    /// The object is not under this name.
    NotUnder(u128),
    /// The member is a string that begins so.
    Prefix(Path, &'static str),
    /// The owner has a member that is one of these strings.
    Owner(&'static str, &'static [&'static str]),
    /// The owner has none that is.
    NotOwner(&'static str, &'static [&'static str]),
}

/// The way to a member: the number of the first name, and the names after it.
#[derive(Debug)]
pub(super) struct Path {
    pub(super) first: u8,
    pub(super) rest: Vec<&'static str>,
}

/// Members of lines that say which answer is preferred: each answer is a conversation of its own.
const ALTERNATIVES: &[&str] = &["preferred_output", "non_preferred_output", "chosen", "rejected"];

/// Far more than names, so that most foreign names meet a free slot.
const SLOTS: usize = 1024;

/// Spreads names by their length and their ends, so that few are compared letter by letter.
#[inline]
fn slot(bytes: &[u8]) -> usize {
    let (first, last) = match bytes {
        [] => (0, 0),
        [only] => (*only, *only),
        [first, .., last] => (*first, *last),
    };
    let mixed = u32::from(first) * 31 + u32::from(last) * 7 + bytes.len() as u32 * 101;
    mixed as usize % SLOTS
}

impl Table {
    /// A table of `rows`. The first row that matches an object wins, except that messages and
    /// conversations are noted beside.
    ///
    /// # Panics
    /// If there are more than 256 rows, or they ask for more than 128 different first names.
    #[must_use]
    pub fn new<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut table = Self {
            rows: Vec::new(),
            rows_of: vec![RowSet::default(); 128],
            rows_of_none: RowSet::default(),
            names: vec![("", 0); SLOTS],
            words: vec![None; SLOTS],
            has_words: 0,
            known: 0,
            alternatives: 0,
        };
        for name in ALTERNATIVES {
            table.alternatives |= 1 << table.number(name);
        }
        for row in rows {
            let ready = table.ready(row);
            table.rows.push(ready);
        }
        table.file_rows();
        table
    }

    /// Files each row under the words of a member that it asks for, else under the name that the
    /// fewest rows ask for: an object is then held against few rows.
    fn file_rows(&mut self) {
        let mut asked = [0_usize; 128];
        for row in &self.rows {
            (0..128).filter(|name| row.required & (1 << name) != 0).for_each(|n| asked[n] += 1);
        }
        for number in 0..self.rows.len() {
            let words = self.rows[number].checks.iter().find_map(|check| match check {
                Check::Is(path, words) if path.rest.is_empty() => Some((path.first, *words)),
                _ => None,
            });
            if let Some((name, words)) = words {
                self.has_words |= 1 << name;
                for word in words {
                    self.file_under_word(name, word, number);
                }
                continue;
            }
            let required = self.rows[number].required;
            let names = (0..128).filter(|name| required & (1 << name) != 0);
            match names.min_by_key(|name| asked[*name]) {
                None => self.rows_of_none.insert(number),
                Some(name) => self.rows_of[name].insert(number),
            }
        }
    }

    fn file_under_word(&mut self, name: u8, word: &'static str, row: usize) {
        let mut at = slot(word.as_bytes());
        loop {
            match &mut self.words[at] {
                Some(filed) if filed.name == name && filed.word == word => {
                    filed.rows.insert(row);
                    return;
                }
                Some(_) => at = (at + 1) % SLOTS,
                free => {
                    let mut rows = RowSet::default();
                    rows.insert(row);
                    *free = Some(Filed { name, word, rows });
                    return;
                }
            }
        }
    }

    /// The rows that ask for the member with the number `name` to be `word`.
    #[inline]
    pub(super) fn rows_of_word(&self, name: u8, word: &[u8]) -> RowSet {
        let mut at = slot(word);
        while let Some(filed) = &self.words[at] {
            if filed.name == name && filed.word.as_bytes() == word {
                return filed.rows;
            }
            at = (at + 1) % SLOTS;
        }
        RowSet::default()
    }

    fn ready(&mut self, row: &Row) -> Ready {
        let (mut required, mut forbidden, mut checks) = (0, 0, Vec::new());
        for test in row.tests {
            let mut require = |path: Path| {
                required |= 1 << path.first;
                path
            };
            match *test {
                Test::Has(path) => {
                    let path = require(self.path(path));
                    if !path.rest.is_empty() {
                        checks.push(Check::Has(path));
                    }
                }
                Test::Lacks(path) => {
                    let path = self.path(path);
                    if path.rest.is_empty() {
                        forbidden |= 1 << path.first;
                    } else {
                        checks.push(Check::Lacks(path));
                    }
                }
                Test::Is(path, words) => checks.push(Check::Is(require(self.path(path)), words)),
                Test::Empty(path) => checks.push(Check::Empty(self.path(path))),
                Test::Text(path) => checks.push(Check::Text(require(self.path(path)))),
                Test::Word(path) => checks.push(Check::Word(require(self.path(path)))),
                Test::Object(path) => checks.push(Check::Object(require(self.path(path)))),
                Test::Array(path) => checks.push(Check::Array(require(self.path(path)))),
                Test::Filled(path) => checks.push(Check::Filled(require(self.path(path)))),
                Test::Parts(path) => checks.push(Check::Parts(require(self.path(path)))),
                Test::HasAny(names) => {
                    let bits = names.iter().fold(0, |bits, name| bits | 1 << self.number(name));
                    checks.push(Check::AnyOf(bits));
                }
                Test::Messages => checks.push(Check::Messages),
                Test::Given(path) => checks.push(Check::Given(require(self.path(path)))),
                Test::Prefix(path, start) => {
                    checks.push(Check::Prefix(require(self.path(path)), start));
                }
                Test::Owner(name, words) => checks.push(Check::Owner(name, words)),
                Test::NotOwner(name, words) => checks.push(Check::NotOwner(name, words)),
                Test::Choices => checks.push(Check::Choices),
                Test::Only(names) => checks.push(Check::Only(names)),
                Test::ElementOf(name) => checks.push(Check::ElementOf(1 << self.number(name))),
                Test::NotUnder(name) => checks.push(Check::NotUnder(1 << self.number(name))),
            }
        }
        Ready { row: *row, required, forbidden, checks }
    }

    fn path(&mut self, path: &'static str) -> Path {
        let mut names = path.split('/');
        let first = self.number(names.next().unwrap_or_default());
        Path { first, rest: names.collect() }
    }

    fn number(&mut self, name: &'static str) -> u8 {
        if let Some(number) = self.number_of(name.as_bytes()) {
            return number;
        }
        assert!(self.known < 128, "the rows ask for more than 128 member names");
        let mut at = slot(name.as_bytes());
        while !self.names[at].0.is_empty() {
            at = (at + 1) % SLOTS;
        }
        self.names[at] = (name, self.known);
        self.known += 1;
        self.known - 1
    }

    /// The number of a member name, if some row asks for it.
    #[inline]
    pub(super) fn number_of(&self, name: &[u8]) -> Option<u8> {
        let mut at = slot(name);
        loop {
            let (known, number) = self.names[at];
            if known.is_empty() {
                return None;
            }
            if known.as_bytes() == name {
                return Some(number);
            }
            at = (at + 1) % SLOTS;
        }
    }
}
