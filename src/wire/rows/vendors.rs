//! Vendors whose shapes cannot be told apart from another's, and what they do otherwise.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::rows;
use crate::wire::ready::Table;
use crate::wire::table::{Atom, Encoding, Row};

/// A vendor that writes the shapes of the dialect `base`.
struct Vendor {
    name: &'static str,
    base: &'static str,
    /// How it writes the arguments of calls.
    encoding: Encoding,
}

const VENDORS: &[Vendor] = &[
    Vendor { name: "azure", base: "openai-chat", encoding: Encoding::Text },
    Vendor { name: "cohere", base: "openai-chat", encoding: Encoding::Text },
    Vendor { name: "deepseek", base: "openai-chat", encoding: Encoding::Text },
    Vendor { name: "groq", base: "openai-chat", encoding: Encoding::Text },
    Vendor { name: "llama.cpp", base: "openai-chat", encoding: Encoding::Either },
    Vendor { name: "mistral", base: "openai-chat", encoding: Encoding::Either },
    Vendor { name: "ollama", base: "openai-chat", encoding: Encoding::Value },
    Vendor { name: "openrouter", base: "openai-chat", encoding: Encoding::Text },
    Vendor { name: "vllm", base: "openai-chat", encoding: Encoding::Text },
    Vendor { name: "xai", base: "openai-chat", encoding: Encoding::Text },
    Vendor { name: "openai-realtime", base: "openai-responses", encoding: Encoding::Text },
];

/// The names of all dialects that a document can be read as, in order.
#[must_use]
pub fn dialects() -> Vec<&'static str> {
    let rows = rows().map(|row| row.dialect).filter(|dialect| *dialect != "any");
    let mut names: Vec<&str> = rows.chain(VENDORS.iter().map(|vendor| vendor.name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The table of one dialect: nothing else is recognised. `None` if there is no such dialect.
#[must_use]
pub fn table_of(name: &str) -> Option<&'static Table> {
    static TABLES: LazyLock<Mutex<HashMap<&'static str, &'static Table>>> =
        LazyLock::new(Mutex::default);
    let name = dialects().into_iter().find(|known| *known == name)?;
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    Some(*tables.entry(name).or_insert_with(|| Box::leak(Box::new(Table::new(&rows_of(name))))))
}

/// The rows of the dialect `name` first, then those of the one whose shapes it writes, under its own
/// name.
fn rows_of(name: &'static str) -> Vec<Row> {
    let vendor = VENDORS.iter().find(|vendor| vendor.name == name);
    let own = rows().filter(|row| row.dialect == name || row.dialect == "any").copied();
    let based = rows().filter_map(|row| {
        let vendor = vendor.filter(|vendor| vendor.base == row.dialect)?;
        let mut row = Row { dialect: name, ..*row };
        if let Atom::Call { encoding, .. } = &mut row.atom
            && *encoding != Encoding::Free
        {
            *encoding = vendor.encoding;
        }
        Some(row)
    });
    own.chain(based).collect()
}
