//! reviewdog's diagnostics, one a line. Paths start from the folder of the run, which reviewdog runs
//! in too. Columns are bytes of UTF-8 from 1, the end exclusive.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::related::related;
use super::{Format, Look, Report, text};
use crate::finding::Severity;
use crate::source::{FileId, Places, Position, Span};

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
        let location = |file: FileId, span: Span| {
            let place = places.get(file, span);
            json!({
                "path": report.files.name(file),
                "range": { "start": at(place.start), "end": at(place.end) },
            })
        };
        for finding in report.shown(look) {
            let severity = match finding.severity {
                Severity::Error => "ERROR",
                Severity::Warning => "WARNING",
                Severity::Note | Severity::Off => "INFO",
            };
            let mut diagnostic = json!({
                "message": finding.message, "severity": severity,
                "source": { "name": "wirecheck" }, "code": { "value": finding.code.name() },
                "location": location(finding.primary.file, finding.primary.span),
            });
            let related = related(finding).map(|place| {
                json!({ "message": place.text, "location": location(place.file, place.span) })
            });
            let related: Vec<Value> = related.collect();
            if !related.is_empty() {
                diagnostic["relatedLocations"] = related.into();
            }
            writeln!(out, "{}", text::line(&diagnostic)?)?;
        }
        Ok(())
    }
}
