//! wirecheck: a contract validator for the JSON that moves between a model, a host and its tools.

pub mod finding;
pub mod json;
pub mod schema;
pub mod source;
pub mod wording;
