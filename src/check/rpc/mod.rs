//! Messages of JSON-RPC and MCP: their frame, their definitions, and what they mean in a session.

mod batch;
mod calls;
mod cancel;
mod capability;
mod dialogue;
mod discover;
mod elicitation;
mod envelope;
mod force;
mod headers;
mod held;
mod http;
mod input;
mod lifecycle;
mod lists;
mod logging;
mod meta;
mod parts;
mod progress;
mod request;
mod response;
mod results;
mod retry;
mod sampling;
mod stray;
mod subscription;
mod task;
mod told;
mod tools;

pub(super) use dialogue::{CallFacts, Dialogue};
pub use stray::{Stray, Strays};

use self::dialogue::InForce;
use super::outcome::{Context, Outcome, on};
use super::pass::Pass;
use super::session::Session;
use super::streamed::end_all;
use crate::finding::{Code, Finding, Severity};
use crate::json::{Frame, NodeId};
use crate::mcp::{Kind, Message, Party, sender};
use crate::wire::Item;

/// The dialect of findings on messages.
const DIALECT: &str = "mcp";

/// The method by which a server has a model go on with messages.
const SAMPLING: &str = "sampling/createMessage";

/// A message while it is checked.
#[derive(Debug, Clone, Copy)]
struct Turn<'d> {
    message: Message<'d>,
    /// Who sent it, as far as that is known.
    sender: Option<Party>,
    /// Whether the recording says so.
    is_told: bool,
    force: InForce,
}

impl Pass<'_> {
    /// Checks the message `item`.
    pub(super) fn rpc(&mut self, item: &Item<'_>) {
        self.message(item.node, item.owner);
    }

    /// Checks a document that is a message of its session, though it does not say so.
    pub(super) fn unframed(&mut self) {
        self.message(self.frame.doc.root(), None);
    }

    fn message(&mut self, node: NodeId, owner: Option<NodeId>) {
        let doc = self.frame.doc;
        let message = Message::read(doc, node);
        if message.kind == Kind::Request && message.name() == "initialize" {
            self.begin_session();
        }
        let dialogue = &mut self.session.rpc;
        dialogue.messages += 1;
        self.outcome.messages += 1;
        (dialogue.asking, dialogue.answered) = (None, None);
        let told = sender(doc, owner, node);
        let is_broken = self.envelope(&message);
        self.session.rpc.is_broken = is_broken || self.session.rpc.is_in_refused_batch;
        match message.kind {
            Kind::Request | Kind::Notification => self.asked(message, told),
            Kind::Result | Kind::Error => self.replied(message, told),
            Kind::Unclear => {}
        }
        self.http(owner, &message);
    }

    /// An `initialize` begins another session.
    fn begin_session(&mut self) {
        let early =
            self.session.rpc.early.take().filter(|_| !self.session.rpc.handshake.is_begun());
        end_all(self.checker, self.role, self.session, self.outcome);
        self.session.finish(None, self.outcome);
        *self.session = Session::of_file();
        if let Some((document, label)) = early {
            self.too_early(document, label);
        }
    }

    /// Adds a finding on the message at hand.
    fn say(&mut self, mut finding: Finding) {
        // A code that is off is on where the rules say so.
        if finding.severity == Severity::Off {
            finding.severity = self.role.weights.of(finding.code);
        }
        let context = Context { dialect: Some(DIALECT), tool: None, ..*self.context };
        context.note(self.outcome, finding);
    }

    /// A finding on `node`.
    fn at(&self, node: NodeId, code: Code, message: impl Into<String>) -> Finding {
        on(self.frame, node, code, message)
    }
}

impl Dialogue {
    /// Ends the session: says which requests were never answered. `frame` is its document, if it is
    /// one document's.
    pub(super) fn finish(&self, frame: Option<&Frame<'_>>, outcome: &mut Outcome) {
        self.finish_streams(frame, outcome);
        for open in self.ledger.passed_over() {
            let asked = &open.facts;
            let is_exempt = asked.is_broken
                || asked.cancelled.is_some()
                || &*asked.method == "subscriptions/listen"
                || asked.stream.is_told_apart();
            if is_exempt {
                continue;
            }
            let finding = response::unanswered(asked, frame);
            let tool = asked.call.as_ref().map(|call| &*call.tool);
            let context =
                Context { document: asked.document, tool, side: None, dialect: Some(DIALECT) };
            context.note(outcome, finding);
        }
    }
}
