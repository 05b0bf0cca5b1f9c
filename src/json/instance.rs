//! The tape as the validator's instance: the only file that implements jsonschema's traits.
//!
//! The validator asks this tree directly; nothing is copied. Two things are arranged for the
//! findings: an error carries the id of its node instead of a copy of the value, and every question
//! is counted, so that a run-away schema stops after a number of questions and not after a time.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use jsonschema::json::{Array, Json, Node, NodeIdentity, Object, cmp};
use jsonschema::types::JsonType;
use jsonschema_value::LazyInstance;
use serde_json::Value;

use super::compare::first_repeat;
use super::doc::{Doc, Elements, Members};
use super::number::SpannedNumber;
use super::tape::{Kind, NodeId, name_hash};
use super::value::to_value;

/// The representation: a tape and its text.
#[derive(Debug, Clone, Copy)]
pub struct Spanned;

/// A node as the validator holds it.
#[derive(Debug, Clone, Copy)]
pub enum SpannedNode<'a> {
    /// A node of a document.
    At(Doc<'a>, NodeId),
    /// A string that stands in no document.
    Text(&'a str),
}

/// A property name of a schema, made ready for look-ups.
#[derive(Debug)]
pub struct SpannedKey {
    name: String,
    hash: u32,
}

/// What ended a budgeted run early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetSpent;

thread_local! {
    static QUESTIONS_LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static VALUES: Cell<Values> = const { Cell::new(Values::Copied) };
}

/// Counts one question of the validator.
#[inline]
fn ask() {
    QUESTIONS_LEFT.with(|left| match left.get().checked_sub(1) {
        Some(rest) => left.set(rest),
        // `resume_unwind` does not run the panic hook: nothing is printed.
        None => resume_unwind(Box::new(BudgetSpent)),
    });
}

/// Runs `validation`, which may ask at most `questions` of our tree.
///
/// # Errors
/// [`BudgetSpent`] if it asked more; a panic of its own goes on unwinding.
pub fn with_budget<T>(questions: u64, validation: impl FnOnce() -> T) -> Result<T, BudgetSpent> {
    let outer = QUESTIONS_LEFT.replace(questions);
    let result = catch_unwind(AssertUnwindSafe(validation));
    let left = QUESTIONS_LEFT.get();
    QUESTIONS_LEFT.set(outer.saturating_sub(questions - left.min(questions)));
    result.map_err(|payload| match payload.downcast::<BudgetSpent>() {
        Ok(spent) => *spent,
        Err(other) => resume_unwind(other),
    })
}

/// What the validator's errors hold where they would hold a copy of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// The copy.
    Copied,
    /// The node's number.
    Numbers,
    /// The value's shape, with numbers of nodes for what is empty or a scalar: for schemas with patterns that the
    /// engine may not decide, since it then looks for the undecided value inside the whole.
    Shapes,
}

/// Runs `collection`, during which the validator's errors hold `values`. Read numbers back with
/// [`node_of_value`].
pub fn with_values<T>(values: Values, collection: impl FnOnce() -> T) -> T {
    struct Restore(Values);
    impl Drop for Restore {
        fn drop(&mut self) {
            VALUES.set(self.0);
        }
    }
    let _restore = Restore(VALUES.replace(values));
    collection()
}

/// The shape of `node`: see [`Values::Shapes`]. No two nodes of a document have the same.
#[must_use]
pub fn shape(doc: Doc<'_>, node: NodeId) -> Value {
    match doc.kind(node) {
        Kind::Array if doc.count(node) > 0 => {
            doc.elements(node).map(|element| shape(doc, element)).collect()
        }
        Kind::Object if doc.count(node) > 0 => {
            let member =
                |(key, value)| (doc.string(key).unwrap_or_default().to_owned(), shape(doc, value));
            Value::Object(doc.members(node).map(member).collect())
        }
        _ => Value::from(node.0),
    }
}

/// The node whose number an error of [`with_values`] holds in place of its value.
#[must_use]
pub fn node_of_value(value: &Value) -> Option<NodeId> {
    value.as_u64().and_then(|id| u32::try_from(id).ok()).map(NodeId)
}

