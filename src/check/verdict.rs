//! Whether samples are as expected.

use super::outcome::Outcome;
use super::role::Role;
use crate::finding::{Code, Expects, Finding, Label, Observed, Sample, Severity, Verdict};
use crate::source::{FileId, Span};

/// What is to be judged.
#[derive(Debug, Clone, Copy)]
pub struct Judged {
    /// The file.
    pub file: FileId,
    /// The document, where each is a sample of its own.
    pub document: Option<u64>,
    /// Its first byte in the file.
    pub start: u64,
}

/// Judges a sample; what its `invalid` folder asked for is no longer among the findings.
#[must_use]
pub fn judge(sample: Judged, role: &Role, outcome: &mut Outcome) -> Sample {
    let Judged { file, document, .. } = sample;
    role.weights.weigh(&mut outcome.findings);
    let observed = observe(&outcome.findings);
    let has_error = outcome.findings.iter().any(Finding::is_error);
    let is_checked = outcome.tally.checked > 0 || has_error;
    let verdict = match role.expects {
        Expects::Valid | Expects::Clean if has_error => Verdict::Unexpected,
        Expects::Valid | Expects::Clean if is_checked => Verdict::AsExpected,
        Expects::Invalid if outcome.findings.iter().any(counts) => {
            let is_ambiguous = outcome.tally.calls > 1 && document.is_none();
            outcome.findings.clear();
            if is_ambiguous {
                outcome.findings.push(ambiguous(sample, outcome.tally.calls));
                role.weights.weigh(&mut outcome.findings);
            }
            Verdict::AsExpected
        }
        Expects::Invalid if is_checked => {
            if !outcome.findings.iter().any(Finding::is_error) {
                outcome.findings.push(accepted(sample, role));
                role.weights.weigh(&mut outcome.findings);
            }
            Verdict::Unexpected
        }
        _ => Verdict::NotChecked,
    };
    Sample { file, document, expects: role.expects, verdict, observed }
}

fn observe(findings: &[Finding]) -> Vec<Observed> {
    let mut observed: Vec<Observed> = findings
        .iter()
        .filter(|finding| finding.severity <= Severity::Warning)
        .map(|finding| Observed {
            code: finding.code,
            address: finding.address.clone(),
            schema: finding
                .keyword
                .as_ref()
                .map(|keyword| (keyword.label.file, keyword.pointer.clone())),
        })
        .collect();
    observed.sort();
    observed.dedup();
    observed
}

/// Whether a finding is a reason for a sample to be invalid. That a tool is unknown is none by
/// itself: the sample would fail whatever it held.
fn counts(finding: &Finding) -> bool {
    let group = finding.code.group();
    finding.is_error()
        && matches!(group, "json" | "call" | "result" | "schema" | "rpc" | "mcp")
        && finding.code != Code::CallUnknownTool
}

fn accepted(sample: Judged, role: &Role) -> Finding {
    let contract = match &role.tool {
        Some(tool) => format!("the contract of `{}`", crate::wording::shorten(tool)),
        None => "the contract".to_owned(),
    };
    let label = Label::new(sample.file, Span::new(sample.start, sample.start), "");
    let message = format!("this sample lies in `invalid`, but {contract} accepts it");
    let mut finding = Finding::new(Code::SampleAccepted, message, label)
        .help("either the sample breaks nothing, or the schema does not state what it should");
    finding.document = sample.document;
    finding.tool.clone_from(&role.tool);
    finding.side = Some(role.side);
    finding
}

fn ambiguous(sample: Judged, calls: u64) -> Finding {
    let label = Label::new(sample.file, Span::new(sample.start, sample.start), "");
    Finding::new(
        Code::SampleAmbiguous,
        format!("this sample holds {calls} calls: which of them should fail?"),
        label,
    )
    .help("keep one call in an invalid sample")
}
