//! A folder under version control.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::folder::Folder;

/// A folder that is a git repository, all of it committed once.
pub(crate) struct Repository(pub(crate) Folder);

impl Repository {
    pub(crate) fn of(mut folder: Folder) -> Self {
        // The program is run without an environment otherwise, and has to find git.
        let path: &'static str = std::env::var("PATH").unwrap_or_default().leak();
        folder.environment.extend([
            ("PATH", path),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
        ]);
        let repository = Self(folder);
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository.commit();
        repository
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        let output = Command::new("git")
            .args(["-c", "user.name=n", "-c", "user.email=e@example.org"])
            .args(arguments)
            .current_dir(self.0.path())
            .env_clear()
            .envs(self.0.environment.iter().copied())
            .output()
            .expect("these tests need git");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {said}");
    }

    pub(crate) fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "all"]);
    }

    pub(crate) fn file(self, path: &str, content: &str) -> Self {
        Self(self.0.file(path, content))
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).expect("the file can be removed");
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// What is in scope with `options`.
    pub(crate) fn scope(&self, options: &[&str]) -> String {
        let listed = self.0.run(&[&["validate", "--show-files"], options].concat());
        listed.strip_suffix("--- exit 0\n").unwrap_or(&listed).to_owned()
    }

    pub(crate) fn run(&self, options: &[&str]) -> String {
        self.0.run(&[&["validate", "--format", "concise"], options].concat())
    }
}
