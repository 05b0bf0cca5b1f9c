//! The schemas that can refer to each other: all of a `schemas/` folder, or one alone.
//!
//! Every schema has an address of our own making, so that an address always leads back to a file
//! and a place in it. Schemas are checked one by one before any is compiled: a broken one is left
//! out together with what refers to it, and the rest still work.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use jsonschema::Draft;

use super::draft;
use super::metaschema;
use super::openapi::Spelling;
use super::reference;
use super::validator::{Schema, Settings, compile};
use super::walk::{has_sibling_rules, resolve, resource_id, walk, without_fragment};
use crate::finding::{Address, Code, Finding, Label};
use crate::json::{Doc, Frame, NodeId, Placement, Tape, parse};
use crate::source::FileId;
use crate::wording::{nearest, shorten_to};

/// A text that holds schemas, kept with its tape for as long as they can be broken.
#[derive(Debug)]
pub struct SchemaText {
    text: String,
    tape: Tape,
    placement: Placement,
    /// The way to the text's root in the document it stands in.
    root: Address,
}

impl SchemaText {
    /// A text that was parsed into `tape` and stands at `placement`.
    #[must_use]
    pub fn new(text: String, tape: Tape, placement: Placement) -> Self {
        Self { text, tape, placement, root: Address::root() }
    }

    /// A text that was parsed before, as the part of another at `address`; it stands at `placement`.
    #[must_use]
    pub fn parse(text: &str, placement: Placement, address: Address, depth: usize) -> Self {
        let mut tape = Tape::new();
        // A part of a JSON text is one: its value is already known to be sound.
        let _ = parse(text, depth, &mut tape);
        Self { root: address, ..Self::new(text.to_owned(), tape, placement) }
    }

    /// The parsed text.
    #[must_use]
    pub fn doc(&self) -> Doc<'_> {
        Doc::new(&self.text, &self.tape)
    }

    /// A label on bytes of the text.
    #[must_use]
    pub fn label(
        &self,
        range: std::ops::Range<u32>,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Label {
        Label::new(self.placement.file, self.placement.span(range), words)
    }
}

/// A schema of a text: where it stands, and where its references start from.
#[derive(Debug)]
pub(super) struct Root {
    pub(super) text: Arc<SchemaText>,
    pub(super) node: NodeId,
    pub(super) uri: String,
    pub(super) draft: Draft,
    /// Whether its draft is chosen by the configuration and not by a `$schema` of its own.
    pub(super) is_draft_configured: bool,
    pub(super) spelling: Spelling,
}

impl Root {
    /// The way to `node` from the root of its text.
    pub(super) fn address_of(&self, node: NodeId) -> Address {
        Frame::placed(self.text.doc(), &self.text.placement).address_of(node)
    }
}

/// A resource of a root: the root itself, or a part of it with an identifier of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resource {
    pub(super) root: usize,
    pub(super) node: NodeId,
}

/// Addresses and where they lead.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    pub(super) roots: Vec<Root>,
    pub(super) resources: HashMap<String, Resource>,
    pub(super) anchors: HashSet<(String, String)>,
    /// Whether a pattern asks for an engine that may give up on a string.
    pub(super) has_lookaround: bool,
    /// Whether some `$ref` leads to a metaschema of JSON Schema.
    pub(super) names_metaschema: bool,
}

impl Catalog {
    /// Which files `references` between roots lead from and to.
    fn between_files(&self, references: &[HashSet<usize>]) -> BTreeSet<(FileId, FileId)> {
        let file = |number: usize| self.roots[number].text.placement.file;
        let all = references.iter().enumerate();
        let of_files = all.flat_map(|(from, targets)| targets.iter().map(move |to| (from, *to)));
        of_files.map(|(from, to)| (file(from), file(to))).filter(|(from, to)| from != to).collect()
    }
}

/// Schemas on their way to being compiled.
#[derive(Debug)]
pub struct Library {
    settings: Settings,
    catalog: Catalog,
}

