//! A page of Markdown, taken apart: its sections, and the files of its examples.

use crate::finding::Code;

/// The page of a code.
#[derive(Debug, Clone)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// Its sections in order, without the heading of the page.
    pub sections: Vec<Section>,
}

/// A section: its heading and what stands under it.
#[derive(Debug, Clone)]
pub struct Section {
    /// The heading, such as `What it means`.
    pub title: &'static str,
    /// The blocks in order.
    pub blocks: Vec<Block>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph, its lines joined.
    Paragraph(String),
    /// An entry of a list, its lines joined.
    Entry(String),
    /// A file of an example.
    File(Sample),
}

/// A file of an example, as its fenced block gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Where it lies in a contract folder, with forward slashes.
    pub path: &'static str,
    /// What the block holds.
    pub kind: Kind,
    /// The block's lines, without the line feed of the last one.
    pub text: String,
}

/// What a fenced block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The file's text.
    Text,
    /// The file's bytes, in hexadecimal.
    Hex,
    /// The target of a symbolic link.
    Link,
    /// The number of the file's bytes, all of them zero.
    Size,
}

impl Page {
    /// The page of `code`.
    #[must_use]
    pub fn of(code: Code) -> Self {
        let mut sections = Vec::new();
        let mut blocks = Vec::new();
        let mut title = "";
        let mut lines = code.page().lines();
        while let Some(line) = lines.next() {
            if let Some(next) = line.strip_prefix("## ") {
                let blocks = std::mem::take(&mut blocks);
                sections.push(Section { title: std::mem::replace(&mut title, next), blocks });
            } else if line.starts_with("```") {
                let info = line.trim_start_matches('`');
                let fence = &line[..line.len() - info.len()];
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
                blocks.push(Block::File(Sample::new(info, &body)));
            } else {
                add_text(&mut blocks, line);
            }
        }
        sections.push(Section { title, blocks });
        for section in &mut sections {
            // An empty line ends a paragraph and is none itself.
            section.blocks.retain(|block| *block != Block::Paragraph(String::new()));
        }
        // What stands before the first section is the catalogue's row once more.
        sections.remove(0);
        Self { code, sections }
    }

    /// The section with this heading.
    #[must_use]
    pub fn section(&self, title: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.title == title)
    }

    /// The files under this heading.
    pub fn files(&self, title: &str) -> impl Iterator<Item = &Sample> {
        let blocks = self.section(title).into_iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::File(file) => Some(file),
            Block::Paragraph(_) | Block::Entry(_) => None,
        })
    }
}

/// Adds a line of prose: to the paragraph or entry before it, or as a new one.
fn add_text(blocks: &mut Vec<Block>, line: &str) {
    let text = line.trim();
    if let Some(entry) = text.strip_prefix("- ") {
        blocks.push(Block::Entry(entry.to_owned()));
        return;
    }
    match blocks.last_mut() {
        _ if text.is_empty() => blocks.push(Block::Paragraph(String::new())),
        Some(Block::Paragraph(open) | Block::Entry(open)) => {
            if !open.is_empty() {
                open.push(' ');
            }
            open.push_str(text);
        }
        _ => blocks.push(Block::Paragraph(text.to_owned())),
    }
}

impl Section {
    /// Its prose: paragraphs and entries.
    pub fn prose(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Paragraph(text) | Block::Entry(text) => Some(text.as_str()),
            Block::File(_) => None,
        })
    }
}

impl Sample {
    fn new(info: &'static str, body: &[&str]) -> Self {
        let (kind, path) = info.split_once(' ').unwrap_or((info, ""));
        let kind = match kind {
            "hex" => Kind::Hex,
            "link" => Kind::Link,
            "size" => Kind::Size,
            _ => Kind::Text,
        };
        Self { path, kind, text: body.join("\n") }
    }
}
