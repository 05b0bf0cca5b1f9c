//! Compiled schemas.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, OnceLock};

use jsonschema::{
    Draft, PatternOptions, Registry, RegistryBuilder, Resource, ValidationOptions, Validator,
    options_for,
};
use serde_json::{Value, json};

use super::content::{Contents, JsonContent, KEYWORD, schema_value};
use super::library::{Catalog, Library, Root, SchemaText, reach};
use super::reference;
use super::site::Site;
use super::violation::Reporter;
use super::walk::without_fragment;
use crate::finding::{Address, Code, Finding};
use crate::json::{BudgetSpent, Doc, Frame, NodeId, Placement, Spanned, SpannedNode, with_budget};

/// Steps that a regular expression with look-around or back-references may take on one string.
const BACKTRACK_LIMIT: usize = 10_000;

/// How schemas are read.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The draft of schemas without `$schema`.
    pub draft: Draft,
    /// Whether `format`, and a declared content, is checked in drafts where it is an annotation.
    pub assert_formats: bool,
    /// Nested containers that a text may have.
    pub depth: usize,
    /// Layers that a document may have.
    pub layers: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            draft: Draft::Draft202012,
            assert_formats: true,
            depth: crate::json::DEFAULT_DEPTH,
            layers: 8,
        }
    }
}

/// A compiled schema that stands somewhere, and can say what a value breaks.
#[derive(Debug)]
pub struct Schema {
    compiled: Arc<Compiled>,
    home: Home,
}

/// What is compiled once, wherever the same text stands.
#[derive(Debug)]
struct Compiled {
    validator: Validator<Spanned>,
    contents: Arc<Contents>,
}

/// Where a schema stands.
#[derive(Debug)]
enum Home {
    /// With others that it can refer to.
    Library(Arc<Catalog>, usize),
    /// By itself; looked through when a value breaks it.
    Alone {
        text: String,
        placement: Placement,
        address: Address,
        settings: Settings,
        catalog: OnceLock<Box<Catalog>>,
    },
}

/// Questions that the validator may ask about a document to decide it: far more than any schema
/// needs that does not multiply its own branches.
fn budget(doc: Doc<'_>) -> u64 {
    10_000_000 + 200 * doc.tape().len() as u64
}

/// Questions for collecting errors: fewer, since each may leave an error behind.
fn collecting_budget(doc: Doc<'_>) -> u64 {
    200_000 + 100 * doc.tape().len() as u64
}

/// `validator`'s verdict on `node`, within the budget.
pub(super) fn is_valid(
    validator: &Validator<Spanned>,
    doc: Doc<'_>,
    node: NodeId,
) -> Result<bool, BudgetSpent> {
    with_budget(budget(doc), || validator.is_valid(SpannedNode::At(doc, node)))
}

/// Runs `errors`, which collects them, within the budget of `doc`.
pub(super) fn collect<T>(doc: Doc<'_>, errors: impl FnOnce() -> T) -> Result<T, BudgetSpent> {
    with_budget(collecting_budget(doc), errors)
}

impl Schema {
    /// The same schema where its text stands once more.
    #[must_use]
    pub fn moved(
        &self,
        text: &str,
        placement: Placement,
        address: Address,
        settings: &Settings,
    ) -> Self {
        Self {
            compiled: Arc::clone(&self.compiled),
            home: Home::Alone {
                text: text.to_owned(),
                placement,
                address,
                settings: settings.clone(),
                catalog: OnceLock::new(),
            },
        }
    }

    /// Whether `node` keeps the schema.
    ///
    /// # Errors
    /// [`BudgetSpent`] if that could not be decided in a bounded number of steps.
    pub fn accepts(&self, doc: Doc<'_>, node: NodeId) -> Result<bool, BudgetSpent> {
        is_valid(&self.compiled.validator, doc, node)
    }

    /// Appends a finding for everything in `node` that breaks the schema; nothing if it keeps it.
    pub fn check(&self, frame: &Frame<'_>, node: NodeId, findings: &mut Vec<Finding>) {
        let (catalog, number) = self.place();
        let start = Site::root(catalog, number);
        let reporter = Reporter::new(catalog, Some(&self.compiled.contents), frame, Some(start));
        reporter.check(&self.compiled.validator, node, findings);
    }

