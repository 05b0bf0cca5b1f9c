//! Every keyword of JSON Schema once: what is said, and the bytes that are meant.

use crate::folder::Folder;

/// A schema, and a payload that breaks it.
const CASES: &[(&str, &str)] = &[
    (r#"{"properties":{"a":{"type":"integer"}}}"#, r#"{"a":"1"}"#),
    (r#"{"properties":{"a":{"type":["integer","null"]}}}"#, r#"{"a":true}"#),
    (r#"{"properties":{"a":{"enum":["left","right"]}}}"#, r#"{"a":"Left"}"#),
    (r#"{"properties":{"a":{"const":"x"}}}"#, r#"{"a":"y"}"#),
    (r#"{"properties":{"a":{"minimum":3}}}"#, r#"{"a":2}"#),
    (r#"{"properties":{"a":{"exclusiveMinimum":3}}}"#, r#"{"a":3}"#),
    (r#"{"properties":{"a":{"maximum":3}}}"#, r#"{"a":1e400}"#),
    (r#"{"properties":{"a":{"exclusiveMaximum":3}}}"#, r#"{"a":3.0}"#),
    (r#"{"properties":{"a":{"multipleOf":0.5}}}"#, r#"{"a":0.75}"#),
    (r#"{"properties":{"a":{"minLength":3}}}"#, r#"{"a":"é🎉"}"#),
    (r#"{"properties":{"a":{"maxLength":1}}}"#, r#"{"a":"é🎉"}"#),
    (r#"{"properties":{"a":{"pattern":"^x"}}}"#, r#"{"a":"y"}"#),
    (r#"{"properties":{"a":{"format":"date"}}}"#, r#"{"a":"2025-02-30"}"#),
    (r#"{"properties":{"a":{"minItems":1}}}"#, r#"{"a":[]}"#),
    (r#"{"properties":{"a":{"maxItems":1}}}"#, r#"{"a":[1,2]}"#),
    (r#"{"properties":{"a":{"uniqueItems":true}}}"#, r#"{"a":[{"b":1,"c":2},3,{"c":2.0,"b":1}]}"#),
    (r#"{"properties":{"a":{"items":{"type":"string"}}}}"#, r#"{"a":["x",7]}"#),
    (r#"{"properties":{"a":{"prefixItems":[true,false]}}}"#, r#"{"a":[1,2]}"#),
    (r#"{"properties":{"a":{"prefixItems":[{}],"items":false}}}"#, r#"{"a":[1,2,3]}"#),
    (
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"items":[{}],"additionalItems":false}}}"#,
        r#"{"a":[1,2,3]}"#,
    ),
    (
        r#"{"properties":{"a":{"prefixItems":[{}],"unevaluatedItems":false}}}"#,
        r#"{"a":[1,[2],"three"]}"#,
    ),
    (r#"{"properties":{"a":{"contains":{"type":"string"}}}}"#, r#"{"a":[1,2]}"#),
    (r#"{"properties":{"a":{"contains":{"type":"string"},"minContains":2}}}"#, r#"{"a":["x",2]}"#),
    (
        r#"{"properties":{"a":{"contains":{"type":"string"},"maxContains":1}}}"#,
        r#"{"a":["x","y"]}"#,
    ),
    (r#"{"required":["a","b"]}"#, r#"{"a":1}"#),
    (r#"{"minProperties":2}"#, r#"{"a":1}"#),
    (r#"{"maxProperties":1}"#, r#"{"a":1,"b":2}"#),
    (r#"{"properties":{"colour":{}},"additionalProperties":false}"#, r#"{"color":1,"x y":2}"#),
    (r#"{"additionalProperties":false}"#, r#"{"a":1,"b":2}"#),
    (r#"{"properties":{"a":{"additionalProperties":{"type":"string"}}}}"#, r#"{"a":{"b":1}}"#),
    (r#"{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}"#, r#"{"a":1,"b":2}"#),
    (r#"{"patternProperties":{"^x":{"type":"string"}}}"#, r#"{"x1":1}"#),
    (r#"{"propertyNames":{"maxLength":2}}"#, r#"{"ok":1,"long":2}"#),
    (r#"{"dependentRequired":{"a":["b"]}}"#, r#"{"a":1}"#),
    (
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}"#,
        r#"{"a":1}"#,
    ),
    (r#"{"dependentSchemas":{"a":{"required":["b"]}}}"#, r#"{"a":1}"#),
    (r#"{"if":{"required":["a"]},"then":{"required":["b"]},"else":false}"#, r#"{"a":1}"#),
    (r#"{"if":{"required":["a"]},"then":{"required":["b"]},"else":false}"#, r#"{"c":1}"#),
    (r#"{"properties":{"a":{"not":{"type":"string"}}}}"#, r#"{"a":"x"}"#),
    (r#"{"properties":{"a":false}}"#, r#"{"a":1}"#),
    (r#"{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}"#, r#"{"a":1}"#),
    (
        r#"{"properties":{"a":{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}}}"#,
        r#"{"a":"x"}"#,
    ),
    (
        r#"{"properties":{"a":{"oneOf":[{"minimum":1},{"multipleOf":2},{"const":9}]}}}"#,
        r#"{"a":4}"#,
    ),
    (
        r#"{"oneOf":[{"properties":{"k":{"const":"a"},"n":{"type":"integer"}},"required":["n"]},{"properties":{"k":{"const":"b"}},"required":["m"]}]}"#,
        r#"{"k":"a","n":"1"}"#,
    ),
    (
        r#"{"oneOf":[{"properties":{"k":{"const":"a"}}},{"properties":{"k":{"const":"b"}}}]}"#,
        r#"{"k":"c"}"#,
    ),
    (
        r##"{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}}"##,
        r#"{"a":1,"b":2}"#,
    ),
    (
        r##"{"allOf":[{"$ref":"#/$defs/x"},{"$ref":"#/$defs/x"}],"$defs":{"x":{"required":["a"]}}}"##,
        "{}",
    ),
    (
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"contentEncoding":"base64"}}}"#,
        r#"{"a":"%"}"#,
    ),
    (
        r#"{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"maximum":3,"exclusiveMaximum":true}}}"#,
        r#"{"a":3}"#,
    ),
    (
        r#"{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"type":"integer"}}}"#,
        r#"{"a":1.0}"#,
    ),
];

#[test]
fn every_keyword_says_what_is_wrong_and_where() {
    let mut folder = Folder::new();
    for (number, (schema, payload)) in CASES.iter().enumerate() {
        let tool = format!("t{number:02}");
        let definition = format!("{{\"name\":\"{tool}\",\"inputSchema\":{schema}}}");
        folder = folder
            .file(&format!("schemas/{tool}.json"), definition)
            .file(&format!("samples/{tool}/valid/a.json"), payload);
    }
    let shown = folder.run(&["validate", "--format", "json"]);
    let (json, _) = shown.split_once("--- exit").expect("the exit is shown");
    let report: serde_json::Value = serde_json::from_str(json).expect("the report is JSON");
    let mut table = String::new();
    for (number, (schema, payload)) in CASES.iter().enumerate() {
        table.push_str(&format!("{schema}\n{payload}\n"));
        let path = format!("samples/t{number:02}/valid/a.json");
        let findings = report["findings"].as_array().expect("findings are a list");
        let mut is_found = false;
        for finding in findings.iter().filter(|finding| finding["path"] == path.as_str()) {
            is_found = true;
            let cut = |text: &str, span: &serde_json::Value| {
                let at = |name: &str| span[name].as_u64().unwrap_or_default() as usize;
                text[at("start")..at("end")].to_owned()
            };
            let value = cut(payload, &finding["span"]);
            // The schema stands after `{"name":"t00","inputSchema":`.
            let definition = format!("{{\"name\":\"t{number:02}\",\"inputSchema\":{schema}}}");
            let keyword = cut(&definition, &finding["schema"]["span"]);
            let (code, message) = (&finding["code"], &finding["message"]);
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            table.push_str(&format!("  {} {}\n", text(code), text(message)));
            table.push_str(&format!("    at `{value}`, against `{keyword}`\n"));
        }
        assert!(is_found, "{schema} says nothing of {payload}");
    }
    insta::assert_snapshot!(table);
}
