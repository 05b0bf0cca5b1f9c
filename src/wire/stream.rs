//! Streamed calls: fragments, joined into the texts that they are pieces of.
//!
//! Only joining is done here. What happens to a call on the way comes back as [`Joining`]s, in order.

use super::content::cut_off;
use super::recognise::Item;
use super::table::{Atom, Pairing, Step};
use crate::finding::{Address, Label};
use crate::json::{Doc, Frame, Joined, NodeId};

/// Fragments that one call may have.
pub const MOST_PIECES: usize = 100_000;
/// Calls whose texts are kept after their end, to compare what repeats them.
const KEPT: usize = 1000;

/// The streamed calls of a conversation.
#[derive(Debug, Default)]
pub struct Streams {
    open: Vec<Streamed>,
    ended: Vec<Streamed>,
}

/// A call as far as its fragments have come.
#[derive(Debug)]
pub struct Streamed {
    /// The row of its first fragment.
    pub row: &'static str,
    /// How its result finds it.
    pub pairing: Pairing,
    /// What its key is counted in, such as the choice.
    pub scope: String,
    /// What says which fragments are its.
    pub key: String,
    /// Its id.
    pub id: Option<String>,
    /// Its tool.
    pub name: Option<String>,
    /// The dialect.
    pub dialect: &'static str,
    /// The document of its beginning.
    pub document: u64,
    /// The document of the first fragment: an address counts from there.
    pub first_document: u64,
    /// Whether the provider runs the tool.
    pub is_hosted: bool,
    /// Where it begins: its id, or the first fragment.
    pub begin: Label,
    /// Where its tool is named.
    pub named: Option<Label>,
    /// The arguments so far.
    pub text: Joined,
    /// Whether it has more fragments than are joined.
    pub is_too_long: bool,
    /// Why it was cut off.
    pub cut: Option<CutOff>,
}

/// The reason that is given for a message that was cut off.
#[derive(Debug, Clone)]
pub struct CutOff {
    /// Where it stands.
    pub label: Label,
    /// The member that says it.
    pub name: &'static str,
    /// The reason itself.
    pub word: String,
}

