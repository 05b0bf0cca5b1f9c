//! The definitions of messages, one file a version, ready to be applied.
//!
//! A definition is picked by method, by error code, or by the method of the request that a response
//! answers; parts of it by the kind that the part says it is. Nothing is held to a union, so that
//! what is wrong is always said of the one definition that was meant. Of a request or notification
//! the definition is that of its `params`, of an error that of its `error`: the frame around them is
//! the same for all messages.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use serde_json::Value;

use super::shape::{ShapeId, Shapes, Sight};
use super::version::Version;
use crate::finding::Address;
use crate::json::{DEFAULT_DEPTH, Doc, NodeId, Placement};
use crate::schema::{Library, Schema, SchemaText, Settings};
use crate::source::FileId;

/// The file that the definitions count as: no report can show it.
const NOWHERE: FileId = FileId(u32::MAX);

/// The name of the definitions' text among schemas.
const FILE: &str = "mcp";

const TEXTS: [&str; 5] = [
    include_str!("2024-11-05.json"),
    include_str!("2025-03-26.json"),
    include_str!("2025-06-18.json"),
    include_str!("2025-11-25.json"),
    include_str!("2026-07-28.json"),
];

/// Names that people give to members, where the right one cannot be found by its letters.
const MISNAMED: &str = include_str!("near-misses.json");

/// The two sides of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Party {
    /// The host's side.
    Client,
    /// The side of the tools.
    Server,
}

impl Party {
    /// The one that is not this.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
        }
    }

    /// The name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
        }
    }
}

/// The results that a method may have beside its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// A task that was begun, if one was asked for.
    Task,
    /// The question for more input.
    InputRequired,
    /// That of the method that the task was begun by.
    Original,
}

/// The definition of a message or of a part of one.
#[derive(Debug)]
pub struct Definition {
    schema: Option<Arc<Schema>>,
    shape: Option<ShapeId>,
    /// The sides that may send it; both where nothing else is said.
    senders: Vec<Party>,
    /// What it is called; may be empty.
    pub title: String,
    /// Whether a message of its kind must have `params`.
    pub needs_params: bool,
    /// What its result may be beside itself.
    pub variant: Option<Variant>,
}

