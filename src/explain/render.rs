//! A page on a terminal.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};

use super::page::{Block, Kind, Page, Sample};
use crate::finding::Code;
use crate::report::{Look, neutral, severity_style, wrap};

/// Columns beyond which prose is hard to read.
const WIDEST: usize = 90;

/// Writes the page of `code`.
///
/// # Errors
/// What `out` says.
pub fn render(code: Code, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let bold = look.style(Style::new().effects(Effects::BOLD));
    let strong = look.style(severity_style(code.severity()));
    let name = format!("{}[{code}]", code.severity().name());
    writeln!(out, "{strong}{name}{strong:#}{bold}: {}{bold:#}", code.line())?;
    for section in Page::of(code).sections {
        writeln!(out, "\n{bold}{}{bold:#}", section.title)?;
        for (number, block) in section.blocks.iter().enumerate() {
            let is_entry = matches!(block, Block::Entry(_));
            if number > 0 && !is_entry {
                writeln!(out)?;
            }
            match block {
                Block::Paragraph(text) => write_prose(text, "  ", "  ", look, out)?,
                Block::Entry(text) => write_prose(text, "  - ", "    ", look, out)?,
                Block::File(sample) => write_file(sample, look, out)?,
            }
        }
    }
    Ok(())
}

/// Writes one line a code, the groups apart.
///
/// # Errors
/// What `out` says.
pub fn render_list(codes: &[Code], look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let longest = codes.iter().map(|code| code.name().len()).max().unwrap_or_default();
    let mut group = None;
    for code in codes {
        if group.is_some_and(|group| group != code.group()) {
            writeln!(out)?;
        }
        group = Some(code.group());
        let severity = code.severity();
        let colour = look.style(severity_style(severity));
        let (name, severity) = (code.name(), severity.name());
        writeln!(out, "{name:<longest$}  {colour}{severity:<7}{colour:#}  {}", code.line())?;
    }
    Ok(())
}

fn write_prose(
    text: &str,
    first: &str,
    others: &str,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = look.width.min(WIDEST).saturating_sub(others.len());
    // Code is coloured where there are colours, and keeps its backticks where there are none.
    let code = look.style(AnsiColor::Cyan.on_default());
    let mut in_code = false;
    for (number, line) in wrap(&neutral(text), width).iter().enumerate() {
        write!(out, "{}", if number == 0 { first } else { others })?;
        if !look.ink.is_coloured {
            writeln!(out, "{line}")?;
            continue;
        }
        if in_code {
            write!(out, "{code}")?;
        }
        for (at, part) in line.split('`').enumerate() {
            if at > 0 {
                in_code = !in_code;
                if in_code { write!(out, "{code}")? } else { write!(out, "{code:#}")? }
            }
            write!(out, "{part}")?;
        }
        writeln!(out, "{code:#}")?;
    }
    Ok(())
}

fn write_file(sample: &Sample, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let dim = look.style(Style::new().effects(Effects::DIMMED));
    let kind = match sample.kind {
        Kind::Text => "",
        Kind::Hex => "  (bytes)",
        Kind::Link => "  (a symbolic link to)",
        Kind::Size => "  (a file of this many bytes)",
    };
    writeln!(out, "  {dim}{}{kind}{dim:#}", sample.path)?;
    for line in sample.text.split('\n') {
        writeln!(out, "    {}", neutral(line))?;
    }
    Ok(())
}
