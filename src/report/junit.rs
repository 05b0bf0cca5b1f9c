//! `JUnit`: one testcase a sample, those that pass included; and one a file with other errors.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::neutral::neutral;
use super::{Format, Look, Report};
use crate::finding::{Code, Finding, Sample, Verdict};
use crate::source::{FileId, Places};

pub(super) struct Junit;

/// A testcase.
struct Case<'a> {
    name: String,
    class: String,
    findings: Vec<&'a Finding>,
    verdict: Verdict,
}

impl Format for Junit {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let cases = cases(report, look);
        let failed = |case: &&Case<'_>| case.verdict == Verdict::Unexpected && !case.is_broken();
        let counts = format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"0\"",
            cases.len(),
            cases.iter().filter(failed).count(),
            cases.iter().filter(|case| case.is_broken()).count(),
            cases.iter().filter(|case| case.is_skipped()).count(),
        );
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites name=\"wirecheck\" {counts}>")?;
        writeln!(out, "  <testsuite name=\"wirecheck\" {counts}>")?;
        for case in &cases {
            case.write(report, places, out)?;
        }
        writeln!(out, "  </testsuite>\n</testsuites>")
    }
}

/// The samples, then the files whose errors belong to none, such as schemas.
fn cases<'a>(report: &'a Report, look: &Look) -> Vec<Case<'a>> {
    let mut others: BTreeMap<FileId, Vec<&Finding>> = BTreeMap::new();
    let mut of_sample: BTreeMap<(FileId, Option<u64>), Vec<&Finding>> = BTreeMap::new();
    let keys: std::collections::BTreeSet<_> =
        report.samples.iter().map(|sample| (sample.file, sample.document)).collect();
    for finding in report.shown(look) {
        let file = finding.primary.file;
        let key = [(file, finding.document), (file, None)].into_iter().find(|it| keys.contains(it));
        match key {
            Some(key) => of_sample.entry(key).or_default().push(finding),
            None => others.entry(file).or_default().push(finding),
        }
    }
    let sample = |sample: &Sample| {
        let path = report.files.name(sample.file);
        let line = sample.document.map(|number| format!(":{number}")).unwrap_or_default();
        let findings = of_sample.remove(&(sample.file, sample.document)).unwrap_or_default();
        let tool = findings.iter().find_map(|finding| finding.tool.as_deref());
        let class = tool.unwrap_or_else(|| folder(path)).to_owned();
        // A sample may be as its folder says and still have an error, such as the lack of a pin.
        let is_failed = findings.iter().any(|finding| finding.is_error());
        let verdict = if is_failed { Verdict::Unexpected } else { sample.verdict };
        Case { name: format!("{path}{line}"), class, findings, verdict }
    };
    let mut cases: Vec<Case<'_>> = report.samples.iter().map(sample).collect();
    cases.extend(others.into_iter().map(|(file, findings)| {
        let is_failed = findings.iter().any(|finding| finding.is_error());
        let verdict = if is_failed { Verdict::Unexpected } else { Verdict::AsExpected };
        Case { name: report.files.name(file).to_owned(), class: "files".into(), findings, verdict }
    }));
    cases
}

/// The folder below `samples/`, which is named like the tool.
fn folder(path: &str) -> &str {
    let below = path.rsplit_once("samples/").map(|(_, below)| below);
    below.and_then(|below| below.split_once('/')).map_or("samples", |(tool, _)| tool)
}

impl Case<'_> {
    /// Whether it could not be tested: its file cannot be read, or its schema is no schema.
    fn is_broken(&self) -> bool {
        let is_broken =
            |it: &&Finding| it.code == Code::FileUnreadable || it.code.group() == "tool";
        self.findings.iter().any(|it| it.is_error() && is_broken(it))
    }

    fn is_skipped(&self) -> bool {
        self.verdict == Verdict::NotChecked && !self.is_broken()
    }

    fn write(&self, report: &Report, places: &Places, out: &mut dyn Write) -> io::Result<()> {
        let (class, name) = (xml(&self.class), xml(&self.name));
        writeln!(out, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"0\">")?;
        let kind = if self.is_broken() { "error" } else { "failure" };
        let lines: Vec<String> = self.findings.iter().map(|it| line(report, it, places)).collect();
        if self.is_skipped() {
            writeln!(out, "      <skipped message=\"nothing in it could be checked\"/>")?;
        } else if self.is_broken() || self.verdict == Verdict::Unexpected {
            // One element a case: readers count cases, and some keep the first element only.
            let first = self.findings.iter().find(|finding| finding.is_error());
            let message = first.map_or("not as expected", |finding| finding.message.as_str());
            let code = first.map_or("wirecheck", |finding| finding.code.name());
            let message = xml(message);
            let text = lines.join("\n");
            writeln!(out, "      <{kind} message=\"{message}\" type=\"{code}\">{text}</{kind}>")?;
        } else if !lines.is_empty() {
            writeln!(out, "      <system-out>{}</system-out>", lines.join("\n"))?;
        }
        writeln!(out, "    </testcase>")
    }
}

fn line(report: &Report, finding: &Finding, places: &Places) -> String {
    let place = places.get(finding.primary.file, finding.primary.span).start;
    let path = xml(report.files.name(finding.primary.file));
    let (line, column) = (place.line.max(1), place.character.max(1));
    let (severity, code) = (finding.severity.name(), finding.code);
    format!("{severity}[{code}] {path}:{line}:{column} {}", xml(&finding.message))
}

/// `text` as XML 1.0 can hold it: in an element and in quotes.
fn xml(text: &str) -> String {
    let text = neutral(text).replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}");
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}
