//! Unions: which branch a value was meant to fit, and why.

use std::cmp::Reverse;
use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::types::JsonType;
use serde_json::Value;

use super::discriminator::{Discriminator, Told};
use super::site::Site;
use crate::finding::tokens;
use crate::json::{Doc, NodeId};
use crate::wording::nearest;

/// The errors of each branch; a branch that fits has none.
pub(super) type Branches = [Vec<ValidationError<'static>>];

/// What to say of a value that fits no branch.
pub(super) enum Choice<'e> {
    /// Every branch is `false`.
    Nothing,
    /// Every branch wants another type.
    Types(Vec<JsonType>),
    /// Every branch wants another value at one place. `first` is one of their errors.
    Values { first: &'e ValidationError<'static>, allowed: Vec<Value> },
    /// The member that tells the branches apart holds none of their values.
    Unknown { property: String, value: NodeId, allowed: Vec<String> },
    /// The member that tells the branches apart has the value of one, but the rest fits another.
    WrongTag { property: String, value: String, other: usize },
    /// The member that tells the branches apart is missing.
    Missing { property: String, allowed: Vec<String> },
    /// Each branch only wants one more member, any of these.
    OneOfNames(Vec<String>),
    /// This branch was meant.
    Branch(usize, Why),
}

/// Why a branch was chosen.
pub(super) enum Why {
    /// A member has the value that makes it this one.
    Told { property: String, value: String },
    /// It alone is for values of this type.
    OnlyType,
    /// It has the fewest errors, the deepest.
    Nearest,
}

/// A value that fits no branch.
pub(super) struct Misfit<'a, 'e> {
    pub(super) doc: Doc<'a>,
    /// The value.
    pub(super) node: NodeId,
    /// Its pointer, as the errors give it.
    pub(super) pointer: &'e str,
    pub(super) branches: &'e Branches,
    /// The list of the branches in the schema, if it is one of ours.
    pub(super) site: Option<Site<'a>>,
}

