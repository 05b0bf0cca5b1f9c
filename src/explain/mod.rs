//! What a code means: its page, for people and for machines.
//!
//! The pages are Markdown files under `docs/codes/`, compiled in. Each shows a bad and a good
//! example as files of a contract folder; the tests run them.

mod page;
mod render;

use std::io::{self, Write};

pub use page::{Block, Kind, Page, Sample, Section};
pub use render::{render, render_list};

use serde::Serialize;

use crate::finding::Code;

/// A code as machines read it.
#[derive(Debug, Serialize)]
struct Row {
    code: &'static str,
    severity: &'static str,
    summary: &'static str,
}

#[derive(Debug, Serialize)]
struct Explained {
    #[serde(flatten)]
    row: Row,
    meaning: String,
    why: String,
    contract: Vec<File>,
    bad: Example,
    good: Example,
    sources: Vec<String>,
    page: &'static str,
}

#[derive(Debug, Serialize)]
struct Example {
    text: String,
    files: Vec<File>,
}

#[derive(Debug, Serialize)]
struct File {
    path: &'static str,
    kind: &'static str,
    text: String,
}

impl Row {
    fn of(code: Code) -> Self {
        Self { code: code.name(), severity: code.severity().name(), summary: code.line() }
    }
}

/// Writes the page of `code` as JSON.
///
/// # Errors
/// What `out` says.
pub fn write_json(code: Code, out: &mut dyn Write) -> io::Result<()> {
    let page = Page::of(code);
    let prose = |title: &str| -> Vec<String> {
        let section = page.section(title).into_iter();
        section.flat_map(Section::prose).map(str::to_owned).collect()
    };
    let files = |title: &str| page.files(title).map(File::of).collect::<Vec<_>>();
    let example = |title| Example { text: prose(title).join("\n\n"), files: files(title) };
    let explained = Explained {
        row: Row::of(code),
        meaning: prose("What it means").join("\n\n"),
        why: prose("Why it matters").join("\n\n"),
        contract: files("Contract"),
        bad: example("Bad"),
        good: example("Good"),
        sources: prose("Source"),
        page: code.page(),
    };
    serde_json::to_writer_pretty(&mut *out, &explained)?;
    writeln!(out)
}

/// Writes a list of codes as JSON.
///
/// # Errors
/// What `out` says.
pub fn write_list_json(codes: &[Code], out: &mut dyn Write) -> io::Result<()> {
    let rows: Vec<Row> = codes.iter().copied().map(Row::of).collect();
    serde_json::to_writer_pretty(&mut *out, &rows)?;
    writeln!(out)
}

impl File {
    fn of(sample: &Sample) -> Self {
        let kind = match sample.kind {
            Kind::Text => "text",
            Kind::Hex => "hex",
            Kind::Link => "link",
            Kind::Size => "size",
        };
        Self { path: sample.path, kind, text: sample.text.clone() }
    }
}