/// The members of one fragment.
#[derive(Debug, Clone)]
pub struct Fragment<'d> {
    /// The row.
    pub row: &'static str,
    /// How the call's result finds it.
    pub pairing: Pairing,
    /// What the key is counted in.
    pub scope: String,
    /// What says which call it belongs to.
    pub key: Option<String>,
    /// The call's id.
    pub id: Option<(NodeId, &'d str)>,
    /// The tool's name.
    pub name: Option<(NodeId, &'d str)>,
    /// The piece of the text.
    pub text: Option<NodeId>,
    /// The fragment itself.
    pub node: NodeId,
    /// The dialect.
    pub dialect: &'static str,
    /// Whether the provider runs the tool.
    pub is_hosted: bool,
}

/// What fragments did to a call.
#[derive(Debug)]
pub enum Joining<'d> {
    /// It has got the id of this fragment: from here on results can answer it.
    Met(Fragment<'d>),
    /// It had to end, because this fragment of another call came under its key.
    Clash(Box<Streamed>, Fragment<'d>),
    /// It ended; where its whole text was given once more, that is the node.
    Ended(Box<Streamed>, Option<NodeId>),
}

impl Streamed {
    fn is_meant(&self, fragment: &Fragment<'_>) -> bool {
        self.pairing == fragment.pairing
            && self.scope == fragment.scope
            && fragment.key.as_ref().is_none_or(|key| *key == self.key)
    }

    fn begin(frame: &Frame<'_>, fragment: &Fragment<'_>, document: u64) -> Self {
        let place = fragment.id.map_or(fragment.node, |(node, _)| node);
        Self {
            row: fragment.row,
            pairing: fragment.pairing,
            scope: fragment.scope.clone(),
            key: fragment.key.clone().unwrap_or_default(),
            id: None,
            name: None,
            dialect: fragment.dialect,
            document,
            first_document: document,
            is_hosted: fragment.is_hosted,
            begin: frame.label(frame.doc.head(place), ""),
            named: None,
            text: Joined::new(frame.file(), Address::root(), frame.depth() + 1),
            is_too_long: false,
            cut: None,
        }
    }

    /// Takes the tool's name from a fragment, if it is not known yet.
    fn name(&mut self, frame: &Frame<'_>, fragment: &Fragment<'_>) {
        if let (None, Some((node, name))) = (&self.name, fragment.name) {
            self.name = Some(name.to_owned());
            self.named = Some(frame.label(frame.doc.range(node), ""));
        }
    }

    /// Adds a fragment: a text, or a value that stands where a text is due.
    fn push(&mut self, frame: &Frame<'_>, node: NodeId, document: u64) {
        let doc = frame.doc;
        if self.text.count() >= MOST_PIECES {
            self.is_too_long = true;
            return;
        }
        match doc.string(node) {
            Some("") => {}
            Some(text) => {
                self.begin_text(frame, node, document);
                self.text.push(text, frame.content_placement(node));
            }
            None if doc.is_null(node) => {}
            None => {
                let start = doc.range(node).start;
                self.begin_text(frame, node, document);
                self.text.push(doc.source(node), frame.placement().within(start));
            }
        }
    }

    /// Gives the text the address of its first fragment `node`.
    fn begin_text(&mut self, frame: &Frame<'_>, node: NodeId, document: u64) {
        if self.text.count() > 0 {
            return;
        }
        let mut address = frame.address_of(node);
        address.push_join();
        address.push_decode();
        self.text = Joined::new(frame.file(), address, frame.depth() + 1);
        self.first_document = document;
    }

    /// Takes `node` as its text, if there were no fragments of it.
    fn give(&mut self, frame: &Frame<'_>, node: NodeId, document: u64) {
        if self.text.text().is_empty() {
            self.push(frame, node, document);
        }
    }
}

impl Streams {
    /// Takes in the fragments of `item`, which stands in the document of this number.
    pub fn take<'d>(
        &mut self,
        frame: &Frame<'d>,
        item: &Item<'_>,
        document: u64,
    ) -> Vec<Joining<'d>> {
        let Atom::Fragment { scope, step, ends, pairing, .. } = item.row.atom else {
            return Vec::new();
        };
        let doc = frame.doc;
        let scope = spelled(doc, scope.and_then(|path| item.member(doc, path))).unwrap_or_default();
        let mut joinings = Vec::new();
        for fragment in fragments(doc, item, &scope) {
            match step {
                Step::Go => self.go_on(frame, fragment, document, &mut joinings),
                Step::Done => self.repeated(frame, fragment, document, &mut joinings),
                Step::End => {
                    self.note_reason(frame, item.node, |call| call.is_meant(&fragment));
                    joinings.extend(ended(self.end(|call| call.is_meant(&fragment))));
                }
            }
        }
        let is_end = ends.and_then(|path| item.member(doc, path)).is_some_and(|n| !doc.is_null(n));
        if is_end {
            let is_meant = |call: &Streamed| call.pairing == pairing && call.scope == scope;
            self.note_reason(frame, item.node, is_meant);
            joinings.extend(ended(self.end(is_meant)));
        }
        joinings
    }

    /// A fragment of a call that is open, or that it begins.
    fn go_on<'d>(
        &mut self,
        frame: &Frame<'d>,
        fragment: Fragment<'d>,
        document: u64,
        joinings: &mut Vec<Joining<'d>>,
    ) {
        let mut at = self.position(&fragment);
        let is_another = |open: usize| {
            let known = self.open[open].id.as_deref();
            known.is_some() && fragment.id.is_some_and(|(_, id)| known != Some(id))
        };
        if let Some(open) = at.filter(|open| is_another(*open)) {
            // Two calls under one key: what comes now is another call.
            let before = Box::new(self.open.remove(open));
            joinings.push(Joining::Clash(before, fragment.clone()));
            at = None;
        }
        let at = at.unwrap_or_else(|| {
            self.open.push(Streamed::begin(frame, &fragment, document));
            self.open.len() - 1
        });
        let call = &mut self.open[at];
        call.name(frame, &fragment);
        call.is_hosted |= fragment.is_hosted;
        if let Some(node) = fragment.text {
            call.push(frame, node, document);
        }
        if let (None, Some((node, id))) = (&call.id, fragment.id) {
            call.id = Some(id.to_owned());
            call.begin = frame.label(frame.doc.range(node), "");
            joinings.push(Joining::Met(fragment));
        }
    }

    /// The whole text of a call, after its fragments.
    fn repeated<'d>(
        &mut self,
        frame: &Frame<'d>,
        fragment: Fragment<'d>,
        document: u64,
        joinings: &mut Vec<Joining<'d>>,
    ) {
        let Some(at) = self.position(&fragment) else {
            // The fragments were not recorded: this is the call.
            self.go_on(frame, fragment, document, joinings);
            return;
        };
        let call = &mut self.open[at];
        call.name(frame, &fragment);
        if let Some(node) = fragment.text {
            call.give(frame, node, document);
        }
        let mut again = fragment.text;
        let all = self.end(|call| call.is_meant(&fragment)).into_iter();
        joinings.extend(all.map(|call| Joining::Ended(Box::new(call), again.take())));
    }

    /// Ends the open calls with this id, of which `value` are the arguments once more.
    pub fn repeat(
        &mut self,
        frame: &Frame<'_>,
        pairing: Pairing,
        id: &str,
        value: Option<NodeId>,
        document: u64,
    ) -> Vec<Streamed> {
        let is_meant = |call: &Streamed| call.pairing == pairing && call.id.as_deref() == Some(id);
        let open = self.open.iter_mut().find(|call| is_meant(call));
        if let (Some(call), Some(value)) = (open, value) {
            call.give(frame, value, document);
        }
        self.end(is_meant)
    }

    /// Keeps why the calls end, if `node` or a member of it says that they were cut off.
    fn note_reason(
        &mut self,
        frame: &Frame<'_>,
        node: NodeId,
        is_meant: impl Fn(&Streamed) -> bool,
    ) {
        let doc = frame.doc;
        let members = doc.members(node).map(|(_, value)| value).filter(|it| doc.is_object(*it));
        let reason = std::iter::once(node).chain(members).find_map(|it| cut_off(doc, it));
        let Some((name, value)) = reason else { return };
        let cut = CutOff {
            label: frame.label(doc.range(value), "the reason"),
            name,
            word: doc.string(value).unwrap_or_default().to_owned(),
        };
        for call in self.open.iter_mut().filter(|call| is_meant(call)) {
            call.cut = Some(cut.clone());
        }
    }

    /// Ends the open calls that `is_meant` names; they come in the order in which they began.
    fn end(&mut self, is_meant: impl Fn(&Streamed) -> bool) -> Vec<Streamed> {
        let (ended, open) = std::mem::take(&mut self.open).into_iter().partition(is_meant);
        self.open = open;
        ended
    }

    /// Ends all open calls.
    pub fn end_all(&mut self) -> Vec<Streamed> {
        std::mem::take(&mut self.open)
    }

    /// Keeps a call that has ended, to compare what repeats it.
    pub fn keep(&mut self, call: Streamed) {
        if self.ended.len() >= KEPT {
            self.ended.remove(0);
        }
        self.ended.push(call);
    }

    /// The last kept call with this id.
    #[must_use]
    pub fn with_id(&self, pairing: Pairing, id: &str) -> Option<&Streamed> {
        let is_same = |call: &&Streamed| call.pairing == pairing && call.id.as_deref() == Some(id);
        self.ended.iter().rev().find(is_same)
    }

    fn position(&self, fragment: &Fragment<'_>) -> Option<usize> {
        self.open.iter().position(|call| call.is_meant(fragment))
    }
}

