//! Requests that are repeated with what a result asked for.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use super::dialogue::Request;
use super::{Pass, Turn};
use crate::finding::{Code, Finding};
use crate::json::{Doc, NodeId};
use crate::mcp::{Id, Message};
use crate::schema::Schema;
use crate::source::Span;
use crate::wording::shorten;

/// Questions about one thing that are remembered; who asks more often gets no answers.
const MOST_OF_TARGET: usize = 8;
/// Things that questions are remembered of.
const MOST_TARGETS: usize = 4096;

/// The questions that were not answered yet.
#[derive(Debug, Default)]
pub(super) struct Retries {
    open: HashMap<u64, Vec<Question>>,
    seed: RandomState,
}

/// What a result asked for.
#[derive(Debug)]
struct Question {
    /// The id of the request.
    id: Option<Id>,
    /// The result.
    place: Span,
    /// The hash of `requestState`.
    state: Option<u64>,
    keys: BTreeSet<Box<str>>,
    /// The schemas of what users are asked for, by key.
    schemas: Vec<(Box<str>, Arc<Schema>)>,
}

impl Retries {
    /// A request's method and what it is about, as one number.
    pub(super) fn target(&self, doc: Doc<'_>, message: &Message<'_>) -> u64 {
        let about = ["name", "uri"].iter().find_map(|it| message.param(doc, it));
        self.seed.hash_one((message.name(), about.and_then(|it| doc.string(it))))
    }

    /// Takes the question that a request with this state and these keys answers: the one that fits,
    /// else one that fits in part, else the only one.
    fn take(&mut self, target: u64, state: Option<u64>, keys: &BTreeSet<&str>) -> Option<Question> {
        let all = self.open.get_mut(&target)?;
        let has_keys = |it: &Question| it.keys.iter().map(|it| &**it).eq(keys.iter().copied());
        let at = all
            .iter()
            .position(|it| it.state == state && has_keys(it))
            .or_else(|| all.iter().position(|it| state.is_some() && it.state == state))
            .or_else(|| all.iter().position(has_keys))
            .or((all.len() == 1).then_some(0))?;
        let question = all.remove(at);
        if all.is_empty() {
            self.open.remove(&target);
        }
        Some(question)
    }
}

impl Pass<'_> {
    /// Notes what the result of `request` asks for.
    pub(super) fn remember_question(&mut self, turn: &Turn<'_>, result: NodeId, request: &Request) {
        let doc = self.frame.doc;
        let Some(target) = request.told.modern.as_ref().map(|it| it.target) else { return };
        let asked = doc.get(result, "inputRequests").into_iter().flat_map(|it| doc.members(it));
        let asked: Vec<(&str, NodeId)> =
            asked.filter_map(|(key, value)| Some((doc.string(key)?, value))).collect();
        let schemas = asked.iter().filter_map(|(key, question)| {
            Some(((*key).into(), self.question(doc.get(*question, "params")?)?))
        });
        let schemas = schemas.collect();
        let state = doc.get(result, "requestState").and_then(|it| doc.string(it));
        let question = Question {
            id: turn.message.id.and_then(|id| Id::read(doc, id)),
            place: self.place(result),
            state: state.map(|it| self.session.rpc.retries.seed.hash_one(it)),
            keys: asked.iter().map(|(key, _)| (*key).into()).collect(),
            schemas,
        };
        let open = &mut self.session.rpc.retries.open;
        if open.len() >= MOST_TARGETS && !open.contains_key(&target) {
            return;
        }
        let all = open.entry(target).or_default();
        if all.len() >= MOST_OF_TARGET {
            all.remove(0);
        }
        all.push(question);
    }

    /// Compares a request that gives something back with what was asked for.
    pub(super) fn repeated(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        let message = turn.message;
        let given = message.param(doc, "inputResponses").filter(|it| doc.is_object(*it));
        let state = message.param(doc, "requestState").and_then(|it| Some((it, doc.string(it)?)));
        if given.is_none() && state.is_none() {
            return;
        }
        self.samples(message.node);
        let keys: BTreeSet<&str> = given
            .into_iter()
            .flat_map(|given| doc.members(given))
            .filter_map(|(key, _)| doc.string(key))
            .collect();
        let retries = &mut self.session.rpc.retries;
        let target = retries.target(doc, &message);
        let hash = state.map(|(_, text)| retries.seed.hash_one(text));
        let Some(question) = retries.take(target, hash, &keys) else { return };
        let own = message.id.and_then(|node| Some((node, Id::read(doc, node)?)));
        let id = own.filter(|(_, id)| Some(id) == question.id.as_ref()).map(|(node, _)| node);
        let findings = [
            id.map(|id| {
                let said = "a repeated request has the id of the first one";
                self.at(id, Code::McpRetryDiffers, said).words("expected an id of its own")
            }),
            (hash != question.state).then(|| self.other_state(&message, state, &question)),
            self.other_keys(&message, given, &keys, &question),
        ];
        for finding in findings.into_iter().flatten() {
            let asked = self.earlier(question.place, "what was asked for");
            self.say(finding.label(asked));
        }
        for (key, schema) in &question.schemas {
            if let Some(answer) = given.and_then(|given| doc.get(given, key)) {
                self.elicited(answer, schema);
            }
        }
    }

    fn other_state(
        &self,
        message: &Message<'_>,
        state: Option<(NodeId, &str)>,
        question: &Question,
    ) -> Finding {
        let (place, said, words) = match state {
            None => (
                message.params.unwrap_or(message.node),
                "the repeated request does not give `requestState` back",
                "no `requestState`",
            ),
            Some((node, _)) if question.state.is_none() => {
                (node, "the repeated request has a `requestState` that nobody gave", "made up")
            }
            Some((node, _)) => {
                (node, "`requestState` comes back changed", "not what the server gave")
            }
        };
        let finding = self.at(place, Code::McpRetryDiffers, said).words(words);
        finding.help("it is the server's own: send it as it came, or not at all if none came")
    }

    fn other_keys(
        &self,
        message: &Message<'_>,
        given: Option<NodeId>,
        keys: &BTreeSet<&str>,
        question: &Question,
    ) -> Option<Finding> {
        let doc = self.frame.doc;
        let missing = question.keys.iter().find(|key| !keys.contains(&***key));
        let Some(given) = given else {
            let missing = shorten(missing?);
            let place = message.params.unwrap_or(message.node);
            let said = format!("the repeated request does not answer `{missing}`");
            let finding = self.at(place, Code::McpRetryDiffers, said);
            return Some(finding.words("no `inputResponses`"));
        };
        let other = doc.members(given).find_map(|(key, _)| {
            let name = doc.string(key)?;
            (!question.keys.contains(name)).then_some((key, name))
        });
        let (place, said, words) = match (other, missing) {
            (Some((key, name)), _) => {
                let said = format!("nobody asked for `{}`", shorten(name));
                (key, said, "not a key of `inputRequests`")
            }
            (None, Some(missing)) => {
                let said = format!("the repeated request does not answer `{}`", shorten(missing));
                (given, said, "an answer is missing")
            }
            (None, None) => return None,
        };
        let finding = self.at(place, Code::McpRetryDiffers, said).words(words);
        Some(match missing.filter(|_| other.is_some()) {
            Some(missing) => finding.help(format!("the server asked for `{}`", shorten(missing))),
            None => finding,
        })
    }
}
