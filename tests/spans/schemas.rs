//! Schemas for which one place of a random value is wrong, and nothing else.

use std::sync::Arc;

use serde_json::{Value, json};
use wirecheck::json::{DEFAULT_DEPTH, Placement, Tape, parse};
use wirecheck::schema::{Compiled, Library, Schema, SchemaText, Settings};
use wirecheck::source::FileId;

use crate::spelling::Tree;

/// One step into a value.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Member(String),
    Element(usize),
}

/// The ways to all scalars of `tree`.
pub(crate) fn leaves(tree: &Tree) -> Vec<Vec<Step>> {
    ways(tree, |tree| matches!(tree, Tree::Word(_) | Tree::Text(_)))
}

/// The ways to all objects of `tree`.
pub(crate) fn maps(tree: &Tree) -> Vec<Vec<Step>> {
    ways(tree, |tree| matches!(tree, Tree::Map(_)))
}

fn ways(tree: &Tree, is_wanted: fn(&Tree) -> bool) -> Vec<Vec<Step>> {
    let children: Vec<(Step, &Tree)> = match tree {
        Tree::Word(_) | Tree::Text(_) => Vec::new(),
        Tree::List(elements) => {
            elements.iter().enumerate().map(|(at, element)| (Step::Element(at), element)).collect()
        }
        Tree::Map(members) => {
            members.iter().map(|(name, value)| (Step::Member(name.clone()), value)).collect()
        }
    };
    let own = is_wanted(tree).then(Vec::new);
    let inner = children.into_iter().flat_map(|(step, child)| {
        ways(child, is_wanted).into_iter().map(move |mut way| {
            way.insert(0, step.clone());
            way
        })
    });
    own.into_iter().chain(inner).collect()
}

/// The members of the object that `path` leads to.
pub(crate) fn member_mut<'t>(tree: &'t mut Tree, path: &[Step]) -> &'t mut Vec<(String, Tree)> {
    match (tree, path) {
        (Tree::Map(members), []) => members,
        (Tree::Map(members), [Step::Member(name), rest @ ..]) => {
            let member = members.iter_mut().find(|(other, _)| other == name);
            member_mut(&mut member.expect("a member of the tree").1, rest)
        }
        (Tree::List(elements), [Step::Element(index), rest @ ..]) => {
            member_mut(&mut elements[*index], rest)
        }
        (tree, path) => panic!("{path:?} leads to no object of {tree:?}"),
    }
}

/// A schema that asks for `schema` at the end of `path` and for nothing on the way.
pub(crate) fn schema_at(path: &[Step], schema: Value) -> Value {
    path.iter().rev().fold(schema, |inner, step| match step {
        Step::Member(name) => json!({ "properties": { name: inner } }),
        Step::Element(index) => {
            let mut items = vec![Value::Bool(true); *index];
            items.push(inner);
            json!({ "prefixItems": items })
        }
    })
}

/// Compiles a schema that must be sound.
pub(crate) fn compile(schema: &Value) -> Arc<Schema> {
    let text = schema.to_string();
    let mut tape = Tape::new();
    parse(&text, DEFAULT_DEPTH, &mut tape).expect("a schema is JSON");
    let placement = Placement::document(FileId(9), 0);
    let text = Arc::new(SchemaText::new(text, tape, placement));
    let mut library = Library::new(Settings::default());
    let number = library.add_file("schema.json", text);
    let Compiled { schemas, findings, .. } = library.compile(&[number]);
    assert_eq!(findings, [], "{schema}");
    schemas.into_iter().flatten().next().expect("a compiled schema")
}
