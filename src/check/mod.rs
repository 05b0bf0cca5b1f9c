//! Documents against the contract: what they break, and whether samples are as expected.
//!
//! In: a document's bytes, its role, the contract. Out: an [`Outcome`]: findings and what was and
//! was not checked.

mod arguments;
mod call;
mod cut;
mod differ;
mod document;
mod encoded;
mod hops;
mod markup;
mod outcome;
mod pass;
mod payload;
mod reply;
mod result;
mod role;
mod rpc;
mod session;
mod stream;
mod streamed;
mod strings;
mod verdict;
mod wrapper;

pub use document::{Checker, Document, Examined, Limits};
pub use outcome::{Outcome, Shape};
pub use role::Role;
pub use rpc::{Stray, Strays};
pub use session::Session;
pub use verdict::{Judged, judge};