    /// The schema itself, as text.
    #[must_use]
    pub fn source(&self) -> (Doc<'_>, NodeId) {
        let (catalog, number) = self.place();
        let root = &catalog.roots[number];
        (root.text.doc(), root.node)
    }

    /// The names of the properties that the schema describes, itself or through those that apply to
    /// the same value.
    #[must_use]
    pub fn properties(&self) -> Vec<&str> {
        let (catalog, number) = self.place();
        Site::root(catalog, number).described()
    }

    fn place(&self) -> (&Catalog, usize) {
        match &self.home {
            Home::Library(catalog, number) => (catalog, *number),
            Home::Alone { text, placement, address, settings, catalog } => {
                let built = catalog.get_or_init(|| {
                    let text =
                        SchemaText::parse(text, placement.clone(), address.clone(), settings.depth);
                    let mut library = Library::new(settings.clone());
                    library.add_file("", Arc::new(text));
                    Box::new(library.into_catalog())
                });
                (built.as_ref(), 0)
            }
        }
    }
}

type Outcome = Option<Result<Arc<Schema>, Box<Finding>>>;

/// Compiles the roots `wanted` that are not `broken`; `references` are the roots each one needs.
pub(super) fn compile(
    catalog: &Arc<Catalog>,
    settings: &Settings,
    wanted: &[usize],
    references: &[HashSet<usize>],
    broken: &HashSet<usize>,
) -> Vec<Outcome> {
    let sound: Vec<usize> = (0..catalog.roots.len()).filter(|n| !broken.contains(n)).collect();
    let values: HashMap<usize, (Value, Vec<String>)> = sound
        .iter()
        .map(|n| (*n, schema_value(&catalog.roots[*n], settings.assert_formats)))
        .collect();
    let contents = Arc::new(Contents::new(settings.clone()));
    let unusable = |number: usize| {
        let root = &catalog.roots[number];
        let label = root.text.label(root.text.doc().head(root.node), "");
        Finding::new(
            Code::ToolInvalidSchema,
            "an identifier or `$schema` in this schema cannot be used",
            label,
        )
        .at(root.address_of(root.node))
    };
    let Ok(registry) = registry(catalog, &values, &sound) else {
        // One of them spoils it for all: leave out those that fail with nothing but what they need.
        let needs = |number: usize| reach(&[number], references);
        let fails = |number: &usize| {
            let needed: Vec<usize> = needs(*number).into_iter().collect();
            registry(catalog, &values, &needed).is_err()
        };
        let spoiled: HashSet<usize> = sound.iter().copied().filter(fails).collect();
        if spoiled.is_empty() {
            return wanted.iter().map(|n| Some(Err(Box::new(unusable(*n))))).collect();
        }
        let less: HashSet<usize> = broken.union(&spoiled).copied().collect();
        let mut outcomes = compile(catalog, settings, wanted, references, &less);
        // Of two that fail, the one that the other needs is to blame.
        let is_to_blame = |number: usize| {
            let others = needs(number);
            let mut others = others.intersection(&spoiled).filter(|other| wanted.contains(other));
            others.all(|other| needs(*other).contains(&number))
        };
        for (outcome, number) in outcomes.iter_mut().zip(wanted) {
            if spoiled.contains(number) && is_to_blame(*number) {
                *outcome = Some(Err(Box::new(unusable(*number))));
            }
        }
        return outcomes;
    };
    let builder = Builder { settings, registry: &registry, contents: &contents };
    let outcomes = wanted
        .iter()
        .map(|number| {
            let (value, _) = values.get(number)?;
            let root = &catalog.roots[*number];
            Some(builder.build(root, value).map(|validator| {
                let compiled = Arc::new(Compiled { validator, contents: Arc::clone(&contents) });
                Arc::new(Schema { compiled, home: Home::Library(Arc::clone(catalog), *number) })
            }))
        })
        .collect();
    let addresses = values.values().flat_map(|(_, schemas)| schemas);
    contents.fill(builder.build_contents(addresses));
    outcomes
}