fn ended<'d>(calls: Vec<Streamed>) -> impl Iterator<Item = Joining<'d>> {
    calls.into_iter().map(|call| Joining::Ended(Box::new(call), None))
}

/// The fragments of `item`.
fn fragments<'d>(doc: Doc<'d>, item: &Item<'_>, scope: &str) -> Vec<Fragment<'d>> {
    let Atom::Fragment { list, key, id, name, text, pairing, is_hosted, .. } = item.row.atom else {
        return Vec::new();
    };
    let nodes: Vec<NodeId> = match list {
        None => vec![item.node],
        Some(path) => item.member(doc, path).into_iter().flat_map(|l| doc.elements(l)).collect(),
    };
    let fragment = |node| {
        let part = Item { node, ..item.clone() };
        let get = |path: Option<&str>| path.and_then(|path| part.member(doc, path));
        let word = |path| {
            let node = get(path)?;
            doc.string(node).filter(|text| !text.is_empty()).map(|text| (node, text))
        };
        Fragment {
            row: item.row.id,
            pairing,
            scope: scope.to_owned(),
            key: spelled(doc, get(key)),
            id: word(id),
            name: word(name),
            text: get(text),
            node,
            dialect: item.row.dialect,
            is_hosted,
        }
    };
    nodes.into_iter().map(fragment).collect()
}

/// A scope or key: the same one however its string is escaped.
fn spelled(doc: Doc<'_>, node: Option<NodeId>) -> Option<String> {
    let node = node.filter(|node| !doc.is_null(*node))?;
    Some(doc.string(node).unwrap_or_else(|| doc.source(node)).to_owned())
}
