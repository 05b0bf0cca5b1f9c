//! One mistake is one finding: what follows from another is not said beside it.

use std::fmt::Write;

use crate::folder::Folder;

#[test]
fn one_mistake_is_one_finding() {
    let cases = [
        // A tag written with a fraction of zero is the same number; one in quotes is not.
        (TAGGED, r#"{"v":1.0,"a":"x"}"#),
        (TAGGED, r#"{"v":"2","b":1}"#),
        // The wrong constant is what a member of all branches says, not of one.
        (
            r#"{"oneOf":[{"properties":{"unit":{"const":"c"},"size":{"type":"integer"}},"required":["size"],"additionalProperties":false},
                         {"properties":{"other":{"type":"string"}},"required":["other"],"additionalProperties":false}]}"#,
            r#"{"unit":"k","size":1}"#,
        ),
        // A member under a wrong name, however the missing one is asked for.
        (
            r#"{"properties":{"card":{},"address":{"type":"string"}},"dependentRequired":{"card":["address"]},"additionalProperties":{"type":"integer"}}"#,
            r#"{"card":1,"adress":"x"}"#,
        ),
        (
            r#"{"properties":{"a":{}},"allOf":[{"additionalProperties":false,"properties":{"a":{}}}],"unevaluatedProperties":false}"#,
            r#"{"a":1,"zzz":2}"#,
        ),
        // Elements that a part describes which failed by itself.
        (
            r#"{"properties":{"a":{"type":"array","allOf":[{"prefixItems":[{"type":"string"},{}]}],"unevaluatedItems":false}}}"#,
            r#"{"a":[1,2,3]}"#,
        ),
        (r#"{"propertyNames":false}"#, r#"{"a":1}"#),
        (r#"{"propertyNames":{"anyOf":[{"maxLength":1},{"pattern":"^x-"}]}}"#, r#"{"abc":1}"#),
        // Names that are numbers are no indexes.
        (r#"{"properties":{"404":{"type":"string"}}}"#, r#"{"404":1}"#),
        (r#"{"properties":{"a":{"items":{"type":"string"}}}}"#, r#"{"a":["x",1]}"#),
        (r#"{"properties":{"a":{"type":"integer","multipleOf":5}}}"#, r#"{"a":1.5}"#),
        (r#"{"properties":{"a":{"type":"object"}}}"#, r#"{"a":"```json\n{}\n```"}"#),
        (r#"{"properties":{"a":{"type":"object"}}}"#, r#"{"a":"{\"b\":"}"#),
    ];
    let mut all = String::new();
    for (schema, payload) in cases {
        let definition = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        let folder =
            Folder::new().file("schemas/t.json", definition).file("samples/t/a.json", payload);
        let shown = folder.run(&["validate", "--quiet", "--format", "concise"]);
        let _ = write!(all, "{payload}\n{}\n", shown.replace("samples/t/a.json:", ""));
    }
    insta::assert_snapshot!(all);
}

const TAGGED: &str = r#"{"oneOf":[
    {"properties":{"v":{"const":1},"a":{"type":"integer"}},"required":["v","a"]},
    {"properties":{"v":{"const":2},"b":{"type":"integer"}},"required":["v","b"]}]}"#;
