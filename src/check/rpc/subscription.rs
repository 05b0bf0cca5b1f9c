//! Subscriptions without handshake: what is announced on the stream of `subscriptions/listen`.

use std::collections::BTreeSet;

use super::dialogue::{Dialogue, Request};
use super::{Pass, Turn};
use crate::finding::{Code, Finding};
use crate::json::{Doc, NodeId};
use crate::mcp::{Id, Message, Party};
use crate::wording::shorten;

/// The id of the request whose stream a notification belongs to, in `_meta`.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";
const LISTEN: &str = "subscriptions/listen";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
const UPDATED: &str = "notifications/resources/updated";

/// The notifications about changes, by what a request says to hear of them.
const KINDS: &[(&str, &str)] = &[
    ("notifications/tools/list_changed", "toolsListChanged"),
    ("notifications/prompts/list_changed", "promptsListChanged"),
    ("notifications/resources/list_changed", "resourcesListChanged"),
    (UPDATED, "resourceSubscriptions"),
];

/// Folders above a resource that may have been subscribed to in its place.
const MOST_FOLDERS: usize = 32;

/// What `subscriptions/listen` wants to hear of.
#[derive(Debug)]
pub(super) struct Listen {
    /// By position in [`KINDS`].
    kinds: [bool; 3],
    resources: BTreeSet<Box<str>>,
    is_acknowledged: bool,
}

/// The subscriptions of a session; the open ones are open requests.
#[derive(Debug, Default)]
pub(super) struct Subscriptions {
    /// Whether there was any.
    is_used: bool,
    /// Whether one was acknowledged without saying which.
    is_unclear: bool,
}

impl Listen {
    pub(super) fn read(doc: Doc<'_>, message: &Message<'_>) -> Option<Self> {
        if message.name() != LISTEN {
            return None;
        }
        let filter = message.param(doc, "notifications");
        let member = |name| filter.and_then(|filter| doc.get(filter, name));
        let has = |name| member(name).is_some_and(|it| doc.source(it) == "true");
        let resources = member("resourceSubscriptions");
        let resources = resources.into_iter().flat_map(|list| doc.elements(list));
        Some(Self {
            kinds: [has(KINDS[0].1), has(KINDS[1].1), has(KINDS[2].1)],
            resources: resources.filter_map(|it| doc.string(it)).map(Box::from).collect(),
            is_acknowledged: false,
        })
    }

    /// Whether it wants to hear of `uri`: what was asked for may be a folder of it.
    fn has(&self, uri: &str) -> bool {
        let folders = uri.match_indices('/').map(|(at, _)| at).rev().take(MOST_FOLDERS);
        let mut folders = folders.flat_map(|at| [&uri[..at], &uri[..=at]]);
        self.resources.contains(uri) || folders.any(|folder| self.resources.contains(folder))
    }
}