/// The validator of the part of a schema at `uri`, if its schema and what that refers to compile.
pub(super) fn compile_part(
    catalog: &Catalog,
    contents: &Arc<Contents>,
    uri: &str,
) -> Option<Validator<Spanned>> {
    let settings = &contents.settings;
    let mut references: Vec<HashSet<usize>> = vec![HashSet::new(); catalog.roots.len()];
    let mut ahead = vec![catalog.resource(without_fragment(uri))?.root];
    let mut needed = ahead.clone();
    while let Some(number) = ahead.pop() {
        references[number] = reference::check(catalog, number).0;
        let new: Vec<usize> =
            references[number].iter().copied().filter(|n| !needed.contains(n)).collect();
        needed.extend(&new);
        ahead.extend(new);
    }
    let values = needed
        .iter()
        .map(|n| (*n, schema_value(&catalog.roots[*n], settings.assert_formats)))
        .collect();
    let registry = registry(catalog, &values, &needed).ok()?;
    let builder = Builder { settings, registry: &registry, contents };
    builder.build_contents([uri.to_owned()].iter()).remove(uri)
}

/// The metaschemas of all drafts, for schemas that refer to them.
static METASCHEMAS: LazyLock<Registry<'static>> = LazyLock::new(|| {
    // By itself a registry brings out those of one draft only. A document that names a vocabulary
    // as its metaschema makes it bring out all.
    let document = json!({ "$schema": "https://json-schema.org/draft/2020-12/meta/core" });
    let builder = Registry::new().add("wirecheck:///~drafts", Resource::from_contents(document));
    builder.and_then(RegistryBuilder::prepare).expect("the validator carries all metaschemas")
});

fn registry<'v>(
    catalog: &Catalog,
    values: &'v HashMap<usize, (Value, Vec<String>)>,
    numbers: &[usize],
) -> Result<Registry<'v>, jsonschema::ReferencingError> {
    let mut builder = if catalog.names_metaschema {
        METASCHEMAS.extend(std::iter::empty::<(&str, Resource)>())?
    } else {
        Registry::new()
    };
    for number in numbers {
        let root = &catalog.roots[*number];
        let value = values[number].0.clone();
        let resource = if root.is_draft_configured {
            root.draft.create_resource(value)
        } else {
            Resource::from_contents(value)
        };
        builder = builder.add(&root.uri, resource)?;
    }
    builder.prepare()
}

struct Builder<'a> {
    settings: &'a Settings,
    registry: &'a Registry<'a>,
    contents: &'a Arc<Contents>,
}

impl<'a> Builder<'a> {
    fn options(
        &self,
        uri: &str,
        draft: Option<Draft>,
    ) -> ValidationOptions<'a, Arc<dyn jsonschema::Retrieve>, Spanned> {
        let contents = Arc::clone(self.contents);
        let layers = self.settings.layers;
        let options = options_for::<Spanned>()
            .with_base_uri(uri)
            .with_registry(self.registry)
            .offline()
            .should_validate_formats(self.settings.assert_formats)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT))
            .with_keyword(KEYWORD, move |_, value, _| {
                Ok(Box::new(JsonContent::new(value, Arc::clone(&contents), layers)))
            });
        match draft {
            Some(draft) => options.with_draft(draft),
            None => options,
        }
    }

    fn build(&self, root: &Root, value: &Value) -> Result<Validator<Spanned>, Box<Finding>> {
        let draft = root.is_draft_configured.then_some(root.draft);
        self.options(&root.uri, draft).build(value).map_err(|error| {
            // What the metaschema lets pass and the compiler does not: mostly regular expressions.
            let doc = root.text.doc();
            let pointer = error.instance_path().as_str();
            let place = doc.pointer(root.node, pointer).or_else(|| {
                doc.pointer(root.node, error.schema_path().as_str())
            });
            let node = place.map_or(root.node, |(_, node)| node);
            let message = match error.kind() {
                jsonschema::error::ValidationErrorKind::Format { format } if format == "regex" => {
                    "not a valid schema: this pattern is no regular expression of ECMA-262 that can be used here"
                }
                _ => "not a valid schema: the validator cannot use it",
            };
            let label = root.text.label(doc.head(node), "");
            let finding = Finding::new(Code::ToolInvalidSchema, message, label);
            Box::new(finding.at(root.address_of(node)))
        })
    }

    fn build_contents<'s>(
        &self,
        addresses: impl Iterator<Item = &'s String>,
    ) -> HashMap<String, Validator<Spanned>> {
        addresses
            .filter_map(|uri| {
                let schema = json!({ "$ref": uri });
                let validator = self.options("wirecheck:///~content", None).build(&schema).ok()?;
                Some((uri.clone(), validator))
            })
            .collect()
    }
}
