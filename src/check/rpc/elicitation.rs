//! What a user gave, against the schema that it was asked by.

use std::sync::Arc;

use super::Pass;
use crate::contract::Slot;
use crate::finding::{Code, Finding, Severity};
use crate::json::NodeId;
use crate::schema::{Schema, Spelling};

impl Pass<'_> {
    /// The schema that the question with these `params` asks by.
    pub(super) fn question(&self, params: NodeId) -> Option<Arc<Schema>> {
        let doc = self.frame.doc;
        let node = doc.get(params, "requestedSchema").filter(|it| doc.is_object(*it))?;
        // What is wrong with the schema itself is said by the definitions.
        let mut broken = Vec::new();
        match self.checker.seen.schema(self.frame, node, Spelling::JsonSchema, &mut broken) {
            Slot::Ready(schema) => Some(schema),
            Slot::Absent | Slot::Broken => None,
        }
    }

    /// Holds the answer of a user to the schema that it was asked by.
    pub(super) fn elicited(&mut self, answer: NodeId, schema: &Schema) {
        let doc = self.frame.doc;
        let is_accepted = doc.get(answer, "action").and_then(|it| doc.string(it)) == Some("accept");
        let Some(content) = doc.get(answer, "content").filter(|_| is_accepted) else { return };
        if !doc.is_object(content) {
            return;
        }
        self.outcome.tally.checked += 1;
        let mut broken = Vec::new();
        schema.check(self.frame, content, &mut broken);
        for finding in broken {
            self.say(of_question(finding));
        }
    }
}

/// A finding against a schema of the session as one of a user's answer.
fn of_question(finding: Finding) -> Finding {
    if matches!(finding.code, Code::SchemaTooManyErrors | Code::SchemaUndecided) {
        return finding;
    }
    let mut finding = Finding {
        code: Code::McpElicitedContent,
        severity: Severity::Warning,
        labels: Vec::new(),
        ..finding
    };
    if let Some(keyword) = finding.keyword.take() {
        finding.labels.push(keyword.label);
    }
    finding
}
