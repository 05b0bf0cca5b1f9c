//! One line of a pin: an observed finding, with the schema file by its name in the contract folder.

use std::collections::BTreeMap;
use std::fmt;

use crate::finding::{Address, Code, Observed};
use crate::source::FileId;

/// The names that pins use for files: they do not depend on where the program was started.
#[derive(Debug, Clone, Default)]
pub struct Names(BTreeMap<FileId, String>);

impl Names {
    /// Gives `file` a name.
    pub fn add(&mut self, file: FileId, name: String) {
        self.0.insert(file, name);
    }

    /// The name of `file`.
    fn get(&self, file: FileId) -> &str {
        self.0.get(&file).map_or("", String::as_str)
    }
}

/// An observed finding as a pin holds it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The document, in a file of several.
    pub document: Option<u64>,
    /// The code.
    pub code: Code,
    /// The address.
    pub address: Option<Address>,
    /// The keyword: the schema file, `#`, and a JSON Pointer.
    pub schema: Option<String>,
}

impl Entry {
    /// The entry of what was observed.
    #[must_use]
    pub fn new(observed: &Observed, names: &Names) -> Self {
        let place = |(file, pointer): &(FileId, String)| format!("{}#{pointer}", names.get(*file));
        Self {
            document: observed.document,
            code: observed.code,
            address: observed.address.clone(),
            schema: observed.schema.as_ref().map(place),
        }
    }

    /// What entries are sorted by.
    #[must_use]
    pub fn order(&self) -> impl Ord + '_ {
        (self.document, self.code.name(), &self.address, &self.schema)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if let Some(address) = self.address.as_ref().filter(|it| !it.as_str().is_empty()) {
            let shown = address.display("»").to_string();
            write!(f, " at {}", crate::wording::shorten_to(&shown, SHOWN))?;
        }
        match self.document {
            Some(number) => write!(f, " in document {number}"),
            None => Ok(()),
        }
    }
}

/// Characters of an address that are shown in a message.
const SHOWN: usize = 80;
