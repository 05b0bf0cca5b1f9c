//! What stands in a document: definitions, calls and results of any dialect, by one table; and
//! which result answers which call.
//!
//! In: a parsed layer. Out: [`Item`]s in document order. Nothing here knows a schema.

mod content;
mod conversation;
mod recognise;
mod rows;
mod table;

pub use content::{Part, parts};
pub use conversation::{Answer, Call, Conversation, Key};
pub use recognise::{Item, Recognised, recognise};
pub use rows::table;
pub use table::{Atom, Encoding, Pairing, Row, Table, Test};
