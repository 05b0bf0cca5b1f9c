//! The form of the recognition table: rows of tests on one object and its surroundings.

/// What has to hold of an object. A path names a member, `a/b` a member of a member.
#[derive(Debug, Clone, Copy)]
pub enum Test {
    /// The member exists.
    Has(&'static str),
    /// One of the members exists.
    HasAny(&'static [&'static str]),
    /// The member does not exist.
    Lacks(&'static str),
    /// The member is one of these strings.
    Is(&'static str, &'static [&'static str]),
    /// The member is a string.
    Text(&'static str),
    /// The member is an object.
    Object(&'static str),
    /// The member is an array.
    Array(&'static str),
    /// The member is an array of objects that each have a string `type` and no `role`.
    Parts(&'static str),
    /// The member is an array that is not empty.
    Filled(&'static str),
    /// Some member is a list of messages: an array whose first element has a string `role`.
    Messages,
    /// There are no members but these.
    Only(&'static [&'static str]),
    /// The object is an element of an array that is a member of this name.
    ElementOf(&'static str),
    /// The object is not inside a member of this name.
    NotUnder(&'static str),
}

/// How a call's arguments are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON in a string.
    Text,
    /// As a value; the specification forbids a string.
    Value,
}

/// How a result finds its call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pairing {
    /// By the call's id, among calls of Chat shape.
    Chat,
    /// By the block's id, among Anthropic's.
    Anthropic,
    /// By the JSON-RPC id, whose type counts.
    JsonRpc,
    /// The next result of that name.
    NextOfName,
}

/// What an object is once its row matches. Paths lead from the object.
#[derive(Debug, Clone, Copy)]
pub enum Atom {
    /// A tool's definition.
    Definition {
        /// The tool's name.
        name: &'static str,
        /// The schema of its arguments.
        input: &'static str,
        /// The schema of its results.
        output: Option<&'static str>,
    },
    /// A call.
    Call {
        /// The tool's name.
        name: &'static str,
        /// The arguments.
        arguments: &'static str,
        /// How they are written.
        encoding: Encoding,
        /// The id.
        id: Option<&'static str>,
        /// How its result finds it.
        pairing: Pairing,
    },
    /// A result.
    Result {
        /// The tool's name, in dialects that repeat it.
        name: Option<&'static str>,
        /// The id of the call.
        id: Option<&'static str>,
        /// A text, or a list of parts.
        content: &'static str,
        /// The result as a value.
        structured: Option<&'static str>,
        /// A member that is `true` if the tool failed.
        failed: Option<&'static str>,
        /// How it finds its call.
        pairing: Option<Pairing>,
    },
    /// An answer that refuses a call: the tool did not run.
    Refusal {
        /// The id of the call.
        id: &'static str,
        /// How it finds its call.
        pairing: Pairing,
    },
    /// A request or answer that is no tool's, but uses up an id.
    Exchange {
        /// The id.
        id: &'static str,
        /// The method of a request.
        method: Option<&'static str>,
    },
    /// A message: another turn of the conversation.
    Message,
    /// Something that makes its document a conversation of its own.
    Conversation,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The row's name.
    pub id: &'static str,
    /// The dialect.
    pub dialect: &'static str,
    /// What has to hold.
    pub tests: &'static [Test],
    /// What the object then is.
    pub atom: Atom,
}

/// The rows made ready: each member name that some row asks for has a number, so that an object is
/// asked for its names once and most rows are decided by a few bits.
#[derive(Debug)]
pub struct Table {
    pub(super) rows: Vec<Ready>,
    /// For each name, the rows that ask for it and for none with a lower number, as bits.
    pub(super) rows_of: Vec<u128>,
    /// The rows that ask for no name.
    pub(super) rows_of_none: u128,
    /// The names at or after their [`slot`], with their numbers; an empty name is a free slot.
    names: Vec<(&'static str, u8)>,
    known: u8,
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
    /// The member does not exist.
    Lacks(Path),
    /// The member is one of these strings.
    Is(Path, &'static [&'static str]),
    /// The member is a string.
    Text(Path),
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
    /// There are no members but these.
    Only(&'static [&'static str]),
    /// The object is in a list under this name.
    ElementOf(u128),
    /// The object is not under this name.
    NotUnder(u128),
}

/// The way to a member: the number of the first name, and the names after it.
#[derive(Debug)]
pub(super) struct Path {
    pub(super) first: u8,
    pub(super) rest: Vec<&'static str>,
}

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
    /// If there are more than 128 rows, or they ask for more than 128 different first names.
    #[must_use]
    pub fn new(rows: &[Row]) -> Self {
        let mut table = Self {
            rows: Vec::new(),
            rows_of: vec![0; 128],
            rows_of_none: 0,
            names: vec![("", 0); SLOTS],
            known: 0,
        };
        for row in rows {
            let ready = table.ready(row);
            let bit = 1 << table.rows.len();
            match ready.required.trailing_zeros() as usize {
                128 => table.rows_of_none |= bit,
                name => table.rows_of[name] |= bit,
            }
            table.rows.push(ready);
        }
        table
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
                Test::Text(path) => checks.push(Check::Text(require(self.path(path)))),
                Test::Object(path) => checks.push(Check::Object(require(self.path(path)))),
                Test::Array(path) => checks.push(Check::Array(require(self.path(path)))),
                Test::Filled(path) => checks.push(Check::Filled(require(self.path(path)))),
                Test::Parts(path) => checks.push(Check::Parts(require(self.path(path)))),
                Test::HasAny(names) => {
                    let bits = names.iter().fold(0, |bits, name| bits | 1 << self.number(name));
                    checks.push(Check::AnyOf(bits));
                }
                Test::Messages => checks.push(Check::Messages),
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
