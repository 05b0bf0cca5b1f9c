//! A response: the request that it answers, and its result or error.

use std::sync::Arc;

use super::dialogue::{Asked, InForce, Request};
use super::held::Held;
use super::told::end_of;
use super::{Pass, Turn};
use crate::finding::{Code, Finding, Severity};
use crate::json::{Frame, NodeId};
use crate::mcp::{Answer, Definition, Id, Kind, Message, Party, Protocol, Variant, Version};
use crate::wording::shorten;

/// Codes of errors that no version may use any more, in the newest one.
const GONE: &[i64] = &[-32002, -32042];

impl Pass<'_> {
    /// Checks a response. `told` is who sent it, if the recording says so.
    pub(super) fn replied(&mut self, message: Message<'_>, told: Option<Party>) {
        let (request, asker) = self.find_request(&message, told);
        let sender = told.or(asker.map(Party::other));
        let force = self.force_of_response(&message, request.as_ref());
        let turn = Turn { message, sender, is_told: told.is_some(), force };
        if told == Some(Party::Client) && force.is_known && !force.version.has_handshake() {
            let said = "the client sends a response";
            let finding = self.at(message.node, Code::McpWrongDirection, said);
            self.say(
                finding.words("from the client").help("servers ask nothing from 2026-07-28 on"),
            );
        }
        match message.kind {
            Kind::Result => self.result_of(&turn, request.as_ref()),
            _ => self.error_of(&turn, request.as_ref()),
        }
        self.listed(&turn, request.as_ref());
        self.lifecycle_of_response(&turn, request.as_ref());
    }

    /// The request that a response answers, and who asked; says if there is none.
    fn find_request(
        &mut self,
        message: &Message<'_>,
        told: Option<Party>,
    ) -> (Option<Request>, Option<Party>) {
        let doc = self.frame.doc;
        let Some((node, id)) = message.id.and_then(|node| Some((node, Id::read(doc, node)?)))
        else {
            return (None, None);
        };
        let place = self.frame.node_span(node);
        let result = message.result;
        let fits = |asked: &Asked| {
            let definition = Protocol::of(asked.force.version).definition("result", &asked.method);
            let schema = definition.and_then(Definition::schema);
            result.zip(schema).is_none_or(|(it, schema)| schema.accepts(doc, it) == Ok(true))
        };
        let answer = self.session.rpc.ledger.answer(told, &id, place, fits);
        let shown = shorten(doc.source(node));
        let (open, asker) = match answer {
            Answer::First(asker, open) => (Some(open), Some(asker)),
            Answer::OtherType(asker, open) => {
                let mut first = open.facts.label.clone();
                first.text = "the request".into();
                let said =
                    format!("the response has the id {shown}, the request one of another type");
                let finding = self.at(node, Code::RpcIdTypeDiffers, said).words("another type");
                let help = "clients look for the id as they wrote it: `1` is not `\"1\"`";
                self.say(finding.label(first).help(help));
                (Some(open), Some(asker))
            }
            Answer::Again(used) => {
                let mut first = self.label(node, "first answered here");
                first.span = used.response.unwrap_or(used.request);
                let said = format!("the request {shown} is answered a second time");
                let finding =
                    self.at(node, Code::RpcResponseDuplicate, said).words("answered again");
                self.say(finding.label(first));
                (None, None)
            }
            Answer::Orphan => {
                if self.session.rpc.ledger.has_requests() {
                    let said = format!("no request before this response has the id {shown}");
                    let finding = self.at(node, Code::RpcResponseOrphan, said);
                    self.say(finding.words("answers no request"));
                }
                (None, None)
            }
        };
        if let (Some(open), Some(asker)) = (&open, asker) {
            self.session.rpc.close(asker, &open.facts, end_of(doc, message, place));
            self.after_cancel(message, &open.facts);
        }
        let facts = open.map(|open| Arc::new(open.facts));
        self.session.rpc.answered.clone_from(&facts);
        (facts, asker)
    }

    pub(super) fn force_of_response(
        &self,
        message: &Message<'_>,
        request: Option<&Request>,
    ) -> InForce {
        if let Some(asked) =
            request.filter(|asked| asked.force.is_known && &*asked.method != "initialize")
        {
            return asked.force;
        }
        let method = request.map(|asked| &*asked.method).unwrap_or_default();
        if method == "initialize"
            && let Some(version) = self.negotiated(message)
        {
            return InForce::known(version);
        }
        self.force_of_session().unwrap_or_else(|| self.force_of_result(message, method))
    }

    /// The version that the result of `initialize` names, if it is known.
    fn negotiated(&self, message: &Message<'_>) -> Option<Version> {
        let doc = self.frame.doc;
        let named = doc.get(message.result?, "protocolVersion")?;
        doc.string(named).and_then(Version::from_name).filter(|it| it.has_handshake())
    }

    fn result_of(&mut self, turn: &Turn<'_>, request: Option<&Request>) {
        let Some(result) = turn.message.result else { return };
        let doc = self.frame.doc;
        if !doc.is_object(result) {
            let finding = self.at(result, Code::McpWrongType, "`result` is not an object");
            self.say(finding.words("expected an object"));
            return;
        }
        let protocol = Protocol::of(turn.force.version);
        let method = request.map(|asked| &*asked.method).unwrap_or_default();
        let own = protocol.definition("result", method);
        // Without its request a result can be known by what it holds, if it is that of a tool.
        let is_of_tool = request.is_none()
            && doc.get(result, "content").is_some_and(|it| doc.is_array(it))
            && doc.get(result, "role").is_none();
        let (name, definition) = match own {
            Some(own) => self.variant(turn, request, own, method),
            None if is_of_tool => ("tools/call", protocol.definition("result", "tools/call")),
            None => (method, protocol.whole("result")),
        };
        let Some(definition) = definition else { return };
        let held = Held { definition, protocol, name, force: turn.force, kind: "result" };
        self.hold_message(held, result);
        match method {
            "roots/list" => self.roots(result),
            super::SAMPLING => self.samples(turn.message.node),
            "elicitation/create" => {
                if let Some(schema) = request.and_then(|asked| asked.told.question.as_ref()) {
                    self.elicited(result, schema);
                }
            }
            _ => {}
        }
        if let Some(request) = request {
            self.not_refused(result, request);
            self.task_of_result(turn, result, request);
        }
        if !turn.force.version.has_handshake() {
            self.modern_result(turn, result, request);
        }
    }

    /// Which of the results that a method may have this one is.
    fn variant<'d>(
        &self,
        turn: &Turn<'_>,
        request: Option<&Request>,
        own: &'static Definition,
        method: &'d str,
    ) -> (&'d str, Option<&'static Definition>) {
        let doc = self.frame.doc;
        let protocol = Protocol::of(turn.force.version);
        let Some(result) = turn.message.result else { return (method, Some(own)) };
        let told = doc.get(result, "resultType").and_then(|it| doc.string(it));
        match own.variant {
            Some(Variant::Task)
                if request.is_some_and(|asked| asked.has_task)
                    && doc.get(result, "task").is_some() =>
            {
                ("task", protocol.definition("variant", "task"))
            }
            // That of the method that began the task, which only its id could tell.
            Some(Variant::Original) => (method, protocol.whole("result")),
            // Whatever was asked, this asks back; that it may not is said elsewhere.
            _ if told == Some("input_required") => {
                ("input_required", protocol.definition("variant", "input_required"))
            }
            _ => (method, Some(own)),
        }
    }

    fn error_of(&mut self, turn: &Turn<'_>, request: Option<&Request>) {
        let doc = self.frame.doc;
        let message = turn.message;
        let Some(error) = message.error.filter(|error| doc.is_object(*error)) else { return };
        let version = turn.force.version;
        if message.id.is_none() && turn.force.is_known && version < Version::V2025_11_25 {
            let said = format!("by MCP {version} an error always has the id of its request");
            let finding = self.at(message.node, Code::RpcIdMissing, said).words("no id");
            self.say(finding);
        }
        let protocol = Protocol::of(version);
        self.outcome.tally.checked += 1;
        let Some(code) = message.code(doc) else { return };
        let name = code.to_string();
        if let Some(definition) = protocol.definition("error", &name) {
            let held = Held { definition, protocol, name: &name, force: turn.force, kind: "error" };
            self.hold_message(held, error);
        }
        if let Some(node) = doc.get(error, "code").filter(|_| turn.force.is_known) {
            self.reserved_code(node, code, version);
            self.not_found(turn, request, node, code);
        }
    }

    /// Codes that the newest version keeps for itself.
    fn reserved_code(&mut self, node: NodeId, code: i64, version: Version) {
        if version.has_handshake() {
            return;
        }
        let is_known = Protocol::of(version).definition("error", &code.to_string()).is_some();
        let (said, words, severity) = match code {
            _ if GONE.contains(&code) => {
                ("is gone from the protocol", "no longer used", Severity::Error)
            }
            -32099..=-32020 if !is_known => (
                "is reserved for the protocol, which does not define it",
                "reserved",
                Severity::Error,
            ),
            -32019..=-32000 => {
                ("is of a range that new code should not use", "out of use", Severity::Warning)
            }
            _ => return,
        };
        let finding = self.at(node, Code::RpcErrorCodeReserved, format!("the code {code} {said}"));
        let help = match code {
            -32002 => "a resource that is not found is -32602 from 2026-07-28 on",
            _ => "use a code outside -32768 to -32000 for errors of your own",
        };
        self.say_as(finding.words(words).help(help), severity);
    }

    /// A resource that is not there has a code of its own.
    fn not_found(&mut self, turn: &Turn<'_>, request: Option<&Request>, node: NodeId, code: i64) {
        const NOT_FOUND: i64 = -32002;
        let doc = self.frame.doc;
        let is_read = request.is_some_and(|asked| &*asked.method == "resources/read");
        if !is_read || code == NOT_FOUND || !turn.force.version.has_handshake() {
            return;
        }
        let text = turn.message.error.and_then(|error| doc.get(error, "message"));
        let text = text.and_then(|text| doc.string(text)).unwrap_or_default().to_ascii_lowercase();
        if text.contains("not found") || text.contains("unknown resource") {
            let said = format!("a resource that is not there is refused with {code}");
            let finding = self.at(node, Code::McpNotFoundCode, said);
            self.say(finding.words("expected -32002"));
        }
    }
}

/// The finding of a request that was never answered. `frame` is its document, if it is at hand.
pub(super) fn unanswered(asked: &Asked, frame: Option<&Frame<'_>>) -> Finding {
    let mut label = asked.label.clone();
    label.text = "no response has this id".into();
    let method = shorten(&asked.method);
    let said = format!("`{method}` is never answered, though a later request is");
    let mut finding = Finding::new(Code::RpcUnanswered, said, label);
    finding.address = frame.map(|frame| frame.address_of(asked.node));
    finding
}