/// What became of the schemas of a library.
#[derive(Debug)]
pub struct Compiled {
    /// Those that were asked for, in order; nothing in the place of a broken one.
    pub schemas: Vec<Option<Arc<Schema>>>,
    /// Why some are broken.
    pub findings: Vec<Finding>,
    /// The references that lead from one file to another.
    pub references: BTreeSet<(FileId, FileId)>,
}

/// The scheme and empty authority of the addresses we make.
const SCHEME: &str = "wirecheck:///";

impl Library {
    /// An empty library.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, catalog: Catalog::default() }
    }

    /// Adds the file `name` (relative to the folder, forward slashes), whose outermost value is a
    /// schema or holds some. Returns its number.
    pub fn add_file(&mut self, name: &str, text: Arc<SchemaText>) -> usize {
        let root = text.doc().root();
        self.add(format!("{SCHEME}{}", encode(name)), text, root)
    }

    /// Adds the schema `node`, which stands at `pointer` of the file `name`, as a document of its
    /// own: `#` in it is the schema, not the file. Returns its number.
    pub fn add_part(
        &mut self,
        name: &str,
        text: Arc<SchemaText>,
        node: NodeId,
        pointer: &str,
        spelling: Spelling,
    ) -> usize {
        let uri = format!("{SCHEME}{}?{}", encode(name), encode(pointer));
        let number = self.add(uri, text, node);
        self.catalog.roots[number].spelling = spelling;
        number
    }

    /// Adds a schema that stands alone. Returns its number.
    pub fn add_root(&mut self, text: Arc<SchemaText>, spelling: Spelling) -> usize {
        let number = self.add_file("", text);
        self.catalog.roots[number].spelling = spelling;
        number
    }

    /// Adds a schema with an address that is not ours.
    pub fn add_with_uri(&mut self, uri: &str, text: Arc<SchemaText>) -> usize {
        let root = text.doc().root();
        self.add(uri.to_owned(), text, root)
    }

    fn add(&mut self, uri: String, text: Arc<SchemaText>, node: NodeId) -> usize {
        let doc = text.doc();
        let named = doc.get(node, "$schema").and_then(|value| doc.string(value));
        let draft = named.map_or(self.settings.draft, |uri| {
            // A metaschema of one's own is known once all files are: until then, the newest rules.
            draft::of_uri(uri).unwrap_or(Draft::Draft202012)
        });
        let is_draft_configured = named.is_none();
        let number = self.catalog.roots.len();
        self.catalog.register(number, &text, node, &uri, draft);
        let spelling = Spelling::JsonSchema;
        self.catalog.roots.push(Root { text, node, uri, draft, is_draft_configured, spelling });
        number
    }

    /// Checks and compiles the schemas with these numbers. Of a broken one, or one that refers to a
    /// broken one, there is no compiled schema; why is in the findings, once.
    #[must_use]
    pub fn compile(self, wanted: &[usize]) -> Compiled {
        let mut problems = Vec::new();
        let mut references = Vec::new();
        for number in 0..self.catalog.roots.len() {
            let (mut targets, unresolved) = reference::check(&self.catalog, number);
            let (metaschema, unknown) = self.metaschema(number);
            targets.extend(metaschema);
            let mut found: Vec<Finding> = unknown.into_iter().collect();
            if found.is_empty() && metaschema.is_none() && wanted.contains(&number) {
                found = self.check(number);
            }
            found.extend(unresolved);
            problems.push(found);
            references.push(targets);
        }
        let is_broken = |number: &usize| !problems[*number].is_empty();
        let mut broken: HashSet<usize> = (0..problems.len()).filter(is_broken).collect();
        spread(&mut broken, &references);
        // What nobody asks for is nobody's finding, as a file of tools that is no schema itself.
        let used = reach(wanted, &references);
        let mut findings: Vec<Finding> = problems
            .into_iter()
            .enumerate()
            .filter(|(number, _)| used.contains(number))
            .flat_map(|(_, found)| found)
            .collect();
        let between_files = self.catalog.between_files(&references);
        let catalog = Arc::new(self.catalog);
        let outcomes = compile(&catalog, &self.settings, wanted, &references, &broken);
        let mut schemas = Vec::new();
        for outcome in outcomes {
            match outcome {
                Some(Ok(schema)) => schemas.push(Some(schema)),
                Some(Err(finding)) => {
                    findings.push(*finding);
                    schemas.push(None);
                }
                None => schemas.push(None),
            }
        }
        Compiled { schemas, findings, references: between_files }
    }

    pub(super) fn into_catalog(self) -> Catalog {
        self.catalog
    }

    /// The findings of a schema by itself.
    fn check(&self, number: usize) -> Vec<Finding> {
        let root = &self.catalog.roots[number];
        let doc = root.text.doc();
        if !doc.is_object(root.node) && !matches!(doc.source(root.node), "true" | "false") {
            let label =
                root.text.label(doc.head(root.node), "an object, true or false is expected");
            let message = "this is neither a tool definition nor a JSON Schema";
            let finding = Finding::new(Code::ToolInvalidSchema, message, label);
            return vec![finding.at(root.address_of(root.node))];
        }
        let frame = Frame::placed(doc, &root.text.placement);
        let mut findings = metaschema::check(&frame, root);
        findings.extend(doc.infinite_numbers(root.node).map(|node| {
            Finding::new(
                Code::ToolInvalidSchema,
                "not a valid schema: this number is beyond what can be compared (1.8e308)",
                root.text.label(doc.range(node), ""),
            )
            .at(frame.address_of(node))
        }));
        findings
    }
}

