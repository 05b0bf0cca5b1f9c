//! Values that fit no branch of a union: which property is named, and why.

use std::fmt::Write;

use crate::folder::Folder;

/// What the report in one line a finding says of `payload` under `schema`, without the counts.
fn shown(schema: &str, payload: &str) -> String {
    let definition = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
    let folder = Folder::new().file("schemas/t.json", definition).file("samples/t/a.json", payload);
    let shown = folder.run(&["validate", "--quiet", "--format", "concise"]);
    shown.replace("samples/t/a.json:", "")
}

/// A branch with a tag of its own and a required number `size`.
fn tagged(tag: &str, more: &str) -> String {
    format!(
        r#"{{"properties":{{"kind":{{"const":"{tag}"}},"size":{{"type":"integer"}}{more}}},
            "required":["kind","size"],"additionalProperties":false}}"#
    )
}

fn union_of(keyword: &str, branches: &[String]) -> String {
    format!(r#"{{"type":"object","{keyword}":[{}]}}"#, branches.join(","))
}

#[test]
fn a_tag_leads_to_the_property_that_is_wrong() {
    let three: Vec<String> = ["a", "b", "c"].iter().map(|tag| tagged(tag, "")).collect();
    let ten: Vec<String> = (0..10).map(|n| tagged(&format!("t{n}"), "")).collect();
    // The third branch of three holds a union of ten.
    let inner = format!(r#","inner":{}"#, union_of("anyOf", &ten));
    let nested = [three[0].clone(), three[1].clone(), tagged("c", &inner)];
    let cases = [
        (union_of("oneOf", &three), r#"{"kind":"b","size":"1"}"#),
        (union_of("anyOf", &ten), r#"{"kind":"t8","size":1.5,"more":1}"#),
        (union_of("oneOf", &nested), r#"{"kind":"c","size":1,"inner":{"kind":"t7","size":null}}"#),
        (union_of("oneOf", &nested), r#"{"kind":"c","size":1,"inner":{"kind":"t77","size":2}}"#),
        (union_of("oneOf", &nested), r#"{"kind":"C","size":1}"#),
        (union_of("oneOf", &nested), r#"{"size":1}"#),
        (union_of("oneOf", &nested), r#"{"kind":"b"}"#),
        (union_of("oneOf", &nested), "[]"),
    ];
    let mut all = String::new();
    for (schema, payload) in cases {
        let _ = write!(all, "{payload}\n{}\n", shown(&schema, payload));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn unions_without_a_tag_have_a_sentence_too() {
    let cases = [
        (r#"{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"#, "[]"),
        (r#"{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}"#, r#"{"a":1}"#),
        (
            r#"{"properties":{"a":{"anyOf":[{"type":"string","maxLength":1},{"type":"null"}]}}}"#,
            r#"{"a":"xx"}"#,
        ),
        (
            r#"{"properties":{"a":{"oneOf":[{"const":"left"},{"const":"right"}]}}}"#,
            r#"{"a":"lef"}"#,
        ),
        (r#"{"anyOf":[{"required":["email"]},{"required":["phone"]}]}"#, "{}"),
        (
            r#"{"oneOf":[{"required":["email"]},{"required":["phone"]}]}"#,
            r#"{"email":1,"phone":2}"#,
        ),
        (
            r#"{"oneOf":[{"title":"By id","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":false},
                         {"title":"By name","properties":{"name":{"type":"string"},"exact":{"type":"boolean"}},"required":["name"],"additionalProperties":false}]}"#,
            r#"{"name":"x","exact":"yes"}"#,
        ),
        (
            r##"{"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"$defs":{"Cat":{"type":"object"},"Dog":{"required":["name"]}}}"##,
            r#"{"name":1}"#,
        ),
        (
            // A tag in only some branches, and one hidden behind references and `allOf`.
            r##"{"anyOf":[{"$ref":"#/$defs/A"},{"allOf":[{"$ref":"#/$defs/B"}]}],
                "$defs":{"A":{"properties":{"op":{"$ref":"#/$defs/eq"},"v":{"type":"integer"}}},"B":{"properties":{"op":{"enum":["lt","gt"]},"v":{"type":"string"}}},"eq":{"const":"eq"}}}"##,
            r#"{"op":"gt","v":3}"#,
        ),
        (
            // A value that breaks an enum of its own branch is not taken for the tag.
            r#"{"oneOf":[{"properties":{"kind":{"const":"a"},"unit":{"enum":["c","f"]}},"required":["kind"]},{"properties":{"kind":{"const":"b"},"unit":{"enum":["k"]}},"required":["kind"]}]}"#,
            r#"{"kind":"a","unit":"x"}"#,
        ),
    ];
    let mut all = String::new();
    for (schema, payload) in cases {
        let _ = write!(all, "{schema}\n{payload}\n{}\n", shown(schema, payload));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_note_names_the_branches_and_why_this_one() {
    let schema = r##"{"name":"t","inputSchema":{"oneOf":[
  {"$ref":"#/$defs/Circle"},
  {"$ref":"#/$defs/Square"}
],"$defs":{
  "Circle":{"properties":{"radius":{"type":"number"}},"required":["radius"]},
  "Square":{"properties":{"side":{"type":"number"},"colour":{"type":"string"}},"required":["side","colour"]}
}}}"##;
    let folder = Folder::new()
        .file("schemas/t.json", schema)
        .file("samples/t/a.json", r#"{"side":1,"color":"red"}"#);
    insta::assert_snapshot!(folder.run(&["validate", "--quiet"]));
}

#[test]
fn schemas_that_refer_to_themselves_come_to_an_end() {
    let drafts =
        ["http://json-schema.org/draft-06/schema#", "https://json-schema.org/draft/2020-12/schema"];
    let mut all = String::new();
    for draft in drafts {
        let schema = format!(
            r##"{{"$schema":"{draft}","type":"object","oneOf":[{{"$ref":"#/definitions/x"}},{{"allOf":[{{"$ref":"#"}},{{"required":["a"]}}]}}],
                "definitions":{{"x":{{"$ref":"#/definitions/y"}},"y":{{"$ref":"#/definitions/x"}}}},
                "properties":{{"kind":{{"const":"a"}}}}}}"##
        );
        let _ = writeln!(all, "{}", shown(&schema, r#"{"kind":"b"}"#));
    }
    insta::assert_snapshot!(all);
}
