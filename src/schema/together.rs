//! Errors that were found together: which of them say nothing new.
//!
//! A value that is none of those allowed has a wrong type too, one of a wrong type fits no branch, and
//! a schema that is reached on several ways gives its errors once for each. Values can have very many
//! errors, so that nothing here compares each with each.

use std::collections::{HashMap, HashSet};

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

/// What a list of errors says as a whole.
pub(super) struct Together<'e> {
    /// The places of values that are none of those allowed.
    unequal: HashSet<&'e str>,
    /// The places of values of a wrong type.
    mistyped: HashSet<&'e str>,
    /// For each keyword that forbids elements and each array, the first element that it forbids.
    surplus: HashMap<(&'e str, &'e str), usize>,
    /// The places of all errors, with the ways to their keywords, sorted by place.
    places: Vec<(&'e str, &'e str)>,
}

impl<'e> Together<'e> {
    pub(super) fn new(errors: &'e [ValidationError<'_>]) -> Self {
        let mut together = Self {
            unequal: HashSet::new(),
            mistyped: HashSet::new(),
            surplus: HashMap::new(),
            places: Vec::new(),
        };
        for error in errors {
            let place = error.instance_path().as_str();
            match error.kind() {
                Kind::Enum { .. } | Kind::Constant { .. } => {
                    together.unequal.insert(place);
                }
                Kind::Type { .. } => {
                    together.mistyped.insert(place);
                }
                Kind::FalseSchema => {
                    if let Some((array, index)) = element(place) {
                        let keyword = error.schema_path().as_str();
                        let first = together.surplus.entry((keyword, array)).or_insert(index);
                        *first = index.min(*first);
                    }
                }
                _ => {}
            }
            together.places.push((place, error.evaluation_path().as_str()));
        }
        together.places.sort_unstable();
        together
    }

    /// Whether `error` follows from another on the same value.
    pub(super) fn has_cause(&self, error: &ValidationError<'_>) -> bool {
        let place = error.instance_path().as_str();
        match error.kind() {
            Kind::Type { .. } => self.unequal.contains(place),
            Kind::AnyOf { .. }
            // A fraction is no multiple of a whole number either.
            | Kind::MultipleOf { .. }
            | Kind::OneOfNotValid { .. }
            | Kind::OneOfMultipleValid { .. }
            | Kind::Not { .. } => self.mistyped.contains(place),
            _ => false,
        }
    }

    /// Whether the element that `error` forbids comes after another that the same keyword forbids.
    pub(super) fn has_earlier(&self, error: &ValidationError<'_>) -> bool {
        let Some((array, index)) = element(error.instance_path().as_str()) else { return false };
        let first = self.surplus.get(&(error.schema_path().as_str(), array));
        first.is_some_and(|first| *first < index)
    }

    /// Whether there is another error than `error` at or inside the value at `place`, from a keyword
    /// of the schema at `schema`.
    pub(super) fn has_inside(&self, error: &ValidationError<'_>, schema: &str) -> bool {
        let place = error.instance_path().as_str();
        let way = error.evaluation_path().as_str();
        let from = self.places.partition_point(|(other, _)| *other < place);
        self.places[from..]
            .iter()
            .take_while(|(other, _)| other.starts_with(place))
            .filter(|(other, other_way)| (*other, *other_way) != (place, way))
            .any(|(other, other_way)| is_inside(other, place) && is_inside(other_way, schema))
    }
}

/// The array and the index of an element at `place`.
fn element(place: &str) -> Option<(&str, usize)> {
    let (array, index) = place.rsplit_once('/')?;
    Some((array, index.parse().ok()?))
}

/// Whether the pointer `path` leads to the place `of`, or inside it.
pub(super) fn is_inside(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
