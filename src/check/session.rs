//! What a conversation accumulates: its definitions and its calls.

use std::sync::Arc;

use super::outcome::{Context, Outcome};
use crate::contract::Definition;
use crate::finding::{Code, Finding, Side};
use crate::json::Frame;
use crate::wire::Conversation;
use crate::wording::{Near, near_tool};

/// One conversation while its documents are checked. Owned facts only: it outlives them.
#[derive(Debug, Default)]
pub struct Session {
    pub(super) conversation: Conversation,
    /// The latest one of each name, sorted by name.
    declared: Vec<Arc<Definition>>,
}

impl Session {
    /// Forgets everything and keeps the room.
    pub(super) fn clear(&mut self) {
        self.conversation.clear();
        self.declared.clear();
    }

    /// A conversation inside this one: it knows the definitions, and has calls of its own.
    pub(super) fn part(&self) -> Self {
        Self { conversation: Conversation::default(), declared: self.declared.clone() }
    }

    /// Notes a definition: from here on it is the tool's.
    pub(super) fn declare(&mut self, definition: Definition) {
        let definition = Arc::new(definition);
        match self.declared.binary_search_by(|known| known.name.cmp(&definition.name)) {
            Ok(at) => self.declared[at] = definition,
            Err(at) => self.declared.insert(at, definition),
        }
    }

    /// The definition of the tool `name`.
    pub(super) fn definition(&self, name: &str) -> Option<&Arc<Definition>> {
        let at = self.declared.binary_search_by(|known| (*known.name).cmp(name)).ok()?;
        Some(&self.declared[at])
    }

    /// Whether the conversation says which tools there are.
    pub(super) fn declares_tools(&self) -> bool {
        !self.declared.is_empty()
    }

    /// The declared name that is nearest to `name`.
    pub(super) fn near(&self, name: &str) -> Option<Near<'_>> {
        near_tool(name, self.declared.iter().map(|known| &*known.name))
    }

    /// Ends the conversation: says which calls were never answered. `frame` is its document, if it
    /// is one document's.
    pub fn finish(&self, frame: Option<&Frame<'_>>, outcome: &mut Outcome) {
        for (call, tool) in self.conversation.unanswered() {
            let mut label = call.label.clone();
            label.text = "no result answers this".into();
            let mut finding = Finding::new(Code::CallUnanswered, "this call has no result", label);
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
