//! The tools of an answer to `tools/list`: their names, and what no schema of the protocol says of
//! their schemas.

use std::collections::HashMap;
use std::sync::Arc;

use super::Pass;
use super::dialogue::InForce;
use crate::finding::{Address, Code, Finding};
use crate::json::{Doc, NodeId};
use crate::mcp::Version;
use crate::schema::{foreign_keywords, subschemas};
use crate::wording::shorten;

/// The member of a property's schema that names a header.
const ANNOTATION: &str = "x-mcp-header";
/// Characters of the longest name.
const LONGEST_NAME: usize = 128;
/// Characters of the longest name that the stricter clients take.
const SAFE_NAME: usize = 64;
/// Members of a schema that say nothing of what it accepts.
const SILENT: &[&str] =
    &["type", "title", "description", "$schema", "$id", "$comment", "examples", "default"];

/// The headers that repeat arguments, by tool.
pub(super) type ToolHeaders = HashMap<Box<str>, Vec<ToolHeader>>;

/// A header that repeats an argument.
#[derive(Debug, Clone)]
pub(super) struct ToolHeader {
    /// Its name after `Mcp-Param-`.
    pub(super) name: Box<str>,
    /// The names of the members that lead to the argument.
    pub(super) path: Vec<Box<str>>,
}

impl Pass<'_> {
    /// Checks the tools of the list `result`.
    pub(super) fn tools(&mut self, force: InForce, result: NodeId) {
        let doc = self.frame.doc;
        let Some(tools) = doc.get(result, "tools").filter(|it| doc.is_array(*it)) else { return };
        for tool in doc.elements(tools).filter(|it| doc.is_object(*it)) {
            let found = self.findings_of_tool(force.version, tool);
            let name = doc.get(tool, "name").and_then(|it| doc.string(it));
            let shared: Option<Arc<str>> = name.filter(|_| !found.is_empty()).map(Into::into);
            for mut finding in found {
                finding.tool.clone_from(&shared);
                self.say(finding);
            }
            if force.version == Version::V2026_07_28
                && let (Some(name), Some(schema)) = (name, doc.get(tool, "inputSchema"))
            {
                self.annotations(name, schema);
            }
        }
    }

    fn findings_of_tool(&self, version: Version, tool: NodeId) -> Vec<Finding> {
        let doc = self.frame.doc;
        let is_named_strictly = version >= Version::V2025_11_25;
        let mut found = Vec::new();
        let named = doc.get(tool, "name").and_then(|it| Some((it, doc.string(it)?)));
        if let Some((node, name)) = named {
            found.extend(self.name_of_tool(node, name).filter(|_| is_named_strictly));
            if doc.get(tool, "description").is_none() && self.wants(Code::McpDescriptionMissing) {
                let said = format!("the tool `{}` has no description", shorten(name));
                let finding = self.at(node, Code::McpDescriptionMissing, said);
                let help = "say what it does and when to use it: the model chooses by that";
                found.push(finding.words("no `description`").help(help));
            }
        }
        let input = doc.get(tool, "inputSchema").filter(|it| doc.is_object(*it));
        if is_named_strictly && self.wants(Code::McpOpenArguments) {
            let open = input.filter(|it| takes_nothing_and_anything(doc, *it));
            found.extend(open.map(|it| self.open_arguments(it)));
        }
        if self.wants(Code::McpForeignKeyword) {
            let output = doc.get(tool, "outputSchema").filter(|it| doc.is_object(*it));
            for schema in [input, output].into_iter().flatten() {
                found.extend(self.foreign(schema));
            }
        }
        found
    }

    /// Whether findings of `code` are reported.
    fn wants(&self, code: Code) -> bool {
        self.role.weights.wants(code)
    }

    fn name_of_tool(&self, node: NodeId, name: &str) -> Option<Finding> {
        let is_taken = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let length = name.chars().count();
        let shown = shorten(name);
        let (said, words) = match name.chars().find(|c| !is_taken(*c)) {
            _ if name.is_empty() => {
                ("the name of this tool is empty".to_owned(), "a name has 1 to 128 characters")
            }
            Some(c) if c.is_whitespace() => (
                format!("the name `{shown}` holds white space"),
                "letters, digits, `_`, `-` and `.` only",
            ),
            Some(c) => (
                format!("the name `{shown}` holds `{}`", shorten(&c.to_string())),
                "letters, digits, `_`, `-` and `.` only",
            ),
            None if length > LONGEST_NAME => (
                format!("the name `{shown}` has {length} characters"),
                "a name has at most 128 characters",
            ),
            None => return None,
        };
        let finding = self.at(node, Code::McpToolName, said).words(words);
        Some(match length {
            0..=SAFE_NAME => {
                finding.help("APIs of models refuse it: keep to ASCII letters, digits, `_` and `-`")
            }
            _ => finding.help(format!("many clients take {SAFE_NAME} characters at most")),
        })
    }

    fn open_arguments(&self, schema: NodeId) -> Finding {
        let said = "this tool has no arguments, and its schema accepts any";
        let finding = self.at(schema, Code::McpOpenArguments, said).words("takes anything");
        finding.help("add `\"additionalProperties\": false`")
    }

    fn foreign(&self, schema: NodeId) -> Vec<Finding> {
        let doc = self.frame.doc;
        let (draft, found) = foreign_keywords(doc, schema, self.checker.seen.draft());
        let said = |foreign: crate::schema::Foreign| {
            let name = shorten(doc.string(foreign.key).unwrap_or_default());
            let said = format!("`{name}` is no keyword of JSON Schema {draft}");
            let finding = self.at(foreign.key, Code::McpForeignKeyword, said);
            let finding = finding.words("of another draft");
            match foreign.instead {
                "" => finding.help("name its draft in `$schema`"),
                instead => finding.help(format!("write {instead}, or name its draft in `$schema`")),
            }
        };
        found.into_iter().map(said).collect()
    }

    /// Checks the annotations in the input schema of `tool` that ask for headers, and notes them.
    fn annotations(&mut self, tool: &str, schema: NodeId) {
        let doc = self.frame.doc;
        if !doc.source(schema).contains(ANNOTATION) {
            self.session.rpc.headers.remove(tool);
            return;
        }
        let mut headers = Vec::new();
        let mut places: HashMap<String, NodeId> = HashMap::new();
        let shared: Arc<str> = tool.into();
        let mut is_sound = true;
        for (place, way) in subschemas(doc, schema) {
            let Some(node) = doc.get(place, ANNOTATION) else { continue };
            let name = doc.string(node).unwrap_or_default();
            let wrong = self.annotation(node, place, &way).or_else(|| {
                let first = *places.get(&name.to_ascii_lowercase())?;
                let said = format!("two properties ask for the header `{}`", shorten(name));
                let finding = self.at(node, Code::McpHeaderAnnotation, said);
                let first = self.label(first, "the first one");
                Some(finding.words("asked for again; case does not count").label(first))
            });
            if let Some(mut finding) = wrong {
                finding.tool = Some(Arc::clone(&shared));
                self.say(finding.help("clients that speak HTTP must leave the whole tool out"));
                is_sound = false;
                continue;
            }
            let names = way.raw_tokens().skip(1).step_by(2);
            let path = names.map(|token| Address::name(token).into_owned().into()).collect();
            headers.push(ToolHeader { name: name.into(), path });
            places.insert(name.to_ascii_lowercase(), node);
        }
        // Clients must not call a tool that is not sound, so nothing is known of its headers.
        if is_sound {
            self.session.rpc.headers.insert(tool.into(), headers);
        } else {
            self.session.rpc.headers.remove(tool);
        }
    }

    /// What is wrong with the annotation `node` of the schema `place`, to which `way` leads.
    fn annotation(&self, node: NodeId, place: NodeId, way: &Address) -> Option<Finding> {
        let doc = self.frame.doc;
        let at = |said: String, words: &'static str| {
            Some(self.at(node, Code::McpHeaderAnnotation, said).words(words))
        };
        let Some(name) = doc.string(node) else {
            return at(format!("`{ANNOTATION}` is no string"), "expected the name of a header");
        };
        if name.is_empty() {
            return at(format!("`{ANNOTATION}` is empty"), "expected the name of a header");
        }
        if !name.bytes().all(is_of_token) {
            let said = format!("`{}` cannot be part of the name of a header", shorten(name));
            return at(said, "no token of HTTP");
        }
        let tokens: Vec<&str> = way.raw_tokens().collect();
        let is_reached = tokens.len() >= 2
            && tokens.len().is_multiple_of(2)
            && tokens.iter().step_by(2).all(|it| *it == "properties");
        if !is_reached {
            let said = format!("`{ANNOTATION}` stands where `properties` alone do not lead");
            return at(said, "not a property of the arguments");
        }
        let is = unfit_type(doc, place)?;
        at(format!("a property {is} has `{ANNOTATION}`"), "only string, integer or boolean")
    }
}

