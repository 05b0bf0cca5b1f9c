//! The official JSON Schema Test Suite, through our tape, our library and our findings.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use wirecheck::json::{DEFAULT_DEPTH, Doc, Frame, Kind, NodeId, Placement, Tape, parse};
use wirecheck::schema::{Compiled, Draft, Library, Schema, SchemaText, Settings, Spelling};
use wirecheck::source::FileId;

use crate::labels::Scene;
use crate::{data, json_files};

/// A file of tests as the place of values, and as that of schemas; the remotes are the files above.
const VALUES: FileId = FileId(0);
const SCHEMAS: FileId = FileId(1);
const NEIGHBOUR: FileId = FileId(2);
const REMOTES: u32 = 3;

/// Where the suite's remotes are said to be.
const SERVER: &str = "http://localhost:1234/";

fn read(path: &Path, file: FileId) -> Arc<SchemaText> {
    text(fs::read_to_string(path).expect("a readable file"), file)
}

fn text(text: String, file: FileId) -> Arc<SchemaText> {
    let mut tape = Tape::new();
    parse(&text, DEFAULT_DEPTH, &mut tape).expect("JSON");
    Arc::new(SchemaText::new(text, tape, Placement::document(file, 0)))
}

/// The suite, for one draft.
struct Suite {
    settings: Settings,
    /// Addresses and texts: of all drafts, as in a folder that grew over the years. Those without
    /// `$schema` are of the draft that is configured.
    remotes: Vec<(String, Arc<SchemaText>)>,
    passed: usize,
    failures: Vec<String>,
}

impl Suite {
    fn new(folder: &Path, draft: Draft, assert_formats: bool) -> Self {
        let folder = folder.join("remotes");
        let remotes = json_files(&folder).into_iter().zip(REMOTES..).map(|(path, file)| {
            let name = path.strip_prefix(&folder).expect("a file of the folder");
            let uri = format!("{SERVER}{}", name.to_string_lossy().replace('\\', "/"));
            (uri, read(&path, FileId(file)))
        });
        let remotes = remotes.collect();
        let settings = Settings { draft, assert_formats, ..Settings::default() };
        Self { settings, remotes, passed: 0, failures: Vec::new() }
    }

    /// The schema `node` of a test file, as a part of it like the schemas of a list of tools. With a
    /// neighbour that has a pattern with look-around, errors are collected in another way.
    fn compile(
        &self,
        tests: &Arc<SchemaText>,
        node: NodeId,
        pointer: &str,
        has_neighbour: bool,
    ) -> Option<Arc<Schema>> {
        let mut library = Library::new(self.settings.clone());
        if has_neighbour {
            library.add_file("pattern.json", text(r#"{"pattern":"(?=a)"}"#.into(), NEIGHBOUR));
        }
        // All of them for a few thousand schemas that need none would only take time.
        if tests.doc().source(node).contains(SERVER) {
            for (uri, text) in &self.remotes {
                library.add_with_uri(uri, Arc::clone(text));
            }
        }
        let number =
            library.add_part("tests.json", Arc::clone(tests), node, pointer, Spelling::JsonSchema);
        let Compiled { schemas, findings, .. } = library.compile(&[number]);
        let schema = schemas.into_iter().next().flatten();
        if schema.is_none() {
            eprintln!("{findings:#?}");
        }
        assert_eq!(schema.is_none(), !findings.is_empty(), "a schema is missing without a word");
        schema
    }

    fn run_file(&mut self, path: &Path) {
        let tests = read(path, SCHEMAS);
        let doc = tests.doc();
        let remotes: Vec<_> = self.remotes.iter().map(|(_, text)| Arc::clone(text)).collect();
        let numbered = remotes.iter().zip(REMOTES..);
        let mut schemas: HashMap<FileId, Doc<'_>> =
            numbered.map(|(text, file)| (FileId(file), text.doc())).collect();
        schemas.insert(SCHEMAS, doc);
        let frame = Frame::document(doc, VALUES, 0);
        for (index, group) in doc.elements(doc.root()).enumerate() {
            let member = |node, name| doc.get(node, name).expect("a member of the suite");
            let name = |node| doc.string(member(node, "description")).expect("a text");
            let node = member(group, "schema");
            let pointer = format!("/{index}/schema");
            let [schema, again] =
                [false, true].map(|neighbour| self.compile(&tests, node, &pointer, neighbour));
            let schema = schema.zip(again);
            for test in doc.elements(member(group, "tests")) {
                let value = member(test, "data");
                let is_valid = doc.kind(member(test, "valid")) == Kind::True;
                let scene = Scene { frame: &frame, value, schemas: &schemas };
                if schema
                    .as_ref()
                    .is_some_and(|(schema, again)| decide(schema, again, &scene) == is_valid)
                {
                    self.passed += 1;
                } else {
                    let file = path.file_stem().expect("a name").to_string_lossy();
                    self.failures.push(format!("{file}: {}: {}", name(group), name(test)));
                }
            }
        }
    }
}

/// The verdict on the value, after checks that verdict and findings agree and are sound, and that
/// the schema says the same however errors are collected.
fn decide(schema: &Schema, again: &Schema, scene: &Scene<'_>) -> bool {
    let (doc, value) = (scene.frame.doc, scene.value);
    let verdict = schema.accepts(doc, value).expect("within the budget");
    let [findings, same] = [schema, again].map(|schema| {
        let mut findings = Vec::new();
        schema.check(scene.frame, value, &mut findings);
        findings
    });
    assert_eq!(verdict, findings.is_empty(), "{}: {findings:#?}", doc.source(value));
    assert_eq!(findings, same, "{}", doc.source(value));
    for finding in &findings {
        scene.check(schema, finding);
    }
    verdict
}

/// Runs the required tests of a draft without formats, and its optional tests with them.
fn run(draft: Draft, name: &str) {
    let Some(folder) = data("json-schema-test-suite") else { return };
    let tests = folder.join("tests").join(format!("draft{name}"));
    for kind in ["required", "optional"] {
        let is_optional = kind == "optional";
        let mut suite = Suite::new(&folder, draft, is_optional);
        for path in json_files(&tests) {
            if path.starts_with(tests.join("optional")) == is_optional {
                suite.run_file(&path);
            }
        }
        let (passed, failed) = (suite.passed, suite.failures.len());
        eprintln!("draft {name}: {passed} of {} {kind}", passed + failed);
        assert!(passed > 0, "no tests in {}", tests.display());
        assert_eq!(suite.failures, Vec::<String>::new(), "draft {name}, {kind}");
    }
}

#[test]
fn draft_4() {
    run(Draft::Draft4, "4");
}

#[test]
fn draft_6() {
    run(Draft::Draft6, "6");
}

#[test]
fn draft_7() {
    run(Draft::Draft7, "7");
}

#[test]
fn draft_2019_09() {
    run(Draft::Draft201909, "2019-09");
}

#[test]
fn draft_2020_12() {
    run(Draft::Draft202012, "2020-12");
}
