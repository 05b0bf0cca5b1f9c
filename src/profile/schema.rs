//! What is asked of the schema of a tool's arguments.

use super::reference;
use super::rule::{Group, Part};
use super::size;
use super::tool::Tool;
use crate::finding::{Code, Finding};
use crate::json::{Doc, Kind, NodeId};
use crate::schema::subschemas;
use crate::wording::{NameForm, list, shorten};

/// Keywords that make a union of a schema.
const UNIONS: &[&str] = &["anyOf", "oneOf", "allOf"];
/// Keywords that may stand beside a `$ref`: they say nothing of a value.
const BESIDE_REF: &[&str] = &["$anchor", "$comment", "$defs", "$id", "$schema", "definitions"];

/// The names in the `type` of a schema, in lower case.
fn types(doc: Doc<'_>, schema: NodeId) -> Vec<String> {
    let Some(kind) = doc.get(schema, "type") else { return Vec::new() };
    let one = doc.string(kind).into_iter();
    let many = doc.is_array(kind).then(|| doc.elements(kind)).into_iter().flatten();
    let many = many.filter_map(|it| doc.string(it));
    one.chain(many).map(str::to_ascii_lowercase).collect()
}

fn is_of(doc: Doc<'_>, schema: NodeId, name: &str) -> bool {
    types(doc, schema).iter().any(|it| it == name)
}

/// Whether a schema describes objects.
pub(super) fn is_of_objects(doc: Doc<'_>, schema: NodeId) -> bool {
    is_of(doc, schema, "object") || doc.get(schema, "properties").is_some()
}

/// The properties that a schema describes: their names and schemas.
pub(super) fn properties(
    doc: Doc<'_>,
    schema: NodeId,
) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
    let properties = doc.get(schema, "properties").filter(|it| doc.is_object(*it));
    properties.into_iter().flat_map(move |it| doc.members(it))
}

/// The elements of a schema's `required` that are strings.
fn required(doc: Doc<'_>, schema: NodeId) -> impl Iterator<Item = (NodeId, &str)> {
    let names = doc.get(schema, "required").filter(|it| doc.is_array(*it));
    let names = names.into_iter().flat_map(move |it| doc.elements(it));
    names.filter_map(move |it| Some((it, doc.string(it)?)))
}

pub(super) fn is_required(doc: Doc<'_>, schema: NodeId, key: NodeId) -> bool {
    let name = doc.string(key);
    required(doc, schema).any(|(_, it)| Some(it) == name)
}

/// The values of a schema's `enum`.
pub(super) fn enum_values(doc: Doc<'_>, schema: NodeId) -> impl Iterator<Item = NodeId> {
    let values = doc.get(schema, "enum").filter(|it| doc.is_array(*it));
    values.into_iter().flat_map(move |it| doc.elements(it))
}

impl Tool<'_> {
    /// Holds the schema to `part`. A tool without one takes no arguments, which is always right.
    pub(super) fn schema_rule(
        &self,
        code: Code,
        part: Part,
        of: &Group,
        findings: &mut Vec<Finding>,
    ) {
        let Some(root) = self.schema else { return };
        let asked = Asked { tool: self, code, of, whose: of.whose() };
        match part {
            Part::RootObject => findings.extend(asked.root_object(root)),
            Part::RootProperties => findings.extend(asked.root_properties(root)),
            Part::RootPlain => findings.extend(asked.root_plain(root)),
            Part::RootNames(form) => asked.names(root, form, findings),
            Part::SomeRequired => findings.extend(asked.none_required(root)),
            Part::NoRecursion => findings.extend(reference::check(&asked, root)),
            Part::AtMost(count, most) => findings.extend(size::check(&asked, root, count, most)),
            _ => {
                let schemas = subschemas(self.doc(), root).into_iter().map(|(schema, _)| schema);
                for schema in schemas.filter(|schema| self.doc().is_object(*schema)) {
                    asked.each(schema, part, findings);
                }
            }
        }
    }
}

/// A rule on its way through a schema.
pub(super) struct Asked<'a> {
    pub(super) tool: &'a Tool<'a>,
    pub(super) code: Code,
    of: &'a Group,
    /// Whose it is, in words.
    pub(super) whose: String,
}

