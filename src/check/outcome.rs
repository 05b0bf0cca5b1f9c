//! What was found and counted in some documents.

use std::sync::Arc;

use super::role::Role;
use super::rpc::Stray;
use crate::finding::{Code, Finding, Severity, Side, Tally};
use crate::json::{Frame, NodeId};
use crate::schema::Schema;
use crate::wording::shorten;

/// The outcome of one or more documents.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// What was looked at.
    pub tally: Tally,
    /// What the document is.
    pub shape: Shape,
    /// Messages of JSON-RPC in it.
    pub messages: u64,
    /// What a line is that holds nothing of the wire, should it stand among messages of JSON-RPC.
    pub stray: Option<Box<Stray>>,
}

/// What a document is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shape {
    /// It could not be read.
    #[default]
    Unknown,
    /// A payload by itself, or nothing that is known.
    Bare,
    /// Something of the wire was recognised in it.
    Wire,
}

impl Outcome {
    /// Adds another outcome to this one.
    pub fn add(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.tally.add(&other.tally);
        self.messages += other.messages;
    }
}

/// What findings of one payload have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) document: u64,
    /// Borrowed: names are shared by all threads, and counting their owners in each call would have
    /// the threads wait for each other.
    pub(super) tool: Option<&'a str>,
    pub(super) side: Option<Side>,
    pub(super) dialect: Option<&'static str>,
}

impl<'a> Context<'a> {
    /// What is known before anything is recognised.
    pub(super) fn of_document(document: u64, role: &'a Role) -> Self {
        Self { document, tool: role.tool.as_deref(), side: None, dialect: None }
    }

    /// Holds `node` to `schema`.
    pub(super) fn hold(
        &self,
        frame: &Frame<'_>,
        node: NodeId,
        schema: &Schema,
        outcome: &mut Outcome,
    ) {
        outcome.tally.checked += 1;
        let mut findings = Vec::new();
        schema.check(frame, node, &mut findings);
        findings.extend(rounded_integer(frame, node));
        self.note_all(outcome, findings);
    }

    /// Adds `finding` to `outcome`, unless its code is off.
    pub(super) fn note(&self, outcome: &mut Outcome, finding: Finding) {
        if finding.severity == Severity::Off {
            return;
        }
        outcome.findings.push(Finding {
            document: Some(self.document),
            side: finding.side.or(self.side),
            dialect: finding.dialect.or(self.dialect),
            tool: finding.tool.or_else(|| self.tool.map(Arc::from)),
            ..finding
        });
    }

    /// Adds several findings.
    pub(super) fn note_all(&self, outcome: &mut Outcome, findings: Vec<Finding>) {
        for finding in findings {
            self.note(outcome, finding);
        }
    }
}

/// The first integer of the payload `node` that is another number to who reads it as JavaScript does.
fn rounded_integer(frame: &Frame<'_>, node: NodeId) -> Option<Finding> {
    let doc = frame.doc;
    let mut all = doc.rounded_integers(node);
    let first = all.next()?;
    let written = doc.source(first);
    let read = match written.parse::<f64>() {
        Ok(nearest) if nearest.abs() < 1e21 => format!("{nearest:.0}"),
        _ => "another number".to_owned(),
    };
    let message =
        format!("the integer {} is larger than a double can hold exactly", shorten(written));
    let more = match all.count() {
        0 => String::new(),
        more => format!(", and {more} more like it"),
    };
    let words = format!("JavaScript reads {read}{more}");
    let finding = on(frame, first, Code::JsonUnsafeInteger, message).words(words);
    Some(finding.help("let the schema ask for a string of digits, and write it so"))
}

/// A finding on `node`: all of a scalar, the opening bracket of a container.
pub(super) fn on(
    frame: &Frame<'_>,
    node: NodeId,
    code: Code,
    message: impl Into<String>,
) -> Finding {
    let label = frame.label(frame.doc.head(node), "");
    Finding::new(code, message, label).at(frame.address_of(node))
}
