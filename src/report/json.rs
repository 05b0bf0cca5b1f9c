//! The JSON report, version 1: a shape with structures of its own, never a dump of inner types. Its
//! JSON Schema is `docs/schemas/report-v1.json`; `docs/report-v1.md` says what of it is stable.

use std::io::{self, Write};

use serde::Serialize;

use super::{Format, Look, Report, Unchanged};
use crate::finding::{Address, Finding, Label, Observed, Sample};
use crate::source::{FileId, Files, Places, Position, Since, Span};

/// The JSON Schema of the report.
pub const REPORT_SCHEMA: &str = include_str!("../../docs/schemas/report-v1.json");

pub(super) struct Json;

impl Format for Json {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let json = ReportV1::new(report, report.shown(look), places);
        writeln!(out, "{}", super::text::pretty(&json)?)
    }
}

/// The whole report as a value, with all findings.
#[must_use]
pub fn json_report(report: &Report) -> serde_json::Value {
    serde_json::to_value(report).unwrap_or_default()
}

/// As the `json` format writes it, with all findings.
impl Serialize for Report {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let places = Places::resolve(&self.files, self.findings.iter().flat_map(super::spans));
        ReportV1::new(self, &self.findings, &places).serialize(serializer)
    }
}

#[derive(Serialize)]
struct ReportV1<'a> {
    version: u8,
    summary: SummaryV1<'a>,
    samples: Vec<SampleV1<'a>>,
    findings: Vec<FindingV1<'a>>,
}

#[derive(Serialize)]
struct SummaryV1<'a> {
    schemas: u64,
    tools: u64,
    samples: u64,
    documents: u64,
    calls: u64,
    results: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    not_checked: NotCheckedV1,
    unchanged: Option<UnchangedV1<'a>>,
}

#[derive(Serialize)]
struct NotCheckedV1 {
    documents: u64,
    calls: u64,
    results: u64,
    samples: u64,
}

#[derive(Serialize)]
struct UnchangedV1<'a> {
    since: &'a str,
    staged: bool,
    schemas: u64,
    files: u64,
}

#[derive(Serialize)]
struct SampleV1<'a> {
    path: &'a str,
    document: Option<u64>,
    expects: &'static str,
    verdict: &'static str,
    observed: Vec<ObservedV1<'a>>,
}

#[derive(Serialize)]
struct ObservedV1<'a> {
    /// Left out where the file is one document, as in pins.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<u64>,
    code: &'static str,
    address: Option<&'a str>,
    schema: Option<String>,
}

#[derive(Serialize)]
pub(super) struct FindingV1<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    path: &'a str,
    document: Option<u64>,
    tool: Option<&'a str>,
    side: Option<&'static str>,
    dialect: Option<&'static str>,
    address: Option<&'a str>,
    span: SpanV1,
    start: PositionV1,
    end: PositionV1,
    labels: Vec<LabelV1<'a>>,
    schema: Option<SchemaV1<'a>>,
}

#[derive(Serialize)]
struct LabelV1<'a> {
    path: &'a str,
    span: SpanV1,
    start: PositionV1,
    end: PositionV1,
    text: &'a str,
}

#[derive(Serialize)]
struct SchemaV1<'a> {
    path: &'a str,
    pointer: &'a str,
    span: SpanV1,
    start: PositionV1,
    end: PositionV1,
}

#[derive(Serialize)]
struct SpanV1 {
    start: u64,
    end: u64,
}

#[derive(Serialize)]
struct PositionV1 {
    line: u64,
    column: u64,
}

impl<'a> ReportV1<'a> {
    fn new(report: &'a Report, findings: &'a [Finding], places: &Places) -> Self {
        let files = &report.files;
        let summary = &report.summary;
        Self {
            version: 1,
            summary: SummaryV1 {
                schemas: summary.schemas,
                tools: summary.tools,
                samples: summary.samples,
                documents: summary.tally.documents,
                calls: summary.tally.calls,
                results: summary.tally.results,
                errors: summary.errors,
                warnings: summary.warnings,
                notes: summary.notes,
                not_checked: NotCheckedV1 {
                    documents: summary.tally.unchecked_documents,
                    calls: summary.tally.unchecked_calls,
                    results: summary.tally.unchecked_results,
                    samples: summary.unchecked_samples,
                },
                unchanged: summary.unchanged.as_ref().map(unchanged_v1),
            },
            samples: report.samples.iter().map(|sample| sample_v1(files, sample)).collect(),
            findings: findings.iter().map(|finding| finding_v1(files, finding, places)).collect(),
        }
    }
}

fn unchanged_v1(unchanged: &Unchanged) -> UnchangedV1<'_> {
    let (since, staged) = match &unchanged.since {
        Since::Revision(revision) => (revision.as_str(), false),
        Since::Staged => ("HEAD", true),
    };
    UnchangedV1 { since, staged, schemas: unchanged.schemas, files: unchanged.files }
}

fn sample_v1<'a>(files: &'a Files, sample: &'a Sample) -> SampleV1<'a> {
    SampleV1 {
        path: files.name(sample.file),
        document: sample.document,
        expects: sample.expects.name(),
        verdict: sample.verdict.name(),
        observed: sample.observed.iter().map(|observed| observed_v1(files, observed)).collect(),
    }
}

fn observed_v1<'a>(files: &'a Files, observed: &'a Observed) -> ObservedV1<'a> {
    let place = |(file, pointer): &(FileId, String)| format!("{}#{pointer}", files.name(*file));
    ObservedV1 {
        document: observed.document,
        code: observed.code.name(),
        address: observed.address.as_ref().map(Address::as_str),
        schema: observed.schema.as_ref().map(place),
    }
}

pub(super) fn finding_v1<'a>(
    files: &'a Files,
    finding: &'a Finding,
    places: &Places,
) -> FindingV1<'a> {
    let primary = label_v1(files, &finding.primary, places);
    let own = &finding.primary;
    let pieces = own
        .more
        .iter()
        .map(|span| LabelV1 { text: "goes on here", ..label_at(files, own, *span, places) });
    FindingV1 {
        code: finding.code.name(),
        severity: finding.severity.name(),
        message: &finding.message,
        help: finding.help.as_deref(),
        path: primary.path,
        document: finding.document,
        tool: finding.tool.as_deref(),
        side: finding.side.map(crate::finding::Side::name),
        dialect: finding.dialect,
        address: finding.address.as_ref().map(Address::as_str),
        span: primary.span,
        start: primary.start,
        end: primary.end,
        labels: pieces
            .chain(finding.labels.iter().map(|label| label_v1(files, label, places)))
            .collect(),
        schema: finding.keyword.as_ref().map(|keyword| {
            let label = label_v1(files, &keyword.label, places);
            SchemaV1 {
                path: label.path,
                pointer: &keyword.pointer,
                span: label.span,
                start: label.start,
                end: label.end,
            }
        }),
    }
}

fn label_v1<'a>(files: &'a Files, label: &'a Label, places: &Places) -> LabelV1<'a> {
    label_at(files, label, label.span, places)
}

/// A label at one of its places.
fn label_at<'a>(files: &'a Files, label: &'a Label, span: Span, places: &Places) -> LabelV1<'a> {
    let place = places.get(label.file, span);
    LabelV1 {
        path: files.name(label.file),
        span: span_v1(span),
        start: position_v1(place.start),
        end: position_v1(place.end),
        text: &label.text,
    }
}

fn span_v1(span: Span) -> SpanV1 {
    SpanV1 { start: span.start, end: span.end }
}

fn position_v1(position: Position) -> PositionV1 {
    PositionV1 { line: position.line, column: position.character }
}