/// Whether a schema of arguments has no property and accepts any.
fn takes_nothing_and_anything(doc: Doc<'_>, schema: NodeId) -> bool {
    doc.members(schema).all(|(key, value)| match doc.string(key).unwrap_or_default() {
        "properties" | "required" => doc.count(value) == 0,
        "additionalProperties" => {
            doc.source(value) == "true" || doc.is_object(value) && doc.count(value) == 0
        }
        name => SILENT.contains(&name),
    })
}

/// What the schema `place` describes, if it can be no header.
fn unfit_type(doc: Doc<'_>, place: NodeId) -> Option<String> {
    let is_fit = |word: &str| matches!(word, "string" | "integer" | "boolean");
    let Some(kind) = doc.get(place, "type") else {
        // These may well allow nothing but texts.
        let is_told = ["enum", "const", "$ref", "allOf", "anyOf", "oneOf"]
            .iter()
            .any(|name| doc.get(place, name).is_some());
        return (!is_told).then(|| "of no type".to_owned());
    };
    if let Some(word) = doc.string(kind) {
        return (!is_fit(word)).then(|| format!("of the type `{}`", shorten(word)));
    }
    let words = doc.elements(kind).filter_map(|it| doc.string(it));
    let unfit = words.into_iter().find(|word| !is_fit(word) && *word != "null");
    unfit.map(|word| format!("of the type `{}`", shorten(word)))
}

/// Whether a byte may stand in a token of HTTP (RFC 9110, section 5.6.2).
fn is_of_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
