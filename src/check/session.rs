//! What a conversation accumulates: its definitions and its calls.

use std::sync::Arc;

use super::hops::Hops;
use super::outcome::{Context, Outcome};
use super::rpc::Dialogue;
use crate::contract::Definition;
use crate::finding::{Code, Finding, Label, Side};
use crate::json::{Frame, NodeId};
use crate::wire::{Conversation, Streams};
use crate::wording::{Near, near_tool, shorten};

/// One conversation while its documents are checked. Owned facts only: it outlives them.
#[derive(Debug, Default)]
pub struct Session {
    pub(super) conversation: Conversation,
    /// The latest one of each name, sorted by name.
    #[allow(clippy::vec_box, reason = "a new one moves those behind it, and they are large")]
    declared: Vec<Box<Declared>>,
    pub(super) streams: Streams,
    pub(super) hops: Hops,
    pub(super) rpc: Dialogue,
    /// The tools that a server offers to a model for one answer: they are not those of its session.
    pub(super) sampled: Vec<Arc<Definition>>,
    /// Whether calls are compared from hop to hop: what is kept for that costs memory.
    pub(super) keeps_hops: bool,
    /// Whether events were met: calls in them may repeat earlier ones.
    pub(super) is_of_events: bool,
    /// Whether its beginning is kept elsewhere.
    pub(super) is_continued: bool,
}

/// A list of tools: the number of its document, and its node there.
pub(super) type List = (u64, NodeId);

/// A definition that was met, and where.
#[derive(Debug, Clone)]
struct Declared {
    definition: Arc<Definition>,
    /// The list that it is an element of.
    list: Option<List>,
    /// The first definition of its name in that list.
    first: Label,
}

impl Session {
    /// That of a file whose messages it is made of.
    #[must_use]
    pub fn of_file() -> Self {
        Self { keeps_hops: true, ..Self::default() }
    }

    /// Forgets everything and keeps the room.
    pub(super) fn clear(&mut self) {
        self.conversation.clear();
        self.declared.clear();
        self.streams = Streams::default();
        self.hops = Hops::default();
        // Most conversations hold no message of JSON-RPC, and then there is nothing to forget.
        if self.rpc.is_begun() {
            self.rpc = Dialogue::default();
        }
        self.sampled.clear();
        (self.keeps_hops, self.is_of_events, self.is_continued) = (false, false, false);
    }

    /// A conversation inside this one: it knows the definitions, and has calls of its own.
    pub(super) fn part(&self) -> Self {
        Self { declared: self.declared.clone(), ..Self::default() }
    }

    /// Notes a definition, an element of `list`: from here on it is the tool's. Returns the first one
    /// of its name in the same list.
    pub(super) fn declare(&mut self, definition: Definition, list: Option<List>) -> Option<Label> {
        let first = definition.label.clone();
        let mut declared = Declared { definition: Arc::new(definition), list, first };
        match self.find(&declared.definition.name) {
            Ok(at) => {
                let known = &mut *self.declared[at];
                let is_one_list = list.is_some() && known.list == list;
                let first = is_one_list.then(|| known.first.clone());
                if let Some(first) = &first {
                    declared.first.clone_from(first);
                }
                *known = declared;
                first
            }
            Err(at) => {
                self.declared.insert(at, Box::new(declared));
                None
            }
        }
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.declared.binary_search_by(|known| (*known.definition.name).cmp(name))
    }

    /// The definition of the tool `name`.
    pub(super) fn definition(&self, name: &str) -> Option<&Arc<Definition>> {
        self.find(name).ok().map(|at| &self.declared[at].definition)
    }

    /// Whether the conversation says which tools there are.
    pub(super) fn declares_tools(&self) -> bool {
        !self.declared.is_empty()
    }

    /// The names of the tools that it declares.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.declared.iter().map(|known| &*known.definition.name)
    }

    /// The declared name that is nearest to `name`.
    pub(super) fn near(&self, name: &str) -> Option<Near<'_>> {
        near_tool(name, self.names())
    }

    /// Ends the conversation: says which calls were never answered. `frame` is its document, if it
    /// is one document's.
    pub fn finish(&self, frame: Option<&Frame<'_>>, outcome: &mut Outcome) {
        self.rpc.finish(frame, outcome);
        for (call, tool, id) in self.conversation.unanswered() {
            let mut label = call.label.clone();
            label.text = "no result answers this".into();
            let call_named = id
                .map_or_else(|| "this call".to_owned(), |id| format!("the call {}", shorten(&id)));
            let message = format!("{call_named} has no result, but the conversation goes on");
            let mut finding = Finding::new(Code::CallUnanswered, message, label);
            finding.address = frame.map(|frame| frame.address_of(call.node));
            let context = Context {
                document: call.document,
                tool,
                side: Some(Side::Arguments),
                dialect: Some(call.dialect),
            };
            context.note(outcome, finding);
        }
    }
}
