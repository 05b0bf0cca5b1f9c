//! wirecheck: a contract validator for the JSON that moves between a model, a host and its tools.
//!
//! The stations of the pipeline are the modules, in this order: [`source`] (files), [`json`] (text
//! to spanned tree, strings to layers), [`schema`] (JSON Schemas), [`wire`] (definitions, calls and
//! results of any dialect), [`profile`] (limits of providers), [`contract`] (definitions by name), [`check`] (documents against the
//! contract), [`report`]. [`run`] calls them. [`config`] is what a `wirecheck.toml` says of how they
//! work, [`pin`] what samples are known to show. Beside them stand [`inspect`]: what a document
//! holds, and [`explain`]: what a code means; [`init`] makes a folder to begin with.

pub mod check;
pub mod config;
pub mod contract;
pub mod explain;
pub mod finding;
pub mod init;
pub mod inspect;
pub mod json;
pub mod mcp;
pub mod pin;
pub mod profile;
pub mod report;
pub mod run;
pub mod schema;
pub mod source;
pub mod wire;
pub mod wording;

pub use report::Report;
pub use run::{Options, validate};
