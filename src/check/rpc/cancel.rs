//! Requests that are cancelled, and responses that come all the same.

use super::dialogue::Asked;
use super::{Pass, Turn};
use crate::finding::{Code, Finding};
use crate::json::NodeId;
use crate::mcp::{Id, Message, Party};
use crate::wording::shorten;

/// The request that a server may cancel, and that may be answered then.
const LISTEN: &str = "subscriptions/listen";

impl Pass<'_> {
    /// Follows the notification that a request is cancelled.
    pub(super) fn cancelled(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        let Some(node) = turn.message.param(doc, "requestId") else { return };
        let Some(id) = Id::read(doc, node) else { return };
        let is_modern = !turn.force.version.has_handshake();
        // Without handshake only clients ask, so that a server cancels what the client asked.
        let askers = match turn.sure_sender() {
            _ if is_modern => vec![Party::Client],
            Some(sender) => vec![sender],
            None => vec![Party::Client, Party::Server],
        };
        let ledger = &self.session.rpc.ledger;
        let open: Vec<Party> =
            askers.iter().filter(|it| ledger.open(**it, &id).is_some()).copied().collect();
        if open.is_empty() {
            let is_answered = askers.iter().any(|it| ledger.has_used(*it, &id));
            if !is_answered && self.session.rpc.is_whole() {
                let finding = self.unknown_request(&askers, node, &id);
                self.say(finding);
            }
            return;
        }
        // Both sides wait under this id, and nothing tells which one gives up.
        let [side] = open[..] else { return };
        let label = self.label(node, "cancelled here");
        let Some(asked) = self.session.rpc.ledger.open_mut(side, &id) else { return };
        let asked = &mut asked.facts;
        let refusal = match &*asked.method {
            "initialize" => Some(("the handshake cannot be cancelled", "initialize", "")),
            _ if asked.has_task && !is_modern => {
                let help = "use `tasks/cancel`";
                Some(("a request that runs as a task is cancelled like any other", "a task", help))
            }
            method if is_modern && turn.sender == Some(Party::Server) && method != LISTEN => {
                let help = "a server may only end `subscriptions/listen`";
                Some(("the server cancels a request of the client", "not its own", help))
            }
            _ => None,
        };
        let Some((said, words, help)) = refusal else {
            asked.cancelled.get_or_insert(label);
            return;
        };
        let mut first = asked.label.clone();
        first.text = "the request".into();
        let finding = self.at(node, Code::McpCancelUnknown, said).words(words).label(first);
        self.say(if help.is_empty() { finding } else { finding.help(help) });
    }

    fn unknown_request(&self, askers: &[Party], node: NodeId, id: &Id) -> Finding {
        let ledger = &self.session.rpc.ledger;
        let shown = shorten(self.frame.doc.source(node));
        let side = match askers {
            [only] => format!(" of the {}", only.name()),
            _ => String::new(),
        };
        let said = format!("no request{side} has the id {shown}");
        let finding = self.at(node, Code::McpCancelUnknown, said).words("cancels nothing");
        let other = id.of_other_type();
        if askers.iter().any(|asker| ledger.has_used(*asker, &other)) {
            return finding.help("one differs only in its type: `7` is not `\"7\"`");
        }
        if askers.iter().any(|asker| ledger.has_used(asker.other(), id)) {
            return finding.help("the other side has one: each side cancels what it asked itself");
        }
        finding
    }

    /// Says of a response that it comes after its request was cancelled.
    pub(super) fn after_cancel(&mut self, message: &Message<'_>, request: &Asked) {
        let Some(cancelled) = request.cancelled.clone() else { return };
        let Some(id) = message.id.filter(|_| &*request.method != LISTEN) else { return };
        let shown = shorten(self.frame.doc.source(id));
        let said = format!("the request {shown} is answered after it was cancelled");
        let finding = self.at(id, Code::McpAnswerAfterCancel, said).words("not wanted any more");
        self.say(finding.label(cancelled));
    }
}