impl Library {
    /// The root that holds the metaschema of one's own which `$schema` names; a finding if it names
    /// none that is known.
    fn metaschema(&self, number: usize) -> (Option<usize>, Option<Finding>) {
        let root = &self.catalog.roots[number];
        let doc = root.text.doc();
        let Some(schema) = doc.get(root.node, "$schema") else { return (None, None) };
        let uri = doc.string(schema).unwrap_or_default();
        if draft::of_uri(uri).is_some() {
            return (None, None);
        }
        match self.catalog.resource(without_fragment(uri)) {
            Some(resource) => (Some(resource.root), None),
            None => (None, Some(unknown_draft(root, schema, uri, self.settings.draft))),
        }
    }
}

/// A `$schema` that names nothing known; without it the schema would be read as `configured`.
fn unknown_draft(root: &Root, schema: NodeId, uri: &str, configured: Draft) -> Finding {
    let message =
        format!("`{}` is not a draft of JSON Schema that is known here", shorten_to(uri, 80));
    let words = "known: drafts 4, 6, 7, 2019-09 and 2020-12";
    let label = root.text.label(root.text.doc().range(schema), words);
    let finding = Finding::new(Code::ToolUnknownDraft, message, label).at(root.address_of(schema));
    // Another number is another draft, and not a slip of the pen.
    let plain = |uri: &str| uri.replace(|c: char| c.is_ascii_digit(), "");
    let known = draft::drafts().iter().map(|(_, _, uri)| *uri);
    let near = nearest(uri, known).filter(|near| plain(near) != plain(uri));
    finding.help(match near {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("without `$schema` it is read as {}", draft::name(configured)),
    })
}

/// Whatever refers to a broken schema cannot be used either.
fn spread(broken: &mut HashSet<usize>, references: &[HashSet<usize>]) {
    loop {
        let more: Vec<usize> = (0..references.len())
            .filter(|number| !broken.contains(number) && !references[*number].is_disjoint(broken))
            .collect();
        if more.is_empty() {
            return;
        }
        broken.extend(more);
    }
}

