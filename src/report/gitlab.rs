//! GitLab's code quality report: one array, also when it is empty. Paths start from the
//! root of the repository, lines count from 1.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::fingerprint::fingerprints;
use super::repository::RepositoryPaths;
use super::{Format, Look, Report, text};
use crate::finding::Severity;
use crate::source::Places;

pub(super) struct Gitlab;

impl Format for Gitlab {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = report.shown(look);
        let paths = RepositoryPaths::new(&report.files);
        let issues = shown.iter().zip(fingerprints(&paths, shown)).map(|(finding, print)| {
            let place = places.get(finding.primary.file, finding.primary.span);
            let severity = match finding.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Note | Severity::Off => "info",
            };
            json!({
                "description": finding.message, "check_name": finding.code.name(),
                "fingerprint": print, "severity": severity,
                "location": {
                    "path": paths.of(finding.primary.file),
                    "lines": { "begin": place.start.line.max(1) },
                },
            })
        });
        let issues: Vec<Value> = issues.collect();
        writeln!(out, "{}", text::pretty(&issues)?)
    }
}
