//! The rows: what each dialect looks like. Row names are those of the reference in `docs/`.

mod calls;
mod definitions;
mod results;
mod scopes;
mod streams;
mod vendors;

use std::sync::LazyLock;

use super::ready::Table;
use super::table::Row;

pub use vendors::{dialects, table_of};

/// The table of all dialects.
#[must_use]
pub fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(rows()));
    &TABLE
}

/// All rows in the order in which they are tried. A message is noted before what it holds, since its
/// calls belong to the turn that it begins; an event before the copies of calls in it. A call without
/// arguments looks like a definition but for where it stands, so calls come first.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [
        scopes::ASIDE,
        streams::ROWS,
        calls::IN_TOOL_CALLS,
        definitions::ROWS,
        calls::ROWS,
        results::ROWS,
        scopes::ROWS,
    ]
    .into_iter()
    .flatten()
}
