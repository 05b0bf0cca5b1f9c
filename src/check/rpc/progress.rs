//! Progress: for which request it is reported, and whether it increases.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::told::Told;
use super::{Pass, Turn};
use crate::finding::{Code, Finding};
use crate::json::NodeId;
use crate::mcp::{Id, Party};
use crate::source::Span;
use crate::wording::shorten;

/// Open tokens that an unknown one is compared with, for advice.
const MOST_COMPARED: usize = 256;

/// The tokens of a session.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Those of open requests, for each side that asks.
    running: [HashMap<Id, Running>; 2],
    /// Those of answered requests, by their hashes: where the id of the response stands, or nothing
    /// if nobody can tell when the request came to its end.
    ended: HashMap<u64, Option<Span>>,
    /// Those of requests that go on as tasks, by the hashes of the tasks' ids.
    tasks: HashMap<u64, (Party, Id)>,
    seed: RandomState,
}

/// A token that is in use.
#[derive(Debug)]
struct Running {
    /// Where it was given.
    token: Span,
    /// The requests that use it; it should be one.
    users: u32,
    latest: Option<(Amount, Span)>,
}

/// What ends a request.
#[derive(Debug, Clone, Copy)]
pub(super) enum End<'e> {
    /// Its response, whose id stands here.
    Response(Span),
    /// Nothing yet: it goes on as the task with this id.
    Task(&'e str),
    /// Something that does not say when it came to its end.
    Unknown,
}

/// How far something has come.
#[derive(Debug, Clone, Copy)]
struct Amount {
    /// Where it is an integer that fits.
    exact: Option<i128>,
    near: f64,
}

impl Amount {
    fn read(written: &str) -> Option<Self> {
        let near: f64 = written.parse().ok()?;
        near.is_finite().then(|| Self { exact: written.parse().ok(), near })
    }

    fn exceeds(self, other: Self) -> bool {
        match (self.exact, other.exact) {
            (Some(own), Some(other)) => own > other,
            _ => self.near > other.near,
        }
    }
}

impl Progress {
    fn hash(&self, asker: Party, token: &Id) -> u64 {
        self.seed.hash_one((asker as u8, token))
    }

    /// Ends the use of a token by a request of `asker`.
    pub(super) fn close(&mut self, asker: Party, told: &Told, end: End<'_>) {
        let Some(token) = &told.token else { return };
        match end {
            End::Response(place) => self.end(asker, token, Some(place)),
            End::Unknown => self.end(asker, token, None),
            End::Task(id) => {
                self.tasks.insert(self.seed.hash_one(id), (asker, token.clone()));
            }
        }
    }

    /// Ends the use of a token by a task. `response` is where the id of the response with its result
    /// stands, if it is that which ends it.
    pub(super) fn task_ends(&mut self, id: &str, response: Option<Span>) {
        if let Some((asker, token)) = self.tasks.remove(&self.seed.hash_one(id)) {
            self.end(asker, &token, response);
        }
    }

    fn end(&mut self, asker: Party, token: &Id, response: Option<Span>) {
        let Some(running) = self.running[asker as usize].get_mut(token) else { return };
        running.users = running.users.saturating_sub(1);
        if running.users == 0 {
            self.running[asker as usize].remove(token);
            self.ended.insert(self.hash(asker, token), response);
        }
    }

    /// Which of `askers` has an open request with this token.
    fn find(&self, askers: &[Party], token: &Id) -> Option<Party> {
        let is_running = |it: &&Party| self.running[**it as usize].contains_key(token);
        askers.iter().find(is_running).copied()
    }
}

