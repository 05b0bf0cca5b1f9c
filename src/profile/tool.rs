//! A definition as the limits see it, and what is asked of it apart from its schema.

use super::is_function;
use super::rule::Group;
use crate::finding::{Code, Finding, Label};
use crate::json::{Doc, Frame, Kind, NodeId};
use crate::wire::{Atom, Item, Spelling};
use crate::wording::NameForm;

/// A definition of a tool that takes arguments.
pub(super) struct Tool<'a> {
    pub(super) frame: &'a Frame<'a>,
    pub(super) dialect: &'static str,
    pub(super) spelling: Spelling,
    /// The name.
    name: NodeId,
    /// The object that has the name as a member, and with it the description and `strict`.
    holder: NodeId,
    /// The schema of the arguments.
    pub(super) schema: Option<NodeId>,
    /// Its place in its list, from 0.
    place: usize,
}

impl<'a> Tool<'a> {
    /// The definition `item`; none if it is no function, or has no name.
    pub(super) fn of(frame: &'a Frame<'a>, item: &Item<'_>) -> Option<Self> {
        let Atom::Definition { name: path, input, spelling, .. } = item.row.atom else {
            return None;
        };
        let doc = frame.doc;
        let name = item.member(doc, path).filter(|name| doc.is_string(*name))?;
        let above = path.rsplit_once('/').and_then(|(above, _)| item.member(doc, above));
        let schema = input.and_then(|path| item.member(doc, path));
        let place = item.list.and_then(|list| doc.elements(list).position(|it| it == item.node));
        is_function(item).then(|| Self {
            frame,
            dialect: item.row.dialect,
            spelling,
            name,
            holder: above.unwrap_or(item.node),
            schema: schema.filter(|node| !doc.is_null(*node)),
            place: place.unwrap_or_default(),
        })
    }

    pub(super) fn doc(&self) -> Doc<'a> {
        self.frame.doc
    }

    /// Whether the definition says that it is not strict.
    pub(super) fn is_loose(&self) -> bool {
        let strict = self.doc().get(self.holder, "strict");
        strict.is_some_and(|strict| self.doc().kind(strict) == Kind::False)
    }

    /// A finding on `node`: all of a scalar, the opening bracket of a container.
    pub(super) fn on(&self, node: NodeId, code: Code, message: impl Into<String>) -> Finding {
        Finding::new(code, message, self.label(node)).at(self.frame.address_of(node))
    }

    /// A finding on the key `key` of the member `node`.
    pub(super) fn on_key(
        &self,
        (key, node): (NodeId, NodeId),
        code: Code,
        message: impl Into<String>,
    ) -> Finding {
        let label = self.frame.label(self.doc().range(key), "");
        Finding::new(code, message, label).at(self.frame.address_of(node))
    }

    fn label(&self, node: NodeId) -> Label {
        self.frame.label(self.doc().head(node), "")
    }

    /// A name of another form.
    pub(super) fn name_form(&self, code: Code, form: NameForm, of: &Group) -> Option<Finding> {
        let (message, words) = form.breach("name", self.doc().string(self.name)?)?;
        Some(self.on(self.name, code, message).words(words).help(of.refusal()))
    }

    /// A description of no characters.
    pub(super) fn empty_description(&self, code: Code, of: &Group) -> Option<Finding> {
        let description = self.doc().get(self.holder, "description")?;
        let is_empty = self.doc().string(description).is_some_and(str::is_empty);
        is_empty.then(|| {
            let message = format!("the description is empty, which {} does not take", of.whose());
            self.on(description, code, message)
                .words("at least one character")
                .help("describe the tool, or leave the member out")
        })
    }

    /// The first tool of a list that is one too many.
    pub(super) fn too_many(&self, code: Code, most: usize, of: &Group) -> Option<Finding> {
        (self.place == most).then(|| {
            let message = format!("{} takes at most {most} tools; this list has more", of.whose());
            let words = format!("the tool number {}", most + 1);
            self.on(self.name, code, message).words(words).help(of.refusal())
        })
    }
}
