//! The schema files of a folder as a contract.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Contract;
use super::definition::{Definition, Slot, schema_spelling};
use crate::finding::{Address, Code, Finding, Side};
use crate::json::{
    Doc, Frame, NodeId, Placement, Tape, document_text, fault_findings, parse, syntax_finding,
};
use crate::profile::Profiles;
use crate::schema::{Library, Schema, SchemaText, Settings, not_a_schema, schema_difference};
use crate::source::{FileId, Files};
use crate::wire::{Atom, Item, Table, recognise};
use crate::wording::shorten;

/// Reads the schema files `files` (each with its name relative to the folder) into a contract, and
/// says what is wrong with them, by the limits of `profiles` too. A broken file does not stop the
/// others. With `bare`, a plain JSON Schema is that side of the tool of that name.
#[must_use]
pub fn load(
    files: &Files,
    schema_files: &[(FileId, String)],
    table: &Table,
    settings: &Settings,
    profiles: &Profiles,
    bare: Option<(&str, Side)>,
) -> (Contract, Vec<Finding>) {
    let mut loader = Loader {
        table,
        settings,
        profiles,
        bare,
        library: Library::new(settings.clone()),
        wanted: Vec::new(),
        pending: Vec::new(),
        findings: Vec::new(),
    };
    for (file, name) in schema_files {
        loader.file(files, *file, name);
    }
    let mut contract = loader.finish();
    contract.0.schema_files = schema_files.len();
    contract
}

struct Loader<'a> {
    table: &'a Table,
    settings: &'a Settings,
    profiles: &'a Profiles,
    bare: Option<(&'a str, Side)>,
    library: Library,
    wanted: Vec<usize>,
    pending: Vec<Pending>,
    findings: Vec<Finding>,
}

/// A definition whose schemas are numbers of the library.
struct Pending {
    definition: Definition,
    /// The address of its name.
    address: Address,
    text: Arc<SchemaText>,
    input: Option<(usize, NodeId)>,
    output: Option<(usize, NodeId)>,
    list: Option<NodeId>,
}

impl Pending {
    /// Whether `finding` is about one of its schemas.
    fn holds(&self, finding: &Finding) -> bool {
        let (file, span) = (finding.primary.file, finding.primary.span);
        [self.input, self.output].into_iter().flatten().any(|(_, node)| {
            let schema = self.text.label(self.text.doc().range(node), "");
            schema.file == file && schema.span.start <= span.start && span.end <= schema.span.end
        })
    }
}

impl Loader<'_> {
    fn file(&mut self, files: &Files, file: FileId, name: &str) {
        let bytes = match files.read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.findings.push(Finding::unreadable(file, &error));
                return;
            }
        };
        let Some(text) = self.parse(file, &bytes) else { return };
        let text = Arc::new(text);
        let doc = text.doc();
        let found = recognise(self.table, doc, doc.root());
        let definitions: Vec<&Item<'_>> = found
            .items
            .iter()
            .filter(|item| matches!(item.row.atom, Atom::Definition { .. }))
            .collect();
        let number = self.library.add_file(name, Arc::clone(&text));
        if definitions.is_empty() {
            if let Some(finding) = not_a_schema(&text) {
                self.findings.push(finding);
                return;
            }
            // A schema that others refer to.
            self.wanted.push(number);
            self.bare_definition(&text, number);
        }
        for item in definitions {
            self.definition(name, &text, item);
        }
    }

    fn parse(&mut self, file: FileId, bytes: &[u8]) -> Option<SchemaText> {
        let start = document_text(bytes, file, 0, &mut self.findings);
        let (text, base) = start.map(|(text, base)| (text.to_owned(), base))?;
        let mut tape = Tape::new();
        let outcome = parse(&text, self.settings.depth, &mut tape);
        let frame = Frame::document(Doc::new(&text, &tape), file, base);
        if let Err(error) = outcome {
            self.findings.push(syntax_finding(&frame, &error));
            return None;
        }
        self.findings.extend(fault_findings(&frame));
        Some(SchemaText::new(text, tape, Placement::document(file, base)))
    }

    fn definition(&mut self, file: &str, text: &Arc<SchemaText>, item: &Item<'_>) {
        let Atom::Definition { name, input, output, spelling } = item.row.atom else { return };
        let is_named = input.is_some();
        let doc = text.doc();
        let Some(named) = item.member(doc, name) else { return };
        let placement = Placement::document(text.label(0..0, "").file, 0);
        let frame = Frame::placed(doc, &placement);
        let mut schema = |path: &str| {
            // Null stands for no schema.
            let node = item.member(doc, path).filter(|node| !doc.is_null(*node))?;
            let pointer = frame.address_of(node);
            let spelling = schema_spelling(spelling);
            let text = Arc::clone(text);
            let number = self.library.add_part(file, text, node, pointer.as_str(), spelling);
            self.wanted.push(number);
            Some((number, node))
        };
        let input = input.and_then(&mut schema);
        let output = output.and_then(&mut schema);
        let tool: Arc<str> = doc.string(named).unwrap_or_default().into();
        self.findings.extend(self.profiles.hold(&frame, item).into_iter().map(|mut finding| {
            finding.tool = Some(Arc::clone(&tool));
            finding
        }));
        self.pending.push(Pending {
            definition: Definition {
                name: tool,
                dialect: item.row.dialect,
                label: text.label(doc.range(named), ""),
                input: Slot::Absent,
                output: Slot::Absent,
            },
            address: frame.address_of(named),
            text: Arc::clone(text),
            input,
            output,
            // Tools of the provider are named by their type, and there can be several of one type.
            list: item.list.filter(|_| is_named),
        });
    }

    /// A plain schema as the definition that the caller says it is.
    fn bare_definition(&mut self, text: &Arc<SchemaText>, number: usize) {
        let Some((name, side)) = self.bare else { return };
        let root = text.doc().root();
        let schema = Some((number, root));
        self.pending.push(Pending {
            definition: Definition {
                name: name.into(),
                dialect: "bare",
                label: text.label(text.doc().head(root), ""),
                input: Slot::Absent,
                output: Slot::Absent,
            },
            address: Address::root(),
            text: Arc::clone(text),
            input: schema.filter(|_| side == Side::Arguments),
            output: schema.filter(|_| side == Side::Result),
            list: None,
        });
    }

    fn finish(mut self) -> (Contract, Vec<Finding>) {
        let compiled = self.library.compile(&self.wanted);
        let pending = &self.pending;
        self.findings.extend(compiled.findings.into_iter().map(|mut finding| {
            let definition = pending.iter().find(|pending| pending.holds(&finding));
            finding.tool = definition.map(|pending| Arc::clone(&pending.definition.name));
            finding
        }));
        let schemas: BTreeMap<usize, Option<Arc<Schema>>> =
            self.wanted.iter().copied().zip(compiled.schemas).collect();
        let slot = |schema: Option<(usize, NodeId)>| match schema {
            None => Slot::Absent,
            Some((number, _)) => match schemas.get(&number) {
                Some(Some(schema)) => Slot::Ready(Arc::clone(schema)),
                _ => Slot::Broken,
            },
        };
        let mut contract = Contract { references: compiled.references, ..Contract::default() };
        let mut kept: Vec<Pending> = Vec::new();
        for draft in self.pending {
            let repeated = kept.iter().find_map(|earlier| repetition(earlier, &draft));
            let clashing = || kept.iter().rev().find_map(|earlier| contradiction(earlier, &draft));
            self.findings.extend(repeated.or_else(clashing));
            let mut definition = draft.definition.clone();
            definition.input = slot(draft.input);
            definition.output = slot(draft.output);
            contract.add(definition);
            kept.push(draft);
        }
        (contract, self.findings)
    }
}

