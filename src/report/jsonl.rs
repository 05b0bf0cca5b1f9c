//! One JSON object a line: each finding as in the JSON report.

use std::io::{self, Write};

use super::json::finding_v1;
use super::{Format, Look, Report, text};
use crate::source::Places;

pub(super) struct Jsonl;

impl Format for Jsonl {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for finding in report.shown(look) {
            writeln!(out, "{}", text::line(&finding_v1(&report.files, finding, places))?)?;
        }
        Ok(())
    }
}
