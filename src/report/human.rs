//! The report for people: each finding with the bytes it is about, in the file they stand in.

use std::io::{self, Write};

use anstyle::{Effects, Style};
use unicode_width::UnicodeWidthStr;

use super::drawing::{Snippet, draw};
use super::neutral::neutral;
use super::summary::write_end;
use super::wrap::wrap;
use super::{Format, Look, Report, severity_style};
use crate::finding::{Finding, Label};
use crate::source::{Places, Span};

pub(super) struct Human;

/// Columns beyond which nothing is pushed to the right.
const WIDEST: usize = 100;

impl Format for Human {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = report.shown(look);
        for finding in shown {
            write_finding(report, finding, places, look, out)?;
            writeln!(out)?;
        }
        write_end(report, shown.len(), look, out)
    }
}

fn write_finding(
    report: &Report,
    finding: &Finding,
    places: &Places,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_headline(finding, look, out)?;
    let snippets = snippets(report, finding, places, look);
    out.write_all(draw(&snippets, finding.severity, look).as_bytes())?;
    write_address(finding, look, out)?;
    write_help(finding, look, out)
}

/// The lines to show: that of the finding, its decoded text, those of its other labels.
fn snippets(report: &Report, finding: &Finding, places: &Places, look: &Look) -> Vec<Snippet> {
    let pieces = pieces(&finding.primary);
    let mut labels: Vec<&Label> = vec![&finding.primary];
    labels.extend(&pieces);
    labels.extend(&finding.labels);
    labels.extend(finding.keyword.as_ref().map(|keyword| &keyword.label));
    let mut snippets = Vec::new();
    while let [first, ..] = labels[..] {
        let is_first = snippets.is_empty();
        let name = report.files.name(first.file);
        let (snippet, rest) = Snippet::of_file(name, &labels, is_first, places, look);
        snippets.push(snippet);
        if is_first {
            snippets.extend(Snippet::of_decoded(first, look));
        }
        labels = rest;
    }
    snippets
}

/// Labels on the places where the value of `label` goes on; of many, the first few.
fn pieces(label: &Label) -> Vec<Label> {
    const SHOWN: usize = 3;
    let left = label.more.len().saturating_sub(SHOWN);
    let shown = label.more.iter().take(SHOWN).enumerate();
    let piece = |(number, span): (usize, &Span)| {
        let words = match left {
            0 => "goes on here".to_owned(),
            _ if number + 1 < SHOWN => "goes on here".to_owned(),
            _ => format!("goes on here, and in {left} more places"),
        };
        Label::new(label.file, *span, words)
    };
    shown.map(piece).collect()
}

/// `error[schema/enum]: what is wrong      tool get_weather`
fn write_headline(finding: &Finding, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let strong = look.style(severity_style(finding.severity));
    let bold = look.style(Style::new().effects(Effects::BOLD));
    let kind = format!("{}[{}]", finding.severity.name(), finding.code);
    // The lines after the first stand a little to the right.
    let indent = 3;
    let text = format!("{kind}: {}", neutral(&finding.message));
    let mut lines = wrap(&text, look.width).into_iter();
    let first = lines.next().unwrap_or_default();
    let rest = text[first.len()..].trim_start().to_owned();
    let message = first.strip_prefix(&kind).unwrap_or_default();
    write!(out, "{strong}{kind}{strong:#}{bold}{message}{bold:#}")?;
    let mut used = first.width();
    if !rest.is_empty() {
        for line in wrap(&rest, look.width - indent) {
            write!(out, "\n{:indent$}{bold}{line}{bold:#}", "")?;
            used = indent + line.width();
        }
    }
    if let Some(tool) = &finding.tool {
        write_right(&format!("tool {}", neutral(tool)), Style::new(), used, look, out)?;
    }
    writeln!(out)
}

fn write_address(finding: &Finding, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let address = finding.address.as_ref().filter(|address| !address.as_str().is_empty());
    let Some(address) = address else { return Ok(()) };
    let bold = look.style(Style::new().effects(Effects::BOLD));
    let arrow = if look.ink.is_unicode { "»" } else { ">>" };
    let decoded = match address.decodes() {
        0 => String::new(),
        1 => "(decoded once)".to_owned(),
        2 => "(decoded twice)".to_owned(),
        many => format!("(decoded {many} times)"),
    };
    let shown = neutral(&address.display(arrow).to_string());
    let shown = shown.trim_end();
    write!(out, "   {bold}at:{bold:#} {shown}")?;
    if 7 + shown.width() + 3 + decoded.width() <= look.width && !decoded.is_empty() {
        write!(out, "   {decoded}")?;
    } else if !decoded.is_empty() {
        write!(out, "\n       {decoded}")?;
    }
    writeln!(out)
}

/// What to do, and where to read more.
fn write_help(finding: &Finding, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let bold = look.style(Style::new().effects(Effects::BOLD));
    let dim = look.style(Style::new().effects(Effects::DIMMED));
    let more = format!("wirecheck explain {}", finding.code);
    let Some(help) = &finding.help else {
        return writeln!(out, " {bold}more:{bold:#} {dim}{more}{dim:#}");
    };
    let mut used = 0;
    for (number, line) in wrap(&neutral(help), look.width - 7).into_iter().enumerate() {
        match number {
            0 => write!(out, " {bold}help:{bold:#} {line}")?,
            _ => write!(out, "\n       {line}")?,
        }
        used = 7 + line.width();
    }
    if used + 3 + more.width() <= look.width.min(WIDEST) {
        write_right(&more, dim, used, look, out)?;
        writeln!(out)
    } else {
        writeln!(out, "\n {bold}more:{bold:#} {dim}{more}{dim:#}")
    }
}

/// Ends a line, of which `used` columns are written, with `text` at the right margin; where it does
/// not fit, it gets a line of its own.
fn write_right(
    text: &str,
    style: Style,
    used: usize,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let end = look.width.min(WIDEST);
    if used + 2 + text.width() <= end {
        write!(out, "{:gap$}{style}{text}{style:#}", "", gap = end - used - text.width())
    } else {
        write!(out, "\n   {style}{text}{style:#}")
    }
}
