//! The report for people: each finding with the bytes it is about, in the file they stand in.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use unicode_width::UnicodeWidthStr;

use super::neutral::neutral;
use super::snippet::Snippet;
use super::summary::write_end;
use super::{Format, Look, Report};
use crate::finding::{Finding, Label, Severity};
use crate::source::Places;

pub(super) struct Human;

/// Columns beyond which the tool's name is not pushed.
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
    let mut labels: Vec<&Label> = vec![&finding.primary];
    labels.extend(&finding.labels);
    labels.extend(finding.keyword.as_ref().map(|keyword| &keyword.label));
    while !labels.is_empty() {
        let name = report.files.name(labels[0].file);
        let (snippet, rest) = Snippet::new(name, &labels, places, look);
        write!(out, "{}", snippet.draw(look))?;
        labels = rest;
    }
    let bold = style(look, Style::new().effects(Effects::BOLD));
    if let Some(address) = finding.address.as_ref().filter(|address| !address.as_str().is_empty()) {
        let arrow = if look.ink.is_unicode { "»" } else { ">>" };
        let decoded = match address.decodes() {
            0 => String::new(),
            1 => "   (decoded once)".to_owned(),
            2 => "   (decoded twice)".to_owned(),
            many => format!("   (decoded {many} times)"),
        };
        let shown = neutral(&address.display(arrow).to_string());
        writeln!(out, "   {bold}at:{bold:#} {shown}{decoded}")?;
    }
    if let Some(help) = &finding.help {
        writeln!(out, " {bold}help:{bold:#} {}", neutral(help))?;
    }
    Ok(())
}

/// `error[schema/enum]: what is wrong      tool get_weather`
fn write_headline(finding: &Finding, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let colour = match finding.severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note | Severity::Off => AnsiColor::Cyan,
    };
    let strong = style(look, colour.on_default().effects(Effects::BOLD));
    let bold = style(look, Style::new().effects(Effects::BOLD));
    let kind = format!("{}[{}]", finding.severity.name(), finding.code);
    let message = neutral(&finding.message);
    write!(out, "{strong}{kind}{strong:#}{bold}: {message}{bold:#}")?;
    if let Some(tool) = &finding.tool {
        let tool = format!("tool {}", neutral(tool));
        let used = kind.width() + 2 + message.width() + tool.width();
        let width = look.width.min(WIDEST);
        if used + 2 <= width {
            write!(out, "{}{tool}", " ".repeat(width - used))?;
        } else {
            write!(out, "\n   {tool}")?;
        }
    }
    writeln!(out)
}

fn style(look: &Look, style: Style) -> Style {
    if look.ink.is_coloured { style } else { Style::new() }
}