impl Definition {
    /// The schema. There is none only if the definitions are broken, which a test rules out.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        self.schema.as_deref()
    }

    /// The one side that may send it, if it is only one.
    #[must_use]
    pub fn sender(&self) -> Option<Party> {
        match self.senders[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// How a family picks its definition.
#[derive(Debug)]
struct Family {
    /// By the word that this member holds.
    member: Option<String>,
    /// What it is without that member.
    default: Option<String>,
    /// By the first of these members that is there.
    present: BTreeMap<String, String>,
}

/// All definitions of one version.
#[derive(Debug)]
pub struct Protocol {
    /// The version.
    pub version: Version,
    definitions: BTreeMap<String, Definition>,
    families: HashMap<String, Family>,
    shapes: Shapes,
}

/// What a part of a message is to be held to.
#[derive(Debug)]
pub enum Picked<'p> {
    /// This definition; the kind that it is for.
    Definition(String, &'p Definition),
    /// The part is of a kind that the family has not: the node that says so, and the kind.
    Unknown(NodeId, String),
    /// The part has none of these members, one of which would say what it is.
    Neither(Vec<&'p str>),
    /// The part does not say what it is: the definition around it has complained.
    Untold,
}

impl Protocol {
    /// The definitions of `version`. They are compiled when they are first asked for.
    #[must_use]
    pub fn of(version: Version) -> &'static Self {
        static ALL: [LazyLock<Protocol>; 5] = [
            LazyLock::new(|| Protocol::load(Version::ALL[0])),
            LazyLock::new(|| Protocol::load(Version::ALL[1])),
            LazyLock::new(|| Protocol::load(Version::ALL[2])),
            LazyLock::new(|| Protocol::load(Version::ALL[3])),
            LazyLock::new(|| Protocol::load(Version::ALL[4])),
        ];
        &ALL[version as usize]
    }

    fn load(version: Version) -> Self {
        let text = TEXTS[version as usize];
        // The files are part of the program; a test reads all of them.
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let misnamed: Value = serde_json::from_str(MISNAMED).unwrap_or_default();
        let shapes = Shapes::new(&value["$defs"], &misnamed);
        let keys: Vec<&String> =
            value["$defs"].as_object().into_iter().flat_map(|it| it.keys()).collect();
        let schemas = compile(text, &keys);
        let definitions = keys.into_iter().zip(schemas).map(|(key, schema)| {
            let own = &value["$defs"][key];
            let senders = own["x-from"].as_array().into_iter().flatten();
            let senders = senders.filter_map(|from| match from.as_str() {
                Some("client") => Some(Party::Client),
                Some("server") => Some(Party::Server),
                _ => None,
            });
            let variant = match own["x-variant"].as_str() {
                Some("task") => Some(Variant::Task),
                Some("input_required") => Some(Variant::InputRequired),
                Some("original") => Some(Variant::Original),
                _ => None,
            };
            let shape = shapes.of(key).and_then(|shape| match part_of(key) {
                Some(part) => shapes.member(shape, part),
                None => Some(shape),
            });
            let needs = own["required"].as_array().into_iter().flatten();
            let definition = Definition {
                schema,
                shape,
                senders: senders.collect(),
                title: own["title"].as_str().unwrap_or_default().to_owned(),
                needs_params: needs.into_iter().any(|name| name == "params"),
                variant,
            };
            (key.clone(), definition)
        });
        let definitions = definitions.collect();
        let families = value["x-families"].as_object().into_iter().flatten();
        let families = families.map(|(name, family)| (name.clone(), Family::new(family))).collect();
        Self { version, definitions, families, shapes }
    }

    /// The definition with this key: `request:METHOD`, `notification:METHOD`, `result:METHOD`,
    /// `error:CODE`, `envelope:KIND`.
    #[must_use]
    pub fn definition(&self, kind: &str, name: &str) -> Option<&Definition> {
        self.definitions.get(&format!("{kind}:{name}"))
    }

    /// The definition that has no kind, such as `result`, that of any result.
    #[must_use]
    pub fn whole(&self, key: &str) -> Option<&Definition> {
        self.definitions.get(key)
    }

    /// The names of all definitions of `kind`.
    pub fn names<'p>(&'p self, kind: &'p str) -> impl Iterator<Item = &'p str> {
        let from = self.definitions.range(kind.to_owned()..);
        let names = from.map_while(move |(key, _)| key.strip_prefix(kind));
        names.filter_map(|name| name.strip_prefix(':'))
    }

    /// Looks at what `definition` lets pass in `node`, a value that it describes.
    pub fn look<'p>(
        &'p self,
        definition: &Definition,
        doc: Doc<'_>,
        node: NodeId,
        see: &mut dyn FnMut(Sight<'p>),
    ) {
        if let Some(shape) = definition.shape {
            self.shapes.look(shape, "", doc, node, see);
        }
    }

    /// Whether `definition` describes a member at `path`, such as `/tools/outputSchema`.
    #[must_use]
    pub fn describes(&self, definition: &Definition, path: &str) -> bool {
        definition.shape.is_some_and(|shape| self.shapes.describes(shape, path))
    }

    /// Whether `node` and its parts keep `definition` and theirs.
    #[must_use]
    pub fn accepts(&self, definition: &Definition, doc: Doc<'_>, node: NodeId) -> bool {
        if definition.schema().is_none_or(|schema| schema.accepts(doc, node) != Ok(true)) {
            return false;
        }
        let mut parts = Vec::new();
        self.look(definition, doc, node, &mut |sight| {
            if let Sight::Picked(part, family) = sight {
                parts.push((part, family));
            }
        });
        parts.into_iter().all(|(part, family)| match self.pick(family, doc, part) {
            Picked::Definition(_, definition) => self.accepts(definition, doc, part),
            Picked::Unknown(..) | Picked::Neither(_) => false,
            Picked::Untold => true,
        })
    }

    /// What the part `node` is, as one of `family`.
    #[must_use]
    pub fn pick(&self, family: &str, doc: Doc<'_>, node: NodeId) -> Picked<'_> {
        let Some(rule) = self.families.get(family) else { return Picked::Untold };
        let told = rule.member.as_ref().and_then(|member| doc.get(node, member));
        let word = match (told.and_then(|told| doc.string(told)), &rule.default) {
            (Some(word), _) => word,
            (None, Some(default)) if told.is_none() => default,
            (None, _) => {
                let by_member =
                    rule.present.iter().find(|(member, _)| doc.get(node, member).is_some());
                match by_member {
                    Some((_, kind)) => kind,
                    None if rule.present.is_empty() => return Picked::Untold,
                    None => {
                        return Picked::Neither(rule.present.keys().map(String::as_str).collect());
                    }
                }
            }
        };
        match (self.definition(family, word), told) {
            (Some(definition), _) => Picked::Definition(word.to_owned(), definition),
            (None, Some(told)) => Picked::Unknown(told, word.to_owned()),
            (None, None) => Picked::Untold,
        }
    }
}

impl Family {
    fn new(family: &Value) -> Self {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let present = family["present"].as_object().into_iter().flatten();
        let present = present.filter_map(|(member, kind)| Some((member.clone(), text(kind)?)));
        Self {
            member: text(&family["member"]),
            default: text(&family["default"]),
            present: present.collect(),
        }
    }
}

/// Who sends a method, by the newest version that has it; nobody where both sides may.
#[must_use]
pub fn usual_sender(kind: &str, name: &str) -> Option<Party> {
    let mut versions = Version::ALL.iter().rev();
    let found = versions.find_map(|version| Protocol::of(*version).definition(kind, name));
    found.and_then(Definition::sender)
}

/// The member of a message that its definition is about.
fn part_of(key: &str) -> Option<&'static str> {
    let (kind, name) = key.split_once(':')?;
    match (kind, name) {
        ("request" | "notification", _) | ("envelope", "request" | "notification") => {
            Some("params")
        }
        ("error", _) => Some("error"),
        _ => None,
    }
}

fn compile(text: &str, keys: &[&String]) -> Vec<Option<Arc<Schema>>> {
    let parsed = |text: &str| {
        let placement = Placement::document(NOWHERE, 0);
        Arc::new(SchemaText::parse(text, placement, Address::root(), DEFAULT_DEPTH))
    };
    let mut library = Library::new(Settings::default());
    library.add_file(FILE, parsed(text));
    let numbers: Vec<usize> = keys
        .iter()
        .enumerate()
        .map(|(number, key)| {
            let pointer = key.replace('~', "~0").replace('/', "~1");
            let part = part_of(key).map(|it| format!("/properties/{it}")).unwrap_or_default();
            let entry = format!("{{\"$ref\":\"wirecheck:///{FILE}#/$defs/{pointer}{part}\"}}");
            library.add_file(&format!("{FILE}-{number}"), parsed(&entry))
        })
        .collect();
    library.compile(&numbers).schemas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_can_be_used() {
        for version in Version::ALL {
            let protocol = Protocol::of(version);
            assert!(protocol.definitions.len() > 70, "{version}");
            let broken = protocol.definitions.iter().filter(|(_, it)| it.schema.is_none());
            assert_eq!(broken.map(|(key, _)| key).collect::<Vec<_>>(), <[&str; 0]>::default());
        }
    }

    #[test]
    fn members_are_described_through_lists() {
        let protocol = Protocol::of(Version::V2025_06_18);
        let list = protocol.definition("result", "tools/list").expect("it is there");
        assert!(protocol.describes(list, "/tools/outputSchema"));
        assert!(!protocol.describes(list, "/tools/execution"));
    }
}
