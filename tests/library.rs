//! What docs/library.md shows, run.

#![allow(clippy::print_stderr, reason = "what was skipped is for people to read")]

#[path = "library/others.rs"]
mod others;

use std::path::Path;

#[test]
fn the_contract_holds() {
    let options = wirecheck::Options::of(".");
    let report = wirecheck::validate(&options, &mut std::io::empty()).expect("a run");
    assert_eq!(report.exit_code(false), 0, "{report}");
}

#[test]
fn arguments_show_what_they_break() {
    let options = wirecheck::Options {
        tool: Some("get_weather".into()),
        stdin_filename: Some("arguments.json".into()),
        ..wirecheck::Options::of("-")
    };
    let mut arguments = br#"{"city":"Oslo","unit":"kelvin"}"#.as_slice();
    let report = wirecheck::validate(&options, &mut arguments).expect("a run");
    insta::assert_snapshot!(report, @r#"
    arguments.json:1:23: error[schema/enum] `unit` is "kelvin", which is not allowed
    checked: 6 schema files (5 tools), 1 sample, 1 document, 1 call, 0 results
    1 error; 1 sample not as expected
    "#);
    let report = serde_json::to_value(&report).expect("JSON");
    insta::assert_json_snapshot!(
        report["findings"][0]["address"],
        @r#""/unit""#
    );
}

#[test]
fn the_page_shows_these_tests() {
    assert!(
        read("tests/library.rs").contains(example("rust")),
        "docs/library.md shows other tests than these"
    );
}

/// The example of docs/library.md in `language`.
fn example(language: &str) -> &'static str {
    let page: &'static str = read("docs/library.md").leak();
    let (_, rest) = page.split_once(&format!("```{language}\n")).expect("an example");
    rest.split_once("```").expect("its end").0
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("a file").replace("\r\n", "\n")
}
