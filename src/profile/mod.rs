//! What providers take of a tool beyond its wire and JSON Schema: the names, the keywords of strict
//! modes, how large a schema may be.
//!
//! In: a definition, where it stands. Out: findings. Providers move these limits without notice, so
//! each profile is a dated part of one table, and none holds unless somebody names it.

mod reference;
mod rule;
mod schema;
mod size;
mod table;
mod tool;

use std::collections::BTreeSet;

use crate::finding::{Code, Finding, Severity};
use crate::json::Frame;
use crate::wire::{Atom, Item, Pairing};
use crate::wording::NameForm;
use rule::{Check, Group};
use tool::Tool;

/// The limits of one provider, or of one mode of it.
#[derive(Debug)]
pub struct Profile {
    /// The name in a configuration and on the command line.
    pub name: &'static str,
    /// The month in which its limits were read, as `2026-02`.
    pub as_of: &'static str,
    /// The rules, each group of one code prefix.
    groups: &'static [&'static Group],
}

impl Profile {
    /// All profiles, by name.
    pub const ALL: &'static [Self] = table::PROFILES;

    /// The profile with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|profile| profile.name == name)
    }
}

/// The limits that definitions and calls are held to; by default none.
#[derive(Debug, Clone, Default)]
pub struct Profiles(Vec<&'static Group>);

impl Profiles {
    /// Those of several profiles together. A group that two of them share counts once.
    #[must_use]
    pub fn new(profiles: &[&'static Profile]) -> Self {
        let mut groups: Vec<&'static Group> = Vec::new();
        for group in profiles.iter().flat_map(|profile| profile.groups) {
            if !groups.iter().any(|known| std::ptr::eq(*known, *group)) {
                groups.push(group);
            }
        }
        Self(groups)
    }

    /// What is wrong with the definition `item` by these limits, each thing once.
    #[must_use]
    pub fn hold(&self, frame: &Frame<'_>, item: &Item<'_>) -> Vec<Finding> {
        let Some(tool) = Tool::of(frame, item).filter(|_| !self.0.is_empty()) else {
            return Vec::new();
        };
        let mut findings = Vec::new();
        for group in self.0.iter().filter(|group| group.holds_for(&tool)) {
            for rule in group.rules.iter().filter(|rule| rule.holds_for(&tool)) {
                let from = findings.len();
                rule.check(&tool, group, &mut findings);
                for finding in findings[from..].iter_mut().filter(|_| rule.is_advice) {
                    finding.severity = Severity::Warning;
                }
            }
        }
        let mut said = BTreeSet::new();
        findings.retain(|it: &Finding| said.insert((it.code.name(), it.primary.span)));
        findings
    }

    /// The form of the ids of calls that are paired so, and the code of an id that has another.
    #[must_use]
    pub fn call_id(&self, pairing: Pairing) -> Option<(Code, NameForm)> {
        let rules = self.0.iter().flat_map(|group| group.rules);
        rules.into_iter().find_map(|rule| match rule.check {
            Check::CallId(of, form) if of.contains(&pairing) => Some((rule.code, form)),
            _ => None,
        })
    }
}

/// Whether `item` defines a tool whose arguments a schema describes: all others are the provider's.
fn is_function(item: &Item<'_>) -> bool {
    matches!(item.row.atom, Atom::Definition { input: Some(_), .. })
}
