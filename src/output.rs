//! Which formats a run writes, and where: standard output, files, the summary of a CI step.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::cli::{FormatName, Validate};
use wirecheck::report::{Format, Ink, Look, Report, formats};

/// Formats that have no place to say how many findings are not shown.
const SILENT: &[&str] = &["json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjsonl"];

/// Findings in the summary of a step, of which the service takes a mebibyte.
const MOST_IN_SUMMARY: usize = 500;

/// Writes all that was asked for. Inside: what could not be written to a file.
pub(crate) fn write_all(
    report: &Report,
    arguments: &Validate,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<Result<(), String>> {
    let is_agent = ["CLAUDECODE", "AI_AGENT", "CURSOR_AGENT"].into_iter().any(is_set);
    let detected = if is_agent { FormatName::Agent } else { FormatName::Human };
    let chosen = arguments.format.unwrap_or(detected);
    let is_annotated = arguments.format.is_none() && !is_agent && is_set("GITHUB_ACTIONS");
    let mut formats = vec![format(chosen.name())];
    formats.extend(is_annotated.then(|| format("github")));
    let shown = formats.iter().try_for_each(|format| report.write(*format, look, out));
    // Whoever stops reading standard output still gets the files.
    let in_files = write_files(report, arguments, look);
    let is_for_github = is_annotated || chosen.name() == "github";
    let in_summary = if is_for_github { write_step_summary(report, look) } else { Ok(()) };
    shown?;
    tell_hidden(report, arguments, look, chosen);
    Ok(in_files.and(in_summary))
}

fn write_files(report: &Report, arguments: &Validate, look: &Look) -> Result<(), String> {
    for (name, path) in &arguments.output {
        to_file(report, format(name.name()), &plain(look), path, File::create(path))?;
    }
    Ok(())
}

/// Adds the report to the summary of a step, where the service has one.
fn write_step_summary(report: &Report, look: &Look) -> Result<(), String> {
    let path = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    let Some(path) = path else { return Ok(()) };
    let path = Path::new(&path);
    let file = OpenOptions::new().create(true).append(true).open(path);
    let most = look.max_findings.unwrap_or(usize::MAX).min(MOST_IN_SUMMARY);
    let short = Look { max_findings: Some(most), ..plain(look) };
    to_file(report, format("markdown"), &short, path, file)
}

/// How a file looks: the terminal has no say in it.
fn plain(look: &Look) -> Look {
    Look { ink: Ink { is_coloured: false, is_unicode: true }, ..*look }
}

/// Says how many findings are not shown, where a report that was written does not.
fn tell_hidden(report: &Report, arguments: &Validate, look: &Look, chosen: FormatName) {
    let mut written = arguments.output.iter().map(|(name, _)| *name).chain([chosen]);
    let hidden = report.findings.len() - report.shown(look).len();
    if hidden > 0 && !arguments.quiet && written.any(|name| SILENT.contains(&name.name())) {
        // Nowhere is left to say that this failed.
        let _ = writeln!(io::stderr(), "findings not shown: {hidden}");
    }
}

fn is_set(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}

fn format(name: &str) -> &'static dyn Format {
    let format = formats().iter().find(|(known, _)| *known == name);
    format.expect("every name of the command line is a format").1
}

fn to_file(
    report: &Report,
    format: &dyn Format,
    look: &Look,
    path: &Path,
    file: io::Result<File>,
) -> Result<(), String> {
    let written = file.and_then(|file| {
        let mut file = BufWriter::new(file);
        report.write(format, look, &mut file)?;
        file.flush()
    });
    written.map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
}
