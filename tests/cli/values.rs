//! What findings say of one value: the words at it and at the keyword, and what to do about it.

use std::fmt::Write;

use crate::folder::Folder;

/// A schema, and a payload that breaks it.
const CASES: &[(&str, &str)] = &[
    (r#"{"properties":{"s":{"enum":["in_progress","done"]}}}"#, r#"{"s":"In Progress"}"#),
    (r#"{"properties":{"s":{"enum":["in_progress"]}}}"#, r#"{"s":"in_progress</arg_value>"}"#),
    (r#"{"properties":{"b":{"const":true}}}"#, r#"{"b":"yes"}"#),
    (r#"{"properties":{"n":{"multipleOf":0.5}}}"#, r#"{"n":21.3}"#),
    (r#"{"properties":{"n":{"multipleOf":7}}}"#, r#"{"n":1e2}"#),
    (r#"{"properties":{"n":{"exclusiveMaximum":5}}}"#, r#"{"n":5.0}"#),
    (r#"{"properties":{"n":{"exclusiveMaximum":5}}}"#, r#"{"n":6}"#),
    (
        r#"{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"n":{"type":"integer"}}}"#,
        r#"{"n":1e2}"#,
    ),
    (r#"{"properties":{"n":{"type":"integer"}}}"#, r#"{"n":1.5e0}"#),
    (r#"{"properties":{"f":{"format":"uuid"}}}"#, r#"{"f":"42"}"#),
    (r#"{"properties":{"f":{"format":"date-time"}}}"#, r#"{"f":"2025-10-22T15:50:22.113"}"#),
    (r#"{"properties":{"f":{"format":"date-time"}}}"#, r#"{"f":"2025-10-22 15:50:22Z"}"#),
    (r#"{"properties":{"f":{"format":"date-time"}}}"#, r#"{"f":"2025-10-22"}"#),
    (r#"{"properties":{"f":{"format":"date-time"}}}"#, r#"{"f":"2025-10-22T15:50"}"#),
    (r#"{"properties":{"f":{"format":"date-time"}}}"#, r#"{"f":"now"}"#),
    (r#"{"properties":{"f":{"format":"time"}}}"#, r#"{"f":"15:50:22"}"#),
    (r#"{"properties":{"a":{"minItems":1}}}"#, r#"{"a":[]}"#),
    (r#"{"properties":{"a":{"contains":{"type":"string"}}}}"#, r#"{"a":[1,2]}"#),
    (r#"{"properties":{"a":{"prefixItems":[{},false,false]}}}"#, r#"{"a":[1,2,3]}"#),
    (
        r#"{"properties":{"a":{"prefixItems":[{}],"unevaluatedItems":false}}}"#,
        r#"{"a":[1,2,3,4,5]}"#,
    ),
    (
        r#"{"properties":{"a":{"contains":{"type":"string"},"unevaluatedItems":false}}}"#,
        r#"{"a":[1,"x",2]}"#,
    ),
    (r#"{"properties":{"iban":false}}"#, r#"{"iban":1}"#),
    (r#"{"patternProperties":{"^x-":false}}"#, r#"{"x-a":1}"#),
    (r#"{"dependentSchemas":{"iban":false}}"#, r#"{"iban":1}"#),
    (r#"{"dependentRequired":{"latitude":["longitude"]}}"#, r#"{"latitude":1}"#),
    (r#"{"dependentRequired":{"latitude":["longitude"]}}"#, r#"{"latitude":1,"longitud":2}"#),
    (
        r#"{"properties":{"path":{}},"required":["path"],"additionalProperties":false}"#,
        r#"{"path</arg_key>":"a"}"#,
    ),
    (r#"{"propertyNames":{"pattern":"^[a-z]+$"}}"#, r#"{"X":1}"#),
    (r#"{"propertyNames":{"maxLength":2}}"#, r#"{"long":1}"#),
    (r#"{"propertyNames":{"enum":["unit"]}}"#, r#"{"units":1}"#),
    (r#"{"properties":{"a":{"allOf":[false]}}}"#, r#"{"a":1}"#),
    (r##"{"properties":{"a":{"$ref":"#/$defs/no"}},"$defs":{"no":false}}"##, r#"{"a":1}"#),
    ("{\"allOf\":[false]}", "{}"),
    (r#"{"properties":{"a":{"anyOf":[false,false]}}}"#, r#"{"a":1}"#),
    (
        r#"{"oneOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}"#,
        r#"{"a":1,"b":1,"c":1}"#,
    ),
    (r#"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#, r#"{"a":1,"b":1}"#),
    (r#"{"properties":{"n":{"oneOf":[{"minimum":1},{"multipleOf":2}]}}}"#, r#"{"n":4}"#),
    (r#"{"properties":{"s":{"not":{"minLength":2,"maxLength":4}}}}"#, r#"{"s":"xyz"}"#),
    (r#"{"if":{"required":["a"]},"then":false}"#, r#"{"a":1}"#),
    (r#"{"if":{"required":["a"]},"else":false}"#, "{}"),
    (
        r#"{"properties":{"s":{"pattern":"^(?:(a+)\\1?)+c$"}}}"#,
        r#"{"s":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"}"#,
    ),
    // Bytes in strings.
    (
        r#"{"properties":{"x":{"contentEncoding":"base64","contentMediaType":"application/json","contentSchema":{"required":["id"]}}}}"#,
        r#"{"x":"e30="}"#,
    ),
    // Members `x` and `idd`, of which one is meant to be `id`.
    (
        r#"{"properties":{"x":{"contentEncoding":"base64","contentMediaType":"application/json","contentSchema":{"properties":{"id":{}},"required":["id"],"additionalProperties":false}}}}"#,
        r#"{"x":"eyJ4IjoxLCJpZGQiOjJ9"}"#,
    ),
    (
        r#"{"properties":{"x":{"contentEncoding":"base64","contentMediaType":"application/json"}}}"#,
        r#"{"x":"PGh0bWw+"}"#,
    ),
    (
        r#"{"properties":{"x":{"contentEncoding":"base16","contentMediaType":"application/json"}}}"#,
        r#"{"x":"ff"}"#,
    ),
    (r#"{"properties":{"x":{"contentEncoding":"base64"}}}"#, r#"{"x":"e30"}"#),
    (r#"{"properties":{"x":{"contentEncoding":"base64"}}}"#, r#"{"x":"_-8="}"#),
    (r#"{"properties":{"x":{"contentEncoding":"base64url"}}}"#, r#"{"x":"/+8="}"#),
    (
        r#"{"properties":{"x":{"contentEncoding":"base64url"}}}"#,
        r#"{"x":"data:image/png;base64,iVBORw0KGgo="}"#,
    ),
    (r#"{"properties":{"x":{"contentEncoding":"base32"}}}"#, r#"{"x":"mfra===="}"#),
    (r#"{"properties":{"x":{"contentEncoding":"base32"}}}"#, r#"{"x":"MFRA"}"#),
    (r#"{"properties":{"x":{"contentMediaType":"application/LD+JSON"}}}"#, r#"{"x":"{a:1}"}"#),
];

/// The run of a sample `payload` of a tool with this input schema.
fn run(schema: &str, payload: &str) -> String {
    let definition = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
    let folder = Folder::new().file("schemas/t.json", definition).file("samples/t/a.json", payload);
    folder.run(&["validate", "--quiet"])
}

#[test]
fn a_value_is_shown_with_what_it_should_be() {
    let mut all = String::new();
    for (schema, payload) in CASES {
        let shown = run(schema, payload);
        let lines = shown.lines().filter(|line| !line.starts_with(" more: "));
        let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("---")).collect();
        let _ = writeln!(all, "{}", lines.join("\n").trim_end());
        all.push('\n');
    }
    insta::assert_snapshot!(all);
}

#[test]
fn bits_that_stand_for_no_byte_may_be_anything() {
    for (encoding, text) in [("base64", "YR=="), ("base64url", "YR"), ("base32", "MF======")] {
        let schema = format!(r#"{{"properties":{{"x":{{"contentEncoding":"{encoding}"}}}}}}"#);
        let shown = run(&schema, &format!(r#"{{"x":"{text}"}}"#));
        assert!(shown.contains("exit 0"), "{encoding}: {shown}");
    }
}