/// Two definitions of one name in one list.
fn repetition(earlier: &Pending, later: &Pending) -> Option<Finding> {
    let is_one_list = Arc::ptr_eq(&earlier.text, &later.text)
        && earlier.list.is_some()
        && earlier.list == later.list;
    if !is_one_list || earlier.definition.name != later.definition.name {
        return None;
    }
    let name = shorten(&later.definition.name);
    Some(clash(
        earlier,
        later,
        Code::ToolDuplicateName,
        format!("this list defines `{name}` twice"),
    ))
}

/// Two definitions of one name, to which one dialect gives different schemas.
fn contradiction(earlier: &Pending, later: &Pending) -> Option<Finding> {
    let (first, again) = (&earlier.definition, &later.definition);
    if first.name != again.name || first.dialect != again.dialect {
        return None;
    }
    let difference = difference(earlier, later)?;
    let message = format!("`{}` is defined twice, with different schemas", shorten(&again.name));
    let finding = clash(earlier, later, Code::ToolConflictingDefinitions, message);
    let Difference::Within(first, again) = difference else { return Some(finding) };
    let (first_doc, again_doc) = (earlier.text.doc(), later.text.doc());
    Some(
        finding
            .label(later.text.label(again_doc.head(again), "this differs"))
            .label(earlier.text.label(first_doc.head(first), "from this")),
    )
}

/// The finding of two definitions of one name.
fn clash(earlier: &Pending, later: &Pending, code: Code, message: String) -> Finding {
    let mut primary = later.definition.label.clone();
    primary.text = "defined again".into();
    let mut first = earlier.definition.label.clone();
    first.text = "first defined here".into();
    let mut finding = Finding::new(code, message, primary).label(first).at(later.address.clone());
    finding.tool = Some(Arc::clone(&later.definition.name));
    finding
}

/// In what two definitions differ.
enum Difference {
    /// In these two places of schemas that both have.
    Within(NodeId, NodeId),
    /// Only one of them has the schema.
    Lacking,
}

/// The first difference of two definitions.
fn difference(earlier: &Pending, later: &Pending) -> Option<Difference> {
    let pairs = [(earlier.input, later.input), (earlier.output, later.output)];
    let within = pairs.iter().find_map(|pair| {
        let (first, again) = (pair.0?.1, pair.1?.1);
        schema_difference(earlier.text.doc(), first, later.text.doc(), again)
    });
    let is_lacking = || pairs.iter().any(|(first, again)| first.is_some() != again.is_some());
    match within {
        Some((first, again)) => Some(Difference::Within(first, again)),
        None => is_lacking().then_some(Difference::Lacking),
    }
}
