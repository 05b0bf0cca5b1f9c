//! One line a finding: `path:line:column: severity[code] message`.

use std::io::{self, Write};

use super::neutral::neutral;
use super::summary::{hidden, write_samples};
use super::{Detail, Format, Look, Report};
use crate::source::Places;

pub(super) struct Concise;

impl Format for Concise {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = report.shown(look);
        for finding in shown {
            let place = places.get(finding.primary.file, finding.primary.span);
            let help = finding.help.as_ref().map(|help| format!(" ({})", neutral(help)));
            writeln!(
                out,
                "{}:{}:{}: {}[{}] {}{}",
                neutral(report.files.name(finding.primary.file)),
                place.start.line.max(1),
                place.start.character.max(1),
                finding.severity.name(),
                finding.code,
                neutral(&finding.message),
                help.unwrap_or_default(),
            )?;
        }
        if shown.len() < report.findings.len() {
            writeln!(out, "{}", hidden(report.findings.len() - shown.len()))?;
        }
        write_samples(report, look, out)?;
        if look.detail != Detail::Quiet {
            for line in report.summary.lines(&report.skipped) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }
}
