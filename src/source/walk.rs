//! Which files of a folder are read: sorted, so that every run sees them in one order.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// The end of a pin's name: the expected findings of the file whose name stands before it.
const PIN: &str = ".expected.json";

/// Files that were passed over, counted by extension (with its dot; empty without one).
pub type Skipped = BTreeMap<String, u64>;

/// What lies in a folder.
#[derive(Debug, Default)]
pub struct Walk {
    /// The files to read, sorted.
    pub files: Vec<PathBuf>,
    /// The pins, sorted.
    pub pins: Vec<PathBuf>,
    /// Files that are not read, sorted.
    pub skipped: Vec<PathBuf>,
    /// What could not be entered.
    pub unreadable: Vec<(PathBuf, io::Error)>,
}

impl Walk {
    /// All files below `root` whose names end in one of `extensions` (each with its dot). Hidden
    /// folders, `node_modules` and `target` are not entered, links not followed.
    #[must_use]
    pub fn new(root: &Path, extensions: &[&str]) -> Self {
        let mut walk = Self::default();
        let entries = WalkDir::new(root)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| entry.depth() == 0 || !is_passed_over(entry));
        for entry in entries {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => walk.take(entry.into_path(), extensions),
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    walk.unreadable.push((path, error.into()));
                }
            }
        }
        walk
    }

    fn take(&mut self, path: PathBuf, extensions: &[&str]) {
        if is_pin(&path) {
            self.pins.push(path);
            return;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_known = |known: &str| {
            let start = name.len().checked_sub(known.len());
            start.and_then(|at| name.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(known))
        };
        if extensions.iter().any(|known| is_known(known)) {
            self.files.push(path);
        } else {
            self.skipped.push(path);
        }
    }
}

/// Whether `path` holds the expected findings of another file.
#[must_use]
pub fn is_pin(path: &Path) -> bool {
    path.file_name().unwrap_or_default().to_string_lossy().ends_with(PIN)
}

/// Where the expected findings of the file `path` are kept.
#[must_use]
pub fn pin_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(PIN);
    PathBuf::from(name)
}

/// The file whose expected findings the pin `path` holds.
#[must_use]
pub fn pinned_by(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_suffix(PIN)?;
    (!name.is_empty()).then(|| path.with_file_name(name))
}

/// The part of a file's name that says what it holds. Streams keep one chunk a line in a text file,
/// which is not one JSON text.
#[must_use]
pub fn extension_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.ends_with(".chunks.txt") {
        return ".chunks.txt".to_owned();
    }
    match name.rfind('.') {
        Some(dot) if dot > 0 => name[dot..].to_owned(),
        _ => String::new(),
    }
}

fn is_passed_over(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.')
        || (entry.file_type().is_dir() && (name == "node_modules" || name == "target"))
}

/// For a path that does not exist: the existing sibling whose name is nearest to the first part
/// that is missing.
#[must_use]
pub fn nearest_existing(path: &Path) -> Option<PathBuf> {
    let is_missing = |part: &&Path| !part.as_os_str().is_empty() && !part.exists();
    let missing = path.ancestors().take_while(is_missing).last()?;
    let parent = missing.parent().filter(|parent| !parent.as_os_str().is_empty());
    let siblings: Vec<String> = std::fs::read_dir(parent.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    let name = missing.file_name()?.to_string_lossy().into_owned();
    let found = crate::wording::nearest(&name, siblings.iter().map(String::as_str))?;
    let found = parent.map_or(PathBuf::from(found), |parent| parent.join(found));
    let rest = path.strip_prefix(missing).ok()?;
    let whole = found.join(rest);
    Some(if whole.exists() { whole } else { found })
}
