//! Streamed calls: fragments are joined, and what they join to is a call like any other.

use super::cut::Cut;
use super::outcome::Context;
use super::pass::Pass;
use super::streamed::{Streamed, close};
use crate::finding::{Address, Code, Finding, Side};
use crate::json::{Doc, Frame, Joined, NodeId, Tape, parse, same_value, with_tape};
use crate::wire::{Atom, Call, Item, Key, Pairing, Step, cut_off};
use crate::wording::shorten;

/// The streamed calls of a conversation.
#[derive(Debug, Default)]
pub(super) struct Streams {
    pub(super) open: Vec<Streamed>,
    pub(super) ended: Vec<Streamed>,
}

/// The members of one fragment.
struct Fragment<'d> {
    pairing: Pairing,
    scope: String,
    key: Option<String>,
    id: Option<(NodeId, &'d str)>,
    name: Option<(NodeId, &'d str)>,
    text: Option<NodeId>,
    node: NodeId,
    dialect: &'static str,
    is_hosted: bool,
}

impl Streams {
    fn position(&self, fragment: &Fragment<'_>) -> Option<usize> {
        self.open.iter().position(|call| call.is_meant(fragment))
    }

    /// The streamed call with this id.
    fn with_id(&self, pairing: Pairing, id: &str) -> Option<&Streamed> {
        let is_same = |call: &&Streamed| call.pairing == pairing && call.id.as_deref() == Some(id);
        self.ended.iter().rev().find(is_same)
    }
}

impl Streamed {
    fn is_meant(&self, fragment: &Fragment<'_>) -> bool {
        self.pairing == fragment.pairing
            && self.scope == fragment.scope
            && fragment.key.as_ref().is_none_or(|key| *key == self.key)
    }
}

impl Pass<'_> {
    /// Takes in the fragments of `item`.
    pub(super) fn fragment(&mut self, item: &Item<'_>) {
        let Atom::Fragment { list, scope, key, id, name, text, step, ends, pairing, is_hosted } =
            item.row.atom
        else {
            return;
        };
        let doc = self.frame.doc;
        let spelled = |node: Option<NodeId>| {
            node.filter(|node| !doc.is_null(*node)).map(|node| doc.source(node).to_owned())
        };
        let scope = spelled(scope.and_then(|path| item.member(doc, path))).unwrap_or_default();
        let nodes: Vec<NodeId> = match list {
            None => vec![item.node],
            Some(path) => {
                item.member(doc, path).into_iter().flat_map(|l| doc.elements(l)).collect()
            }
        };
        for node in nodes {
            let part = Item { node, ..item.clone() };
            let get = |path: Option<&str>| path.and_then(|path| part.member(doc, path));
            let word = |path| {
                let node = get(path)?;
                doc.string(node).filter(|text| !text.is_empty()).map(|text| (node, text))
            };
            let fragment = Fragment {
                pairing,
                scope: scope.clone(),
                key: spelled(get(key)),
                id: word(id),
                name: word(name),
                text: get(text),
                node,
                dialect: item.row.dialect,
                is_hosted,
            };
            match step {
                Step::Go => self.go_on(&fragment),
                Step::Done => self.repeated(&fragment),
                Step::End => {
                    self.note_reason(item.node, |call| call.is_meant(&fragment));
                    self.end(|call| call.is_meant(&fragment));
                }
            }
        }
        let is_end = ends.and_then(|path| item.member(doc, path)).is_some_and(|n| !doc.is_null(n));
        if is_end {
            let is_meant = |call: &Streamed| call.pairing == pairing && call.scope == scope;
            self.note_reason(item.node, is_meant);
            self.end(is_meant);
        }
    }

    /// Keeps why the calls end, if `node` or a member of it says that they were cut off.
    fn note_reason(&mut self, node: NodeId, is_meant: impl Fn(&Streamed) -> bool) {
        let doc = self.frame.doc;
        let members = doc.members(node).map(|(_, value)| value).filter(|it| doc.is_object(*it));
        let Some(reason) = std::iter::once(node).chain(members).find_map(|it| cut_off(doc, it))
        else {
            return;
        };
        let cut = Cut::new(self.frame, reason);
        for call in self.session.streams.open.iter_mut().filter(|call| is_meant(call)) {
            call.cut = Some(cut.clone());
        }
    }

    /// A fragment of a call that is open, or that it begins.
    fn go_on(&mut self, fragment: &Fragment<'_>) {
        let mut at = self.session.streams.position(fragment);
        if let (Some(open), Some((node, id))) = (at, fragment.id)
            && let Some(clash) = self.clash(open, node, id)
        {
            // Two calls under one key: what comes now is another call.
            context_of(self.context, fragment).note(self.outcome, clash);
            let before = self.session.streams.open.remove(open);
            self.close(before);
            at = None;
        }
        let at = at.unwrap_or_else(|| {
            let begun = self.begin(fragment);
            self.session.streams.open.push(begun);
            self.session.streams.open.len() - 1
        });
        let frame = self.frame;
        let named = fragment.name.map(|(node, _)| frame.label(frame.doc.range(node), ""));
        if let Some((node, id)) = fragment.id
            && self.session.streams.open[at].id.is_none()
        {
            let call = &mut self.session.streams.open[at];
            call.id = Some(id.to_owned());
            call.begin = frame.label(frame.doc.range(node), "");
            self.meet(fragment, node, id);
        }
        let call = &mut self.session.streams.open[at];
        if let (None, Some((_, name))) = (&call.name, fragment.name) {
            call.name = Some(name.to_owned());
            call.named = named;
        }
        call.is_hosted |= fragment.is_hosted;
        if let Some(node) = fragment.text {
            call.push(frame, node, self.context.document);
        }
    }

    /// Notes in its conversation the call that a fragment begins.
    fn meet(&mut self, fragment: &Fragment<'_>, node: NodeId, id: &str) {
        let frame = self.frame;
        let call = Call {
            label: frame.label(frame.doc.range(node), "first used here"),
            node: fragment.node,
            dialect: fragment.dialect,
            document: self.context.document,
            pairing: fragment.pairing,
            is_hosted: fragment.is_hosted,
        };
        let key = Key::of_text(fragment.pairing, id);
        let tool = fragment.name.map(|(_, name)| name);
        let Some(first) = self.session.conversation.call(Some(key), tool, call) else { return };
        let message = format!("two calls have the id \"{}\"", shorten(id));
        let label = frame.label(frame.doc.range(node), "the same id again");
        let finding = Finding::new(Code::CallIdDuplicate, message, label)
            .label(first)
            .help("ids must differ within a conversation: most APIs refuse the whole request")
            .at(frame.address_of(node));
        context_of(self.context, fragment).note(self.outcome, finding);
    }

    /// What is wrong if the open call has another id than this one.
    fn clash(&self, open: usize, node: NodeId, id: &str) -> Option<Finding> {
        let call = &self.session.streams.open[open];
        let known = call.id.as_deref().filter(|known| *known != id)?;
        let (known, id) = (shorten(known), shorten(id));
        let message = format!("two calls, \"{known}\" and \"{id}\", stream under one index");
        let label = self.frame.label(self.frame.doc.range(node), "another id");
        let mut first = call.begin.clone();
        first.text = "the index is this call's".into();
        let finding = Finding::new(Code::StreamIndexClash, message, label)
            .label(first)
            .help("clients that join by index merge the two; each call needs an index of its own")
            .at(self.frame.address_of(node));
        Some(finding)
    }

    fn begin(&self, fragment: &Fragment<'_>) -> Streamed {
        let frame = self.frame;
        let place = fragment.id.map_or(fragment.node, |(node, _)| node);
        Streamed {
            pairing: fragment.pairing,
            scope: fragment.scope.clone(),
            key: fragment.key.clone().unwrap_or_default(),
            id: None,
            name: None,
            dialect: fragment.dialect,
            document: self.context.document,
            first_document: self.context.document,
            is_hosted: fragment.is_hosted,
            begin: frame.label(frame.doc.head(place), ""),
            named: None,
            text: Joined::new(frame.file(), Address::root(), frame.depth() + 1),
            is_too_long: false,
            cut: None,
        }
    }

    /// The whole text of a call, after its fragments: both must be the same.
    fn repeated(&mut self, fragment: &Fragment<'_>) {
        if self.session.streams.position(fragment).is_none() {
            // The fragments were not recorded: this is the call.
            self.go_on(fragment);
            return;
        }
        let at = self.session.streams.position(fragment).unwrap_or_default();
        if let (None, Some((node, name))) = (&self.session.streams.open[at].name, fragment.name) {
            let named = self.frame.label(self.frame.doc.range(node), "");
            let call = &mut self.session.streams.open[at];
            (call.name, call.named) = (Some(name.to_owned()), Some(named));
        }
        if let Some(node) = fragment.text {
            self.give(at, node);
            let differs = self.difference(&self.session.streams.open[at], node);
            if let Some(finding) = differs {
                context_of(self.context, fragment).note(self.outcome, finding);
            }
        }
        self.end(|call| call.is_meant(fragment));
    }

    /// Whether the call `item` only repeats one that was streamed; if so it is compared with it.
    pub(super) fn is_repetition(&mut self, item: &Item<'_>, id: &str) -> bool {
        let Atom::Call { pairing, arguments, .. } = item.row.atom else { return false };
        let value = item.member(self.frame.doc, arguments);
        let is_meant = |call: &Streamed| call.pairing == pairing && call.id.as_deref() == Some(id);
        if let (Some(at), Some(value)) =
            (self.session.streams.open.iter().position(is_meant), value)
        {
            self.give(at, value);
        }
        self.end(is_meant);
        let Some(call) = self.session.streams.with_id(pairing, id) else {
            // Events repeat whole items too.
            let key = Key::of_text(pairing, id);
            return self.session.is_of_events && self.session.conversation.has(key);
        };
        let differs = value.and_then(|value| self.difference(call, value));
        if let Some(finding) = differs {
            let context = Context { dialect: Some(item.row.dialect), ..*self.context };
            context.note(self.outcome, finding);
        }
        true
    }

    /// Takes the arguments `node` as those of the open call `at`, if there were no fragments of them.
    fn give(&mut self, at: usize, node: NodeId) {
        let call = &mut self.session.streams.open[at];
        if call.text.text().is_empty() {
            call.push(self.frame, node, self.context.document);
        }
    }

    /// How the value `node`, arguments or their text, differs from what was streamed.
    fn difference(&self, call: &Streamed, node: NodeId) -> Option<Finding> {
        let doc = self.frame.doc;
        let streamed = call.text.text();
        let is_same = match doc.string(node) {
            Some(text) if text == streamed => true,
            Some(text) => with_tape(|tape| {
                parse(text, self.checker.limits.depth, tape).is_ok() && {
                    let inner = Doc::new(text, tape);
                    self.is_same_json(streamed, inner, inner.root())
                }
            }),
            // No fragments at all are no arguments.
            None if streamed.trim().is_empty() => doc.count(node) == 0,
            None => self.is_same_json(streamed, doc, node),
        };
        if is_same {
            return None;
        }
        let shown = call.name.as_deref().map(shorten).unwrap_or_default();
        let message = format!("the arguments of `{shown}` differ from its streamed fragments");
        let end = streamed.len() as u32;
        let nothing = Tape::new();
        let joined = Frame::joined(Doc::new(streamed, &nothing), &call.text);
        let mut first = joined.label(0..end, "the fragments begin here");
        first.more.clear();
        first.decoded = None;
        let label = self.frame.label(doc.head(node), "given again here");
        Some(
            Finding::new(Code::StreamDoneDiffers, message, label)
                .label(first)
                .at(self.frame.address_of(node)),
        )
    }

    fn is_same_json(&self, streamed: &str, doc: Doc<'_>, node: NodeId) -> bool {
        with_tape(|tape| {
            parse(streamed, self.checker.limits.depth, tape).is_ok() && {
                let inner = Doc::new(streamed, tape);
                same_value(inner, inner.root(), doc, node)
            }
        })
    }

    /// Ends the open calls that `is_meant` names, in the order in which they began.
    fn end(&mut self, is_meant: impl Fn(&Streamed) -> bool) {
        let open = std::mem::take(&mut self.session.streams.open);
        let (ended, open): (Vec<_>, Vec<_>) = open.into_iter().partition(is_meant);
        self.session.streams.open = open;
        for call in ended {
            self.close(call);
        }
    }

    fn close(&mut self, call: Streamed) {
        close(self.checker, self.role, self.session, call, self.outcome);
    }
}

fn context_of<'c>(context: &Context<'c>, fragment: &Fragment<'_>) -> Context<'c> {
    Context { side: Some(Side::Arguments), dialect: Some(fragment.dialect), ..*context }
}
