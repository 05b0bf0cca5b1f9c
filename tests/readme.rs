//! The documents are true: the README's commands give the outputs that it shows, its table of codes
//! is the catalogue, and `docs/dialects.md` shows the recognition table.

use std::fmt::Write;
use std::path::Path;

use wirecheck::finding::Code;

/// A text file of this repository.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n")
}

#[test]
fn the_table_of_codes_is_the_catalogue() {
    let mut table = String::from("\n| code | severity | meaning |\n|---|---|---|\n");
    for code in Code::ALL {
        let severity = code.severity().name();
        writeln!(table, "| `{code}` | {severity} | {} |", code.line()).expect("a string");
    }
    table.push('\n');
    let readme = read("README.md");
    let shown = readme
        .split_once("<!-- codes:begin -->\n")
        .and_then(|(_, rest)| rest.split_once("<!-- codes:end -->"))
        .map(|(table, _)| table);
    assert!(
        shown == Some(&table),
        "between `<!-- codes:begin -->` and `<!-- codes:end -->` of README.md should stand\n{table}"
    );
}

/// With `UPDATE_DIALECTS` in the environment the table is written anew.
#[test]
fn the_table_of_dialects_is_the_table_of_rows() {
    let mut table =
        String::from("\n| row | dialect | what decides | what it is |\n|---|---|---|---|\n");
    for row in wirecheck::wire::rows() {
        let (id, dialect) = (row.id, row.dialect);
        let conditions = wirecheck::wire::conditions(row);
        writeln!(table, "| {id} | {dialect} | {conditions} | {} |", row.atom).expect("a string");
    }
    table.push('\n');
    let shown = read("docs/dialects.md");
    let (start, rest) = shown.split_once("<!-- rows:begin -->\n").expect("a place for the table");
    let (kept, end) = rest.split_once("<!-- rows:end -->").expect("its end");
    if std::env::var_os("UPDATE_DIALECTS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/dialects.md");
        let updated = format!("{start}<!-- rows:begin -->\n{table}<!-- rows:end -->{end}");
        std::fs::write(path, updated).expect("the file can be written");
        return;
    }
    assert!(kept == table, "docs/dialects.md should show\n{table}");
}

/// The commands are those of a POSIX shell.
#[cfg(unix)]
mod commands {
    use std::ffi::OsString;
    use std::fmt::Write;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};

    use super::read;

    /// A fenced block: its info string, its lines, and the line of the README it begins in.
    struct Block<'r> {
        info: &'r str,
        line: usize,
        text: String,
    }

    /// `console` blocks show commands after `$ ` and what they print; they are run in one folder,
    /// from top to bottom, those marked `repository` in this repository. An `sh` block is a script
    /// that prints nothing. Blocks of other kinds are not run. With `UPDATE_README` in the
    /// environment the outputs are written anew.
    #[test]
    fn the_commands_of_the_readme_give_the_outputs_shown() {
        let readme = read("README.md");
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = empty_folder();
        let is_update = std::env::var_os("UPDATE_README").is_some();
        let mut updated = readme.clone();
        let mut steps = 0;
        for block in blocks(&readme) {
            let actual = match block.info {
                "sh" => shell(&block.text, &folder),
                "console" => transcript(&block.text, &folder),
                "console repository" => transcript(&block.text, repository),
                _ => continue,
            };
            let expected = if block.info == "sh" { "" } else { &block.text };
            if is_update && !expected.is_empty() {
                updated = updated.replacen(expected, &actual, 1);
                steps += 1;
                continue;
            }
            assert!(
                actual == expected,
                "the block at README.md:{} is\n\n{expected}\nbut its commands print\n\n{actual}",
                block.line
            );
            steps += 1;
        }
        assert!(steps >= 3, "README.md has lost its blocks of commands");
        if is_update {
            std::fs::write(repository.join("README.md"), updated).expect("the README");
        }
    }

    fn blocks(markdown: &str) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut open: Option<Block<'_>> = None;
        for (index, line) in markdown.lines().enumerate() {
            match (line.strip_prefix("```"), open.as_mut()) {
                (Some(info), None) => {
                    open = Some(Block { info, line: index + 1, text: String::new() });
                }
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (None, Some(block)) => {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "a block of README.md is not closed");
        blocks
    }

    /// The commands of `block`, each followed by what it prints when run in `folder`.
    fn transcript(block: &str, folder: &Path) -> String {
        let mut transcript = String::new();
        for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            write!(transcript, "$ {command}\n{}", shell(command, folder)).expect("a string");
        }
        transcript
    }

    /// What `script` prints on both streams when run in `folder`.
    fn shell(script: &str, folder: &Path) -> String {
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{script}")])
            .current_dir(folder)
            .env("PATH", path_with_wirecheck())
            .env_remove("WIRECHECK_FORMAT")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("COLUMNS")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn path_with_wirecheck() -> OsString {
        let binary = Path::new(env!("CARGO_BIN_EXE_wirecheck"));
        let first = binary.parent().expect("a folder of binaries").to_owned();
        let others = std::env::var_os("PATH").unwrap_or_default();
        let all: Vec<PathBuf> = [first].into_iter().chain(std::env::split_paths(&others)).collect();
        std::env::join_paths(all).expect("paths that were joined before")
    }

    fn empty_folder() -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("a folder of our own");
        }
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        folder
    }
}
