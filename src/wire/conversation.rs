//! Which result answers which call, within one conversation.
//!
//! All facts are owned: a conversation outlives the documents it is made of. Names and ids stand in
//! one buffer, so that a call costs no allocation of its own.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use super::table::Pairing;
use crate::finding::Label;
use crate::json::{Doc, NodeId};

/// What calls and results are matched by. Ids of different kinds never match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key<'a> {
    pairing: Pairing,
    /// Whether it is the tool's name, which several calls may have.
    is_name: bool,
    text: &'a str,
}

impl<'a> Key<'a> {
    /// The key of the id `node`; `None` for an absent or empty one.
    #[must_use]
    pub fn of_id(pairing: Pairing, doc: Doc<'a>, node: Option<NodeId>) -> Option<Self> {
        let node = node.filter(|node| !doc.is_null(*node))?;
        match doc.string(node) {
            Some("") => None,
            Some(text) => Some(Self { pairing, is_name: false, text }),
            None => Some(Self { pairing, is_name: false, text: doc.source(node) }),
        }
    }

    /// The key of a call or result with the id `node` of the tool `name`, in the way of `pairing`.
    #[must_use]
    pub fn of(
        pairing: Pairing,
        doc: Doc<'a>,
        node: Option<NodeId>,
        name: Option<&'a str>,
    ) -> Option<Self> {
        let by_name = || name.map(|name| Self::of_name(pairing, name));
        match pairing {
            Pairing::NextOfName => by_name(),
            Pairing::Gemini => Self::of_id(pairing, doc, node).or_else(by_name),
            _ => Self::of_id(pairing, doc, node),
        }
    }

    /// The key of a call whose id is not at hand as a node.
    #[must_use]
    pub fn of_text(pairing: Pairing, text: &'a str) -> Self {
        Self { pairing, is_name: false, text }
    }

    /// The id as JSON writes it; `None` for the key of a name.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        let is_id = self.pairing != Pairing::NextOfName;
        is_id.then(|| format!("\"{}\"", self.text))
    }

    /// The key of calls that are matched by the tool's name.
    #[must_use]
    pub fn of_name(pairing: Pairing, name: &'a str) -> Self {
        Self { pairing, is_name: true, text: name }
    }
}

/// A call that was met.
#[derive(Debug, Clone)]
pub struct Call {
    /// Its id, or the call itself.
    pub label: Label,
    /// The call, in its document.
    pub node: NodeId,
    /// The dialect.
    pub dialect: &'static str,
    /// The number of its document.
    pub document: u64,
    /// How its result finds it.
    pub pairing: Pairing,
    /// Whether the provider runs the tool: what comes of that need not be told.
    pub is_hosted: bool,
}

/// The call that a result answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Its number among the calls of the conversation, from 0.
    pub call: usize,
    /// Its tool.
    pub tool: Option<String>,
}

/// What a result turns out to be.
#[derive(Debug)]
pub enum Answer {
    /// The first result of a call.
    First(Answered),
    /// A call was answered before, there.
    Again(Answered, Label),
    /// The conversation holds calls of its kind, but none that it answers.
    Orphan,
    /// It stands alone: the conversation holds no call of its kind.
    Alone,
}

/// A call and what became of it.
#[derive(Debug)]
struct Met {
    call: Call,
    /// The tool's name in the buffer.
    tool: Option<Range<u32>>,
    /// The id's type and place in the buffer.
    key: Option<KeptKey>,
    turn: u32,
    answer: Option<Label>,
}

/// A key whose text is in the buffer.
#[derive(Debug)]
struct KeptKey {
    is_name: bool,
    text: Range<u32>,
}

/// Calls up to which a conversation is searched one by one; above it has an index.
const FEW: usize = 8;

/// The calls of a conversation and their results.
#[derive(Debug, Default)]
pub struct Conversation {
    calls: Vec<Met>,
    /// Names and ids.
    texts: String,
    /// The calls by the hash of their keys, once there are more than [`FEW`].
    index: Option<(RandomState, HashMap<u64, Vec<usize>>)>,
    turn: u32,
}

impl Conversation {
    /// Notes a call of `tool`; returns the place of the earlier one with the same id, if there is
    /// one that its name and order do not tell apart.
    pub fn call(&mut self, key: Option<Key<'_>>, tool: Option<&str>, call: Call) -> Option<Label> {
        let earlier = key.filter(|key| !key.is_name).and_then(|key| self.last_with(key));
        let earlier = earlier.map(|at| self.calls[at].call.label.clone());
        let at = self.calls.len();
        let tool = tool.map(|name| self.keep(name));
        if let (Some((seed, index)), Some(key)) = (&mut self.index, key) {
            index.entry(seed.hash_one(key)).or_default().push(at);
        }
        let key = key.map(|key| {
            let Key { is_name, text, .. } = key;
            KeptKey { is_name, text: self.keep(text) }
        });
        self.calls.push(Met { call, tool, key, turn: self.turn, answer: None });
        if self.index.is_none() && self.calls.len() > FEW {
            self.build_index();
        }
        earlier
    }

