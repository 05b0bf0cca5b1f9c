//! Pins: what a sample is known to show, and what happens when it shows something else.

use std::fs;

use crate::folder::Folder;

const UNIT: &str = r#"[
  { "code": "schema/enum", "address": "/unit", "schema": "schemas/get_weather.json#/function/parameters/properties/unit/enum" }
]
"#;

fn pinned(sample: &str) -> Folder {
    Folder::with_tools()
        .file("samples/get_weather/invalid/unit.json", sample)
        .file("samples/get_weather/invalid/unit.json.expected.json", UNIT)
}

#[test]
fn a_sample_that_fails_as_its_pin_says_is_as_expected() {
    let folder = pinned("{\n \"unit\": \"kelvin\",\n \"city\": \"Oslo\" }");
    insta::assert_snapshot!(folder.run(&["validate"]));
    let elsewhere = folder.path().join("samples");
    let path = elsewhere.to_string_lossy();
    insta::assert_snapshot!(Folder::new().run(&["validate", &path]));
}

#[test]
fn a_sample_that_fails_for_another_reason_is_shown_with_the_difference() {
    let folder = pinned(r#"{"unit":"celsius","town":"Oslo"}"#);
    insta::assert_snapshot!(folder.run(&["validate"]));
}

#[test]
fn a_sample_that_is_accepted_is_shown_with_what_was_pinned() {
    insta::assert_snapshot!(pinned(r#"{"city":"Oslo"}"#).run(&["validate"]));
}

#[test]
fn each_line_of_payloads_has_pins_of_its_own() {
    let folder = Folder::with_tools().file(
        "samples/get_weather/invalid/some.jsonl",
        "{\"city\":\"Oslo\",\"unit\":\"kelvin\"}\n{\"city\":5}\n{}\n",
    );
    insta::assert_snapshot!(folder.run(&["validate", "-u"]));
    insta::assert_snapshot!(read(&folder, "samples/get_weather/invalid/some.jsonl.expected.json"));
    let folder = folder.file(
        "samples/get_weather/invalid/some.jsonl",
        "{\"city\":\"Oslo\",\"unit\":\"kelvin\"}\n{\"city\":\"\"}\n",
    );
    insta::assert_snapshot!(folder.run(&["validate"]));
}

fn call(id: &str, arguments: &str) -> String {
    let arguments = serde_json::to_string(arguments).expect("strings can be written");
    format!(
        r#"{{"role":"assistant","tool_calls":[{{"id":"{id}","type":"function","function":{{"name":"get_weather","arguments":{arguments}}}}}]}}"#
    )
}

#[test]
fn beside_a_capture_pins_are_a_baseline() {
    let known = call("a", r#"{"city":"Oslo","unit":"kelvin"}"#);
    let path = "samples/captures/day.jsonl";
    let folder = Folder::with_tools().file(path, format!("{known}\n"));
    insta::assert_snapshot!(folder.run(&["validate", "-u", "--format", "concise"]));
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
    let new = call("b", "{}");
    let folder = folder.file(path, format!("{known}\n{new}\n"));
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
    let fine = call("a", r#"{"city":"Oslo"}"#);
    let folder = folder.file(path, format!("{fine}\n"));
    insta::assert_snapshot!(folder.run(&["validate"]));
    insta::assert_snapshot!(folder.run(&["validate", "-u", "--format", "concise"]));
}

#[test]
fn an_error_under_valid_cannot_be_pinned() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/unit.json", r#"{"city":"Oslo","unit":"kelvin"}"#)
        .file("samples/get_weather/valid/unit.json.expected.json", UNIT);
    insta::assert_snapshot!(folder.run(&["validate", "-u", "--format", "concise"]));
}

#[test]
fn broken_pins_are_findings() {
    let sample = r#"{"city":"Oslo","unit":"kelvin"}"#;
    let name = |number: usize| format!("samples/get_weather/invalid/{number}.json");
    let pins: &[&[u8]] = &[
        b"[",
        b"",
        b"{}",
        b"[5, {}]",
        br#"[{"code":"schema/enm"}]"#,
        br#"[{"code":"schema/enum","adress":"/unit","address":7}]"#,
        br#"[{"code":"schema/enum","address":"/~7","schema":[]},{"code":"schema/enum","document":0}]"#,
        b"\xff\xfe",
        br#"[{"code":"schema/enum","code":"schema/type"}]"#,
    ];
    let folder = pins.iter().enumerate().fold(Folder::with_tools(), |folder, (number, pin)| {
        let name = name(number);
        folder.file(&name, sample).file(&format!("{name}.expected.json"), pin)
    });
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
    let written = folder.run(&["validate", "-u", "--format", "concise"]);
    assert!(written.contains("9 pins changed"), "{written}");
    assert_eq!(read(&folder, &format!("{}.expected.json", name(3))), UNIT);
}

#[test]
fn orphans_are_named_and_removed() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/a.json", r#"{"city":"Oslo"}"#)
        .file("samples/get_weather/invalid/gone.json.expected.json", UNIT)
        .file("samples/get_weather/invalid/other.json.expected.json", "no pin at all");
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
    insta::assert_snapshot!(folder.run(&["validate", "-u", "--format", "concise"]));
}

#[test]
fn nothing_is_written_in_continuous_integration_unless_forced() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/invalid/a.json", r#"{"city":"Oslo","unit":"kelvin"}"#);
    insta::assert_snapshot!(run_in_ci(&folder, "-u"));
    assert!(!folder.path().join("samples/get_weather/invalid/a.json.expected.json").exists());
    insta::assert_snapshot!(run_in_ci(&folder, "--update=force"));
    insta::assert_snapshot!(folder.run(&["validate", "-u"]));
}

#[test]
fn samples_that_are_not_as_expected_get_no_pin() {
    let folder = pinned(r#"{"city":"Oslo"}"#)
        .file("samples/get_weather/invalid/strange.json", call("a", "{}").replace("get_w", "w"));
    insta::assert_snapshot!(folder.run(&["validate", "-u", "--format", "concise"]));
    assert_eq!(read(&folder, "samples/get_weather/invalid/unit.json.expected.json"), UNIT);
}

#[test]
fn standard_input_has_no_pin() {
    let folder = Folder::with_tools();
    let shown = folder.run_with_input(&["validate", "-", "--tool", "get_weather", "-u"], "{}");
    insta::assert_snapshot!(shown, @"
    --- standard error
    error: standard input has no pin that could be written
     help: a pin lies beside its sample: write that to a file in `samples/`
    --- exit 2
    ");
}

/// A link in the place of a pin may lead to a sample, which must stay as it is.
#[cfg(unix)]
#[test]
fn a_link_is_replaced_and_not_followed() {
    let sample = r#"{"city":"Oslo","unit":"kelvin"}"#;
    let folder = Folder::with_tools().file("samples/get_weather/invalid/a.json", sample);
    let pin = folder.path().join("samples/get_weather/invalid/a.json.expected.json");
    std::os::unix::fs::symlink("a.json", &pin).expect("links can be made");
    folder.run(&["validate", "-u"]);
    assert_eq!(read(&folder, "samples/get_weather/invalid/a.json"), sample);
    assert_eq!(fs::read_to_string(pin).expect("the pin"), UNIT);
}

fn read(folder: &Folder, path: &str) -> String {
    fs::read_to_string(folder.path().join(path)).expect("it was written")
}

/// What the program says where the environment has `CI`.
fn run_in_ci(folder: &Folder, option: &str) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_wirecheck"))
        .args(["validate", option])
        .current_dir(folder.path())
        .env_clear()
        .env("CI", "true")
        .output()
        .expect("the program can be run");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    format!(
        "{}--- standard error\n{}--- {}",
        text(output.stdout),
        text(output.stderr),
        output.status
    )
}
