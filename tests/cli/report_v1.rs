//! The JSON report, version 1, is frozen: every report of these tests is held to its schema, and the
//! schema to the list of what was promised.

use std::fmt::Write;

use serde_json::Value;

use crate::folder::Folder;
use crate::folder::report_schema::{SCHEMA, VALIDATORS, hold};

/// What version 1 promises: each member, whether it is always there, and what its value is. A line
/// may be added, where a member was. None may be changed or taken away: whoever reads the report
/// relies on it. That would be version 2.
const PROMISED: &str = "
finding.address: string or null
finding.code: string
finding.dialect: string or null
finding.document: integer or null
finding.end: position
finding.help: string or null
finding.labels: label[]
finding.message: string
finding.path: string
finding.schema: null or keyword
finding.severity: error or warning or note
finding.side: arguments or result or null
finding.span: span
finding.start: position
finding.tool: string or null
findings: finding[]
keyword.end: position
keyword.path: string
keyword.pointer: string
keyword.span: span
keyword.start: position
label.end: position
label.path: string
label.span: span
label.start: position
label.text: string
observed.address: string or null
observed.code: string
observed.document: integer or absent
observed.schema: string or null
position.column: integer
position.line: integer
sample.document: integer or null
sample.expects: valid or invalid or clean
sample.observed: observed[]
sample.path: string
sample.verdict: as-expected or unexpected or not-checked
samples: sample[]
span.end: integer
span.start: integer
summary.calls: integer
summary.documents: integer
summary.errors: integer
summary.not_checked.calls: integer
summary.not_checked.documents: integer
summary.not_checked.results: integer
summary.not_checked.samples: integer
summary.not_checked: object
summary.notes: integer
summary.results: integer
summary.samples: integer
summary.schemas: integer
summary.tools: integer
summary.unchanged: null or unchanged
summary.warnings: integer
summary: object
unchanged.files: integer
unchanged.schemas: integer
unchanged.since: string
unchanged.staged: boolean
version: 1
";

/// The members that the schema describes, as [`PROMISED`] has them.
fn described() -> String {
    let mut lines = Vec::new();
    list(&SCHEMA, "", &mut lines);
    let definitions = SCHEMA["$defs"].as_object().expect("definitions");
    for (name, definition) in definitions {
        list(definition, &format!("{name}."), &mut lines);
    }
    lines.sort();
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

fn list(schema: &Value, before: &str, lines: &mut Vec<String>) {
    let Some(members) = schema["properties"].as_object() else { return };
    let required = schema["required"].as_array().expect("a list");
    for (name, member) in members {
        let absent = if required.contains(&name.as_str().into()) { "" } else { " or absent" };
        lines.push(format!("{before}{name}: {}{absent}", kind(member)));
        list(member, &format!("{before}{name}."), lines);
    }
}

/// What the values of a schema are, in a few words.
fn kind(schema: &Value) -> String {
    let name = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let all = |values: &Value, name: &dyn Fn(&Value) -> String| {
        let values = values.as_array().map_or(vec![values], |all| all.iter().collect());
        values.into_iter().map(name).collect::<Vec<_>>().join(" or ")
    };
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let definition = &SCHEMA["$defs"][name];
        return match definition["properties"] {
            Value::Null => kind(definition),
            _ => name.to_owned(),
        };
    }
    match schema.as_object().expect("a schema") {
        it if it.contains_key("const") => it["const"].to_string(),
        it if it.contains_key("enum") => all(&it["enum"], &name),
        it if it.contains_key("anyOf") => all(&it["anyOf"], &kind),
        it if it.contains_key("items") => format!("{}[]", kind(&it["items"])),
        it => all(&it["type"], &name),
    }
}

#[test]
fn what_was_promised_is_still_described() {
    let described = described();
    for line in PROMISED.trim().lines() {
        assert!(
            described.lines().any(|it| it == line),
            "version 1 of the report promises `{line}`; the schema describes\n{described}"
        );
    }
    let count = |text: &str| text.trim().lines().count();
    assert_eq!(count(PROMISED), count(&described), "what was added is promised too\n{described}");
}

/// The checks of this file notice a change.
#[test]
fn a_report_with_another_member_or_without_one_is_noticed() {
    let folder = Folder::with_tools().file("samples/get_weather/valid/a.json", r#"{"city":1}"#);
    let shown = folder.run(&["validate", "--format", "json"]);
    let (text, _) = shown.split_once("--- exit").expect("the exit is shown");
    let whole: Value = serde_json::from_str(text).expect("it is JSON");
    hold(&whole);
    let mut lacking = whole.clone();
    lacking["findings"][0].as_object_mut().expect("an object").remove("address");
    let mut more = whole;
    more["findings"][0]["adress"] = "/city".into();
    for changed in [lacking, more] {
        assert!(!VALIDATORS[0].is_valid(&changed), "{changed}");
    }
}

#[test]
fn reports_of_all_kinds_of_samples_keep_the_schema() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/a.json", r#"{"city":1,"x":2}"#)
        .file("samples/get_weather/valid/b.json", "[")
        .file("samples/get_weather/invalid/c.jsonl", "{}\n{\"city\":\"fine\"}\n")
        .file("samples/nowhere/valid/d.json", "{}");
    for format in ["json", "jsonl"] {
        let shown = folder.run(&["validate", "--format", format]);
        assert!(shown.ends_with("exit 1\n"), "{shown}");
    }
}

/// The example of the page is a report.
#[test]
fn the_page_shows_a_report() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report-v1.md");
    let page = std::fs::read_to_string(path).expect("the page").replace("\r\n", "\n");
    let (_, rest) = page.split_once("```json\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/unit.json", r#"{"city":"Oslo","unit":"kelvin"}"#);
    let shown = folder.run(&["validate", "--format", "json"]);
    assert_eq!(shown.strip_suffix("--- exit 1\n"), Some(example), "{shown}");
}
