//! What has changed in git. The program `git` is asked; nothing is read past it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the files of a run are compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Since {
    /// The commit where the branch of this revision and `HEAD` part. What is not committed counts,
    /// and so do files that git does not track and does not ignore.
    Revision(String),
    /// `HEAD`, and only what is in the index differs from it.
    Staged,
}

/// Why git does not say what has changed.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// The program is not there.
    #[error("the program `git` is not found")]
    Missing,
    /// The program cannot be run.
    #[error("the program `git` cannot be run: {0}")]
    Unusable(io::Error),
    /// The folder is in no work tree.
    #[error("`{}` is in no git repository", folder.display())]
    NoRepository {
        /// The folder.
        folder: PathBuf,
    },
    /// A revision is no commit.
    #[error("git knows no commit `{0}`")]
    UnknownRevision(String),
    /// Two commits have no common past.
    #[error("`{0}` and `HEAD` have no commit in common")]
    NoMergeBase(String),
    /// Something else.
    #[error("git does not say what has changed: {0}")]
    Failed(String),
}

impl GitError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Missing => Some("`--since` and `--staged` ask it what has changed"),
            Self::UnknownRevision(_) | Self::NoMergeBase(_) => {
                Some("a shallow clone lacks what is older: fetch the branch and its past")
            }
            Self::Unusable(_) | Self::NoRepository { .. } | Self::Failed(_) => None,
        }
    }
}

/// What has changed, repository by repository. A repository is asked when the first of its files is.
#[derive(Debug)]
pub struct Changes {
    since: Since,
    repositories: BTreeMap<PathBuf, Repository>,
    /// Where folders lie, by their paths as they were given.
    folders: HashMap<PathBuf, Inside>,
}

/// A place in a repository.
#[derive(Debug, Clone)]
struct Inside {
    root: PathBuf,
    /// The way from the root.
    path: PathBuf,
}

#[derive(Debug)]
struct Repository {
    /// The commit that files are compared with; none before the first one.
    base: Option<String>,
    /// Paths from the repository's root.
    changed: BTreeSet<PathBuf>,
}

impl Changes {
    /// Nothing is asked yet.
    #[must_use]
    pub fn new(since: Since) -> Self {
        Self { since, repositories: BTreeMap::new(), folders: HashMap::new() }
    }

    /// Makes sure that `folder` is in a repository.
    ///
    /// # Errors
    /// It is in none, or git does not answer.
    pub fn ask(&mut self, folder: &Path) -> Result<(), GitError> {
        self.folder(folder).map(|_| ())
    }

    /// Whether the file at `path` has changed, or what it links to. It need not exist; its folder or
    /// one above must.
    ///
    /// # Errors
    /// It is in no repository, or git does not answer.
    pub fn has(&mut self, path: &Path) -> Result<bool, GitError> {
        let has_changed = self.has_itself(path)?;
        let link = Some(path).filter(|path| !has_changed && path.is_symlink());
        let target = link.and_then(|link| link.canonicalize().ok());
        match target.map(|target| self.has_itself(&target)) {
            None | Some(Err(GitError::NoRepository { .. })) => Ok(has_changed),
            Some(answer) => answer,
        }
    }

    fn has_itself(&mut self, path: &Path) -> Result<bool, GitError> {
        let inside = self.file(path)?;
        Ok(self.repositories[&inside.root].changed.contains(&inside.path))
    }

    /// The files below `folder` that have changed, written with it; those that are gone too.
    ///
    /// # Errors
    /// As for [`Changes::has`].
    pub fn below(&mut self, folder: &Path) -> Result<Vec<PathBuf>, GitError> {
        let inside = self.folder(folder)?;
        let changed = self.repositories[&inside.root].changed.iter();
        let below = changed.filter_map(|path| path.strip_prefix(&inside.path).ok());
        Ok(below.map(|path| folder.join(path)).collect())
    }

    /// The bytes that the file at `path` had before, if it was there.
    ///
    /// # Errors
    /// As for [`Changes::has`].
    pub fn before(&mut self, path: &Path) -> Result<Option<Vec<u8>>, GitError> {
        let inside = self.file(path)?;
        let Some(base) = &self.repositories[&inside.root].base else { return Ok(None) };
        let mut object = OsString::from(format!("{base}:"));
        object.push(git_path(&inside.path));
        let command = [OsStr::new("cat-file"), OsStr::new("blob"), &object];
        let output = git(&inside.root, &command)?;
        Ok(output.status.success().then_some(output.stdout))
    }

    /// Where the file at `path` lies. It is not resolved: git knows a link, not what it leads to.
    fn file(&mut self, path: &Path) -> Result<Inside, GitError> {
        let Inside { root, path: folder } = self.folder(path.parent().unwrap_or(path))?;
        Ok(Inside { root, path: folder.join(path.file_name().unwrap_or_default()) })
    }

