//! Unions: which branch a value was meant to fit.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::types::JsonType;
use serde_json::Value;

/// What to say of a value that fits no branch.
pub(super) enum Choice<'e> {
    /// Every branch wants another type.
    Types(Vec<JsonType>),
    /// Every branch wants another value at one place, which tells them apart.
    Values { pointer: String, first: &'e ValidationError<'static>, allowed: Vec<Value> },
    /// This branch fits best.
    Branch(usize),
}

/// Chooses by the errors of each branch, which are never empty. `pointer` is the union's value.
pub(super) fn choose<'e>(
    pointer: &str,
    branches: &'e [Vec<ValidationError<'static>>],
) -> Choice<'e> {
    if let Some(types) = wanted_types(pointer, branches) {
        return Choice::Types(types);
    }
    // Branches of the wrong type say nothing about the value.
    let of_type: Vec<usize> =
        (0..branches.len()).filter(|at| !has_wrong_type(pointer, &branches[*at])).collect();
    if of_type.len() > 1
        && let Some(choice) = wanted_values(pointer, branches, &of_type)
    {
        return choice;
    }
    let best = of_type.iter().copied().min_by_key(|at| {
        let errors = &branches[*at];
        let is_other = errors.iter().any(|error| is_discriminator(pointer, error));
        let deepest = errors.iter().map(|error| depth(pointer, error)).max();
        (is_other, errors.len(), std::cmp::Reverse(deepest), *at)
    });
    Choice::Branch(best.unwrap_or_default())
}

fn depth(pointer: &str, error: &ValidationError<'_>) -> usize {
    error.instance_path().as_str()[pointer.len()..].matches('/').count()
}

fn has_wrong_type(pointer: &str, errors: &[ValidationError<'_>]) -> bool {
    errors.iter().any(|error| {
        matches!(error.kind(), Kind::Type { .. }) && error.instance_path().as_str() == pointer
    })
}

/// Whether `error` says that a member has not the one value that makes an object this branch's.
fn is_discriminator(pointer: &str, error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. }) && depth(pointer, error) == 1
}

/// The types that the branches want, if each wants nothing but another type.
fn wanted_types(
    pointer: &str,
    branches: &[Vec<ValidationError<'static>>],
) -> Option<Vec<JsonType>> {
    let mut types = Vec::new();
    for errors in branches {
        let error = errors.iter().find(|error| error.instance_path().as_str() == pointer)?;
        let Kind::Type { kind } = error.kind() else { return None };
        types.extend(types_of(kind));
    }
    types.dedup();
    Some(types)
}

/// The types that a `type` keyword allows.
pub(super) fn types_of(kind: &TypeKind) -> Vec<JsonType> {
    match kind {
        TypeKind::Single(only) => vec![*only],
        TypeKind::Multiple(set) => set.iter().collect(),
    }
}

/// The values that tell the branches apart, if the value has none of them at one common place.
fn wanted_values<'e>(
    pointer: &str,
    branches: &'e [Vec<ValidationError<'static>>],
    candidates: &[usize],
) -> Option<Choice<'e>> {
    let first_branch = &branches[*candidates.first()?];
    first_branch.iter().filter(|error| is_discriminator(pointer, error)).find_map(|first| {
        let place = first.instance_path().as_str();
        let mut allowed = Vec::new();
        for at in candidates {
            let error = branches[*at].iter().find(|error| {
                is_discriminator(pointer, error) && error.instance_path().as_str() == place
            })?;
            match error.kind() {
                Kind::Constant { expected_value } => allowed.push((**expected_value).clone()),
                Kind::Enum { options } => allowed.extend(options.as_array()?.iter().cloned()),
                _ => return None,
            }
        }
        Some(Choice::Values { pointer: place.to_owned(), first, allowed })
    })
}