/// The roots `from` and all that they refer to, directly or not.
pub(super) fn reach(from: &[usize], references: &[HashSet<usize>]) -> HashSet<usize> {
    let mut reached = HashSet::new();
    let mut ahead = from.to_vec();
    while let Some(number) = ahead.pop() {
        if reached.insert(number) {
            ahead.extend(&references[number]);
        }
    }
    reached
}

impl Catalog {
    /// Notes the addresses and anchors of a root.
    fn register(
        &mut self,
        number: usize,
        text: &SchemaText,
        node: NodeId,
        uri: &str,
        draft: Draft,
    ) {
        let doc = text.doc();
        self.resources.insert(uri.to_owned(), Resource { root: number, node });
        self.has_lookaround |= has_lookaround(doc.source(node));
        walk(doc, node, uri, draft, &mut |position| {
            let string = |name| doc.get(position.node, name).and_then(|value| doc.string(value));
            if position.within.is_empty() && resource_id(doc, position.node, draft).is_some() {
                let resource = Resource { root: number, node: position.node };
                self.resources.insert(position.base.to_owned(), resource);
            }
            let target = string("$ref").map(without_fragment);
            self.names_metaschema |= target.is_some_and(draft::is_official);
            let old = string(draft.id_keyword()).filter(|_| has_sibling_rules(draft));
            let old = old.and_then(|id| id.rsplit_once('#')).map(|(_, name)| name);
            for name in [string("$anchor"), string("$dynamicAnchor"), old].into_iter().flatten() {
                self.anchors.insert((position.base.to_owned(), name.to_owned()));
            }
            if string("$recursiveAnchor").is_some() {
                self.anchors.insert((position.base.to_owned(), String::new()));
            }
        });
    }

    /// The text and node that an absolute address leads to, if it is one of ours.
    pub(super) fn locate(&self, uri: &str) -> Option<Located<'_>> {
        let (base, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let resource = self.resources.get(base)?;
        let root = &self.roots[resource.root];
        let pointer = decode(fragment);
        let doc = root.text.doc();
        let (key, node) = doc.pointer(resource.node, &pointer)?;
        let frame = Frame::placed(doc, &root.text.placement);
        let mut whole = root.text.root.clone();
        whole.push_pointer(frame.address_of(resource.node).as_str());
        whole.push_pointer(&pointer);
        Some(Located { text: &root.text, key, node, pointer: whole.as_str().to_owned() })
    }

    /// The resource at `uri`, which has no fragment.
    pub(super) fn resource(&self, uri: &str) -> Option<Resource> {
        self.resources.get(uri).copied()
    }
}

/// Whether a schema's text has what only a backtracking engine can match: look-around and
/// back-references. More than that may look so; it costs time and nothing else.
fn has_lookaround(source: &str) -> bool {
    let mut escapes = source.match_indices("\\\\").map(|(at, _)| source[at + 2..].chars().next());
    ["(?=", "(?!", "(?<"].iter().any(|mark| source.contains(mark))
        || escapes.any(|next| matches!(next, Some('1'..='9' | 'k')))
}

/// Where an address leads.
pub(super) struct Located<'a> {
    pub(super) text: &'a SchemaText,
    /// The member name, if it leads to a member.
    pub(super) key: Option<NodeId>,
    pub(super) node: NodeId,
    /// The pointer from the root of the file.
    pub(super) pointer: String,
}

/// Percent-encodes what is not plain in a path or query (RFC 3986 section 3.3).
pub(super) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/$".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Undoes percent-encoding; what does not decode is left as it is.
pub(super) fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let value = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        decoded.push(value.unwrap_or(bytes[at]));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

/// `reference` against `base`, split at its fragment.
pub(super) fn target(base: &str, reference: &str) -> Option<(String, String)> {
    let uri = resolve(base, reference)?;
    let (uri, fragment) = uri.split_once('#').unwrap_or((&uri, ""));
    Some((uri.to_owned(), decode(fragment)))
}