impl Json for Spanned {
    type Node<'a> = SpannedNode<'a>;
    type PreparedKey = SpannedKey;
    type StringBuffer = ();

    /// A look-up compares lengths and mostly nothing else, so it never pays to walk all members in
    /// its place (measured: a tenth of the validation of small payloads).
    const KEYS_PER_LOOKUP: usize = 0;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> SpannedKey {
        SpannedKey { name: key.to_owned(), hash: name_hash(key.as_bytes()) }
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(SpannedNode<'_>) -> T) -> T {
        f(SpannedNode::Text(string))
    }
}

impl<'a> SpannedNode<'a> {
    fn kind(self) -> Kind {
        match self {
            Self::At(doc, node) => doc.kind(node),
            Self::Text(_) => Kind::Plain,
        }
    }

    fn text(self) -> Option<&'a str> {
        match self {
            Self::At(doc, node) => doc.string(node),
            Self::Text(text) => Some(text),
        }
    }
}

impl<'a> Node<'a, Spanned> for SpannedNode<'a> {
    type Object = SpannedObject<'a>;
    type Array = SpannedArray<'a>;
    type Number = SpannedNumber<'a>;

    fn as_object(&self) -> Option<SpannedObject<'a>> {
        ask();
        match *self {
            Self::At(doc, node) if doc.is_object(node) => Some(SpannedObject { doc, node }),
            _ => None,
        }
    }

    fn as_array(&self) -> Option<SpannedArray<'a>> {
        ask();
        match *self {
            Self::At(doc, node) if doc.is_array(node) => Some(SpannedArray { doc, node }),
            _ => None,
        }
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        ask();
        self.text().map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<SpannedNumber<'a>> {
        ask();
        match *self {
            Self::At(doc, node) => SpannedNumber::of(doc, node),
            Self::Text(_) => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        ask();
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    fn is_null(&self) -> bool {
        ask();
        self.kind() == Kind::Null
    }

    fn is_number(&self) -> bool {
        ask();
        matches!(self.kind(), Kind::Integer | Kind::Float)
    }

    fn is_string(&self) -> bool {
        ask();
        matches!(self.kind(), Kind::Plain | Kind::Escaped)
    }

    fn json_type(&self) -> JsonType {
        ask();
        match self.kind() {
            Kind::Null => JsonType::Null,
            Kind::False | Kind::True => JsonType::Boolean,
            Kind::Integer | Kind::Float => JsonType::Number,
            Kind::Plain | Kind::Escaped => JsonType::String,
            Kind::Array => JsonType::Array,
            Kind::Object => JsonType::Object,
        }
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        ask();
        let text = self.text()?;
        // A character takes one to four bytes.
        let bytes = text.len() as u64;
        let fewest = bytes.div_ceil(4);
        if bytes < min || fewest > max {
            return Some(false);
        }
        if min <= fewest && bytes <= max {
            return Some(true);
        }
        Some((min..=max).contains(&(text.chars().count() as u64)))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        ask();
        match *self {
            Self::At(doc, node) => equals(doc, node, expected),
            Self::Text(text) => expected.as_str() == Some(text),
        }
    }

    fn to_value(&self) -> Cow<'a, Value> {
        Cow::Owned(match (*self, VALUES.get()) {
            (Self::At(doc, node), Values::Copied) => to_value(doc, node),
            (Self::At(_, node), Values::Numbers) => Value::from(node.0),
            (Self::At(doc, node), Values::Shapes) => shape(doc, node),
            (Self::Text(text), _) => Value::from(text),
        })
    }

    fn lazy_value(&self) -> LazyInstance<'a> {
        LazyInstance::Ready(self.to_value())
    }

    fn identity(&self) -> Option<NodeIdentity> {
        match self {
            // Tapes alive at the same time have different addresses, whatever they hold; one that
            // is parsed anew serves another validation.
            Self::At(doc, node) => {
                Some(NodeIdentity::tagged(std::ptr::from_ref(doc.tape()) as usize, node.0))
            }
            Self::Text(text) => Some(NodeIdentity::tagged(text.as_ptr() as usize, u32::MAX)),
        }
    }
}