    /// Where `folder` lies, in a repository that has been asked.
    fn folder(&mut self, folder: &Path) -> Result<Inside, GitError> {
        if let Some(known) = self.folders.get(folder) {
            return Ok(known.clone());
        }
        let (there, rest) = resolve(folder);
        let top = enclosing_repository(&there);
        let root = match top.filter(|top| self.repositories.contains_key(*top)) {
            Some(known) => known.to_owned(),
            None => work_tree(&there, top)?,
        };
        if !self.repositories.contains_key(&root) {
            let repository = Repository::ask(&root, &self.since)?;
            self.repositories.insert(root.clone(), repository);
        }
        let path = there.strip_prefix(&root).unwrap_or(&there).join(rest);
        let inside = Inside { root, path };
        self.folders.insert(folder.to_owned(), inside.clone());
        Ok(inside)
    }
}

impl Repository {
    fn ask(root: &Path, since: &Since) -> Result<Self, GitError> {
        // A file that was moved is gone from one place and new in another.
        const DIFF: &[&str] = &["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff"];
        let base = match since {
            Since::Revision(revision) => Some(merge_base(root, revision)?),
            Since::Staged => commit(root, "HEAD")?,
        };
        let mut changed = match (since, &base) {
            (Since::Revision(_), Some(base)) => paths(root, &[DIFF, &[base, "--"]].concat())?,
            _ => paths(root, &[DIFF, &["--cached", "--"]].concat())?,
        };
        if let Since::Revision(_) = since {
            changed.extend(paths(root, &["ls-files", "--others", "--exclude-standard", "-z"])?);
        }
        Ok(Self { base, changed })
    }
}

/// The nearest of `folder` and those above it that looks like the root of a git repository.
#[must_use]
pub fn enclosing_repository(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|above| above.join(".git").exists())
}

/// The root of the work tree that `folder` is in. Git is asked at the `top`, if there is one, and not
/// in `folder`: a hook may run with `GIT_DIR` set, which makes any folder look like a root.
fn work_tree(folder: &Path, top: Option<&Path>) -> Result<PathBuf, GitError> {
    let output = git(top.unwrap_or(folder), &["rev-parse", "--show-toplevel"])?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(match top {
            None => GitError::NoRepository { folder: folder.to_owned() },
            Some(_) => GitError::Failed(first_line(&said)),
        });
    }
    let root = path_of(output.stdout.trim_ascii_end());
    Ok(root.canonicalize().unwrap_or(root))
}

/// The commit where the branch of `revision` and `HEAD` part.
fn merge_base(root: &Path, revision: &str) -> Result<String, GitError> {
    let unknown = || GitError::UnknownRevision(revision.to_owned());
    let other = commit(root, revision)?.ok_or_else(unknown)?;
    let output = git(root, &["merge-base", &other, "HEAD"])?;
    let base = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && !base.is_empty() {
        return Ok(base);
    }
    Err(GitError::NoMergeBase(revision.to_owned()))
}

/// The name of the commit that `revision` leads to, if there is one.
fn commit(root: &Path, revision: &str) -> Result<Option<String>, GitError> {
    if revision.starts_with('-') {
        return Ok(None);
    }
    let wanted = format!("{revision}^{{commit}}");
    let output = git(root, &["rev-parse", "--verify", "--quiet", &wanted])?;
    let name = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(Some(name).filter(|name| output.status.success() && !name.is_empty()))
}

/// The paths that `git` prints, each ended by a zero byte.
fn paths(root: &Path, arguments: &[&str]) -> Result<BTreeSet<PathBuf>, GitError> {
    let output = git(root, arguments)?;
    if !output.status.success() {
        return Err(GitError::Failed(first_line(&String::from_utf8_lossy(&output.stderr))));
    }
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(path_of).collect())
}

fn git<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Result<Output, GitError> {
    Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        // Nothing is written, not even a refreshed index, and messages are in one language.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C")
        .output()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => GitError::Missing,
            _ => GitError::Unusable(error),
        })
}

fn first_line(said: &str) -> String {
    let line = said.lines().next().unwrap_or_default();
    line.trim_start_matches("fatal: ").to_owned()
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// `path` with the slashes that git takes.
fn git_path(path: &Path) -> OsString {
    if cfg!(windows) { path.to_string_lossy().replace('\\', "/").into() } else { path.into() }
}

/// `folder` in two parts: the nearest folder that exists, resolved, and the way from there.
fn resolve(folder: &Path) -> (PathBuf, PathBuf) {
    // An empty path is the current folder.
    let given = Path::new(".").join(folder);
    let absolute = std::path::absolute(&given).unwrap_or(given);
    for above in absolute.ancestors() {
        if let Ok(resolved) = above.canonicalize() {
            let rest = absolute.strip_prefix(above).unwrap_or(Path::new(""));
            return (resolved, rest.to_owned());
        }
    }
    (absolute, PathBuf::new())
}
