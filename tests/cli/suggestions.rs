//! What was probably meant: near names, renamed members, values inside strings, null.

use std::fmt::Write;

use crate::folder::Folder;

/// A schema, and a payload that breaks it.
const CASES: &[(&str, &str)] = &[
    (r#"{"properties":{"mode":{"enum":["fast","slow"]}}}"#, r#"{"mode":"FAST"}"#),
    (r#"{"properties":{"mode":{"enum":["dry-run","live"]}}}"#, r#"{"mode":"dry_run"}"#),
    (r#"{"properties":{"mode":{"enum":["dry-run","live"]}}}"#, r#"{"mode":"alive"}"#),
    (r#"{"properties":{"mode":{"enum":["a","b"]}}}"#, r#"{"mode":"c"}"#),
    // A member under a wrong name is one finding, whatever the schema says of other members.
    (
        r#"{"properties":{"city":{}},"required":["city"],"additionalProperties":false}"#,
        r#"{"City":"x"}"#,
    ),
    (r#"{"properties":{"city":{}},"required":["city"]}"#, r#"{"ctiy":"x"}"#),
    (
        r#"{"properties":{"city":{},"cities":{}},"required":["city"]}"#,
        r#"{"citys":"x","cities":1}"#,
    ),
    (
        r#"{"properties":{"startDate":{},"endDate":{}},"required":["startDate","endDate"],"unevaluatedProperties":false}"#,
        r#"{"start_date":1,"end_date":2}"#,
    ),
    (
        r#"{"properties":{"city":{}},"required":["city"],"additionalProperties":false}"#,
        r#"{"country":"x"}"#,
    ),
    // What a string holds.
    (r#"{"properties":{"n":{"type":"integer"}}}"#, r#"{"n":"12"}"#),
    (r#"{"properties":{"n":{"type":"integer"}}}"#, r#"{"n":"12.5"}"#),
    (r#"{"properties":{"n":{"type":["number","null"]}}}"#, r#"{"n":"null"}"#),
    (r#"{"properties":{"b":{"type":"boolean"}}}"#, r#"{"b":"True"}"#),
    (
        r#"{"properties":{"tags":{"type":"array","items":{"type":"string"},"maxItems":1}}}"#,
        r#"{"tags":"[\"a\", 2]"}"#,
    ),
    (
        r##"{"properties":{"filter":{"$ref":"#/$defs/F"}},"$defs":{"F":{"type":"object","properties":{"min":{"type":"integer"}},"required":["field"]}}}"##,
        r#"{"filter":"{\"min\":\"{}\",\"feild\":1}"}"#,
    ),
    (
        r#"{"properties":{"a":{"anyOf":[{"type":"object","required":["x"]},{"type":"array"}]}}}"#,
        r#"{"a":"{}"}"#,
    ),
    // Null where the property could have been left out.
    (r#"{"properties":{"a":{"type":"string"}}}"#, r#"{"a":null}"#),
    (r#"{"properties":{"a":{"enum":["x"]}}}"#, r#"{"a":null}"#),
    (r#"{"properties":{"a":{"type":"string"}},"required":["a"]}"#, r#"{"a":null}"#),
    (
        r##"{"properties":{"p":{"$ref":"#/$defs/P"}},"$defs":{"P":{"properties":{"a":{"type":"string"}}}}}"##,
        r#"{"p":{"a":null}}"#,
    ),
    // One cause, one finding.
    (
        r##"{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"x":{"$ref":"#/$defs/A/properties/x"}}}],"$defs":{"A":{"properties":{"x":{"type":"string"}}}}}"##,
        r#"{"x":1}"#,
    ),
    (r#"{"allOf":[{"required":["x"]},{"required":["y","x"]}]}"#, r#"{"y":1}"#),
    (
        r#"{"allOf":[{"properties":{"a":{"type":"integer"},"b":{}}}],"properties":{"c":{}},"unevaluatedProperties":false}"#,
        r#"{"a":"x","b":1,"c":1,"d":1}"#,
    ),
    (r#"{"allOf":[{"properties":{"colour":{}}}],"unevaluatedProperties":false}"#, r#"{"color":1}"#),
    // Conditions and exclusions.
    (r#"{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}"#, r#"{"a":1}"#),
    (r#"{"not":{"required":["a","b"]}}"#, r#"{"a":1,"b":2}"#),
    (r#"{"not":{"required":["a"]}}"#, r#"{"a":1,"b":2}"#),
    (r#"{"properties":{"a":{"not":{"enum":["x","y"]}}}}"#, r#"{"a":"x"}"#),
    (r#"{"properties":{"a":{"not":{"const":""}}}}"#, r#"{"a":""}"#),
    (r#"{"properties":{"a":{"not":{"minLength":2,"maxLength":4}}}}"#, r#"{"a":"xyz"}"#),
];

#[test]
fn what_was_meant_is_suggested() {
    let mut all = String::new();
    for (schema, payload) in CASES {
        let definition = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        let folder =
            Folder::new().file("schemas/t.json", definition).file("samples/t/a.json", payload);
        let shown = folder.run(&["validate", "--quiet", "--format", "concise"]);
        let shown = shown.replace("samples/t/a.json:", "  ").replace("--- exit 1\n", "");
        let _ = write!(all, "{schema}\n{payload}\n{shown}\n");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn tools_are_suggested_by_what_differs() {
    let definition =
        |name: &str| format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#);
    let mut all = String::new();
    for name in [
        "Get_weather",
        "get-weather",
        "getWeather",
        "get_wether",
        "functions.get_weather",
        "mcp__weather__get_weather",
        "get_weather<|channel|>commentary",
        "weather",
        "delete_everything",
        "",
    ] {
        let call = format!(
            r#"{{"role":"assistant","tool_calls":[{{"id":"c1","type":"function","function":{{"name":"{name}","arguments":"{{}}"}}}}]}}"#
        );
        let folder = Folder::new()
            .file("schemas/a.json", definition("get_weather"))
            .file("schemas/b.json", definition("send_mail"))
            .file("samples/call.json", call);
        let shown = folder.run(&["validate", "--quiet", "--format", "concise"]);
        let _ = writeln!(all, "{}", shown.lines().next().unwrap_or_default());
    }
    insta::assert_snapshot!(all);
}
