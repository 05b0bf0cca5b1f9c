//! Schemas beside each other: one that cannot be used stops no other, and whatever a folder may
//! refer to can be referred to.

use std::sync::Arc;

use wirecheck::finding::{Code, Finding};
use wirecheck::json::{DEFAULT_DEPTH, Doc, Frame, Placement, Tape, parse};
use wirecheck::schema::{Draft, Library, Schema, SchemaText, Settings, drafts};
use wirecheck::source::FileId;

/// The file of the values; those of schemas are counted from 0.
const VALUE: FileId = FileId(99);

/// Compiles the files with the numbers `wanted`, beside all others.
fn compile(
    draft: Draft,
    files: &[(&str, &str)],
    wanted: &[usize],
) -> (Vec<Option<Arc<Schema>>>, Vec<Finding>) {
    let mut library = Library::new(Settings { draft, ..Settings::default() });
    for ((name, text), file) in files.iter().zip(0..) {
        let mut tape = Tape::new();
        parse(text, DEFAULT_DEPTH, &mut tape).expect("JSON");
        let placement = Placement::document(FileId(file), 0);
        library.add_file(name, Arc::new(SchemaText::new((*text).to_owned(), tape, placement)));
    }
    let compiled = library.compile(wanted);
    (compiled.schemas, compiled.findings)
}

fn check(schema: Option<&Arc<Schema>>, value: &str) -> Vec<Finding> {
    let mut tape = Tape::new();
    parse(value, DEFAULT_DEPTH, &mut tape).expect("JSON");
    let doc = Doc::new(value, &tape);
    let mut findings = Vec::new();
    let frame = Frame::document(doc, VALUE, 0);
    schema.expect("a compiled schema").check(&frame, doc.root(), &mut findings);
    findings
}

fn codes(findings: &[Finding]) -> Vec<(Code, FileId)> {
    findings.iter().map(|finding| (finding.code, finding.primary.file)).collect()
}

