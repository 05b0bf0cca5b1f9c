//! Two schemas compared by what they demand: titles, examples and other annotations do not count.

use super::walk::{Holds, holds};
use crate::json::{Doc, NodeId, first_difference};

/// The keywords of all drafts that only describe.
const ANNOTATIONS: &[&str] = &[
    "$comment",
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];
/// The keywords whose list has no order.
const SETS: &[&str] = &["enum", "required", "type"];

/// The first two places in which the schemas `a` of `left` and `b` of `right` differ. Of a member
/// that only one of them has, its name there and the object that lacks it. `None` if they demand the
/// same.
#[must_use]
pub fn schema_difference(
    left: Doc<'_>,
    a: NodeId,
    right: Doc<'_>,
    b: NodeId,
) -> Option<(NodeId, NodeId)> {
    Pair { left, right }.schemas(a, b)
}

#[derive(Clone, Copy)]
struct Pair<'a> {
    left: Doc<'a>,
    right: Doc<'a>,
}

type Difference = Option<(NodeId, NodeId)>;

impl Pair<'_> {
    fn schemas(self, a: NodeId, b: NodeId) -> Difference {
        self.members(a, b, |name| !ANNOTATIONS.contains(&name), Self::keyword)
    }

    /// Compares the values of the keyword `name`.
    fn keyword(self, name: &str, a: NodeId, b: NodeId) -> Difference {
        let are_lists = self.left.is_array(a) && self.right.is_array(b);
        match holds(name) {
            Some(Holds::Map) => self.members(a, b, |_| true, |pair, _, a, b| pair.schemas(a, b)),
            // The list form of `items` too.
            Some(_) if are_lists => self.lists(a, b),
            Some(_) => self.schemas(a, b),
            None if are_lists && SETS.contains(&name) => self.sets(a, b),
            None => first_difference(self.left, a, self.right, b),
        }
    }

    /// Compares the members that `counts` by `compare`; other values than objects as JSON.
    fn members(
        self,
        a: NodeId,
        b: NodeId,
        counts: impl Fn(&str) -> bool,
        compare: impl Fn(Self, &str, NodeId, NodeId) -> Difference,
    ) -> Difference {
        let Self { left, right } = self;
        if !left.is_object(a) || !right.is_object(b) {
            return first_difference(left, a, right, b);
        }
        let of_left = left.members(a).find_map(|(key, value)| {
            let name = left.string(key).filter(|name| counts(name))?;
            match right.get(b, name) {
                Some(other) => compare(self, name, value, other),
                None => Some((key, b)),
            }
        });
        of_left.or_else(|| {
            right.members(b).find_map(|(key, _)| {
                let name = right.string(key).filter(|name| counts(name))?;
                left.get(a, name).is_none().then_some((a, key))
            })
        })
    }

    fn lists(self, a: NodeId, b: NodeId) -> Difference {
        if self.left.count(a) != self.right.count(b) {
            return Some((a, b));
        }
        let mut pairs = self.left.elements(a).zip(self.right.elements(b));
        pairs.find_map(|(a, b)| self.schemas(a, b))
    }

    fn sets(self, a: NodeId, b: NodeId) -> Difference {
        let Self { left, right } = self;
        let is_same = |a, b| first_difference(left, a, right, b).is_none();
        let only_left = left.elements(a).find(|a| !right.elements(b).any(|b| is_same(*a, b)));
        let only_right = || right.elements(b).find(|b| !left.elements(a).any(|a| is_same(a, *b)));
        only_left.map(|element| (element, b)).or_else(|| only_right().map(|element| (a, element)))
    }
}

#[cfg(test)]
mod tests {
    use super::schema_difference;
    use crate::json::{DEFAULT_DEPTH, Doc, Tape, parse};

    /// What differs, as written.
    fn difference(left: &str, right: &str) -> Option<(String, String)> {
        let (mut one, mut other) = (Tape::new(), Tape::new());
        parse(left, DEFAULT_DEPTH, &mut one).expect("JSON");
        parse(right, DEFAULT_DEPTH, &mut other).expect("JSON");
        let (left, right) = (Doc::new(left, &one), Doc::new(right, &other));
        let (a, b) = schema_difference(left, left.root(), right, right.root())?;
        Some((left.source(a).to_owned(), right.source(b).to_owned()))
    }

    #[test]
    fn only_what_is_demanded_counts() {
        let plain = r#"{"type":["string","null"],"properties":{"a":{"items":{}}}}"#;
        let described = r#"{"type":["null","string"],"title":"T","properties":{"a":{"default":1,"items":{"examples":[]}}}}"#;
        assert_eq!(difference(plain, described), None);
        assert_eq!(difference(described, plain), None);
    }

    #[test]
    fn a_property_or_a_constant_is_no_annotation() {
        let found = |left, right| difference(left, right).expect("a difference");
        let (one, other) = found(r#"{"properties":{"title":{}}}"#, r#"{"properties":{}}"#);
        assert_eq!((&*one, &*other), (r#""title""#, "{}"));
        let (one, other) = found(r#"{"const":{"title":"A"}}"#, r#"{"const":{"title":"B"}}"#);
        assert_eq!((&*one, &*other), (r#""A""#, r#""B""#));
        let (one, other) = found(r#"{"enum":["a"]}"#, r#"{"enum":["b","a"]}"#);
        assert_eq!((&*one, &*other), (r#"["a"]"#, r#""b""#));
    }
}
