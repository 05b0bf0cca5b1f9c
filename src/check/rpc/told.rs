//! What a request says beside its method, as far as later messages are measured by it.

use std::sync::Arc;

use super::dialogue::{Asked, Capabilities, Dialogue};
use super::logging::Wish;
use super::progress::End;
use super::subscription::Listen;
use super::{Pass, Turn};
use crate::finding::Label;
use crate::json::{Doc, NodeId};
use crate::mcp::{Id, Kind, META_VERSION, Message, Party};
use crate::schema::Schema;
use crate::source::Span;

/// The capabilities of the client, in `_meta`.
pub(super) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// What a request says.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The token for reports on its progress.
    pub(super) token: Option<Id>,
    /// The schema of what the user is asked for.
    pub(super) question: Option<Arc<Schema>>,
    /// The task that it is about.
    pub(super) task: Option<Box<str>>,
    /// What only requests without handshake say.
    pub(super) modern: Option<Box<Modern>>,
}

/// What a request says in `_meta` since there is no handshake.
#[derive(Debug)]
pub(super) struct Modern {
    /// The version, and where it stands.
    pub(super) version: Option<(Box<str>, Label)>,
    /// What the client can do.
    pub(super) client: Option<Capabilities>,
    /// From which level on log messages are wanted.
    pub(super) log: Option<Wish>,
    /// The changes that it wants to hear of.
    pub(super) listen: Option<Listen>,
    /// Its method and what it is about, hashed: a repeated request has the same.
    pub(super) target: u64,
}

impl Turn<'_> {
    /// Who sent a notification that both sides may send: nobody guesses it.
    pub(super) fn sure_sender(&self) -> Option<Party> {
        let is_sure = self.is_told || !self.force.version.has_handshake();
        self.sender.filter(|_| is_sure)
    }
}

impl Pass<'_> {
    /// Follows a request or notification by what it is about.
    pub(super) fn follow(&mut self, turn: &Turn<'_>) {
        let is_modern = !turn.force.version.has_handshake();
        if is_modern {
            self.capability(turn);
        }
        if turn.message.kind == Kind::Request {
            self.remember(turn, is_modern);
            return;
        }
        match turn.message.name() {
            "notifications/progress" => self.progress(turn),
            "notifications/cancelled" => self.cancelled(turn),
            "notifications/tasks/status" => {
                if let Some(task) = turn.message.params {
                    self.task_status(task);
                }
            }
            "notifications/message" if is_modern => self.logged(turn),
            name if is_modern => self.announced(turn, name),
            _ => {}
        }
    }

    /// Notes what the request of `turn` says, and checks it against what was noted before.
    fn remember(&mut self, turn: &Turn<'_>, is_modern: bool) {
        let doc = self.frame.doc;
        let message = turn.message;
        match message.name() {
            "tools/call" => self.task_of_call(turn),
            super::SAMPLING => self.sampled(turn),
            _ => {}
        }
        let mut told = Told {
            token: self.progress_asked(turn),
            task: message.param(doc, "taskId").and_then(|it| doc.string(it)).map(Box::from),
            ..Told::default()
        };
        if message.name() == "elicitation/create" {
            told.question = message.params.and_then(|params| self.question(params));
        }
        if is_modern {
            self.meta_of_request(turn);
            self.repeated(turn);
            self.session.rpc.subscribes(message.name());
            told.modern = Some(Box::new(self.modern(&message)));
        }
        if let Some(asked) = self.session.rpc.asking() {
            asked.told = told;
        }
    }

    fn modern(&mut self, message: &Message<'_>) -> Modern {
        let doc = self.frame.doc;
        let version = message.meta(doc, META_VERSION);
        let version = version.and_then(|node| Some((node, doc.string(node)?)));
        let client = message.meta(doc, CAPABILITIES).filter(|it| doc.is_object(*it));
        Modern {
            version: version.map(|(node, name)| (name.into(), self.label(node, "the version"))),
            client: client.map(|it| Capabilities::read(doc, it, self.label(it, ""))),
            log: self.log_asked(message),
            listen: Listen::read(doc, message),
            target: self.session.rpc.retries.target(doc, message),
        }
    }

    /// Where a label on `node` stands.
    pub(super) fn place(&self, node: NodeId) -> Span {
        self.label(node, "").span
    }

    /// A label on bytes of an earlier message of the same file.
    pub(super) fn earlier(&self, span: Span, words: &'static str) -> Label {
        Label::new(self.label(self.frame.doc.root(), "").file, span, words)
    }
}

impl Dialogue {
    /// Whether it holds what came before a message, as far as anybody can tell.
    pub(super) fn is_whole(&self) -> bool {
        self.handshake.is_begun() || self.is_modern
    }

    /// Ends what a request of `side` keeps open.
    pub(super) fn close(&mut self, side: Party, asked: &Asked, end: End<'_>) {
        self.progress.close(side, &asked.told, end);
        if let (End::Response(place), "tasks/result", Some(task)) =
            (end, &*asked.method, &asked.told.task)
        {
            self.progress.task_ends(task, Some(place));
        }
        if let Some(modern) = &asked.told.modern {
            self.logs.close(modern.log);
        }
    }
}

/// What the response `message`, whose id stands at `place`, ends of its request.
pub(super) fn end_of<'d>(doc: Doc<'d>, message: &Message<'_>, place: Span) -> End<'d> {
    let Some(result) = message.result else { return End::Response(place) };
    if let Some(task) = doc.get(result, "task").filter(|it| doc.is_object(*it)) {
        let id = doc.get(task, "taskId").and_then(|it| doc.string(it));
        return id.map_or(End::Unknown, End::Task);
    }
    match doc.get(result, "resultType").and_then(|it| doc.string(it)) {
        None | Some("complete" | "input_required") => End::Response(place),
        // Only its extension knows what comes after it.
        Some(_) => End::Unknown,
    }
}
