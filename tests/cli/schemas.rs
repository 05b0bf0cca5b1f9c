//! Schema files: what is wrong with them, at its exact place, and what that means for samples.

use crate::folder::Folder;
use crate::tools::WEATHER;

/// A folder with this schema of a tool `t`, and a sample of it.
fn with_schema(schema: &str) -> Folder {
    Folder::new()
        .file("schemas/t.json", format!("{{\"name\":\"t\",\n \"inputSchema\":{schema}}}\n"))
        .file("samples/t/valid/a.json", "{}")
}

#[test]
fn all_violations_of_the_metaschema_are_found_and_samples_are_not_checked() {
    let folder = with_schema(
        r#"{"type":"objekt","properties":{"a":{"minLength":-1},"b":{"pattern":"["}},"required":"a"}"#,
    );
    insta::assert_snapshot!(folder.run(&["validate"]));
}

#[test]
fn references_that_lead_nowhere_are_found_at_the_reference() {
    let folder = with_schema(
        r##"{"properties":{"a":{"$ref":"#/$defs/none"},"b":{"$ref":"shred.json"},"c":{"$ref":"../../secret.json"},"d":{"$ref":"https://example.com/x.json"},"e":{"$ref":"#nowhere"},"f":{"$ref":"shared.json#/$defs/a"}}}"##,
    )
    .file("schemas/shared.json", r#"{"$defs":{"a":{"type":"string"}}}"#);
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}

#[test]
fn a_broken_schema_takes_those_with_it_that_refer_to_it_and_no_others() {
    let folder = with_schema(r#"{"properties":{"a":{"$ref":"shared.json"}}}"#)
        .file("schemas/shared.json", r#"{"type":"strnig"}"#)
        .file("schemas/get_weather.json", WEATHER)
        .file("samples/get_weather/valid/a.json", r#"{"city":"Paris"}"#);
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}

#[test]
fn references_inside_the_folder_are_followed_and_keywords_shown_where_they_stand() {
    let folder = with_schema(r#"{"properties":{"a":{"$ref":"shared/types.json#/$defs/key"}}}"#)
        .file("schemas/shared/types.json", "{\"$defs\":{\"key\":{\n  \"$ref\":\"more.json\"}}}")
        .file(
            "schemas/shared/more.json",
            "{\"$id\":\"https://example.com/more\",\n \"pattern\":\"^k\"}",
        )
        .file("samples/t/valid/b.json", r#"{"a":"x"}"#);
    insta::assert_snapshot!(folder.run(&["validate"]));
}

#[test]
fn a_schema_file_that_is_neither_definition_nor_schema_is_no_schema() {
    let folder = with_schema("{}")
        .file("schemas/typo.json", r#"{"name":"u","description":"d","inputShema":{}}"#)
        .file("schemas/other.json", r#"{"hello":"world"}"#)
        .file("schemas/list.json", "[1,2]")
        .file("schemas/draft.json", r#"{"$schema":"http://json-schema.org/draft-03/schema#"}"#)
        .file("schemas/broken.json", "{\"type\":");
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}

#[test]
fn two_definitions_of_one_tool_must_agree() {
    let definition = r#"{"name":"t","inputSchema":{"type":"object"}}"#;
    let other = r#"{"name":"t","inputSchema":{"type":"object","required":["a"]}}"#;
    let folder = Folder::new()
        .file("schemas/a.json", definition)
        .file("schemas/b.json", definition)
        .file("schemas/c.json", other)
        .file("schemas/list.json", format!("[{definition},{definition}]"));
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}

#[test]
fn a_string_that_is_declared_to_be_json_is_a_layer() {
    let folder = with_schema(
        r#"{"properties":{"a":{"contentMediaType":"application/json","contentSchema":{"properties":{"n":{"type":"integer"}},"required":["n"]}}}}"#,
    )
    .file("samples/t/valid/good.json", r#"{"a":"{\"n\":1}"}"#)
    .file("samples/t/valid/wrong.json", r#"{"a":"{\"n\":\"\\u00e9\"}"}"#)
    .file("samples/t/valid/broken.json", r#"{"a":"{\"n\":1"}"#)
    .file("samples/t/valid/twice.json", r#"{"a":"{\"n\":1,\"n\":2}"}"#);
    insta::assert_snapshot!(folder.run(&["validate"]));
}

#[test]
fn a_schema_that_multiplies_its_own_branches_is_given_up() {
    let mut defs = String::from(r#""d0":{"type":"string"}"#);
    for level in 1..=24 {
        let below = level - 1;
        defs.push_str(&format!(
            r##","d{level}":{{"anyOf":[{{"$ref":"#/$defs/d{below}"}},{{"$ref":"#/$defs/d{below}"}}]}}"##
        ));
    }
    let folder = with_schema(&format!(
        r##"{{"properties":{{"a":{{"$ref":"#/$defs/d24"}}}},"$defs":{{{defs}}}}}"##
    ))
    .file("samples/t/valid/b.json", r#"{"a":1}"#)
    .file("samples/t/valid/c.json", r#"{"a":"fine"}"#);
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}

#[test]
fn a_pattern_that_cannot_be_decided_is_no_violation() {
    let folder = with_schema(r#"{"properties":{"a":{"pattern":"^(?:(a+)\\1?)+c$"}}}"#)
        .file("samples/t/valid/b.json", format!(r#"{{"a":"{}b"}}"#, "a".repeat(60)));
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}
