//! The members that a definition describes: for names that are nearly right, for members of another
//! version, and for the places where a further definition is picked by what stands there.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::json::{Doc, NodeId};
use crate::wording::{Near, near};

/// Members that hold a JSON Schema, which has names of its own.
const SCHEMAS: &[&str] = &["inputSchema", "outputSchema"];

/// A place in the definitions of one version.
pub(super) type ShapeId = usize;

/// What one place describes.
#[derive(Debug, Clone, Default)]
struct Shape {
    members: BTreeMap<String, ShapeId>,
    items: Option<ShapeId>,
    /// Members that have no name of their own.
    others: Option<ShapeId>,
    /// The family that holds the further definition.
    pick: Option<String>,
    /// Other names that people give to members.
    misnamed: HashMap<String, String>,
}

/// The places of all definitions of a version.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    all: Vec<Shape>,
    by_key: HashMap<String, ShapeId>,
}

/// What a value shows against a definition that the definition itself lets pass.
#[derive(Debug)]
pub enum Sight<'s> {
    /// The key nearly has the name of a member that is not there.
    Misspelt(NodeId, Near<'s>),
    /// Nobody describes the key; the path is that of its object in the definitions, such as
    /// `tool/annotations`.
    Undeclared(NodeId, String),
    /// A `_meta`.
    Meta(NodeId),
    /// A list of icons.
    Icons(NodeId),
    /// The value asks for a further definition of this family.
    Picked(NodeId, &'s str),
}

impl Shapes {
    /// The places of `definitions`, by their keys. `misnamed` holds, by key, other names for members.
    pub(super) fn new(definitions: &Value, misnamed: &Value) -> Self {
        let mut shapes = Self::default();
        for key in definitions.as_object().into_iter().flatten().map(|(key, _)| key) {
            shapes.definition(key, definitions, misnamed);
        }
        shapes
    }

    /// The place of the definition `key`.
    pub(super) fn of(&self, key: &str) -> Option<ShapeId> {
        self.by_key.get(key).copied()
    }

    /// The place of the member `name`.
    pub(super) fn member(&self, at: ShapeId, name: &str) -> Option<ShapeId> {
        self.all[at].members.get(name).copied()
    }

    fn definition(&mut self, key: &str, definitions: &Value, misnamed: &Value) -> ShapeId {
        if let Some(known) = self.by_key.get(key) {
            return *known;
        }
        let at = self.all.len();
        self.all.push(Shape::default());
        self.by_key.insert(key.to_owned(), at);
        self.fill(at, &definitions[key], definitions, misnamed);
        // A message's names for its members are those of its `params`.
        let names = misnamed[key].as_object().into_iter().flatten();
        let names: HashMap<String, String> = names
            .map(|(name, meant)| (name.clone(), meant.as_str().unwrap_or_default().to_owned()))
            .collect();
        let params =
            self.all[at].members.get("params").copied().filter(|_| key.contains("request:"));
        self.all[params.unwrap_or(at)].misnamed = names;
        at
    }

    fn fill(&mut self, at: ShapeId, schema: &Value, definitions: &Value, misnamed: &Value) {
        if let Some(key) = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/")) {
            let target = self.definition(&key.replace("~1", "/"), definitions, misnamed);
            self.all[at] = self.all[target].clone();
        }
        if let Some(family) = schema["x-pick"].as_str() {
            self.all[at].pick = Some(family.to_owned());
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            let member = match self.all[at].members.get(name).copied() {
                // More about a member of the definition that this one goes out from.
                Some(known) => {
                    let copy = self.copy(known);
                    self.fill(copy, schema, definitions, misnamed);
                    copy
                }
                None => self.place(schema, definitions, misnamed),
            };
            self.all[at].members.insert(name.clone(), member);
        }
        if schema["items"].is_object() {
            self.all[at].items = Some(self.place(&schema["items"], definitions, misnamed));
        }
        if schema["additionalProperties"].is_object() {
            let others = self.place(&schema["additionalProperties"], definitions, misnamed);
            self.all[at].others = Some(others);
        }
    }

    fn copy(&mut self, at: ShapeId) -> ShapeId {
        self.all.push(self.all[at].clone());
        self.all.len() - 1
    }

    fn place(&mut self, schema: &Value, definitions: &Value, misnamed: &Value) -> ShapeId {
        let is_reference_alone = schema.as_object().is_some_and(|it| it.len() == 1);
        if is_reference_alone
            && let Some(key) = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/"))
        {
            return self.definition(&key.replace("~1", "/"), definitions, misnamed);
        }
        let at = self.all.len();
        self.all.push(Shape::default());
        self.fill(at, schema, definitions, misnamed);
        at
    }

    /// Looks at `node` by the place `at`, which has the path `path`.
    pub(super) fn look<'s>(
        &'s self,
        at: ShapeId,
        path: &str,
        doc: Doc<'_>,
        node: NodeId,
        see: &mut dyn FnMut(Sight<'s>),
    ) {
        let shape = &self.all[at];
        if doc.is_array(node) {
            let Some(items) = shape.items else { return };
            for element in doc.elements(node) {
                self.look(items, path, doc, element, see);
            }
            return;
        }
        if !doc.is_object(node) {
            return;
        }
        if let Some(family) = &shape.pick {
            see(Sight::Picked(node, family));
        }
        for (key, value) in doc.members(node) {
            let Some(name) = doc.string(key) else { continue };
            let known = shape.members.get(name).copied().or(shape.others);
            match name {
                "_meta" if known.is_some() => see(Sight::Meta(value)),
                "icons" if known.is_some() => see(Sight::Icons(value)),
                _ => {}
            }
            if SCHEMAS.contains(&name) && known.is_some() {
                continue;
            }
            if let Some(known) = known {
                let path = if shape.members.contains_key(name) {
                    format!("{path}/{name}")
                } else {
                    path.to_owned()
                };
                self.look(known, &path, doc, value, see);
            } else if !shape.members.is_empty() && shape.pick.is_none() {
                match shape.meant(doc, node, name) {
                    Some(near) => see(Sight::Misspelt(key, near)),
                    None => see(Sight::Undeclared(key, format!("{path}/{name}"))),
                }
            }
        }
    }

    /// Whether the way `path`, member by member, is described from the place `at` on.
    pub(super) fn describes(&self, at: ShapeId, path: &str) -> bool {
        let mut place = at;
        path.split('/').filter(|name| !name.is_empty()).all(|name| {
            while !self.all[place].members.contains_key(name) {
                let Some(inner) = self.all[place].items.or(self.all[place].others) else {
                    return false;
                };
                place = inner;
            }
            place = self.all[place].members[name];
            true
        })
    }
}

impl Shape {
    /// The member, not there in `node`, that `name` was probably meant to be.
    fn meant(&self, doc: Doc<'_>, node: NodeId, name: &str) -> Option<Near<'_>> {
        // Keys with a prefix are somebody's own, however alike they are.
        if name.contains('/') {
            return None;
        }
        let is_missing = |member: &&str| doc.get(node, member).is_none();
        if let Some(meant) = self.misnamed.get(name).map(String::as_str).filter(is_missing) {
            return near(name, [meant])
                .or(Some(Near { name: meant, how: crate::wording::How::Letters }));
        }
        near(name, self.members.keys().map(String::as_str).filter(is_missing))
    }
}