impl Pass<'_> {
    /// Follows the notification `name`, if it belongs to a subscription.
    pub(super) fn announced(&mut self, turn: &Turn<'_>, name: &str) {
        let kind = KINDS.iter().position(|(method, _)| *method == name);
        let is_acknowledgement = name == ACKNOWLEDGED;
        let is_ours = kind.is_some() || is_acknowledgement;
        if !is_ours || !turn.force.is_known || !self.session.rpc.is_modern {
            return;
        }
        let doc = self.frame.doc;
        let Some((method, _)) = turn.message.method else { return };
        let Some(node) = turn.message.meta(doc, SUBSCRIPTION) else {
            self.session.rpc.subscriptions.is_unclear |= is_acknowledgement;
            let said = format!("`{name}` does not say which subscription it belongs to");
            let finding = self.at(method, Code::McpSubscriptionBroken, said);
            let help = format!("say the id of the request under `{SUBSCRIPTION}` in `_meta`");
            self.say(finding.words("no subscription").help(help));
            return;
        };
        let Some(id) = Id::read(doc, node) else { return };
        let open = self.session.rpc.ledger.open_mut(Party::Client, &id);
        let is_unclear = self.session.rpc.subscriptions.is_unclear;
        let modern = open.and_then(|open| open.facts.told.modern.as_mut());
        let Some(listen) = modern.and_then(|modern| modern.listen.as_mut()) else {
            if let Some(finding) = self.no_subscription(node, &id) {
                self.say(finding);
            }
            return;
        };
        if is_acknowledgement {
            listen.is_acknowledged = true;
            return;
        }
        let is_early = !listen.is_acknowledged && !is_unclear;
        let uri = turn.message.param(doc, "uri").filter(|_| name == UPDATED);
        let written = uri.and_then(|uri| doc.string(uri));
        let is_wanted = match kind.and_then(|kind| listen.kinds.get(kind)) {
            Some(is_wanted) => *is_wanted,
            None => written.is_none_or(|uri| listen.has(uri)),
        };
        if is_early {
            let said = format!("`{name}` comes before the subscription is acknowledged");
            let finding = self.at(method, Code::McpSubscriptionBroken, said).words("too early");
            self.say(finding.help(format!("the first message is `{ACKNOWLEDGED}`")));
        } else if !is_wanted {
            let finding = self.not_subscribed(method, name, uri, kind);
            self.say(finding);
        }
    }

    fn not_subscribed(
        &self,
        method: NodeId,
        name: &str,
        uri: Option<NodeId>,
        kind: Option<usize>,
    ) -> Finding {
        let (place, said) = match uri {
            Some(uri) => {
                let shown = shorten(self.frame.doc.string(uri).unwrap_or_default());
                (uri, format!("the subscription did not ask about `{shown}`"))
            }
            None => (method, format!("the subscription did not ask for `{name}`")),
        };
        let finding = self.at(place, Code::McpSubscriptionBroken, said).words("not asked for");
        match kind.and_then(|kind| KINDS.get(kind)) {
            Some((_, member)) => {
                finding.help(format!("who wants to hear of it says so under `{member}`"))
            }
            None => finding,
        }
    }

    /// The finding of an id that no open subscription has. Nothing is said where the subscription
    /// may stand in another file.
    fn no_subscription(&self, node: NodeId, id: &Id) -> Option<Finding> {
        let rpc = &self.session.rpc;
        let is_told = rpc.subscriptions.is_used || rpc.ledger.has_used(Party::Client, id);
        if !is_told {
            return None;
        }
        let shown = shorten(self.frame.doc.source(node));
        let said = format!("no open subscription has the id {shown}");
        let finding = self.at(node, Code::McpSubscriptionBroken, said).words("no such one");
        let other = rpc.ledger.open(Party::Client, &id.of_other_type());
        Some(match other {
            Some(_) => finding.help("one differs only in its type: `7` is not `\"7\"`"),
            None if rpc.ledger.has_used(Party::Client, id) => {
                finding.help("it has ended, or is the id of another request")
            }
            None => finding,
        })
    }

    /// Checks the end of a subscription: its result names the subscription once more.
    pub(super) fn unsubscribed(&mut self, turn: &Turn<'_>, result: NodeId, request: &Request) {
        let doc = self.frame.doc;
        if &*request.method != LISTEN {
            return;
        }
        let named = doc.get(result, "_meta").and_then(|meta| doc.get(meta, SUBSCRIPTION));
        let Some(named) = named else { return };
        let own = turn.message.id.and_then(|id| Id::read(doc, id));
        if own.is_some() && Id::read(doc, named) != own {
            let shown = shorten(doc.source(named));
            let said = format!("the subscription ends as {shown}, which is not the request's id");
            let finding = self.at(named, Code::McpSubscriptionBroken, said).words("another id");
            self.say(finding);
        }
    }
}

impl Dialogue {
    /// Notes that there are subscriptions, if the request `method` is one.
    pub(super) fn subscribes(&mut self, method: &str) {
        self.subscriptions.is_used |= method == LISTEN;
    }
}