    fn keep(&mut self, text: &str) -> Range<u32> {
        let start = self.texts.len() as u32;
        self.texts.push_str(text);
        start..self.texts.len() as u32
    }

    fn text(&self, range: &Range<u32>) -> &str {
        &self.texts[range.start as usize..range.end as usize]
    }

    fn key(&self, at: usize) -> Option<Key<'_>> {
        let met = &self.calls[at];
        let KeptKey { is_name, text } = met.key.as_ref()?;
        Some(Key { pairing: met.call.pairing, is_name: *is_name, text: self.text(text) })
    }

    fn build_index(&mut self) {
        let seed = RandomState::new();
        let mut index: HashMap<u64, Vec<usize>> = HashMap::new();
        for at in 0..self.calls.len() {
            if let Some(key) = self.key(at) {
                index.entry(seed.hash_one(key)).or_default().push(at);
            }
        }
        self.index = Some((seed, index));
    }

    /// The first call with this key that is not answered.
    fn open_with(&self, key: Key<'_>) -> Option<usize> {
        let is_open = |at: &usize| self.calls[*at].answer.is_none() && self.key(*at) == Some(key);
        match &self.index {
            Some((seed, index)) => {
                index.get(&seed.hash_one(key))?.iter().copied().find(|at| is_open(at))
            }
            None => (0..self.calls.len()).find(is_open),
        }
    }

    /// Where names and order count: the first open call of the tool that a key without an id names,
    /// or, for a result that names nothing, the first open call.
    fn open_in_order(&self, pairing: Pairing, key: Option<Key<'_>>) -> Option<usize> {
        if !matches!(pairing, Pairing::Gemini | Pairing::NextOfName) {
            return None;
        }
        (0..self.calls.len()).find(|at| {
            let met = &self.calls[*at];
            let is_meant = match key {
                None => true,
                Some(key) => key.is_name && self.tool_of(met) == Some(key.text),
            };
            met.answer.is_none() && met.call.pairing == pairing && is_meant
        })
    }

    /// Whether a call with this key was met.
    #[must_use]
    pub fn has(&self, key: Key<'_>) -> bool {
        self.last_with(key).is_some()
    }

    /// The last call with this key.
    fn last_with(&self, key: Key<'_>) -> Option<usize> {
        let is_same = |at: &usize| self.key(*at) == Some(key);
        match &self.index {
            Some((seed, index)) => {
                index.get(&seed.hash_one(key))?.iter().copied().rfind(|at| is_same(at))
            }
            None => (0..self.calls.len()).rfind(is_same),
        }
    }

    /// The tool that a call of this conversation names.
    fn tool_of(&self, met: &Met) -> Option<&str> {
        met.tool.as_ref().map(|range| self.text(range))
    }

    fn answered(&self, call: usize) -> Answered {
        Answered { call, tool: self.tool_of(&self.calls[call]).map(str::to_owned) }
    }

    /// Notes a result, which stands at `label`.
    pub fn result(&mut self, pairing: Pairing, key: Option<Key<'_>>, label: Label) -> Answer {
        let open = key.and_then(|key| self.open_with(key));
        if let Some(at) = open.or_else(|| self.open_in_order(pairing, key)) {
            self.calls[at].answer = Some(label);
            return Answer::First(self.answered(at));
        }
        if let Some(at) = key.and_then(|key| self.last_with(key)) {
            let met = &self.calls[at];
            let first = met.answer.clone().unwrap_or_else(|| met.call.label.clone());
            return Answer::Again(self.answered(at), first);
        }
        let has_calls = self.calls.iter().any(|met| met.call.pairing == pairing);
        if has_calls { Answer::Orphan } else { Answer::Alone }
    }

    /// Forgets everything and keeps the room for the next conversation.
    pub fn clear(&mut self) {
        self.calls.clear();
        self.texts.clear();
        self.index = None;
        self.turn = 0;
    }

    /// Begins another turn: somebody spoke who gave no result.
    pub fn turn(&mut self) {
        self.turn += 1;
    }

    /// The calls that were never answered although the conversation went on after them, with their
    /// tools and ids.
    pub fn unanswered(&self) -> impl Iterator<Item = (&Call, Option<&str>, Option<String>)> {
        self.calls.iter().enumerate().filter_map(|(at, met)| {
            let went_on = met.turn < self.turn;
            let id = || self.key(at).and_then(|key| key.id());
            (met.answer.is_none() && went_on && !met.call.is_hosted)
                .then(|| (&met.call, self.tool_of(met), id()))
        })
    }
}
