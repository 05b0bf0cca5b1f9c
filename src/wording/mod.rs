//! Words for people: near names, shortened values, lists. Knows nothing of the rest.

mod nearest;
mod quote;

pub use nearest::{How, Near, near, near_tool, nearest};
pub use quote::{list, shorten, shorten_to};
