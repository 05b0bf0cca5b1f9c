//! The Model Context Protocol: its versions, the frame of its messages, their definitions, and which
//! response answers which request.
//!
//! Facts only. What a message breaks is said by `check`.

mod definitions;
mod fit;
mod ledger;
mod message;
mod methods;
mod shape;
mod version;

pub use definitions::{Definition, Party, Picked, Protocol, Variant, usual_sender};
pub use fit::META_VERSION;
pub use ledger::{Answer, Ledger, Open, Used};
pub use message::{Id, Kind, Message, party, sender};
pub use methods::{Capability, is_notification, is_request, needed};
pub use shape::Sight;
pub use version::Version;
