//! How runs end, and what is said when they could not be done.

use crate::folder::Folder;

#[test]
fn a_folder_whose_samples_are_as_expected_is_clean() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/paris.json", r#"{"city":"Paris"}"#)
        .file("samples/get_weather/invalid/unit.json", r#"{"city":"Paris","unit":"kelvin"}"#);
    insta::assert_snapshot!(folder.run(&["validate"]), @r"
    checked: 2 schema files (2 tools), 2 samples, 2 documents, 2 calls, 0 results
    0 errors
    --- exit 0
    ");
    insta::assert_snapshot!(folder.run(&["validate", "-v"]), @r"
    as-expected  samples/get_weather/invalid/unit.json
                 schema/enum at unit
    as-expected  samples/get_weather/valid/paris.json
    checked: 2 schema files (2 tools), 2 samples, 2 documents, 2 calls, 0 results
    0 errors
    --- exit 0
    ");
    insta::assert_snapshot!(folder.run(&["validate", "--quiet"]), @"--- exit 0");
}

#[test]
fn samples_against_their_folder_fail() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/unit.json", r#"{"city":"Paris","unit":"kelvin"}"#)
        .file("samples/get_weather/invalid/paris.json", r#"{"city":"Paris"}"#);
    insta::assert_snapshot!(folder.run(&["validate"]), @r#"
    error[sample/accepted]: this sample lies in `invalid`, but the contract of `get_weather` accepts it
       tool get_weather
       ──▶ samples/get_weather/invalid/paris.json:1:1
     help: either the sample breaks nothing, or the schema does not state what it should
     more: wirecheck explain sample/accepted

    error[schema/enum]: `unit` is "kelvin", which is not allowed                        tool get_weather
       ╭─[samples/get_weather/valid/unit.json:1:24]
     1 │ {"city":"Paris","unit":"kelvin"}
       │                        ^^^^^^^^ expected "celsius" or "fahrenheit"
       ├─[schemas/get_weather.json:9:27]
     9 │         "unit": { "enum": ["celsius", "fahrenheit"] }
       │                           ------------------------- allowed values
       ╰────
       at: unit
     more: wirecheck explain schema/enum

    checked: 2 schema files (2 tools), 2 samples, 2 documents, 2 calls, 0 results
    2 errors; 2 samples not as expected
    --- exit 1
    "#);
}

#[test]
fn a_mistyped_path_is_answered_with_the_nearest() {
    let folder = Folder::with_tools().file("samples/get_weather/valid/a.json", r#"{"city":"x"}"#);
    insta::assert_snapshot!(folder.run(&["validate", "smaples"]), @"
    --- standard error
    error: `smaples` does not exist
     help: did you mean `samples/`?
    --- exit 2
    ");
    insta::assert_snapshot!(folder.run(&["validate", "samples/get_wether/valid"]), @"
    --- standard error
    error: `samples/get_wether/valid` does not exist
     help: did you mean `samples/get_weather/valid`?
    --- exit 2
    ");
    insta::assert_snapshot!(folder.run(&["validate", "elsewhere.json"]), @"
    --- standard error
    error: `elsewhere.json` does not exist
    --- exit 2
    ");
    insta::assert_snapshot!(folder.run(&["validate", "--samples", "smaples"]), @"
    --- standard error
    error: `smaples` does not exist
     help: did you mean `samples/`?
    --- exit 2
    ");
}

#[test]
fn nothing_to_check_is_never_green() {
    let empty = Folder::new();
    insta::assert_snapshot!(empty.run(&["validate"]), @"
    --- standard error
    error: there is no contract folder here: no `schemas/`, `samples/` or `wirecheck.toml`
     help: name a folder, a file or `-`: `wirecheck validate PATH`
    --- exit 2
    ");
    let prose = Folder::new().file("notes/readme.md", "hello").file("notes/data.json", "{}");
    insta::assert_snapshot!(prose.run(&["validate", "notes"]), @"
    not-checked  notes/data.json
    checked: 1 sample, 1 document, 0 calls, 0 results
    not checked: 1 sample, 1 document (no tool, no usable schema, or nothing in them to check)
    skipped files: 1 .md
    nothing was checked
    --- exit 2
    ");
    let unknown = Folder::with_tools().file("captures/odd.json", r#"{"something":"else"}"#);
    insta::assert_snapshot!(unknown.run(&["validate", "captures"]), @"
    not-checked  captures/odd.json
    checked: 2 schema files (2 tools), 1 sample, 1 document, 0 calls, 0 results
    not checked: 1 sample, 1 document (no tool, no usable schema, or nothing in them to check)
    nothing was checked
    --- exit 2
    ");
    let no_documents = Folder::with_tools().file("docs/readme.md", "hello");
    insta::assert_snapshot!(no_documents.run(&["validate", "docs"]), @"
    --- standard error
    error: there is nothing to check: no schema and no document was found
    --- exit 2
    ");
}

#[test]
fn an_unknown_tool_cannot_be_asked_for() {
    let folder = Folder::with_tools();
    let shown = folder.run_with_input(&["validate", "-", "--tool", "get_wether"], "{}");
    insta::assert_snapshot!(shown, @"
    --- standard error
    error: no schema defines the tool `get_wether`
     help: did you mean `get_weather`?
    --- exit 2
    ");
}

#[test]
fn standard_input_is_a_payload_of_the_tool_that_is_named() {
    let folder = Folder::with_tools();
    let arguments = ["validate", "-", "--tool", "get_weather", "--format", "concise"];
    insta::assert_snapshot!(folder.run_with_input(&arguments, r#"{"city":"Paris"}"#), @"
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    0 errors
    --- exit 0
    ");
    insta::assert_snapshot!(folder.run_with_input(&arguments, r#"{"ctiy":"Paris"}"#), @"
    <stdin>:1:2: error[schema/required] `city` is missing, but there is `ctiy` (rename `ctiy` to `city`)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    1 error; 1 sample not as expected
    --- exit 1
    ");
    let result = ["validate", "-", "--tool", "get_time", "--side", "result", "--format", "concise"];
    insta::assert_snapshot!(folder.run_with_input(&result, r#"{"hour":"noon"}"#), @"
    <stdin>:1:9: error[schema/type] `hour` must be an integer, not a string
    checked: 2 schema files (2 tools), 1 sample, 1 document, 0 calls, 1 result
    1 error; 1 sample not as expected
    --- exit 1
    ");
    let named = [
        "validate",
        "-",
        "--stdin-filename",
        "samples/get_weather/valid/x.json",
        "--format",
        "concise",
    ];
    insta::assert_snapshot!(folder.run_with_input(&named, r#"{"city":""}"#), @"
    samples/get_weather/valid/x.json:1:9: error[schema/min-length] `city` is empty, but must have at least 1 character
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    1 error; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn a_single_schema_serves_payloads_outside_a_contract_folder() {
    let folder = Folder::new()
        .file(
            "point.json",
            r#"{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}"#,
        )
        .file("good.json", r#"{"x":1}"#)
        .file("bad.json", r#"{"x":"1"}"#);
    let arguments =
        ["validate", "good.json", "bad.json", "--schema", "point.json", "--format", "concise"];
    insta::assert_snapshot!(folder.run(&arguments), @"
    bad.json:1:6: error[schema/type] `x` must be a number, not a string that holds an integer (write 1 without the quotes)
    checked: 1 schema file (1 tool), 2 samples, 2 documents, 2 calls, 0 results
    1 error; 1 sample not as expected
    --- exit 1
    ");
}
