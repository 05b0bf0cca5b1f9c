//! Why a text ends too early: what its model or server says of it.

use crate::finding::{Code, Finding, Label};
use crate::json::{Doc, Frame, NodeId};
use crate::wire::{CutOff, cut_off};
use crate::wording::shorten;

/// The reason that is given for a message that was cut off.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    label: Label,
    name: &'static str,
    word: String,
}

impl Cut {
    /// The reason `(name, value)`, a member of some object of `frame`.
    pub(super) fn new(frame: &Frame<'_>, (name, value): (&'static str, NodeId)) -> Self {
        let word = frame.doc.string(value).map(shorten).unwrap_or_default();
        Self { label: frame.label(frame.doc.range(value), "the reason"), name, word }
    }

    /// The reason that a stream gave.
    pub(super) fn of(cut: &CutOff) -> Self {
        Self { label: cut.label.clone(), name: cut.name, word: shorten(&cut.word) }
    }

    /// The innermost reason around `node`.
    pub(super) fn around(frame: &Frame<'_>, node: NodeId) -> Option<Self> {
        reason(frame.doc, node).map(|reason| Self::new(frame, reason))
    }

    /// Adds the reason to a finding of a text that ends too early.
    fn explain(&self, finding: Finding) -> Finding {
        if finding.code != Code::JsonTruncated {
            return finding;
        }
        let (name, word) = (self.name, &self.word);
        finding
            .label(self.label.clone())
            .help(format!("`{name}` is `{word}`: the model was stopped before it was done"))
    }
}

/// Adds the reason, if there is one, to a finding of a text that ends too early.
pub(super) fn explain(cut: Option<&Cut>, finding: Finding) -> Finding {
    match cut {
        Some(cut) => cut.explain(finding),
        None => finding,
    }
}

/// The member around `node` that says that its message was cut off: the innermost.
fn reason(doc: Doc<'_>, node: NodeId) -> Option<(&'static str, NodeId)> {
    let mut found = None;
    let mut at = doc.root();
    while at != node {
        found = cut_off(doc, at).or(found);
        let holds = |value: &NodeId| *value <= node && node < doc.after(*value);
        at = if doc.is_object(at) {
            doc.members(at).map(|(_, value)| value).find(holds)
        } else {
            doc.elements(at).find(holds)
        }?;
    }
    found
}
