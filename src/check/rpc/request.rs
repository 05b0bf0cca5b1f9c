//! A request or notification: its method, its side, its parameters, its id.

use super::dialogue::Asked;
use super::held::Held;
use super::http::Stream;
use super::progress::End;
use super::told::Told;
use super::{Pass, Turn};
use crate::finding::{Code, Severity};
use crate::json::NodeId;
use crate::mcp::{Definition, Id, Kind, Message, Party, Protocol, Version, usual_sender};
use crate::wording::{near, shorten};

/// What a method turns out to be.
enum Known {
    /// It exists in this version.
    Here(&'static Definition),
    /// It exists in others.
    Elsewhere,
    /// Nobody knows it.
    Nowhere,
}

impl Pass<'_> {
    /// Checks a request or notification. `told` is who sent it, if the recording says so.
    pub(super) fn asked(&mut self, message: Message<'_>, told: Option<Party>) {
        let force = self.force_of(&message);
        let kind = if message.kind == Kind::Request { "request" } else { "notification" };
        let protocol = Protocol::of(force.version);
        let known = known(kind, message.name(), force.version);
        let own = match known {
            Known::Here(definition) => definition.sender(),
            _ => usual_sender(kind, message.name()),
        };
        let sender = told.or(own);
        let turn = Turn { message, sender, is_told: told.is_some(), force };
        if let Some((method, name)) = message.method {
            self.method(&turn, &known, method, name);
        }
        self.params(&turn, &known, kind, protocol);
        self.page_asked(&turn);
        self.lifecycle(&turn);
        self.register(&turn);
        self.follow(&turn);
    }

    fn method(&mut self, turn: &Turn<'_>, known: &Known, method: NodeId, name: &str) {
        let version = turn.force.version;
        let shown = shorten(name);
        match known {
            Known::Nowhere => {
                let said = format!("`{shown}` is no method of MCP");
                let finding = self.at(method, Code::McpUnknownMethod, said);
                let finding = finding.words("not a method of the protocol");
                let kind =
                    if turn.message.kind == Kind::Request { "request" } else { "notification" };
                let names = Protocol::of(version).names(kind);
                let near = near(name, names).map(|near| near.question(&format!("`{}`", near.name)));
                self.say(match near {
                    Some(near) => finding.help(near),
                    None => finding.help("it may be an extension's"),
                });
            }
            Known::Elsewhere if turn.force.is_known && !is_of_extension(name, version) => {
                let said = format!("MCP {version} has no method `{shown}`");
                let finding = self.at(method, Code::McpOtherVersionMethod, said);
                self.say(finding.words("of another version").help(other_versions(name)));
            }
            Known::Elsewhere => {}
            Known::Here(definition) => self.direction(turn, definition, method, name),
        }
    }

    /// Whether the side that sent it may send it.
    fn direction(&mut self, turn: &Turn<'_>, definition: &Definition, method: NodeId, name: &str) {
        let Some(sender) = turn.sender.filter(|_| turn.is_told) else { return };
        let shown = shorten(name);
        let is_servers_request = sender == Party::Server
            && turn.message.kind == Kind::Request
            && !turn.force.version.has_handshake();
        if is_servers_request {
            let said = format!("the server sends the request `{shown}`");
            let finding = self.at(method, Code::McpWrongDirection, said).words("from the server");
            let help = "from 2026-07-28 on a server asks in the result of the client's own request";
            self.say(finding.help(help));
        } else if definition.sender() == Some(sender.other()) {
            let said = format!("the {} sends `{shown}`", sender.name());
            let words = format!("only the {} may", sender.other().name());
            let finding = self.at(method, Code::McpWrongDirection, said).words(words);
            self.say(finding);
        }
    }

