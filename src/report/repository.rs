//! Paths for services that know the repository and not the folder of the run.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::source::{FileId, Files, enclosing_repository};

/// The paths of files from the root of the repository.
pub(super) struct RepositoryPaths<'a> {
    files: &'a Files,
    /// The folder of the run.
    here: PathBuf,
    known: RefCell<HashMap<FileId, String>>,
}

impl<'a> RepositoryPaths<'a> {
    pub(super) fn new(files: &'a Files) -> Self {
        let here = std::env::current_dir().unwrap_or_default();
        let here = here.canonicalize().unwrap_or(here);
        Self { files, here, known: RefCell::default() }
    }

    /// The path of `file` from the root of the repository that the run stands in, else of its own;
    /// outside of any, from the folder of the run. Where it lies elsewhere, the whole path.
    pub(super) fn of(&self, file: FileId) -> String {
        let mut known = self.known.borrow_mut();
        known.entry(file).or_insert_with(|| self.path(file)).clone()
    }

    fn path(&self, file: FileId) -> String {
        let given = self.files.path(file).unwrap_or(Path::new(self.files.name(file)));
        let whole = self.here.join(given);
        // The folder is resolved and the file is not: a link has a place in the repository itself.
        let folder = whole.parent().and_then(|folder| folder.canonicalize().ok());
        let whole = match (folder, whole.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => whole,
        };
        let own = enclosing_repository(&self.here).unwrap_or(&self.here);
        let others = whole.parent().and_then(enclosing_repository);
        let mut roots = [Some(own), others].into_iter().flatten();
        let below = roots.find_map(|root| whole.strip_prefix(root).ok());
        below.unwrap_or(&whole).to_string_lossy().replace('\\', "/")
    }
}
