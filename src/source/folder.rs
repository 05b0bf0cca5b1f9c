//! Contract folders: where schemas and samples are kept.

use std::path::{Component, Path, PathBuf};

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
        let is_one = folder.schemas().is_dir()
            || folder.samples().is_dir()
            || path.join("wirecheck.toml").is_file();
        is_one.then_some(folder)
    }
}

/// The contract folder that `path` is in: the nearest one above it, up to the root of its git
/// repository. `path` itself is not asked.
///
/// The folder's path keeps the form of `path`: relative if that is relative.
#[must_use]
pub fn enclosing_folder(path: &Path) -> Option<Folder> {
    let absolute = std::path::absolute(path).ok()?;
    let mut above = absolute.parent();
    let mut levels = 1;
    while let Some(folder) = above {
        if Folder::at(folder).is_some() {
            return Some(Folder { root: ancestor(path, folder, levels) });
        }
        if folder.join(".git").exists() {
            return None;
        }
        above = folder.parent();
        levels += 1;
    }
    None
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
