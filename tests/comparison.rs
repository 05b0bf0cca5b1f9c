//! `docs/comparison.md`: wirecheck's outputs and the payloads are those of the cases' folders, and
//! the table counts the lines of the outputs. What the other programs print is not checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// The document, read before any test writes it.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| read(&docs().join("comparison.md")));

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn read(path: &Path) -> String {
    let text = fs::read_to_string(path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n")
}

/// The folders of the cases, by name.
fn cases() -> BTreeSet<String> {
    let folders = fs::read_dir(docs().join("comparison")).expect("the folder of the cases");
    let names = folders.map(|folder| folder.expect("a folder").file_name());
    names.map(|name| name.into_string().expect("a name in UTF-8")).collect()
}

/// A fenced block: the section and the last bold line that it stands under, its info string, and
/// its lines, counted from zero, without the fences.
struct Block<'d> {
    section: &'d str,
    program: &'d str,
    info: &'d str,
    first: usize,
    text: String,
}

impl Block<'_> {
    fn is_ours(&self) -> bool {
        self.info == "text" && self.program == "wirecheck" && cases().contains(self.section)
    }
}

fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut section, mut program) = ("", "");
    let mut open: Option<Block<'_>> = None;
    for (number, line) in document.lines().enumerate() {
        match (open.as_mut(), line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.extend([line, "\n"]),
            (None, Some(info)) => {
                let text = String::new();
                open = Some(Block { section, program, info, first: number + 1, text });
            }
            (None, None) => {
                if let Some(title) = line.strip_prefix("## ") {
                    (section, program) = (title, "");
                }
                let bold = line.strip_prefix("**").and_then(|line| line.strip_suffix("**"));
                program = bold.unwrap_or(program);
            }
        }
    }
    assert!(open.is_none(), "a block of docs/comparison.md is not closed");
    blocks
}

/// What wirecheck prints in the folder of `case`.
fn output(case: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_wirecheck"))
        .args(["validate", "payload.json", "--schema", "schema.json", "--quiet"])
        .current_dir(docs().join("comparison").join(case))
        .env_clear()
        .stdin(Stdio::null())
        .output()
        .expect("the program can be run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && errors.is_empty(), "{case}: {errors}");
    let report = String::from_utf8(output.stdout).expect("reports are UTF-8");
    format!("{}\n", report.trim_end())
}

/// The document with our blocks as the program prints them.
fn with_outputs(document: &str) -> String {
    let lines: Vec<&str> = document.lines().collect();
    let (mut renewed, mut next) = (String::new(), 0);
    for block in blocks(document).into_iter().filter(Block::is_ours) {
        renewed.extend(lines[next..block.first].iter().flat_map(|line| [*line, "\n"]));
        renewed.push_str(&output(block.section));
        next = block.first + block.text.lines().count();
    }
    renewed.extend(lines[next..].iter().flat_map(|line| [*line, "\n"]));
    renewed
}

/// The document with the number that ends each cell of the table as the blocks have it. A row begins
/// with the name of a case; the columns are in the order of the blocks.
fn with_counts(document: &str) -> String {
    let mut counts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for block in blocks(document).iter().filter(|block| block.info == "text") {
        counts.entry(block.section).or_default().push(block.text.lines().count());
    }
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        let case = cells.next()?;
        let mut row = format!("| {case}");
        let mut counts = counts.get(case)?.iter();
        for cell in cells {
            let (words, _) = cell.rsplit_once(", ")?;
            row.push_str(&format!(" | {words}, {}", counts.next()?));
        }
        Some(row + " |\n")
    };
    document.lines().map(|line| row(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// With `UPDATE_COMPARISON` in the environment our blocks and the numbers are written anew.
#[test]
fn our_outputs_are_what_the_program_prints() {
    let expected = with_counts(&with_outputs(&DOCUMENT));
    if std::env::var_os("UPDATE_COMPARISON").is_some() {
        fs::write(docs().join("comparison.md"), expected).expect("the document can be written");
        return;
    }
    let difference = DOCUMENT.lines().zip(expected.lines()).find(|(old, new)| old != new);
    let is_same = *DOCUMENT == expected;
    assert!(is_same, "docs/comparison.md is not what the program prints: {difference:#?}");
}

#[test]
fn every_case_shows_its_payload_and_what_each_program_prints() {
    let blocks = blocks(&DOCUMENT);
    let programs = |case: &str| {
        let own = blocks.iter().filter(|block| block.section == case && block.info == "text");
        own.map(|block| block.program).collect::<Vec<_>>()
    };
    for case in &cases() {
        let payload = read(&docs().join("comparison").join(case).join("payload.json"));
        let mut json = blocks.iter().filter(|block| block.section == case && block.info == "json");
        let shown = json.next().map(|block| &block.text);
        assert!(shown == Some(&payload), "{case}: docs/comparison.md should show\n{payload}");
        assert_eq!(
            programs(case),
            ["wirecheck", "jsonschema-cli", "check-jsonschema", "ajv-cli"],
            "{case}"
        );
    }
}
