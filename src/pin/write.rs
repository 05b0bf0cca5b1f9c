//! Pins on disk. Samples are never touched.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::entry::Entry;
use crate::finding::Address;

/// What was done to a pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its name in reports.
    pub name: String,
    /// What was done.
    pub act: Act,
}

/// Something that is done to a pin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// There was none.
    Written,
    /// It said something else.
    Updated,
    /// There is nothing left to expect.
    Removed,
    /// There is no sample.
    Orphan,
}

impl Act {
    /// What is said of it.
    #[must_use]
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Written => ("written", ""),
            Self::Updated => ("updated", ""),
            Self::Removed => ("removed", " (nothing is found any more)"),
            Self::Orphan => ("removed", " (no sample beside it)"),
        }
    }
}

/// The text of a pin: an entry a line, so that version control shows entries.
#[must_use]
pub fn text(entries: &[Entry]) -> String {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|a, b| a.order().cmp(&b.order()));
    sorted.dedup();
    let mut text = String::from("[");
    for (at, entry) in sorted.iter().enumerate() {
        text.push_str(if at == 0 { "\n  { " } else { ",\n  { " });
        if let Some(document) = entry.document {
            let _ = write!(text, "\"document\": {document}, ");
        }
        let address = entry.address.as_ref().map(Address::as_str);
        let schema = entry.schema.as_deref();
        let code = json(Some(entry.code.name()));
        let _ = write!(text, "\"code\": {code}, \"address\": {}, ", json(address));
        let _ = write!(text, "\"schema\": {} }}", json(schema));
    }
    text.push_str("\n]\n");
    text
}

/// A string as JSON.
fn json(value: Option<&str>) -> String {
    serde_json::Value::from(value).to_string()
}

/// Writes the pin `path`, whole or not at all. A link in its place is replaced, never followed: it
/// may lead to a sample.
///
/// # Errors
/// What the file system says.
pub fn write(path: &Path, entries: &[Entry]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft: PathBuf = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = fs::write(&draft, text(entries)).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The first failure is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Removes the pin `path`.
///
/// # Errors
/// What the file system says.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}
