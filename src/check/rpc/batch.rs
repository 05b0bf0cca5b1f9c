//! Messages in a batch: only one version allowed them.

use super::Pass;
use crate::finding::Code;
use crate::json::NodeId;
use crate::mcp::{Kind, META_VERSION, Message, Version};
use crate::wire::{Atom, Item};

/// Members of a recording that hold what was sent at once.
const BODIES: &[&str] = &["msg", "message", "payload", "body", "data", "request", "response"];

impl Pass<'_> {
    /// Checks the batches among `items`.
    pub(in crate::check) fn batches(&mut self, items: &[Item<'_>]) {
        let is_message = |item: &&Item<'_>| matches!(item.row.atom, Atom::Rpc);
        let mut seen = None;
        for item in items.iter().filter(is_message) {
            let Some(list) = item.list.filter(|list| seen != Some(*list)) else { continue };
            seen = Some(list);
            if self.is_batch(item, list) {
                self.batch(list);
            }
        }
    }

    /// Whether `list`, which holds `item`, was sent at once. In a file of its own a list of messages
    /// is a recording.
    fn is_batch(&self, item: &Item<'_>, list: NodeId) -> bool {
        let doc = self.frame.doc;
        match item.owner {
            None => self.is_line,
            Some(owner) => BODIES.iter().any(|name| doc.get(owner, name) == Some(list)),
        }
    }

    fn batch(&mut self, list: NodeId) {
        let doc = self.frame.doc;
        let messages: Vec<Message<'_>> = doc
            .elements(list)
            .filter(|it| doc.is_object(*it))
            .map(|it| Message::read(doc, it))
            .collect();
        let is_modern = messages.iter().any(|it| it.meta(doc, META_VERSION).is_some());
        let settled = self.force_of_session().map(|force| force.version);
        let version = if is_modern || self.session.rpc.is_modern {
            Some(Version::V2026_07_28)
        } else {
            settled
        };
        if let Some(version) = version.filter(|version| *version != Version::V2025_03_26) {
            self.session.rpc.is_in_refused_batch = true;
            let finding = self.at(list, Code::RpcBatch, format!("MCP {version} has no batches"));
            self.say(finding.words("one message is expected").help("only 2025-03-26 has them"));
            return;
        }
        let initialize = messages.iter().find(|it| it.name() == "initialize");
        if let Some((method, _)) = initialize.and_then(|it| it.method) {
            let finding = self.at(method, Code::RpcBatch, "`initialize` stands in a batch");
            self.say(finding.words("must be sent alone"));
        }
        let first = messages.iter().find(|it| it.kind != Kind::Unclear);
        let other = first.and_then(|first| {
            messages
                .iter()
                .find(|it| it.kind != Kind::Unclear && it.is_response() != first.is_response())
        });
        if let Some(other) = other {
            let said = "a batch holds requests and responses";
            let finding = self.at(other.node, Code::RpcBatch, said);
            self.say(finding.words("of the other kind").help("send them in batches of their own"));
        }
    }
}
