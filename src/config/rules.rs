//! Severities in place of the catalogue's.

use std::collections::HashMap;
use std::sync::Arc;

use crate::finding::{Code, Finding, Severity};

/// A table of rules: codes, or groups of codes, and their severities.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    codes: Vec<(Code, Severity)>,
    groups: Vec<(String, Severity)>,
}

impl Rules {
    /// Adds a rule for `name`, a code or `group/*`. Returns whether there is such a code or group.
    pub(super) fn add(&mut self, name: &str, severity: Severity) -> bool {
        if let Some(code) = Code::from_name(name) {
            self.codes.push((code, severity));
            return true;
        }
        let Some(group) = name.strip_suffix("/*") else { return false };
        let is_group = Code::ALL.iter().any(|code| code.group() == group);
        if is_group {
            self.groups.push((group.to_owned(), severity));
        }
        is_group
    }

    /// All codes that the table has a severity for; what it says of one code holds before what it
    /// says of the code's group.
    fn severities(&self) -> impl Iterator<Item = (Code, Severity)> {
        let of_groups = self.groups.iter().flat_map(|(group, severity)| {
            let codes = Code::ALL.iter().filter(move |code| code.group() == group);
            codes.map(|code| (*code, *severity))
        });
        of_groups.chain(self.codes.iter().copied())
    }
}

/// What findings weigh, where that is not what the catalogue says.
#[derive(Debug, Clone, Default)]
pub struct Weights(Option<Arc<HashMap<Code, Severity>>>);

impl Weights {
    /// The weights of tables, of which later ones hold before earlier ones.
    pub(super) fn new<'r>(tables: impl Iterator<Item = &'r Rules>) -> Self {
        let severities: HashMap<Code, Severity> = tables.flat_map(Rules::severities).collect();
        Self((!severities.is_empty()).then(|| Arc::new(severities)))
    }

    /// What findings of `code` weigh, unless they say otherwise themselves.
    #[must_use]
    pub fn of(&self, code: Code) -> Severity {
        let own = self.0.as_ref().and_then(|severities| severities.get(&code));
        own.copied().unwrap_or(code.severity())
    }

    /// Whether findings of `code` are reported: what is off need not be looked for.
    #[must_use]
    pub fn wants(&self, code: Code) -> bool {
        self.of(code) != Severity::Off
    }

    /// The severity that the rules themselves give to `code`, unless they turn it off.
    #[must_use]
    pub fn asked(&self, code: Code) -> Option<Severity> {
        let own = self.0.as_ref().and_then(|severities| severities.get(&code)).copied();
        own.filter(|severity| *severity != Severity::Off)
    }

    /// Gives `findings` their weights; those that are off are dropped.
    pub fn weigh(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| self.keeps(finding));
    }

    /// Gives `finding` its weight; whether it is then reported.
    pub fn keeps(&self, finding: &mut Finding) -> bool {
        let own = self.0.as_ref().and_then(|severities| severities.get(&finding.code));
        finding.severity = own.copied().unwrap_or(finding.severity);
        finding.severity != Severity::Off
    }
}
