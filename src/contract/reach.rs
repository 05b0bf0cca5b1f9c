//! What a schema file has a say in.

use std::collections::BTreeSet;

use super::Contract;
use crate::source::FileId;

impl Contract {
    /// `files` and the schema files that refer to one of them, directly or through others.
    #[must_use]
    pub fn with_referrers(&self, files: BTreeSet<FileId>) -> BTreeSet<FileId> {
        let mut reached = BTreeSet::new();
        let mut ahead: Vec<FileId> = files.into_iter().collect();
        while let Some(file) = ahead.pop() {
            if reached.insert(file) {
                let referrers = self.references.iter().filter(|(_, to)| *to == file);
                ahead.extend(referrers.map(|(from, _)| from));
            }
        }
        reached
    }

    /// The names of the tools that one of `files` defines.
    pub fn defined_in(&self, files: &BTreeSet<FileId>) -> impl Iterator<Item = &str> {
        self.tools
            .iter()
            .filter(|(_, all)| all.iter().any(|one| files.contains(&one.label.file)))
            .map(|(name, _)| &**name)
    }
}
