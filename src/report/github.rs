//! GitHub's workflow commands: annotations on lines. Paths start from the root of the repository.
//! Columns, in characters, are given only within one line, which is what the service takes.

use std::io::{self, Write};

use super::neutral::neutral;
use super::repository::RepositoryPaths;
use super::{Format, Look, Report};
use crate::finding::{Finding, Severity};
use crate::source::Places;

pub(super) struct Github;

/// Annotations of a level that the service keeps in one step.
const MOST: usize = 10;

impl Format for Github {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = report.shown(look);
        let paths = RepositoryPaths::new(&report.files);
        let mut rest: Vec<&Finding> = Vec::new();
        let levels = [Severity::Error, Severity::Warning, Severity::Note];
        for (level, name) in levels.into_iter().zip(["error", "warning", "notice"]) {
            let all: Vec<&Finding> = shown.iter().filter(|it| it.severity == level).collect();
            let (first, others) = all.split_at(all.len().min(MOST));
            for finding in first {
                annotate(&paths.of(finding.primary.file), finding, name, places, out)?;
            }
            rest.extend(others);
        }
        if rest.is_empty() {
            return Ok(());
        }
        writeln!(out, "::group::{} more findings", rest.len())?;
        for finding in rest {
            let place = places.get(finding.primary.file, finding.primary.span).start;
            // The severity comes first, so that no path can begin a command.
            let line = format!(
                "{}[{}] {}:{}:{} {}",
                finding.severity.name(),
                finding.code,
                neutral(report.files.name(finding.primary.file)),
                place.line.max(1),
                place.character.max(1),
                neutral(&finding.message)
            );
            // The older form of a command may stand anywhere in a line.
            writeln!(out, "{}", line.replace("##", "# #"))?;
        }
        writeln!(out, "::endgroup::")
    }
}

fn annotate(
    path: &str,
    finding: &Finding,
    level: &str,
    places: &Places,
    out: &mut dyn Write,
) -> io::Result<()> {
    let place = places.get(finding.primary.file, finding.primary.span);
    let (start, end) = (place.start, place.end);
    let file = property(&neutral(path));
    write!(out, "::{level} file={file},line={}", start.line.max(1))?;
    write!(out, ",endLine={}", end.line.max(1))?;
    if start.line == end.line {
        write!(out, ",col={},endColumn={}", start.character.max(1), end.character.max(1))?;
    }
    let help = finding.help.as_ref().map(|help| format!(" ({})", neutral(help)));
    let message = format!("{}{}", neutral(&finding.message), help.unwrap_or_default());
    writeln!(out, ",title={}::{}", property(finding.code.name()), data(&message))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
