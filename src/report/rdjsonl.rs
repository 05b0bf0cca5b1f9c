//! reviewdog's diagnostics, one a line. Columns are bytes of UTF-8 from 1, the end exclusive.

use std::io::{self, Write};

use serde_json::json;

use super::{Format, Look, Report, text};
use crate::finding::Severity;
use crate::source::{Places, Position};

pub(super) struct Rdjsonl;

impl Format for Rdjsonl {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let at = |it: Position| json!({ "line": it.line.max(1), "column": it.byte.max(1) });
        for finding in report.shown(look) {
            let place = places.get(finding.primary.file, finding.primary.span);
            let severity = match finding.severity {
                Severity::Error => "ERROR",
                Severity::Warning => "WARNING",
                Severity::Note | Severity::Off => "INFO",
            };
            let diagnostic = json!({
                "message": finding.message, "severity": severity,
                "source": { "name": "wirecheck" }, "code": { "value": finding.code.name() },
                "location": {
                    "path": report.files.name(finding.primary.file),
                    "range": { "start": at(place.start), "end": at(place.end) },
                },
            });
            writeln!(out, "{}", text::line(&diagnostic)?)?;
        }
        Ok(())
    }
}
