//! One line a finding: `path:line:column: severity[code] message`.

use std::io::{self, Write};

use super::neutral::neutral;
use super::summary::write_end;
use super::{Format, Look, Report};
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
        write_end(report, shown.len(), look, out)
    }
}
