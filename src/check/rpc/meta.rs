//! What requests and results without handshake say of themselves in `_meta`.

use super::held::Held;
use super::{Pass, Turn, told};
use crate::finding::{Code, Finding, Severity};
use crate::json::NodeId;
use crate::mcp::{META_VERSION, Party, Protocol};
use crate::wording::list;

const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
const SERVER: &str = "io.modelcontextprotocol/serverInfo";

/// What each request must say.
const DEMANDED: &[&str] = &[META_VERSION, told::CAPABILITIES];

impl Pass<'_> {
    /// Checks what the request of `turn` says of itself.
    pub(super) fn meta_of_request(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        let message = turn.message;
        if let Some(client) = message.meta(doc, told::CAPABILITIES) {
            self.extensions(client);
        }
        let is_defined =
            Protocol::of(turn.force.version).definition("request", message.name()).is_some();
        if !turn.force.is_known || !is_defined || turn.sender == Some(Party::Server) {
            return;
        }
        // What is there and is no object is said by the definitions.
        let is_other = |node: &NodeId| !doc.is_object(*node);
        let meta = message.param(doc, "_meta");
        if message.params.is_some_and(|it| is_other(&it)) || meta.is_some_and(|it| is_other(&it)) {
            return;
        }
        let place = meta.or(message.params).unwrap_or(message.node);
        let is_missing = |name: &&&str| message.meta(doc, name).is_none();
        let missing: Vec<String> =
            DEMANDED.iter().filter(is_missing).map(|name| format!("`{name}`")).collect();
        if !missing.is_empty() {
            let said = format!("the request does not say {} in `_meta`", list(&missing, "and"));
            let finding = self.at(place, Code::McpMetaMissing, said).words("not said here");
            let help = "there is no handshake: each request says it, and a server must refuse one \
                        that does not with -32602";
            self.say(finding.help(help));
        } else if is_missing(&&CLIENT) {
            let finding = self.nameless(place, Party::Client, CLIENT);
            self.say_once_nameless(finding, Party::Client);
        }
    }

    /// Checks what the result of `turn` says of itself.
    pub(super) fn meta_of_result(&mut self, turn: &Turn<'_>, result: NodeId) {
        let doc = self.frame.doc;
        let meta = doc.get(result, "_meta");
        let is_named = meta.is_some_and(|it| !doc.is_object(it) || doc.get(it, SERVER).is_some());
        if is_named || !turn.force.is_known || turn.sender == Some(Party::Client) {
            return;
        }
        let finding = self.nameless(meta.unwrap_or(result), Party::Server, SERVER);
        self.say_once_nameless(finding, Party::Server);
    }

    fn nameless(&self, place: NodeId, party: Party, name: &str) -> Finding {
        let (what, who) = match party {
            Party::Client => ("request", "client"),
            Party::Server => ("result", "server"),
        };
        let said = format!("the {what} does not say which {who} it comes from");
        self.at(place, Code::McpMetaMissing, said).words(format!("no `{name}`"))
    }

    /// A side that does not name itself never does: it is said of the first message of a session.
    fn say_once_nameless(&mut self, finding: Finding, party: Party) {
        let is_said = &mut self.session.rpc.nameless[party as usize];
        if !std::mem::replace(is_said, true) {
            self.say_as(finding, Severity::Warning);
        }
    }

    /// Whether a finding against a definition is one of these.
    pub(super) fn is_of_meta(&self, held: Held<'_>, node: NodeId, finding: &Finding) -> bool {
        let is_lack = finding.code == Code::SchemaRequired;
        let is_ours = held.kind == "request" && held.force.is_known;
        if !is_lack || !is_ours || held.force.version.has_handshake() {
            return false;
        }
        let is_at = |node| finding.address.as_ref() == Some(&self.frame.address_of(node));
        match self.frame.doc.get(node, "_meta") {
            Some(meta) => is_at(meta),
            None => is_at(node) && finding.message.starts_with("`_meta`"),
        }
    }

    /// Checks the names of the extensions among `capabilities`.
    pub(super) fn extensions(&mut self, capabilities: NodeId) {
        if let Some(extensions) = self.frame.doc.get(capabilities, "extensions") {
            self.extension_keys(extensions);
        }
    }
}
