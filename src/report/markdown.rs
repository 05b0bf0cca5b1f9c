//! A Markdown table, for summaries and comments. Columns are characters.

use std::io::{self, Write};

use super::neutral::neutral;
use super::{Format, Look, Report};
use crate::source::Places;

pub(super) struct Markdown;

impl Format for Markdown {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = report.shown(look);
        writeln!(out, "## wirecheck\n")?;
        if !shown.is_empty() {
            writeln!(out, "| severity | code | place | message |\n|---|---|---|---|")?;
        }
        for finding in shown {
            let place = places.get(finding.primary.file, finding.primary.span).start;
            writeln!(
                out,
                "| {} | {} | {}:{}:{} | {} |",
                finding.severity.name(),
                finding.code,
                cell(report.files.name(finding.primary.file)),
                place.line.max(1),
                place.character.max(1),
                cell(&finding.message),
            )?;
        }
        let hidden = report.findings.len() - shown.len();
        if hidden > 0 {
            writeln!(out, "\nNot shown: {hidden}")?;
        }
        writeln!(out)?;
        for line in report.summary.lines(&report.skipped) {
            writeln!(out, "- {}", cell(&line))?;
        }
        Ok(())
    }
}

/// `text` as plain words: no mark-up, link, mention or HTML of a payload works.
fn cell(text: &str) -> String {
    let mut shown = String::new();
    for c in neutral(text).chars() {
        match c {
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '&' => shown.push_str("&amp;"),
            '@' => shown.push_str("&#64;"),
            '\\' | '|' | '*' | '_' | '[' | ']' | '#' | '!' | '~' | '$' => {
                shown.push('\\');
                shown.push(c);
            }
            // Code keeps its ticks only where it closes: a payload may hold one of them.
            '`' => shown.push_str("&#96;"),
            _ => shown.push(c),
        }
    }
    shown
}
