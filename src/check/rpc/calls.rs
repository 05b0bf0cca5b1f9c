//! What a server makes of a call: whether what it accepts and refuses agrees with its own schemas.

use super::Pass;
use std::sync::Arc;

use super::dialogue::{Asked, CallFacts, Request};
use crate::finding::{Code, Finding, Label, Severity};
use crate::json::NodeId;
use crate::mcp::Version;
use crate::wire::Item;
use crate::wording::shorten;

/// The code of an error that refuses parameters.
const INVALID_PARAMS: i64 = -32602;

impl Pass<'_> {
    /// Notes the call of a tool that is being checked.
    pub(in crate::check) fn note_call(&mut self, facts: CallFacts) {
        if let Some(asked) = self.session.rpc.asking() {
            asked.call = Some(facts);
        }
    }

    /// Adds a finding about a call.
    fn say_of(&mut self, call: &CallFacts, finding: Finding) {
        self.say(Finding { tool: Some(Arc::clone(&call.tool)), ..finding });
    }

    /// The request that the response at hand answers.
    pub(in crate::check) fn answered_request(&self) -> Option<Request> {
        self.session.rpc.answered.clone()
    }

    /// Checks that a call should have been answered by the result `node`, which says or does not say
    /// that the tool failed.
    pub(in crate::check) fn accepted(&mut self, node: NodeId, is_failed: bool) {
        let Some(request) = self.answered_request() else { return };
        let Some(call) = &request.call else { return };
        let shown = shorten(&call.tool);
        if call.is_defined == Some(false) {
            let (said, severity) = if is_failed {
                (format!("a call of `{shown}`, which is no tool, fails like one"), Severity::Note)
            } else {
                (format!("a call of `{shown}`, which is no tool, has a result"), Severity::Warning)
            };
            let finding = self.at(node, Code::McpUnknownToolAnswered, said);
            let finding = finding.words("expected the error -32602").label(asked_here(&request));
            self.say_of(call, finding.severity(severity));
        }
        if call.is_valid == Some(false) && !is_failed {
            let said = format!("`{shown}` accepts arguments that its own input schema forbids");
            let finding = self.at(node, Code::McpBadArgumentsAccepted, said);
            let finding = finding.words("answered as if they were good").help(
                "validate arguments before the tool runs, and say `isError` if they are wrong",
            );
            self.say_of(call, with_fault(finding, call));
        }
    }

    /// Checks that a call should have been refused by the error of the response `item`.
    pub(in crate::check) fn refused(&mut self, item: &Item<'_>) {
        let doc = self.frame.doc;
        let Some(request) = self.answered_request() else { return };
        let Some(call) = &request.call else { return };
        let error = doc.get(item.node, "error");
        let Some(code) = error.and_then(|error| doc.get(error, "code")) else { return };
        if doc.source(code).parse() != Ok(INVALID_PARAMS) {
            return;
        }
        let shown = shorten(&call.tool);
        match call.is_valid {
            Some(true) if call.is_defined == Some(true) => {
                let said = format!("`{shown}` refuses arguments that its own input schema allows");
                let finding = self.at(code, Code::McpGoodArgumentsRefused, said);
                let finding = finding
                    .words("invalid, it says")
                    .help("let the schema say what the tool takes, or answer with `isError`");
                self.say_of(call, finding.label(asked_here(&request)));
            }
            // Arguments that are no object make the request malformed: an error is right then.
            Some(false)
                if call.is_formed
                    && request.force.is_known
                    && request.force.version >= Version::V2025_11_25 =>
            {
                let said = "the arguments are refused by an error, which the model does not see";
                let finding = self.at(code, Code::McpRefusalHidden, said);
                let finding = finding
                    .words("an error of the protocol")
                    .help("a result with `isError: true` lets the model correct itself");
                self.say_of(call, with_fault(finding, call));
            }
            _ => {}
        }
    }
}

fn asked_here(asked: &Asked) -> Label {
    let mut label = asked.label.clone();
    label.text = "the call".into();
    label
}

fn with_fault(finding: Finding, call: &CallFacts) -> Finding {
    match &call.fault {
        Some(fault) => {
            let mut label = Label::new(fault.file, fault.span, "what is wrong with them");
            label.more.clone_from(&fault.more);
            finding.label(label)
        }
        None => finding,
    }
}
