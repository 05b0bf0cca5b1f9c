//! A folder for one test, and the program run in it.

#[path = "report_schema.rs"]
pub(crate) mod report_schema;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that goes with the test.
pub(crate) struct Folder {
    root: PathBuf,
    /// Of the output; the program's choice if none.
    pub(crate) columns: Option<usize>,
    /// What stands in the environment, which is empty otherwise.
    pub(crate) environment: Vec<(&'static str, &'static str)>,
}

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("wirecheck-test-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(&root).expect("temporary folders can be made");
        Self { root, columns: None, environment: Vec::new() }
    }

    /// With a file.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder"))
            .expect("folders can be made");
        fs::write(path, content).expect("files can be written");
        self
    }

    pub(crate) fn path(&self) -> &Path {
        &self.root
    }

    /// Runs the program with `arguments` in the folder; shows what it wrote and how it ended.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        self.run_with_input(arguments, "")
    }

    /// As [`Folder::run`], with something on standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &str) -> String {
        self.outcome("", arguments, input)
    }

    /// As [`Folder::run_with_input`], in the folder `below` this one.
    pub(crate) fn outcome(&self, below: &str, arguments: &[&str], input: &str) -> String {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wirecheck"))
            .args(arguments)
            .current_dir(self.root.join(below))
            .env_clear()
            .envs(self.environment.iter().copied())
            .envs(self.columns.map(|columns| ("COLUMNS", columns.to_string())))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be run");
        // A program that does not want input may be gone before it is written.
        let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        let mut shown = String::from_utf8(output.stdout).expect("reports are UTF-8");
        if let Some(format) = arguments.windows(2).find(|it| it[0] == "--format") {
            report_schema::hold_output(arguments[0], format[1], &shown);
        }
        let errors = String::from_utf8(output.stderr).expect("messages are UTF-8");
        if !errors.is_empty() {
            shown.push_str("--- standard error\n");
            shown.push_str(&errors);
        }
        let code = output.status.code().map_or("signal".into(), |code| code.to_string());
        shown.push_str(&format!("--- exit {code}\n"));
        shown
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.root);
    }
}