impl Asked<'_> {
    /// A finding on a value, with what comes of it.
    pub(super) fn on(&self, node: NodeId, message: String) -> Finding {
        self.tool.on(node, self.code, message).help(self.of.refusal())
    }

    fn on_key(&self, member: (NodeId, NodeId), message: String) -> Finding {
        self.tool.on_key(member, self.code, message).help(self.of.refusal())
    }

    /// What `part` asks of each schema by itself.
    fn each(&self, schema: NodeId, part: Part, findings: &mut Vec<Finding>) {
        match part {
            Part::Closed => findings.extend(self.open(schema)),
            Part::AllRequired => self.optional(schema, findings),
            Part::RequiredDeclared => self.undeclared(schema, findings),
            Part::Items => findings.extend(self.items(schema)),
            Part::Without(keywords) => {
                self.keywords(schema, &|name| !keywords.contains(&name), findings);
            }
            Part::Only(keywords) => {
                self.keywords(schema, &|name| keywords.contains(&name), findings);
            }
            Part::MinItemsOne => findings.extend(self.min_items(schema)),
            Part::Formats(known) => findings.extend(self.format(schema, known)),
            Part::RefBeside => self.beside_ref(schema, findings),
            Part::OneType => findings.extend(self.type_list(schema)),
            Part::EnumOfStrings => findings.extend(self.enum_of_strings(schema)),
            Part::EnumOfScalars => findings.extend(self.enum_of_scalars(schema)),
            Part::RootObject
            | Part::RootProperties
            | Part::RootPlain
            | Part::RootNames(_)
            | Part::SomeRequired
            | Part::NoRecursion
            | Part::AtMost(..) => {}
        }
    }

    fn doc(&self) -> Doc<'_> {
        self.tool.doc()
    }

    fn root_object(&self, root: NodeId) -> Option<Finding> {
        let doc = self.doc();
        if doc.get(root, "type").is_some_and(|kind| doc.is_string(kind))
            && is_of(doc, root, "object")
        {
            return None;
        }
        let place = doc.get(root, "type").unwrap_or(root);
        let message =
            format!("the schema does not say that arguments are an object, as {} asks", self.whose);
        Some(self.on(place, message).words("expected \"type\": \"object\""))
    }

    fn root_properties(&self, root: NodeId) -> Option<Finding> {
        let doc = self.doc();
        let lacks = doc.is_object(root) && doc.get(root, "properties").is_none();
        lacks.then(|| {
            let message = format!("the schema has no `properties`, which {} asks for", self.whose);
            let finding = self.on(root, message).words("lacks \"properties\"");
            finding.help("a tool without arguments has `\"properties\": {}`")
        })
    }

    fn root_plain(&self, root: NodeId) -> Option<Finding> {
        let doc = self.doc();
        let union = doc
            .members(root)
            .find(|(key, _)| doc.string(*key).is_some_and(|name| UNIONS.contains(&name)))?;
        let name = doc.string(union.0).unwrap_or_default();
        let message = format!("{} takes no `{name}` at the root of a schema", self.whose);
        let finding = self.on_key(union, message).words("not at the root");
        Some(finding.help("put the union into a property, or make a tool of each branch"))
    }

    fn names(&self, schema: NodeId, form: NameForm, findings: &mut Vec<Finding>) {
        let doc = self.doc();
        for member in properties(doc, schema) {
            let name = doc.string(member.0).unwrap_or_default();
            if let Some((message, words)) = form.breach("property name", name) {
                findings.push(self.on_key(member, message).words(words));
            }
        }
    }

    fn open(&self, schema: NodeId) -> Option<Finding> {
        let doc = self.doc();
        let rest = doc.get(schema, "additionalProperties");
        let is_closed = rest.is_some_and(|rest| doc.kind(rest) == Kind::False);
        if is_closed || !is_of_objects(doc, schema) {
            return None;
        }
        let message = format!("the object is open, and {} takes closed ones only", self.whose);
        let words = "\"additionalProperties\": false is missing";
        let finding = match rest {
            Some(rest) => self.on(rest, message).words("expected false"),
            None => self.on(schema, message).words(words),
        };
        Some(finding)
    }

    fn optional(&self, schema: NodeId, findings: &mut Vec<Finding>) {
        let doc = self.doc();
        for member in properties(doc, schema).filter(|it| !is_required(doc, schema, it.0)) {
            let name = shorten(doc.string(member.0).unwrap_or_default());
            let message =
                format!("`{name}` may be left out, and {} has no optional properties", self.whose);
            let finding = self.on_key(member, message).words("not in `required`");
            findings.push(finding.help(format!(
                "list `{name}` in `required`, and let it be null where it may be left out"
            )));
        }
    }

    fn none_required(&self, root: NodeId) -> Option<Finding> {
        let is_lacking =
            !properties(self.doc(), root).any(|it| is_required(self.doc(), root, it.0));
        is_lacking.then(|| {
            let message =
                format!("{} asks for at least one required property in each tool", self.whose);
            self.on(root, message).words("nothing is required")
        })
    }

    fn undeclared(&self, schema: NodeId, findings: &mut Vec<Finding>) {
        let doc = self.doc();
        let has = |name: &str| properties(doc, schema).any(|it| doc.string(it.0) == Some(name));
        for (node, name) in required(doc, schema).filter(|(_, name)| !has(name)) {
            let message =
                format!("`{}` is required, but is none of the `properties`", shorten(name));
            findings.push(self.on(node, message).words("no such property"));
        }
    }

    fn items(&self, schema: NodeId) -> Option<Finding> {
        let doc = self.doc();
        let is_lacking = is_of(doc, schema, "array") && doc.get(schema, "items").is_none();
        is_lacking.then(|| {
            let message = format!("the array has no `items`, which {} asks for", self.whose);
            self.on(schema, message).words("lacks \"items\"")
        })
    }

    fn keywords(
        &self,
        schema: NodeId,
        is_taken: &dyn Fn(&str) -> bool,
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        for member in doc.members(schema) {
            let name = doc.string(member.0).unwrap_or_default();
            if !is_taken(name) {
                let message =
                    format!("{} does not take the keyword `{}`", self.whose, shorten(name));
                findings.push(self.on_key(member, message).words("not taken"));
            }
        }
    }

    fn min_items(&self, schema: NodeId) -> Option<Finding> {
        let doc = self.doc();
        let least = doc.get(schema, "minItems")?;
        let is_more = doc.source(least).parse::<f64>().is_ok_and(|least| least > 1.0);
        is_more.then(|| {
            let message = format!("{} takes no `minItems` above 1", self.whose);
            self.on(least, message).words("0 or 1 is taken")
        })
    }

    fn format(&self, schema: NodeId, known: &[&str]) -> Option<Finding> {
        let doc = self.doc();
        let format = doc.get(schema, "format")?;
        let name = doc.string(format).filter(|name| !known.contains(name))?;
        let known: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
        let message = format!("{} does not take the format \"{}\"", self.whose, shorten(name));
        Some(self.on(format, message).words(format!("expected {}", list(&known, "or"))))
    }

    fn beside_ref(&self, schema: NodeId, findings: &mut Vec<Finding>) {
        let doc = self.doc();
        if doc.get(schema, "$ref").is_none_or(|it| !doc.is_string(it)) {
            return;
        }
        for member in doc.members(schema) {
            let name = doc.string(member.0).unwrap_or_default();
            if name != "$ref" && !BESIDE_REF.contains(&name) {
                let message = format!(
                    "`{}` stands beside a `$ref`, which {} does not take",
                    shorten(name),
                    self.whose
                );
                findings.push(self.on_key(member, message).words("beside `$ref`"));
            }
        }
    }

    fn type_list(&self, schema: NodeId) -> Option<Finding> {
        let kind = self.doc().get(schema, "type").filter(|it| self.doc().is_array(*it))?;
        let message = format!("{} takes one type, and no list of types", self.whose);
        let finding = self.on(kind, message).words("a list of types");
        Some(finding.help("write `nullable` for null, `anyOf` for several types"))
    }

    fn enum_of_strings(&self, schema: NodeId) -> Option<Finding> {
        let doc = self.doc();
        let values = doc.get(schema, "enum").filter(|it| doc.is_array(*it))?;
        let is_bad = |it: &NodeId| doc.string(*it).is_none_or(str::is_empty);
        let bad = match doc.elements(values).find(is_bad) {
            Some(bad) => bad,
            None if doc.count(values) == 0 => values,
            None => return None,
        };
        let message = format!("{} takes strings in an `enum`, and no empty ones", self.whose);
        Some(self.on(bad, message).words("expected a string with characters"))
    }

    fn enum_of_scalars(&self, schema: NodeId) -> Option<Finding> {
        let doc = self.doc();
        let complex =
            enum_values(doc, schema).find(|it| doc.is_object(*it) || doc.is_array(*it))?;
        let message = format!("{} takes no objects and arrays in an `enum`", self.whose);
        Some(self.on(complex, message).words("expected a string, number, true, false or null"))
    }
}
