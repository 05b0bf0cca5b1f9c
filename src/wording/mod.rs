//! Words for people: near names, shortened values, lists, forms of names. Knows nothing of the rest.

mod form;
mod nearest;
mod quote;

pub use form::NameForm;
pub use nearest::{How, Near, near, near_tool, nearest};
pub use quote::{list, shorten, shorten_to};
