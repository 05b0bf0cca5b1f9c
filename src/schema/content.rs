//! Strings that a schema declares to be JSON, or bytes in an encoding: a keyword of our own in place
//! of the validator's opinion on `contentMediaType`, `contentEncoding` and `contentSchema`, in every
//! draft.
//!
//! The keyword is put into the compiled copy of a schema beside the two; no schema can hold it by
//! itself, since its name is not one that a schema's author would write.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jsonschema::{Keyword, ValidationError, Validator};
use serde_json::{Value, json};

use super::encoded::Encoding;
use super::library::{Root, encode};
use super::openapi::{Spelling, rewrite};
use super::validator::Settings;
use super::walk::{has_sibling_rules, walk};
use crate::json::{Doc, NodeId, Spanned, SpannedNode, parse, to_value, with_tape};

/// The keyword's name.
pub(super) const KEYWORD: &str = "~json";

/// The compiled `contentSchema`s by address.
#[derive(Debug)]
pub(super) struct Contents {
    /// How schemas are read, and how deep contents may be.
    pub(super) settings: Settings,
    validators: OnceLock<HashMap<String, Validator<Spanned>>>,
    /// Validators of parts of schemas, made when a finding needs them.
    parts: Mutex<HashMap<String, Option<Arc<Validator<Spanned>>>>>,
}

impl Contents {
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, validators: OnceLock::new(), parts: Mutex::default() }
    }

    /// The validator of the part of a schema at `uri`, which `compile` makes the first time.
    pub(super) fn part(
        &self,
        uri: &str,
        compile: impl FnOnce() -> Option<Validator<Spanned>>,
    ) -> Option<Arc<Validator<Spanned>>> {
        let known = || self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = known().get(uri) {
            return part.clone();
        }
        // Not while others wait: two threads may compile the same, and the first one's is kept.
        let part = compile().map(Arc::new);
        known().entry(uri.to_owned()).or_insert(part).clone()
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
    if root.spelling == Spelling::OpenApi {
        rewrite(root, &mut value);
    }
    let mut schemas = Vec::new();
    if !asserts && !has_sibling_rules(root.draft) {
        return (value, schemas);
    }
    walk(doc, root.node, &root.uri, root.draft, &mut |position| {
        let encoding = doc.get(position.node, "contentEncoding").and_then(|name| doc.string(name));
        let encoding = encoding.and_then(Encoding::named);
        let is_json = declares_json(doc, position.node);
        if encoding.is_none() && !is_json {
            return;
        }
        let place = format!("{}#{}", position.base, encode(position.within));
        let schema = doc.get(position.node, "contentSchema").filter(|_| is_json);
        let schema = schema.map(|_| format!("{place}/contentSchema"));
        let name = encoding.map(Encoding::name);
        let declared =
            json!({ "place": place, "schema": schema, "encoding": name, "json": is_json });
        schemas.extend(schema);
        if let Some(Value::Object(members)) = value.pointer_mut(position.pointer.as_str()) {
            // Ours takes the place of the validator's.
            members.remove("contentMediaType");
            members.remove("contentEncoding");
            members.insert(KEYWORD.to_owned(), declared);
        }
    });
    (value, schemas)
}

/// Whether strings under the schema `node` are declared to hold JSON.
fn declares_json(doc: Doc<'_>, node: NodeId) -> bool {
    match doc.get(node, "contentMediaType").and_then(|media| doc.string(media)) {
        Some(media) => {
            let essence = media.split(';').next().unwrap_or_default().trim();
            let essence = essence.to_ascii_lowercase();
            essence == "application/json" || essence.ends_with("+json")
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
    /// The encoding of the bytes in the string, if there is one.
    pub(super) encoding: Option<Encoding>,
    /// Whether the string, or the bytes in it, should be JSON.
    pub(super) is_json: bool,
}

thread_local! {
    static OPEN_LAYERS: Cell<usize> = const { Cell::new(0) };
}

/// Runs `check` on a value that stands under so many layers.
pub(super) fn under_layers<T>(layers: usize, check: impl FnOnce() -> T) -> T {
    /// Also after a check that was given up by unwinding.
    struct Restore(usize);
    impl Drop for Restore {
        fn drop(&mut self) {
            OPEN_LAYERS.set(self.0);
        }
    }
    let _restore = Restore(OPEN_LAYERS.replace(layers));
    check()
}

impl JsonContent {
    pub(super) fn new(value: &Value, contents: Arc<Contents>, layers: usize) -> Self {
        let string = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let declared = Declared {
            place: string("place").unwrap_or_default(),
            schema: string("schema"),
            encoding: string("encoding").as_deref().and_then(Encoding::named),
            is_json: value.get("json") == Some(&Value::Bool(true)),
        };
        Self { declared, contents, layers }
    }

    fn holds(&self, node: SpannedNode<'_>) -> bool {
        let SpannedNode::At(doc, id) = node else { return true };
        let Some(text) = doc.string(id) else { return true };
        let Some(encoding) = self.declared.encoding else { return self.is_kept(text) };
        let Some(bytes) = encoding.decode(text) else { return false };
        !self.declared.is_json || std::str::from_utf8(&bytes).is_ok_and(|text| self.is_kept(text))
    }

    /// Whether `text` is JSON that keeps the schema declared for it.
    fn is_kept(&self, text: &str) -> bool {
        let open = OPEN_LAYERS.get();
        // Only a string of the document itself is a layer of it.
        let is_layer = self.declared.encoding.is_none();
        if is_layer && open >= self.layers {
            return false;
        }
        let schema = self.declared.schema.as_deref();
        let validator = schema.and_then(|uri| self.contents.validator(uri));
        OPEN_LAYERS.set(open + usize::from(is_layer));
        let valid = with_tape(|tape| {
            parse(text, self.contents.settings.depth, tape).is_ok()
                && (!is_layer || tape.faults().is_empty())
                && {
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
                let encoding = self.declared.encoding.map_or("-", Encoding::name);
                let kind = if self.declared.is_json { "json" } else { "-" };
                let words =
                    format!("{} {encoding} {kind} {} {schema}", node.0, self.declared.place);
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
    let mut parts = message.splitn(5, ' ');
    let node = parts.next()?.parse().ok().map(NodeId)?;
    let encoding = Encoding::named(parts.next()?);
    let is_json = parts.next()? == "json";
    let place = parts.next()?.to_owned();
    let schema = parts.next().filter(|uri| !uri.is_empty()).map(str::to_owned);
    Some((node, Declared { place, schema, encoding, is_json }))
}