    fn params(&mut self, turn: &Turn<'_>, known: &Known, kind: &str, protocol: &'static Protocol) {
        let doc = self.frame.doc;
        let message = turn.message;
        let (definition, kind, name) = match known {
            Known::Here(definition) => (Some(*definition), kind, message.name()),
            _ => (protocol.definition("envelope", kind), "envelope", kind),
        };
        let Some(definition) = definition else { return };
        let Some(params) = message.params else {
            // What a request of the newest version must say stands in `_meta`.
            let is_said = !turn.force.version.has_handshake();
            if definition.needs_params && !is_said {
                let said = format!("`params` is missing: `{}` needs it", shorten(message.name()));
                let finding = self.at(message.node, Code::McpMissingMember, said);
                self.say(finding.words("no `params`"));
            } else {
                self.outcome.tally.checked += 1;
            }
            return;
        };
        if !doc.is_object(params) {
            return;
        }
        let held = Held { definition, protocol, name, force: turn.force, kind };
        self.hold_message(held, params);
    }

    /// Notes a request, or a notification that has an id, under its id.
    fn register(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        let message = turn.message;
        let Some(node) = message.id else { return };
        let Some(id) = Id::read(doc, node) else { return };
        // With an id a notification is a request to the other side, which may answer it: that it has
        // one is said, and its answer is no fault of its own.
        let is_request = message.kind == Kind::Request;
        let ledger = &self.session.rpc.ledger;
        let is_taken = || [Party::Client, Party::Server].iter().any(|it| ledger.has_used(*it, &id));
        if !is_request && is_taken() {
            return;
        }
        let place = self.frame.node_span(node);
        let asked = Asked {
            method: message.name().into(),
            force: turn.force,
            document: self.context.document,
            node,
            label: self.label(node, "asked here"),
            call: None,
            is_broken: self.session.rpc.is_broken,
            cancelled: None,
            cursor: turn.cursor(doc).map(|(_, name)| name.into()),
            stream: Stream::default(),
            has_task: message.param(doc, "task").is_some_and(|it| doc.is_object(it)),
            told: Told::default(),
        };
        let ledger = &mut self.session.rpc.ledger;
        let sender = turn.sender.unwrap_or_else(|| ledger.usual_asker(&message, &id));
        let (open, used) = ledger.ask(sender, id.clone(), place, asked);
        if let Some(open) = &open {
            self.session.rpc.close(sender, &open.facts, End::Unknown);
        }
        if !is_request {
            return;
        }
        self.session.rpc.asking = Some((sender, id));
        let is_modern = !turn.force.version.has_handshake();
        let Some(used) = used.filter(|_| !is_modern || open.is_some()) else { return };
        let shown = shorten(doc.source(node));
        let said = match open {
            Some(_) => format!("the id {shown} belongs to a request that is still open"),
            None => format!("the id {shown} was used before in this session"),
        };
        let mut first = self.label(node, "first used here");
        first.span = used.request;
        let finding = self.at(node, Code::RpcIdDuplicate, said).words("the same id again");
        self.say(finding.label(first).help("count upwards: an id names one request"));
    }

    /// Adds a finding of `severity`.
    pub(super) fn say_as(&mut self, finding: crate::finding::Finding, severity: Severity) {
        self.say(finding.severity(severity));
    }
}

fn known(kind: &str, name: &str, version: Version) -> Known {
    if let Some(definition) = Protocol::of(version).definition(kind, name) {
        return Known::Here(definition);
    }
    let is_elsewhere =
        Version::ALL.iter().any(|other| Protocol::of(*other).definition(kind, name).is_some());
    if is_elsewhere { Known::Elsewhere } else { Known::Nowhere }
}

/// Tasks went from the protocol into an extension that has the same methods.
fn is_of_extension(name: &str, version: Version) -> bool {
    !version.has_handshake() && matches!(name, "tasks/get" | "tasks/cancel" | "tasks/update")
}

/// The versions that have the method `name`, as advice.
fn other_versions(name: &str) -> String {
    let has = |version: &&Version| {
        let protocol = Protocol::of(**version);
        ["request", "notification"].iter().any(|kind| protocol.definition(kind, name).is_some())
    };
    let versions: Vec<&Version> = Version::ALL.iter().filter(has).collect();
    match versions[..] {
        [] => String::new(),
        [only] => format!("only {only} has it"),
        [first, .., last] => format!("it exists from {first} to {last}"),
    }
}
