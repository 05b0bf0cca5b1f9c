//! Contract folders: where schemas and samples are kept.

use std::path::{Component, Path, PathBuf};

/// The name of the configuration.
const CONFIG: &str = "wirecheck.toml";

/// A contract folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The folder itself.
    pub root: PathBuf,
}

impl Folder {
    /// Where the tool schemas are.
    #[must_use]
    pub fn schemas(&self) -> PathBuf {
        self.root.join("schemas")
    }

    /// Where the samples are.
    #[must_use]
    pub fn samples(&self) -> PathBuf {
        self.root.join("samples")
    }

    /// The folder at `path`, if it is one: it holds `schemas/`, `samples/` or `wirecheck.toml`.
    #[must_use]
    pub fn at(path: &Path) -> Option<Self> {
        let folder = Self { root: path.to_owned() };
        let is_one =
            folder.schemas().is_dir() || folder.samples().is_dir() || path.join(CONFIG).is_file();
        is_one.then_some(folder)
    }
}

/// The contract folder that `path` is in: the nearest one above it, up to the root of its git
/// repository. `path` itself is not asked.
///
/// The folder's path keeps the form of `path`: relative if that is relative.
#[must_use]
pub fn enclosing_folder(path: &Path) -> Option<Folder> {
    let root = nearest(path, 1, |folder| Folder::at(folder).is_some())?;
    Some(Folder { root })
}

/// The `wirecheck.toml` that holds for the contract folder `root`: its own, or the nearest one above
/// it, up to the root of its git repository. Its path keeps the form of `root`.
#[must_use]
pub fn enclosing_config(root: &Path) -> Option<PathBuf> {
    let home = nearest(root, 0, |folder| folder.join(CONFIG).is_file())?;
    Some(home.join(CONFIG))
}

/// The nearest folder that `is_meant` says yes to, of those that are at least `from` levels above
/// `path`, up to the root of its git repository; written as `path` is.
fn nearest(path: &Path, from: usize, is_meant: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let absolute = resolved(path)?;
    for (levels, folder) in absolute.ancestors().enumerate().skip(from) {
        if is_meant(folder) {
            return Some(if levels == 0 {
                path.to_owned()
            } else {
                ancestor(path, folder, levels)
            });
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

/// `path` relative to `folder`, however the two are written.
#[must_use]
pub fn relative(path: &Path, folder: &Path) -> Option<PathBuf> {
    let plain = |path: &Path| -> PathBuf {
        path.components().filter(|part| *part != Component::CurDir).collect()
    };
    if let Ok(below) = plain(path).strip_prefix(plain(folder)) {
        return Some(below.to_owned());
    }
    let (path, folder) = (path.canonicalize().ok()?, folder.canonicalize().ok()?);
    path.strip_prefix(folder).map(Path::to_owned).ok()
}

/// `path` as a way from the root, without the steps up that are no folders to look into.
fn resolved(path: &Path) -> Option<PathBuf> {
    let has_steps_up = path.components().any(|part| part == Component::ParentDir);
    if has_steps_up { path.canonicalize().ok() } else { std::path::absolute(path).ok() }
}

/// `levels` folders above `path`, which is `folder`, written as `path` is.
fn ancestor(path: &Path, folder: &Path, levels: usize) -> PathBuf {
    let parts: Vec<_> = path.components().filter(|part| *part != Component::CurDir).collect();
    let is_plain = !parts.contains(&Component::ParentDir);
    if path.is_absolute() || (is_plain && levels <= parts.len()) {
        let kept: PathBuf = parts[..parts.len().saturating_sub(levels)].iter().collect();
        return if kept.as_os_str().is_empty() { PathBuf::from(".") } else { kept };
    }
    if is_plain {
        return std::iter::repeat_n("..", levels - parts.len()).collect();
    }
    folder.to_owned()
}

#[cfg(test)]
mod tests {
    use super::ancestor;
    use std::path::Path;

    #[test]
    fn a_folder_is_written_as_the_path_that_led_to_it() {
        let written = |path: &str, levels| {
            ancestor(Path::new(path), Path::new("/far/away"), levels).display().to_string()
        };
        assert_eq!(written("a/samples/x.json", 2), "a");
        assert_eq!(written("./samples/x.json", 2), ".");
        assert_eq!(written("x.json", 3), "../..");
        assert_eq!(written("/a/b/c", 1), "/a/b");
        assert_eq!(written("../c/d", 1), "/far/away");
    }
}
