//! What stands in a document: definitions, calls and results of any dialect, by one table; and
//! which result answers which call.
//!
//! In: a parsed layer. Out: [`Item`]s in document order. Nothing here knows a schema.

mod content;
mod conversation;
mod ready;
mod recognise;
mod rows;
mod table;
mod words;

pub use content::{Part, cut_off, parts};
pub use conversation::{Answer, Call, Conversation, Key};
pub use ready::Table;
pub use recognise::{Item, Recognised, recognise};
pub use rows::{dialects, rows, table, table_of};
pub use table::{Atom, Encoding, Failed, Form, Pairing, Row, Spelling, Step, Test};
pub use words::conditions;
