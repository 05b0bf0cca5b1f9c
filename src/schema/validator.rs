//! Compiled schemas.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jsonschema::{
    Draft, PatternOptions, Registry, Resource, ValidationOptions, Validator, options_for,
};
use serde_json::{Value, json};

use super::content::{Contents, JsonContent, KEYWORD, schema_value};
use super::library::{Catalog, Root};
use super::violation::Reporter;
use crate::finding::{Code, Finding};
use crate::json::{BudgetSpent, Doc, Frame, NodeId, Spanned, SpannedNode, with_budget};

/// Steps that a regular expression with look-around or back-references may take on one string.
const BACKTRACK_LIMIT: usize = 10_000;

/// How schemas are read.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The draft of schemas without `$schema`.
    pub draft: Draft,
    /// Whether `format` is checked in drafts where it is only an annotation.
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

/// A compiled schema, which can say what a value breaks.
#[derive(Debug)]
pub struct Schema {
    validator: Validator<Spanned>,
    contents: Arc<Contents>,
    catalog: Arc<Catalog>,
    number: usize,
}

/// Questions that the validator may ask about a document: far more than any schema needs that does
/// not multiply its own branches.
fn budget(doc: Doc<'_>) -> u64 {
    10_000_000 + 200 * doc.tape().len() as u64
}

/// `validator`'s verdict on `node`, within the budget.
pub(super) fn is_valid(
    validator: &Validator<Spanned>,
    doc: Doc<'_>,
    node: NodeId,
) -> Result<bool, BudgetSpent> {
    with_budget(budget(doc), || validator.is_valid(SpannedNode::At(doc, node)))
}

/// Runs `collect` within the budget of `doc`.
pub(super) fn within_budget<T>(
    doc: Doc<'_>,
    collect: impl FnOnce() -> T,
) -> Result<T, BudgetSpent> {
    with_budget(budget(doc), collect)
}

impl Schema {
    /// Whether `node` keeps the schema.
    ///
    /// # Errors
    /// [`BudgetSpent`] if that could not be decided in a bounded number of steps.
    pub fn accepts(&self, doc: Doc<'_>, node: NodeId) -> Result<bool, BudgetSpent> {
        is_valid(&self.validator, doc, node)
    }

    /// Appends a finding for everything in `node` that breaks the schema; nothing if it keeps it.
    pub fn check(&self, frame: &Frame<'_>, node: NodeId, findings: &mut Vec<Finding>) {
        let reporter = Reporter::new(&self.catalog, Some(&self.contents), frame);
        reporter.check(&self.validator, node, findings);
    }

    /// The schema itself, as text.
    #[must_use]
    pub fn source(&self) -> (Doc<'_>, NodeId) {
        let root = &self.catalog.roots[self.number];
        (root.text.doc(), root.node)
    }
}

type Outcome = Option<Result<Arc<Schema>, Box<Finding>>>;

/// Compiles the roots `wanted` that are not `broken`.
pub(super) fn compile(
    catalog: &Arc<Catalog>,
    settings: &Settings,
    wanted: &[usize],
    broken: &HashSet<usize>,
) -> Vec<Outcome> {
    let sound: Vec<usize> = (0..catalog.roots.len()).filter(|n| !broken.contains(n)).collect();
    let values: HashMap<usize, (Value, Vec<String>)> =
        sound.iter().map(|n| (*n, schema_value(&catalog.roots[*n]))).collect();
    let contents = Arc::new(Contents::default());
    let unusable = |number: usize| {
        let root = &catalog.roots[number];
        let label = root.text.label(root.text.doc().head(root.node), "");
        Finding::new(
            Code::ToolInvalidSchema,
            "an identifier or `$schema` in this schema cannot be used",
            label,
        )
    };
    let Ok(registry) = registry(catalog, &values, &sound) else {
        // One of them spoils it for all: leave out those that fail alone.
        let spoiled: HashSet<usize> =
            sound.iter().copied().filter(|n| registry(catalog, &values, &[*n]).is_err()).collect();
        if spoiled.is_empty() {
            return wanted.iter().map(|n| Some(Err(Box::new(unusable(*n))))).collect();
        }
        let less: HashSet<usize> = broken.union(&spoiled).copied().collect();
        let mut outcomes = compile(catalog, settings, wanted, &less);
        for (outcome, number) in outcomes.iter_mut().zip(wanted) {
            if spoiled.contains(number) {
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
                let (catalog, contents) = (Arc::clone(catalog), Arc::clone(&contents));
                Arc::new(Schema { validator, contents, catalog, number: *number })
            }))
        })
        .collect();
    let addresses = values.values().flat_map(|(_, schemas)| schemas);
    contents.fill(builder.build_contents(addresses));
    outcomes
}

fn registry<'v>(
    catalog: &Catalog,
    values: &'v HashMap<usize, (Value, Vec<String>)>,
    numbers: &[usize],
) -> Result<Registry<'v>, jsonschema::ReferencingError> {
    let mut builder = Registry::new();
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
        let (depth, layers) = (self.settings.depth, self.settings.layers);
        let options = options_for::<Spanned>()
            .with_base_uri(uri)
            .with_registry(self.registry)
            .offline()
            .should_validate_formats(self.settings.assert_formats)
            .without_content_media_type_support("application/json")
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT))
            .with_keyword(KEYWORD, move |_, value, _| {
                Ok(Box::new(JsonContent::new(value, Arc::clone(&contents), depth, layers)))
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
            Box::new(Finding::new(Code::ToolInvalidSchema, message, label))
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
