//! Whether samples are as expected.

use super::outcome::Outcome;
use super::role::Role;
use crate::finding::{Code, Expects, Finding, Label, Observed, Sample, Severity, Verdict};
use crate::pin::{Comparison, Pinning, gone_labels, vanished};
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
    /// Whether the file may hold several documents.
    pub is_numbered: bool,
}

impl Judged {
    fn label(&self) -> Label {
        Label::new(self.file, Span::new(self.start, self.start), "")
    }
}

/// Judges a sample; what its `invalid` folder or its pin asked for is no longer among the findings.
#[must_use]
pub fn judge(sample: Judged, role: &Role, pinning: Pinning<'_>, outcome: &mut Outcome) -> Sample {
    let Judged { file, document, is_numbered, .. } = sample;
    role.weights.weigh(&mut outcome.findings);
    let observed = observe(&outcome.findings, is_numbered);
    let is_checked = outcome.tally.checked > 0 || outcome.findings.iter().any(Finding::is_error);
    let verdict = if role.expects == Expects::Invalid {
        judge_invalid(sample, role, pinning, outcome)
    } else {
        if is_checked {
            forgive(sample, role, pinning, outcome);
        }
        if outcome.findings.iter().any(Finding::is_error) {
            Verdict::Unexpected
        } else if is_checked {
            Verdict::AsExpected
        } else {
            Verdict::NotChecked
        }
    };
    // What was added weighs as the configuration says too.
    role.weights.weigh(&mut outcome.findings);
    Sample { file, document, expects: role.expects, verdict, observed }
}

/// A sample that must fail does, and as its pin says.
fn judge_invalid(
    sample: Judged,
    role: &Role,
    pinning: Pinning<'_>,
    outcome: &mut Outcome,
) -> Verdict {
    let comparison = compare(sample, pinning, &outcome.findings);
    let is_reason = |(number, finding): (usize, &Finding)| {
        let is_pinned = comparison.as_ref().is_some_and(|it| !it.is_new(number));
        counts(finding) || (is_pinned && finding.is_error())
    };
    if outcome.findings.iter().enumerate().any(is_reason) {
        let changed = comparison.filter(|comparison| !comparison.is_equal());
        let found = std::mem::take(&mut outcome.findings);
        if let Some(changed) = changed {
            outcome.findings.push(crate::pin::changed(&changed, &found, sample.label()));
            return Verdict::Unexpected;
        }
        if !pinning.is_used() {
            outcome.findings.extend(unpinned(sample, outcome.tally.calls));
        }
        return Verdict::AsExpected;
    }
    let has_error = outcome.findings.iter().any(Finding::is_error);
    if outcome.tally.checked == 0 && !has_error {
        return Verdict::NotChecked;
    }
    if !has_error {
        let mut finding = accepted(sample, role);
        if let Some(comparison) = &comparison {
            finding.labels = gone_labels(comparison.pin.file, &comparison.gone);
        }
        outcome.findings.push(finding);
    }
    Verdict::Unexpected
}

/// What a pin holds of a sample that need not fail is known, and is passed over; but a sample under
/// `valid` has no error, pinned or not.
fn forgive(sample: Judged, role: &Role, pinning: Pinning<'_>, outcome: &mut Outcome) {
    let may_err = role.expects == Expects::Clean;
    let comparison = compare(sample, pinning, &outcome.findings);
    let is_anew = matches!(pinning, Pinning::Anew);
    if comparison.is_none() && !is_anew {
        return;
    }
    let is_known = |number: usize, finding: &Finding| match &comparison {
        Some(comparison) => !comparison.is_new(number),
        None => finding.severity <= Severity::Warning,
    };
    let found = std::mem::take(&mut outcome.findings).into_iter().enumerate();
    let kept = found.filter(|(number, finding)| {
        !is_known(*number, finding) || (finding.is_error() && !may_err)
    });
    outcome.findings = kept.map(|(_, finding)| finding).collect();
    if let Some(comparison) = comparison.filter(|comparison| !comparison.gone.is_empty()) {
        outcome.findings.push(vanished(&comparison, sample.label()));
    }
}

fn compare<'p>(
    sample: Judged,
    pinning: Pinning<'p>,
    findings: &[Finding],
) -> Option<Comparison<'p>> {
    let Pinning::To(pin, names) = pinning else { return None };
    Some(pin.compare(names, sample.document, sample.is_numbered, findings))
}

/// What is said of a sample that fails as it must, though nothing says with what.
fn unpinned(sample: Judged, calls: u64) -> Vec<Finding> {
    let is_ambiguous = calls > 1 && sample.document.is_none();
    let mut finding = crate::pin::unpinned(sample.label());
    finding.document = sample.document;
    let mut findings = vec![finding];
    findings.extend(is_ambiguous.then(|| ambiguous(sample, calls)));
    findings
}

fn observe(findings: &[Finding], is_numbered: bool) -> Vec<Observed> {
    let mut observed: Vec<Observed> =
        findings.iter().filter_map(|finding| Observed::of(finding, is_numbered)).collect();
    observed.sort_by(|a, b| a.order().cmp(&b.order()));
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
    let label = sample.label();
    let message = format!("this sample lies in `invalid`, but {contract} accepts it");
    let mut finding = Finding::new(Code::SampleAccepted, message, label)
        .help("either the sample breaks nothing, or the schema does not state what it should");
    finding.document = sample.document;
    finding.tool.clone_from(&role.tool);
    finding.side = Some(role.side);
    finding
}

fn ambiguous(sample: Judged, calls: u64) -> Finding {
    Finding::new(
        Code::SampleAmbiguous,
        format!("this sample holds {calls} calls: which of them should fail?"),
        sample.label(),
    )
    .help("keep one call in an invalid sample, or pin what it shows: `wirecheck validate --update`")
}
