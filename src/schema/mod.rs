//! JSON Schemas: texts and their references in, compiled validators out, and what a value breaks as
//! findings at the exact bytes of value and keyword.
//!
//! With `json::instance`, this is the only module that knows the validator. It is slow to compile,
//! so nothing of it is generic.

mod branch;
mod circumstance;
mod content;
mod decimal;
mod describe;
mod difference;
mod discriminator;
mod draft;
mod elements;
mod encoded;
mod exclusion;
mod foreign;
mod kinds;
mod library;
mod members;
mod metaschema;
mod openapi;
mod place;
mod reference;
mod scalar;
mod site;
mod suspect;
mod together;
mod union;
mod validator;
mod violation;
mod walk;
mod words;

pub use difference::schema_difference;
pub use draft::{Draft, drafts};
pub use foreign::{Foreign, foreign_keywords, subschemas};
pub use library::{Compiled, Library, SchemaText};
pub use openapi::Spelling;
pub use reference::reference_help;
pub use suspect::not_a_schema;
pub use validator::{Schema, Settings};
