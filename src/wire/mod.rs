//! What stands in a document: definitions, calls and results of any dialect, by one table; which
//! result answers which call; and which fragments of a stream are one call.
//!
//! In: a parsed layer. Out: [`Item`]s in document order. Nothing here knows a schema.

mod content;
mod conversation;
mod ready;
mod recognise;
mod rows;
mod stream;
mod table;
mod words;

pub use content::{Part, cut_off, parts};
pub use conversation::{Answer, Answered, Call, Conversation, Key};
pub use ready::Table;
pub use recognise::{Item, Recognised, recognise};
pub use rows::{dialects, rows, table, table_of};
pub use stream::{CutOff, Fragment, Joining, MOST_PIECES, Streamed, Streams};
pub use table::{Atom, Encoding, Failed, Form, Pairing, Row, Spelling, Step, Test};
pub use words::conditions;

/// The name, beside those of [`dialects`], that is given for documents in which nothing is to be
/// recognised: each is a payload.
pub const BARE: &str = "bare";
