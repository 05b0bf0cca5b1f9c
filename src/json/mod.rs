//! Text to spanned tree; the JSON inside strings to further layers; the tree as the validator's
//! instance.
//!
//! In: bytes. Out: a [`Tape`] per text, read through a [`Doc`], placed in its file by a [`Frame`].
//! Nothing is ever rewritten or repaired.

mod compare;
mod diagnose;
mod doc;
mod escape;
mod findings;
mod instance;
mod joined;
mod layer;
mod number;
mod parse;
mod placement;
mod pool;
mod reading;
mod scan;
mod syntax;
mod tape;
mod text;
mod value;

pub use compare::{first_difference, first_repeat, same_value};
pub use doc::{Doc, Elements, Members, kind_inside};
pub use findings::{document_text, fault_findings, syntax_finding, too_many_layers};
pub use instance::{
    BudgetSpent, Spanned, SpannedNode, Values, node_of_value, shape, with_budget, with_values,
};
pub use joined::Joined;
pub use layer::Frame;
pub use parse::{DEFAULT_DEPTH, MAX_BYTES, MAX_DEPTH, parse};
pub use placement::Placement;
pub use pool::with_tape;
pub use reading::{event_text, lines_parse_alone, parses};
pub use syntax::{Alike, Expected, SyntaxError, SyntaxKind};
pub use tape::{Fault, Kind, NodeId, Tape};
pub use text::{BYTE_ORDER_MARK, TextError, decode};
pub use value::to_value;
