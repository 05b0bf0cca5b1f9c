//! For models: one line a finding, and always a line that says how it ended.

use std::io::{self, Write};

use super::neutral::neutral;
use super::{Format, Look, Report};
use crate::source::Places;

pub(super) struct Agent;

impl Format for Agent {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = report.shown(look);
        for finding in shown {
            let place = places.get(finding.primary.file, finding.primary.span).start;
            let path = neutral(report.files.name(finding.primary.file));
            let help = finding.help.as_ref().map(|help| format!("; {}", neutral(help)));
            writeln!(
                out,
                "{}[{}] {path}:{}:{} {}{}",
                finding.severity.name(),
                finding.code,
                place.line.max(1),
                place.character.max(1),
                neutral(&finding.message),
                help.unwrap_or_default(),
            )?;
        }
        let lines = report.summary.lines(&report.skipped);
        let hidden = match report.findings.len() - shown.len() {
            0 => String::new(),
            number => format!("; {number} not shown"),
        };
        writeln!(out, "summary: {}{hidden}", lines.join("; "))
    }
}
