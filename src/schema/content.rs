//! Strings that a schema declares to be JSON: a keyword of our own in place of the validator's
//! opinion on `contentMediaType` and `contentSchema`, in every draft.
//!
//! The keyword is put into the compiled copy of a schema beside the two; no schema can hold it by
//! itself, since its name is not one that a schema's author would write.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use jsonschema::{Keyword, ValidationError, Validator};
use serde_json::{Value, json};

use super::library::{Root, encode};
use super::walk::{has_sibling_rules, walk};
use crate::json::{Doc, NodeId, Spanned, SpannedNode, parse, to_value, with_tape};

/// The keyword's name.
pub(super) const KEYWORD: &str = "~json";

/// The compiled `contentSchema`s by address.
#[derive(Debug)]
pub(super) struct Contents {
    /// Nested containers that a content may have.
    pub(super) depth: usize,
    validators: OnceLock<HashMap<String, Validator<Spanned>>>,
}

impl Contents {
    pub(super) fn new(depth: usize) -> Self {
        Self { depth, validators: OnceLock::new() }
    }

    pub(super) fn fill(&self, validators: HashMap<String, Validator<Spanned>>) {
        // Filled once, right after the schemas that ask for them are compiled.
        let _ = self.validators.set(validators);
    }

    pub(super) fn validator(&self, uri: &str) -> Option<&Validator<Spanned>> {
        self.validators.get()?.get(uri)
    }
}

/// A copy of `root` for the validator, with our keyword where a string is declared to be JSON; and
/// the addresses of the `contentSchema`s. Where drafts are read as they read themselves, those from
/// 2019-09 on only describe contents (validation vocabulary, section 8).
pub(super) fn schema_value(root: &Root, asserts: bool) -> (Value, Vec<String>) {
    let doc = root.text.doc();
    let mut value = to_value(doc, root.node);
    let mut schemas = Vec::new();
    if !asserts && !has_sibling_rules(root.draft) {
        return (value, schemas);
    }
    walk(doc, root.node, &root.uri, root.draft, &mut |position| {
        if !declares_json(doc, position.node) {
            return;
        }
        let place = format!("{}#{}", position.base, encode(position.within));
        let schema =
            doc.get(position.node, "contentSchema").map(|_| format!("{place}/contentSchema"));
        let declared = json!({ "place": place, "schema": schema });
        schemas.extend(schema);
        if let Some(Value::Object(members)) = value.pointer_mut(position.pointer.as_str()) {
            // Ours takes the place of the validator's; beside an encoding its own still holds.
            members.remove("contentMediaType");
            members.insert(KEYWORD.to_owned(), declared);
        }
    });
    (value, schemas)
}

/// Whether strings under the schema `node` hold JSON as they are, without another encoding.
fn declares_json(doc: Doc<'_>, node: NodeId) -> bool {
    if doc.get(node, "contentEncoding").is_some() {
        return false;
    }
    match doc.get(node, "contentMediaType").and_then(|media| doc.string(media)) {
        Some(media) => {
            let essence = media.split(';').next().unwrap_or_default().trim();
            essence.eq_ignore_ascii_case("application/json") || essence.ends_with("+json")
        }
        None => doc.get(node, "contentSchema").is_some(),
    }
}

/// The keyword as the validator holds it.
#[derive(Debug)]
pub(super) struct JsonContent {
    declared: Declared,
    contents: Arc<Contents>,
    layers: usize,
}

/// What an error of the keyword carries.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    /// The address of the schema object that declares the content.
    pub(super) place: String,
    /// The address of its `contentSchema`.
    pub(super) schema: Option<String>,
}

thread_local! {
    static OPEN_LAYERS: Cell<usize> = const { Cell::new(0) };
}

impl JsonContent {
    pub(super) fn new(value: &Value, contents: Arc<Contents>, layers: usize) -> Self {
        let string = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let declared =
            Declared { place: string("place").unwrap_or_default(), schema: string("schema") };
        Self { declared, contents, layers }
    }

    fn holds(&self, node: SpannedNode<'_>) -> bool {
        let SpannedNode::At(doc, id) = node else { return true };
        let Some(text) = doc.string(id) else { return true };
        let open = OPEN_LAYERS.get();
        if open >= self.layers {
            return false;
        }
        let schema = self.declared.schema.as_deref();
        let validator = schema.and_then(|uri| self.contents.validator(uri));
        OPEN_LAYERS.set(open + 1);
        let valid = with_tape(|tape| {
            parse(text, self.contents.depth, tape).is_ok() && tape.faults().is_empty() && {
                let inner = Doc::new(text, tape);
                validator.is_none_or(|it| it.is_valid(SpannedNode::At(inner, inner.root())))
            }
        });
        OPEN_LAYERS.set(open);
        valid
    }
}

impl<'i> Keyword<'i, Spanned> for JsonContent {
    fn validate(&self, instance: SpannedNode<'i>) -> Result<(), ValidationError<'i>> {
        match instance {
            SpannedNode::At(_, node) if !self.holds(instance) => {
                let schema = self.declared.schema.as_deref().unwrap_or_default();
                let words = format!("{} {} {schema}", node.0, self.declared.place);
                Err(ValidationError::custom(words))
            }
            _ => Ok(()),
        }
    }

    fn is_valid(&self, instance: SpannedNode<'i>) -> bool {
        self.holds(instance)
    }
}

/// The node and declaration that an error of the keyword carries in its message.
pub(super) fn read_error(message: &str) -> Option<(NodeId, Declared)> {
    let mut parts = message.splitn(3, ' ');
    let node = parts.next()?.parse().ok().map(NodeId)?;
    let place = parts.next()?.to_owned();
    let schema = parts.next().filter(|uri| !uri.is_empty()).map(str::to_owned);
    Some((node, Declared { place, schema }))
}
