//! The examples in other languages, run in a contract folder that holds and in one that does not.
//!
//! Each needs its interpreter; where that is missing the test says `SKIPPED:` and passes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::example;

/// What stands in for vitest: the two functions of it that the example uses.
const VITEST: &str = r#"
import assert from "node:assert/strict";
export const test = (name, body) => body();
export const expect = (actual) => ({
  toBe: (expected) => assert.equal(actual, expected),
  toEqual: (expected) => assert.deepEqual(actual, expected),
});
"#;

/// Calls the functions of a file that pytest would call.
const CALL_TESTS: &str = "
import runpy
names = runpy.run_path('test_contract.py')
tests = [it for name, it in names.items() if name.startswith('test_')]
assert tests
[test() for test in tests]
";

/// A contract folder of `wirecheck init`, for one test.
struct Contract(PathBuf);

impl Contract {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{name}"));
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("a folder of our own");
        }
        wirecheck::init::init(&folder).expect("a folder for temporary files");
        Self(folder)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
        std::fs::write(path, text).expect("files can be written");
    }

    /// Runs `command` with wirecheck on the path; `None` if there is no such program.
    fn run(&self, command: &[&str]) -> Option<Output> {
        Command::new(command[0])
            .args(&command[1..])
            .current_dir(&self.0)
            .env("PATH", path_with_wirecheck())
            .env_remove("PYTHONPATH")
            .stdin(Stdio::null())
            .output()
            .ok()
    }

    /// Runs `command` while the contract holds, and when it does not; then it says all of `words`.
    fn holds_and_fails(&self, command: &[&str], words: &[&str]) {
        let text = |output: &Output| {
            let both = [&output.stdout[..], &output.stderr].concat();
            String::from_utf8_lossy(&both).into_owned()
        };
        let output = self.run(command).expect("the program that was just asked for its version");
        assert!(output.status.success(), "{command:?}: {}", text(&output));
        self.write("samples/get_weather/valid/wrong.json", r#"{"city":"Oslo","unit":"kelvin"}"#);
        let output = self.run(command).expect("the same program");
        let shown = text(&output);
        assert!(!output.status.success(), "a broken contract is not noticed: {shown}");
        assert!(words.iter().all(|word| shown.contains(word)), "{shown}");
        std::fs::remove_file(self.0.join("samples/get_weather/valid/wrong.json")).expect("ours");
    }
}

fn path_with_wirecheck() -> OsString {
    let binary = Path::new(env!("CARGO_BIN_EXE_wirecheck"));
    let first = binary.parent().expect("a folder of binaries").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let all: Vec<PathBuf> = [first].into_iter().chain(std::env::split_paths(&others)).collect();
    std::env::join_paths(all).expect("paths that were joined before")
}

fn is_there(contract: &Contract, command: &[&str]) -> bool {
    let is_there = contract.run(command).is_some_and(|output| output.status.success());
    if !is_there {
        eprintln!("SKIPPED: an example of docs/library.md (`{}` fails)", command.join(" "));
    }
    is_there
}

/// Its functions are called without pytest, which would show what is not equal.
#[test]
fn the_python_example_holds_a_contract() {
    let contract = Contract::new("python");
    contract.write("test_contract.py", example("python"));
    if is_there(&contract, &["python3", "--version"]) {
        contract.holds_and_fails(&["python3", "-c", CALL_TESTS], &["AssertionError"]);
    }
}

#[test]
fn pytest_runs_the_python_example() {
    let contract = Contract::new("pytest");
    contract.write("test_contract.py", example("python"));
    if is_there(&contract, &["python3", "-m", "pytest", "--version"]) {
        let command = ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
        contract.holds_and_fails(&command, &["schema/enum", "/unit"]);
    }
}

/// Node runs the example, with [`VITEST`] in the place of vitest: the run of wirecheck and the reading
/// of its report are covered, vitest itself is not.
#[test]
fn the_vitest_example_holds_a_contract() {
    let contract = Contract::new("node");
    contract.write("contract.test.mjs", example("ts"));
    let package = r#"{"name":"vitest","type":"module","exports":"./index.js"}"#;
    contract.write("node_modules/vitest/package.json", package);
    contract.write("node_modules/vitest/index.js", VITEST);
    if is_there(&contract, &["node", "--version"]) {
        contract.holds_and_fails(&["node", "contract.test.mjs"], &["schema/enum", "/unit"]);
    }
}