#[test]
fn a_neighbour_that_cannot_be_used_stops_no_other() {
    let files = [
        ("tool.json", r#"{"$ref":"common/city.json"}"#),
        ("common/city.json", r#"{"type":"string"}"#),
        // Files of tools are no schemas; their `$schema` is for editors.
        ("tools.json", r#"{"$schema":"https://example.com/tools.json","tools":[]}"#),
        ("lost.json", r#"{"$ref":"nowhere.json"}"#),
    ];
    let (schemas, findings) = compile(Draft::Draft202012, &files, &[0, 1]);
    assert_eq!(findings, []);
    for schema in &schemas {
        assert_eq!(codes(&check(schema.as_ref(), "1")), [(Code::SchemaType, VALUE)]);
        assert_eq!(check(schema.as_ref(), r#""Paris""#), []);
    }
}

#[test]
fn what_a_schema_needs_is_reported_once_where_it_is_broken() {
    let files = [
        ("a.json", r#"{"$ref":"b.json"}"#),
        ("b.json", r#"{"$schema":"https://example.com/draft","type":"integer"}"#),
        ("c.json", r#"{"items":{"$ref":"a.json"}}"#),
        ("d.json", r#"{"$ref":"e.json"}"#),
        ("e.json", r#"{"type":"integer"}"#),
    ];
    for wanted in [&[0, 2, 3][..], &[0, 1, 2, 3]] {
        let (schemas, findings) = compile(Draft::Draft202012, &files, wanted);
        assert_eq!(codes(&findings), [(Code::ToolUnknownDraft, FileId(1))]);
        let [broken @ .., sound] = &schemas[..] else { panic!("no schemas") };
        assert!(broken.iter().all(Option::is_none), "{wanted:?}");
        assert_eq!(codes(&check(sound.as_ref(), r#""x""#)), [(Code::SchemaType, VALUE)]);
    }
}

#[test]
fn what_only_the_validator_refuses_stops_no_other() {
    let files = [
        // In draft 7 `$defs` holds no schemas, so the identifier in it means nothing.
        (
            "hidden.json",
            r#"{"$defs":{"x":{"$id":"http://example.com/x"}},"not":{"$ref":"http://example.com/x"}}"#,
        ),
        ("user.json", r#"{"$ref":"hidden.json"}"#),
        ("tool.json", r#"{"$ref":"city.json"}"#),
        ("city.json", r#"{"type":"string"}"#),
    ];
    for wanted in [&[2][..], &[0, 1, 2], &[1, 2]] {
        let (schemas, findings) = compile(Draft::Draft7, &files, wanted);
        let [broken @ .., sound] = &schemas[..] else { panic!("no schemas") };
        assert!(broken.iter().all(Option::is_none), "{wanted:?}");
        assert_eq!(findings.len(), wanted.len().min(2) - 1, "{wanted:?} {findings:?}");
        assert_eq!(codes(&check(sound.as_ref(), "1")), [(Code::SchemaType, VALUE)]);
    }
}

#[test]
fn the_metaschema_of_every_draft_can_be_referred_to() {
    for (_, draft, _) in drafts() {
        for (name, _, uri) in drafts() {
            let text = format!(r#"{{"properties":{{"schema":{{"$ref":"{uri}"}}}}}}"#);
            let (schemas, findings) = compile(*draft, &[("tool.json", &text)], &[0]);
            assert_eq!(findings, [], "{name} in {draft:?}");
            let schema = schemas[0].as_ref();
            assert_eq!(check(schema, r#"{"schema":{"type":"object"}}"#), []);
            let findings = check(schema, r#"{"schema":{"type":"objekt"}}"#);
            assert_eq!(codes(&findings), [(Code::SchemaEnum, VALUE)], "{name} in {draft:?}");
        }
    }
}

#[test]
fn a_list_of_dependencies_is_labelled_in_the_schema() {
    for (draft, keyword, code) in [
        (Draft::Draft7, "dependencies", Code::SchemaDependencies),
        (Draft::Draft202012, "dependentRequired", Code::SchemaDependentRequired),
    ] {
        // Numbers that are names must not be taken for places in a list.
        let text = format!(r#"{{"{keyword}":{{"a":["x","y"],"0":["z"],"1":["a"]}}}}"#);
        let (schemas, _) = compile(draft, &[("tool.json", &text)], &[0]);
        let findings = check(schemas[0].as_ref(), r#"{"a":1,"x":2,"0":3}"#);
        assert_eq!(codes(&findings), [(code, VALUE); 2]);
        for (finding, [name, trigger]) in findings.iter().zip([["y", r#""a""#], ["z", r#""0""#]]) {
            assert!(finding.message.contains(&format!("`{name}`")), "{finding:?}");
            let keyword_label = finding.keyword.as_ref().map(|keyword| &keyword.label);
            let span = keyword_label.expect("a keyword").span;
            assert_eq!(&text[span.start as usize..span.end as usize], trigger);
        }
    }
}

#[test]
fn elements_that_nothing_describes_are_found_beside_a_pattern_with_lookaround() {
    for pattern in ["a", "(?=a)"] {
        let text = format!(
            r#"{{"prefixItems":[{{"items":{{"pattern":"{pattern}"}}}}],"unevaluatedItems":false}}"#
        );
        let (schemas, _) = compile(Draft::Draft202012, &[("tool.json", &text)], &[0]);
        let value = r#"[["a"],["a"],[],{},[[]],{"x":{"y":1}},7]"#;
        // Those at the end are said once.
        for (value, start, words) in [
            (value, 7, "not allowed, like the 5 after it"),
            ("[[],[],{}]", 4, "not allowed, like the 1 after it"),
        ] {
            let findings = check(schemas[0].as_ref(), value);
            assert_eq!(codes(&findings), [(Code::SchemaUnevaluatedItems, VALUE)], "{pattern}");
            let label = &findings[0].primary;
            assert_eq!((label.span.start, &*label.text), (start, words), "{pattern}");
        }
    }
}