impl<'e> Misfit<'_, 'e> {
    pub(super) fn choose(&self) -> Choice<'e> {
        if let Some(types) = self.wanted_types() {
            return Choice::Types(types);
        }
        // Branches of the wrong type, or for nothing, say nothing about the value.
        let all = 0..self.branches.len();
        let open: Vec<usize> = all.clone().filter(|at| !self.allows_nothing(*at)).collect();
        if open.is_empty() {
            return Choice::Nothing;
        }
        let of_type: Vec<usize> =
            open.iter().copied().filter(|at| !self.has_wrong_type(*at)).collect();
        if of_type.len() > 1
            && let Some(choice) = self.by_discriminator(&of_type)
        {
            return choice;
        }
        if let Some(choice) = self.by_value(&of_type).or_else(|| self.by_name(&of_type)) {
            return choice;
        }
        let sites = self.site.as_ref().map(Site::children).unwrap_or_default();
        let candidates = if of_type.is_empty() { &open } else { &of_type };
        let best = candidates.iter().copied().min_by_key(|at| {
            let errors = &self.branches[*at];
            let is_other = errors.iter().any(|error| {
                self.is_constant_of_member(error) && has_values_in_all(error, &sites, candidates)
            });
            let deepest = errors.iter().map(|error| self.depth(error)).max();
            let (known, unknown) = self.members_known_to(sites.get(*at));
            let cost = (weight(errors) + unknown).saturating_sub(2 * self.renamed(errors));
            (is_other, cost, Reverse(known), Reverse(deepest), *at)
        });
        let why = if of_type.len() == 1 { Why::OnlyType } else { Why::Nearest };
        Choice::Branch(best.unwrap_or_default(), why)
    }

    /// By the member whose value tells the branches apart, as the schema has it.
    fn by_discriminator(&self, of_type: &[usize]) -> Option<Choice<'e>> {
        let sites = self.site.as_ref()?.children();
        let sites: Option<Vec<(usize, Site<'_>)>> =
            of_type.iter().map(|at| Some((*at, sites.get(*at)?.clone()))).collect();
        let discriminator = Discriminator::find(self.doc, self.node, &sites?)?;
        let property = discriminator.property.clone();
        match discriminator.told(self.doc, self.node) {
            Told::Branch { number, value } => {
                // All but the tag may fit another branch.
                let is_of_tag = |error: &ValidationError<'_>| {
                    self.is_constant_of_member(error)
                        && tokens(error.instance_path().as_str()).last().as_deref()
                            == Some(&*property)
                };
                let others = of_type.iter().filter(|at| **at != number);
                let mut fitting = others
                    .filter(|at| matches!(&self.branches[**at][..], [only] if is_of_tag(only)));
                match fitting.next() {
                    Some(other) if self.branches[number].len() > 1 => {
                        Some(Choice::WrongTag { property, value, other: *other })
                    }
                    _ => Some(Choice::Branch(number, Why::Told { property, value })),
                }
            }
            Told::Other { value } => {
                Some(Choice::Unknown { property, value, allowed: discriminator.allowed() })
            }
            Told::Absent => Some(Choice::Missing { property, allowed: discriminator.allowed() }),
        }
    }

    /// All branches want another value here.
    fn by_value(&self, of_type: &[usize]) -> Option<Choice<'e>> {
        let is_here = |error: &&'e ValidationError<'static>| {
            error.instance_path().as_str() == self.pointer
                && matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. })
        };
        let mut allowed = Vec::new();
        let mut first = None;
        for at in of_type {
            let error = self.branches[*at].iter().find(is_here)?;
            match error.kind() {
                Kind::Constant { expected_value } => allowed.push((**expected_value).clone()),
                Kind::Enum { options } => allowed.extend(options.as_array()?.iter().cloned()),
                _ => return None,
            }
            first = first.or(Some(error));
        }
        (of_type.len() > 1).then_some(Choice::Values { first: first?, allowed })
    }

    /// All branches only want one more member.
    fn by_name(&self, of_type: &[usize]) -> Option<Choice<'e>> {
        let sites = self.site.as_ref()?.children();
        if !of_type.iter().all(|at| sites.get(*at).is_some_and(only_requires)) {
            return None;
        }
        let name = |at: &usize| match &self.branches[*at][..] {
            [error] if error.instance_path().as_str() == self.pointer => match error.kind() {
                Kind::Required { property } => property.as_str().map(str::to_owned),
                _ => None,
            },
            _ => None,
        };
        let names: Vec<String> = of_type.iter().map(name).collect::<Option<_>>()?;
        let different: HashSet<&String> = names.iter().collect();
        (names.len() > 1 && different.len() == names.len()).then_some(Choice::OneOfNames(names))
    }

    /// How many members of the value a branch describes, and how many it does not.
    fn members_known_to(&self, branch: Option<&Site<'_>>) -> (usize, usize) {
        let names = branch.map(Site::described).unwrap_or_default();
        let given = self.doc.members(self.node).filter_map(|(key, _)| self.doc.string(key));
        let (known, unknown): (Vec<&str>, Vec<&str>) = given.partition(|name| names.contains(name));
        (known.len(), unknown.len())
    }

    /// How many of the members that are missing stand there under a name much like theirs.
    fn renamed(&self, errors: &[ValidationError<'_>]) -> usize {
        let own = |error: &&ValidationError<'_>| error.instance_path().as_str() == self.pointer;
        let unexpected: Vec<&str> = errors
            .iter()
            .filter(own)
            .filter_map(|error| match error.kind() {
                Kind::AdditionalProperties { unexpected }
                | Kind::UnevaluatedProperties { unexpected } => Some(unexpected),
                _ => None,
            })
            .flatten()
            .map(String::as_str)
            .collect();
        let missing = errors.iter().filter(own).filter_map(|error| match error.kind() {
            Kind::Required { property } => property.as_str(),
            _ => None,
        });
        missing.filter(|name| nearest(name, unexpected.iter().copied()).is_some()).count()
    }

    fn depth(&self, error: &ValidationError<'_>) -> usize {
        error.instance_path().as_str()[self.pointer.len()..].matches('/').count()
    }

    fn has_wrong_type(&self, branch: usize) -> bool {
        self.branches[branch].iter().any(|error| {
            matches!(error.kind(), Kind::Type { .. })
                && error.instance_path().as_str() == self.pointer
        })
    }

    /// Whether `error` says that a member has not the one value that makes an object this branch's.
    fn is_constant_of_member(&self, error: &ValidationError<'_>) -> bool {
        matches!(error.kind(), Kind::Constant { .. }) && self.depth(error) == 1
    }

    /// The types that the branches want, if each wants nothing but another type.
    fn wanted_types(&self) -> Option<Vec<JsonType>> {
        let mut types = Vec::new();
        for at in (0..self.branches.len()).filter(|at| !self.allows_nothing(*at)) {
            let errors = &self.branches[at];
            let is_here =
                |error: &&ValidationError<'_>| error.instance_path().as_str() == self.pointer;
            let mut own = errors.iter().filter(is_here);
            let kind = own.find_map(|error| match error.kind() {
                Kind::Type { kind } => Some(kind),
                _ => None,
            })?;
            types.extend(
                types_of(kind).into_iter().filter(|kind| !types.contains(kind)).collect::<Vec<_>>(),
            );
        }
        (!types.is_empty()).then_some(types)
    }

    /// Whether a branch is `false`.
    fn allows_nothing(&self, branch: usize) -> bool {
        self.branches[branch].iter().any(|error| {
            matches!(error.kind(), Kind::FalseSchema)
                && error.instance_path().as_str() == self.pointer
        })
    }
}

/// Whether a branch asks for members and for nothing else.
pub(super) fn only_requires(site: &Site<'_>) -> bool {
    let doc = site.doc();
    doc.is_object(site.node)
        && doc.members(site.node).all(|(key, _)| {
            let name = doc.string(key).unwrap_or_default();
            matches!(name, "required" | "type" | "title" | "description")
        })
}

/// Whether every one of the branches `among` lists the values of the member that `error` is about.
fn has_values_in_all(error: &ValidationError<'_>, sites: &[Site<'_>], among: &[usize]) -> bool {
    let path = error.instance_path().as_str();
    let Some(name) = tokens(path).last() else { return false };
    among.iter().all(|at| {
        let properties = sites.get(*at).and_then(|site| site.keyword("properties"));
        let property = properties.and_then(|properties| properties.child(&name));
        property.is_some_and(|it| it.keyword("const").or_else(|| it.keyword("enum")).is_some())
    })
}

/// How much is wrong, unions counted by their best branch.
fn weight(errors: &[ValidationError<'_>]) -> usize {
    let weigh = |error: &ValidationError<'_>| match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            context.iter().map(|branch| weight(branch)).min().unwrap_or(1).max(1)
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected.len()
        }
        _ => 1,
    };
    errors.iter().map(weigh).sum()
}

/// The types that a `type` keyword allows.
pub(super) fn types_of(kind: &TypeKind) -> Vec<JsonType> {
    match kind {
        TypeKind::Single(only) => vec![*only],
        TypeKind::Multiple(set) => set.iter().collect(),
    }
}
