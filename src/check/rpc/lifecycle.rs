//! The order of a session: handshake, readiness, versions.

use super::dialogue::{Capabilities, Request};
use super::{Pass, Turn};
use crate::finding::{Code, Finding, Label, Severity};
use crate::json::NodeId;
use crate::mcp::{Kind, META_VERSION, Party, Version};
use crate::wording::{list, nearest, shorten};

impl Pass<'_> {
    /// Follows the session through a request or notification.
    pub(super) fn lifecycle(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        let message = turn.message;
        if !turn.force.version.has_handshake() {
            self.session.rpc.is_modern |= message.meta(doc, META_VERSION).is_some();
            return;
        }
        match message.name() {
            "initialize" => {
                let asked = message.param(doc, "protocolVersion").and_then(|it| doc.string(it));
                self.session.rpc.handshake.asked = Some(asked.unwrap_or_default().into());
                let capabilities = message.param(doc, "capabilities");
                self.declare(Party::Client, capabilities);
            }
            "notifications/initialized" => self.session.rpc.handshake.is_ready = true,
            name => {
                self.order(turn, name);
                self.capability(turn);
            }
        }
    }

    fn declare(&mut self, party: Party, capabilities: Option<NodeId>) {
        let doc = self.frame.doc;
        if let Some(node) = capabilities.filter(|it| doc.is_object(*it)) {
            let declared = Capabilities::read(doc, node, self.label(node, "declared here"));
            self.session.rpc.handshake.declare(party, declared);
        }
    }

    /// Whether a message comes too early.
    fn order(&mut self, turn: &Turn<'_>, name: &str) {
        let message = turn.message;
        let handshake = &self.session.rpc.handshake;
        let place = message.method.map_or(message.node, |(node, _)| node);
        let shown = shorten(name);
        let is_request = message.kind == Kind::Request;
        if !handshake.is_begun() {
            if is_request && name != "ping" && self.session.rpc.early.is_none() {
                let label = self.label(place, "before `initialize`");
                self.session.rpc.early = Some((self.context.document, label));
            }
            return;
        }
        let is_clients = turn.sender == Some(Party::Client);
        let is_servers = turn.sender == Some(Party::Server);
        let (said, words) = if !handshake.is_answered && is_clients && is_request && name != "ping"
        {
            (format!("`{shown}` comes before the response to `initialize`"), "too early")
        } else if !handshake.is_ready
            // What the client leaves out is said once, of the client.
            && !handshake.is_missed
            && is_servers
            && (is_request && name != "ping" || !is_request && name != "notifications/message")
        {
            (format!("the server sends `{shown}` before `notifications/initialized`"), "too early")
        } else if handshake.is_answered
            && !handshake.is_ready
            && !handshake.is_missed
            && is_clients
            && is_request
            && name != "ping"
        {
            self.session.rpc.handshake.is_missed = true;
            let said = format!("`{shown}` comes without `notifications/initialized` before it");
            let finding = self.at(place, Code::McpInitializedMissing, said);
            let help = "send it after the response to `initialize`: servers may wait for it";
            self.say(finding.words("the session is not ready").help(help));
            return;
        } else {
            return;
        };
        let finding = self.at(place, Code::McpNotInitialized, said).words(words);
        self.say_as(finding, Severity::Warning);
    }

    /// Says of the first message of a session that it came before its handshake.
    pub(super) fn too_early(&mut self, document: u64, label: Label) {
        let said = "a session begins with something else than `initialize`";
        let finding = Finding::new(Code::McpNotInitialized, said, label);
        let context =
            super::Context { dialect: Some(super::DIALECT), document, tool: None, side: None };
        context.note(self.outcome, finding);
    }

    /// Follows the session through a response.
    pub(super) fn lifecycle_of_response(&mut self, turn: &Turn<'_>, request: Option<&Request>) {
        let doc = self.frame.doc;
        let Some(asked) = request.filter(|asked| &*asked.method == "initialize") else { return };
        let Some(result) = turn.message.result.filter(|it| doc.is_object(*it)) else { return };
        let named = doc.get(result, "protocolVersion").and_then(|it| Some((it, doc.string(it)?)));
        self.session.rpc.handshake.is_answered = true;
        self.declare(Party::Server, doc.get(result, "capabilities"));
        if let Some((node, name)) = named {
            self.session.rpc.handshake.version =
                Version::from_name(name).filter(|version| version.has_handshake());
            if let Some(finding) = self.version_of_handshake(node, name, asked) {
                self.say(finding);
            }
        }
    }

    fn version_of_handshake(&self, node: NodeId, name: &str, request: &Request) -> Option<Finding> {
        let shown = shorten(name);
        let known = Version::ALL.iter().filter(|it| it.has_handshake()).map(|it| it.name());
        match Version::from_name(name) {
            Some(version) if !version.has_handshake() => {
                let said = format!("`initialize` settles on {shown}, which has no handshake");
                let finding = self.at(node, Code::McpVersionNotNegotiable, said);
                Some(finding.words("each request names it").help("answer with an older version"))
            }
            None if name > Version::V2026_07_28.name() && is_date(name) => {
                let said =
                    format!("`initialize` settles on {shown}, newer than the last handshake");
                let finding = self.at(node, Code::McpVersionNotNegotiable, said);
                Some(finding.words("each request names it").help("answer with an older version"))
            }
            None => {
                let said = format!("{shown} is no known version of the protocol");
                let finding = self.at(node, Code::McpUnknownVersion, said);
                let near = nearest(name, known.clone());
                let known: Vec<String> = known.map(str::to_owned).collect();
                let finding = finding.words(format!("known are {}", list(&known, "and")));
                Some(match near {
                    Some(near) => finding.help(format!("did you mean {near}?")),
                    None => finding,
                })
            }
            Some(_) => {
                let asked = self.session.rpc.handshake.asked.as_deref().filter(|it| *it != name)?;
                let said =
                    format!("the server speaks {shown}, the client asked for {}", shorten(asked));
                let finding = self.at(node, Code::McpVersionChanged, said).words("this one holds");
                let mut first = request.label.clone();
                first.text = "asked for another".into();
                Some(finding.label(first))
            }
        }
    }
}

/// Whether `name` is a date, as names of versions are.
fn is_date(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}
