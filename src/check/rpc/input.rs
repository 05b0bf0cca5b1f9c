//! The types of results without handshake, and results that ask for input.

use super::dialogue::{Capabilities, Request};
use super::held::Held;
use super::{Pass, Turn};
use crate::finding::{Code, Finding, Severity};
use crate::json::{Doc, NodeId};
use crate::mcp::Protocol;
use crate::wording::{near, shorten};

/// The methods that may be answered by a question.
const MAY_ASK: &[&str] = &["tools/call", "prompts/get", "resources/read"];

/// The types of results that the protocol knows.
const TYPES: &[&str] = &["complete", "input_required"];

/// The extension of the protocol that has a type of its own, and the type.
const TASKS: (&str, &str) = ("io.modelcontextprotocol/tasks", "task");

impl Pass<'_> {
    /// Follows a result of the version without handshake.
    pub(super) fn modern_result(
        &mut self,
        turn: &Turn<'_>,
        result: NodeId,
        request: Option<&Request>,
    ) {
        let doc = self.frame.doc;
        self.meta_of_result(turn, result);
        let kind = doc.get(result, "resultType").and_then(|it| Some((it, doc.string(it)?)));
        if let Some((node, "input_required")) = kind {
            self.asks_back(turn, result, node, request);
        } else if let (Some((node, kind)), Some(request)) = (kind, request) {
            self.result_type(node, kind, request);
        }
        if let Some(request) = request {
            self.discovered(result, request);
            self.unsubscribed(turn, result, request);
        }
    }

    /// Checks the type of a result. One of an extension can only be known with the request.
    fn result_type(&mut self, node: NodeId, kind: &str, request: &Request) {
        let client = request.told.modern.as_ref().and_then(|it| it.client.as_ref());
        let server = self.session.rpc.discovered.as_ref().and_then(|it| it.server());
        let brings = |it: &str| !it.starts_with("io.modelcontextprotocol/") || (it, kind) == TASKS;
        let is_extension = |it: &Capabilities| it.extensions().any(brings);
        if TYPES.contains(&kind) || client.into_iter().chain(server).any(is_extension) {
            return;
        }
        let shown = shorten(kind);
        let said = format!("nobody knows results of the type \"{shown}\"");
        let finding = self.at(node, Code::McpResultTypeUnknown, said);
        let finding = finding.words("expected \"complete\" or \"input_required\"");
        self.say(match near(kind, TYPES.iter().copied()) {
            Some(near) => finding.help(near.question(&format!("\"{}\"", near.name))),
            None if kind == TASKS.1 => {
                finding.help(format!("neither side announces the extension `{}`", TASKS.0))
            }
            None => finding.help("clients must treat the result as invalid"),
        });
    }

    /// Checks a result that asks for input.
    fn asks_back(
        &mut self,
        turn: &Turn<'_>,
        result: NodeId,
        kind: NodeId,
        request: Option<&Request>,
    ) {
        let doc = self.frame.doc;
        let method = request.map(|asked| &*asked.method).unwrap_or_default();
        let is_known = Protocol::of(turn.force.version).definition("result", method).is_some();
        if is_known && !MAY_ASK.contains(&method) {
            let said = format!("`{}` is answered by a question", shorten(method));
            let finding = self.at(kind, Code::McpInputRequiredMisused, said);
            let help = "only `tools/call`, `prompts/get` and `resources/read` may be";
            self.say(finding.words("may not ask back").help(help));
        }
        let questions = doc.get(result, "inputRequests");
        if questions.is_none() && doc.get(result, "requestState").is_none() {
            let said = "the result asks for input and does not say for which";
            let finding = self.at(result, Code::McpInputRequiredMisused, said);
            let words = "neither `inputRequests` nor `requestState`";
            let help = "without both a client can only repeat its request, for ever";
            self.say(finding.words(words).help(help));
        }
        for (_, question) in questions.into_iter().flat_map(|it| doc.members(it)) {
            if doc.get(question, "method").and_then(|it| doc.string(it)) == Some(super::SAMPLING)
                && let Some(params) = doc.get(question, "params")
            {
                self.samples(turn.message.node);
                self.sampling_messages(params);
            }
            if let Some(request) = request {
                self.declared_input(question, request);
            }
        }
        if let Some(request) = request.filter(|_| MAY_ASK.contains(&method)) {
            self.remember_question(turn, result, request);
        }
    }

    /// Checks that the client said in its request that it can answer `question`.
    fn declared_input(&mut self, question: NodeId, request: &Request) {
        let doc = self.frame.doc;
        let client = request.told.modern.as_ref().and_then(|it| it.client.as_ref());
        let Some(client) = client else { return };
        let Some(method) = doc.get(question, "method") else { return };
        let name = doc.string(method).unwrap_or_default();
        let Some(lacking) = lacking(doc, question, name, client) else { return };
        let mut label = client.label.clone();
        label.text = "what it declares".into();
        let said = format!("`{name}` needs `{lacking}`, which the client does not declare");
        let finding = self.at(method, Code::McpCapabilityMissing, said);
        self.say_as(finding.words("not declared").label(label), Severity::Error);
    }
}

/// Whether a finding against a definition is said of what a result asks for.
pub(super) fn is_of_input(held: Held<'_>, finding: &Finding) -> bool {
    let is_lack = finding.code == Code::SchemaRequired;
    held.name == "input_required" && is_lack && finding.message.starts_with("`requestState`")
}

/// The capability that `question` needs and the client has not.
fn lacking(
    doc: Doc<'_>,
    question: NodeId,
    name: &str,
    client: &Capabilities,
) -> Option<&'static str> {
    let param = |name| doc.get(question, "params").and_then(|it| doc.get(it, name));
    let is_url = param("mode").and_then(|it| doc.string(it)) == Some("url");
    let has_tools = param("tools").is_some() || param("toolChoice").is_some();
    match name {
        "roots/list" => (!client.has("roots")).then_some("roots"),
        "sampling/createMessage" if !client.has("sampling") => Some("sampling"),
        "sampling/createMessage" => {
            (has_tools && !client.has("sampling/tools")).then_some("sampling.tools")
        }
        "elicitation/create" if !client.has("elicitation") => Some("elicitation"),
        "elicitation/create" if is_url => {
            (!client.has("elicitation/url")).then_some("elicitation.url")
        }
        // Who says nothing more about it can show a form.
        "elicitation/create" => {
            let is_other = client.has("elicitation/url") && !client.has("elicitation/form");
            is_other.then_some("elicitation.form")
        }
        _ => None,
    }
}