/// Whether `node` equals a value of a schema; numbers compare mathematically.
fn equals(doc: Doc<'_>, node: NodeId, expected: &Value) -> bool {
    match (doc.kind(node), expected) {
        (Kind::Null, Value::Null)
        | (Kind::True, Value::Bool(true))
        | (Kind::False, Value::Bool(false)) => true,
        (Kind::Integer | Kind::Float, Value::Number(expected)) => {
            SpannedNumber::of(doc, node).is_some_and(|number| cmp::equal_numbers(&number, expected))
        }
        (Kind::Plain | Kind::Escaped, Value::String(expected)) => {
            doc.string(node) == Some(expected)
        }
        (Kind::Array, Value::Array(items)) => {
            doc.count(node) == items.len()
                && doc.elements(node).zip(items).all(|(element, item)| equals(doc, element, item))
        }
        (Kind::Object, Value::Object(members)) => {
            doc.count(node) == members.len()
                && doc.members(node).all(|(key, value)| {
                    doc.string(key)
                        .and_then(|name| members.get(name))
                        .is_some_and(|expected| equals(doc, value, expected))
                })
        }
        _ => false,
    }
}

/// An object as the validator holds it.
#[derive(Debug, Clone, Copy)]
pub struct SpannedObject<'a> {
    doc: Doc<'a>,
    node: NodeId,
}

impl<'a> Object<'a, Spanned> for SpannedObject<'a> {
    type Node = SpannedNode<'a>;
    type MemberName = &'a str;
    type MembersIter = SpannedMembers<'a>;

    fn len(&self) -> usize {
        self.doc.count(self.node)
    }

    fn get(&self, key: &SpannedKey) -> Option<SpannedNode<'a>> {
        ask();
        self.doc
            .get_hashed(self.node, &key.name, key.hash)
            .map(|value| SpannedNode::At(self.doc, value))
    }

    fn members(&self) -> SpannedMembers<'a> {
        SpannedMembers { doc: self.doc, members: self.doc.members(self.node) }
    }

    fn try_for_each_name_node<B>(
        &self,
        (): &mut (),
        mut f: impl FnMut(SpannedNode<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.doc.members(self.node).try_for_each(|(key, _)| f(SpannedNode::At(self.doc, key)))
    }
}

/// See [`SpannedObject`].
#[derive(Debug)]
pub struct SpannedMembers<'a> {
    doc: Doc<'a>,
    members: Members<'a>,
}

impl<'a> Iterator for SpannedMembers<'a> {
    type Item = (&'a str, SpannedNode<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.members.next()?;
        Some((self.doc.string(key).unwrap_or_default(), SpannedNode::At(self.doc, value)))
    }
}

/// An array as the validator holds it.
#[derive(Debug, Clone, Copy)]
pub struct SpannedArray<'a> {
    doc: Doc<'a>,
    node: NodeId,
}

impl<'a> Array<'a, Spanned> for SpannedArray<'a> {
    type Node = SpannedNode<'a>;
    type ElementsIter = SpannedElements<'a>;

    fn len(&self) -> usize {
        self.doc.count(self.node)
    }

    fn elements(&self) -> SpannedElements<'a> {
        SpannedElements { doc: self.doc, elements: self.doc.elements(self.node) }
    }

    fn is_unique(&self) -> bool {
        ask();
        first_repeat(self.doc, self.node).is_none()
    }
}

/// See [`SpannedArray`].
#[derive(Debug)]
pub struct SpannedElements<'a> {
    doc: Doc<'a>,
    elements: Elements<'a>,
}

impl<'a> Iterator for SpannedElements<'a> {
    type Item = SpannedNode<'a>;

    fn next(&mut self) -> Option<SpannedNode<'a>> {
        self.elements.next().map(|node| SpannedNode::At(self.doc, node))
    }
}
