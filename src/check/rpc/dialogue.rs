//! What a session of MCP accumulates. Owned facts only: it outlives its documents.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::discover::Discovered;
use super::http::Stream;
use super::lists::Lists;
use super::logging::Logs;
use super::progress::Progress;
use super::retry::Retries;
use super::subscription::Subscriptions;
use super::task::Tasks;
use super::told::Told;
use super::tools::ToolHeaders;
use crate::finding::Label;
use crate::json::{Doc, NodeId};
use crate::mcp::{Capability, Id, Ledger, Party, Version};

/// A session of MCP, or lone messages of it.
#[derive(Debug, Default)]
pub(in crate::check) struct Dialogue {
    pub(super) ledger: Ledger<Asked>,
    pub(super) handshake: Handshake,
    /// The first message that came before any handshake, if it was one of those that need one.
    pub(super) early: Option<(u64, Label)>,
    /// Messages so far.
    pub(super) messages: u64,
    /// Whether requests came that say in `_meta` what they need.
    pub(super) is_modern: bool,
    /// Whether something is wrong with the frame of the message at hand, so that nobody need answer
    /// it.
    pub(super) is_broken: bool,
    /// Whether the messages at hand stand in a batch where none may.
    pub(in crate::check) is_in_refused_batch: bool,
    /// The call that was met last, for what the checks of arguments find.
    pub(super) asking: Option<(Party, Id)>,
    /// What the response that was met last answers.
    pub(super) answered: Option<Request>,
    pub(super) lists: Lists,
    /// The headers that calls of tools must have.
    pub(super) headers: ToolHeaders,
    /// The message about sampling that was met last: its document, and its bytes there.
    pub(super) sampling: Option<(u64, Range<u32>)>,
    pub(super) progress: Progress,
    pub(super) tasks: Tasks,
    /// What only sessions without handshake have.
    pub(super) logs: Logs,
    pub(super) subscriptions: Subscriptions,
    pub(super) retries: Retries,
    pub(super) discovered: Option<Discovered>,
    /// Of which side it was said that it does not name itself.
    pub(super) nameless: [bool; 2],
}

/// A request, once it is answered.
pub(in crate::check) type Request = Arc<Asked>;

/// The version that a message is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) struct InForce {
    pub(in crate::check) version: Version,
    /// Whether the session, the message or the user says so; else it is the newest that fits.
    pub(in crate::check) is_known: bool,
}

/// What is known of a request until it is answered.
#[derive(Debug)]
pub(in crate::check) struct Asked {
    pub(in crate::check) method: Box<str>,
    pub(in crate::check) force: InForce,
    pub(super) document: u64,
    /// The id.
    pub(super) node: NodeId,
    pub(super) label: Label,
    pub(in crate::check) call: Option<CallFacts>,
    /// Whether its frame is broken.
    pub(super) is_broken: bool,
    /// Where it was cancelled.
    pub(super) cancelled: Option<Label>,
    /// Whether its result may be a task.
    pub(super) has_task: bool,
    /// The page of a list that it asks for; none is the first.
    pub(super) cursor: Option<Box<str>>,
    /// Whether a stream of events answers it.
    pub(super) stream: Stream,
    /// What else it says.
    pub(super) told: Told,
}

/// What is known of a call of a tool.
#[derive(Debug, Clone, Default)]
pub(in crate::check) struct CallFacts {
    pub(in crate::check) tool: Arc<str>,
    /// Whether the tool is defined; unknown where nobody tells which tools there are.
    pub(in crate::check) is_defined: Option<bool>,
    /// Whether the arguments keep the tool's schema; unknown without a schema.
    pub(in crate::check) is_valid: Option<bool>,
    /// Whether the arguments are what the protocol wants, an object or nothing.
    pub(in crate::check) is_formed: bool,
    /// The first fault of the arguments.
    pub(in crate::check) fault: Option<Label>,
}

/// How far a session has come.
#[derive(Debug, Default)]
pub(super) struct Handshake {
    /// The version that the client asked for, once it did.
    pub(super) asked: Option<Box<str>>,
    /// Whether the server has answered with a result.
    pub(super) is_answered: bool,
    /// The version that holds from there on, if it is a known one.
    pub(super) version: Option<Version>,
    /// Whether the client has said that it is ready.
    pub(super) is_ready: bool,
    /// Whether it was said that it has not.
    pub(super) is_missed: bool,
    client: Option<Capabilities>,
    server: Option<Capabilities>,
}

/// The capabilities of one side.
#[derive(Debug, Clone)]
pub(super) struct Capabilities {
    /// The paths of all members to the second level, without those that are `false`.
    paths: BTreeSet<Box<str>>,
    /// Where they were declared.
    pub(super) label: Label,
}

impl Capabilities {
    pub(super) fn read(doc: Doc<'_>, node: NodeId, label: Label) -> Self {
        let mut paths = BTreeSet::new();
        let names =
            |node| doc.members(node).filter_map(|(key, value)| Some((doc.string(key)?, value)));
        let is_off = |node| matches!(doc.source(node), "false" | "null");
        for (name, value) in names(node).filter(|(_, value)| !is_off(*value)) {
            paths.insert(name.into());
            if !doc.is_object(value) {
                continue;
            }
            for (inner, _) in names(value).filter(|(_, value)| !is_off(*value)) {
                paths.insert(format!("{name}/{inner}").into());
            }
        }
        Self { paths, label }
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// The names of the extensions among them.
    pub(super) fn extensions(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().filter_map(|path| path.strip_prefix("extensions/"))
    }
}

impl Handshake {
    pub(super) fn declare(&mut self, party: Party, capabilities: Capabilities) {
        match party {
            Party::Client => self.client = Some(capabilities),
            Party::Server => self.server = Some(capabilities),
        }
    }

    /// Where the side that must have the capability said what it has, if this is not among it.
    pub(super) fn lacks(&self, capability: Capability) -> Option<&Label> {
        let declared = match capability.owner {
            Party::Client => &self.client,
            Party::Server => &self.server,
        };
        declared.as_ref().filter(|it| !it.has(capability.path)).map(|it| &it.label)
    }

    pub(super) fn is_begun(&self) -> bool {
        self.asked.is_some()
    }
}

impl Dialogue {
    /// Whether any message was met.
    pub(in crate::check) fn is_begun(&self) -> bool {
        self.messages > 0
    }

    /// The request that is being checked.
    pub(in crate::check) fn asking(&mut self) -> Option<&mut Asked> {
        let (party, id) = self.asking.as_ref()?;
        self.ledger.open_mut(*party, id).map(|open| &mut open.facts)
    }
}