impl Pass<'_> {
    /// Notes the token of the request of `turn`; says if another request still uses it.
    pub(super) fn progress_asked(&mut self, turn: &Turn<'_>) -> Option<Id> {
        let doc = self.frame.doc;
        let node = turn.message.meta(doc, "progressToken")?;
        let token = Id::read(doc, node)?;
        let (asker, _) = self.session.rpc.asking.clone()?;
        let place = self.place(node);
        let progress = &mut self.session.rpc.progress;
        let hash = progress.hash(asker, &token);
        progress.ended.remove(&hash);
        let running = progress.running[asker as usize].entry(token.clone());
        let running = running.or_insert(Running { token: place, users: 0, latest: None });
        running.users += 1;
        let (is_shared, first) = (running.users > 1, running.token);
        if is_shared && self.session.rpc.is_whole() {
            let shown = shorten(doc.source(node));
            let said = format!("the token {shown} belongs to a request that is still open");
            let finding = self.at(node, Code::McpProgressTokenUnknown, said);
            let finding = finding.words("the same token again");
            let help = "nobody can tell which of the two a report is about";
            self.say(finding.label(self.earlier(first, "first given here")).help(help));
        }
        Some(token)
    }

    /// Follows a report on progress.
    pub(super) fn progress(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        if !self.session.rpc.is_whole() {
            return;
        }
        let Some(node) = turn.message.param(doc, "progressToken") else { return };
        let Some(token) = Id::read(doc, node) else { return };
        let askers = match turn.sure_sender() {
            Some(sender) => vec![sender.other()],
            None => vec![Party::Client, Party::Server],
        };
        let progress = &self.session.rpc.progress;
        if let Some(asker) = progress.find(&askers, &token) {
            self.reported(turn, asker, &token);
            return;
        }
        let hashes = askers.iter().map(|asker| progress.hash(*asker, &token));
        let ended: Vec<Option<Span>> =
            hashes.filter_map(|hash| progress.ended.get(&hash).copied()).collect();
        let shown = shorten(doc.source(node));
        match ended[..] {
            [] => {
                let finding = self.unknown_token(&askers, node, &token);
                self.say(finding);
            }
            [Some(response)] => {
                let said =
                    format!("progress is reported for {shown} after the request was answered");
                let finding = self.at(node, Code::McpProgressNotIncreasing, said);
                let finding = finding.words("too late");
                self.say(finding.label(self.earlier(response, "the response")));
            }
            _ => {}
        }
    }

    /// Compares a report with the one before.
    fn reported(&mut self, turn: &Turn<'_>, asker: Party, token: &Id) {
        let doc = self.frame.doc;
        let Some(node) = turn.message.param(doc, "progress") else { return };
        let Some(amount) = Amount::read(doc.source(node)) else { return };
        let place = self.place(node);
        let running = self.session.rpc.progress.running[asker as usize].get_mut(token);
        let Some(latest) = running.map(|it| it.latest.replace((amount, place))) else { return };
        let Some((before, earlier)) = latest.filter(|(before, _)| !amount.exceeds(*before)) else {
            return;
        };
        let shown = shorten(doc.source(node));
        let how = if before.exceeds(amount) { "goes back to" } else { "stays at" };
        let said = format!("progress {how} {shown}");
        let finding = self.at(node, Code::McpProgressNotIncreasing, said);
        let finding = finding.words("not greater than before");
        self.say(finding.label(self.earlier(earlier, "reported before")));
    }

    fn unknown_token(&self, askers: &[Party], node: NodeId, token: &Id) -> Finding {
        let doc = self.frame.doc;
        let shown = shorten(doc.source(node));
        let side = match askers {
            [only] => format!(" of the {}", only.name()),
            _ => String::new(),
        };
        let said = format!("no request{side} has given the token {shown}");
        let finding = self.at(node, Code::McpProgressTokenUnknown, said).words("nobody's token");
        let rpc = &self.session.rpc;
        let other = token.of_other_type();
        let is_of_other_type = rpc.progress.find(askers, &other).is_some()
            || askers
                .iter()
                .any(|it| rpc.progress.ended.contains_key(&rpc.progress.hash(*it, &other)));
        if is_of_other_type {
            return finding.help("one differs only in its type: `7` is not `\"7\"`");
        }
        let open = askers.iter().flat_map(|asker| rpc.progress.running[*asker as usize].keys());
        if open.take(MOST_COMPARED).any(|it| it.is_alike(token)) {
            return finding.help("one differs only in case");
        }
        if askers.iter().any(|asker| rpc.ledger.open(*asker, token).is_some()) {
            let help = "it is the id of a request; the token is what the request says under \
                        `progressToken`, if it wants reports at all";
            return finding.help(help);
        }
        finding
    }
}
