//! Limits of providers: asked for by name, held for the definitions and calls that they are for.

use std::fmt::Write;

use wirecheck::finding::Code;
use wirecheck::profile::Profile;

use crate::folder::Folder;

/// A tool of MCP that many limits are against.
const PORTABLE: &str = r##"{
  "name": "files.find",
  "inputSchema": {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
      "page[size]": { "type": ["integer", "null"], "minimum": 1 },
      "tags": { "type": "array" },
      "sort": { "enum": [1, "name"] },
      "since": { "type": "string", "format": "uri" },
      "within": { "$ref": "#/$defs/Folder", "description": "where" }
    },
    "required": ["page"],
    "$defs": { "Folder": { "properties": { "in": { "$ref": "#/$defs/Folder" } } } }
  }
}"##;

fn shown(folder: &Folder, arguments: &[&str]) -> String {
    let always = ["validate", "--quiet", "--format", "concise"];
    folder.run(&[&always, arguments].concat())
}

#[test]
fn each_profile_says_what_its_provider_refuses() {
    let folder = Folder::new().file("schemas/find.json", PORTABLE);
    let mut all = format!("none\n{}\n", shown(&folder, &[]));
    for profile in Profile::ALL {
        let said = shown(&folder, &["--profile", profile.name]);
        let _ = write!(all, "{}\n{said}\n", profile.name);
    }
    insta::assert_snapshot!(all);
}

#[test]
fn codes_and_profiles_belong_to_each_other() {
    let names: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name).collect();
    assert!(names.is_sorted(), "{names:?}");
    for code in Code::ALL.iter().filter(|code| code.group() == "profile") {
        let name = code.name().trim_start_matches("profile/");
        let starts = |profile: &&str| name.starts_with(&format!("{profile}-"));
        assert!(names.iter().any(starts), "no profile has {code}");
    }
    for name in names {
        assert!(Profile::from_name(name).is_some_and(|it| it.as_of.len() == "2026-02".len()));
    }
}

/// One definition in the form of each provider, with a name that none of them takes.
const OWN: &[(&str, &str)] = &[
    ("anthropic", r#"{"name":"a/b","input_schema":{"type":"object","properties":{}}}"#),
    (
        "bedrock",
        r#"{"toolSpec":{"name":"a/b","inputSchema":{"json":{"type":"object","properties":{}}}}}"#,
    ),
    ("gemini", r#"{"functionDeclarations":[{"name":"a/b","parameters":{"type":"OBJECT"}}]}"#),
    ("gemini-json", r#"{"functionDeclarations":[{"name":"a/b","parametersJsonSchema":{}}]}"#),
    (
        "mcp",
        r#"{"name":"a/b","inputSchema":{"type":"object","properties":{"x":{"type":"array"}}}}"#,
    ),
    (
        "openai-chat",
        r#"{"type":"function","function":{"name":"a/b","parameters":{"type":"object","properties":{}}}}"#,
    ),
    (
        "openai-responses",
        r#"{"type":"function","name":"a/b","parameters":{"type":"object","properties":{}}}"#,
    ),
];

#[test]
fn a_provider_is_asked_about_its_own_definitions_and_portable_ones() {
    let mut all = String::new();
    for (name, definition) in OWN {
        let folder = Folder::new().file("schemas/tool.json", definition);
        let named = ["anthropic", "bedrock", "gemini", "openai"];
        let arguments: Vec<&str> = named.iter().flat_map(|it| ["--profile", it]).collect();
        let _ = write!(all, "{name}\n{}\n", shown(&folder, &arguments));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn names_may_be_as_long_as_each_api_takes_them() {
    let mut all = String::new();
    for length in [64, 65, 128, 129] {
        let name = "n".repeat(length);
        let of = |text: &str| text.replace("a/b", &name);
        for (form, definition) in OWN.iter().filter(|(form, _)| *form != "gemini-json") {
            let folder = Folder::new().file("schemas/tool.json", of(definition));
            let said = shown(
                &folder,
                &["--profile", "anthropic", "--profile", "bedrock", "--profile", "openai"],
            );
            let codes: Vec<&str> = said
                .lines()
                .filter(|line| line.contains("-name]"))
                .filter_map(|line| Some(line.split_once(": ")?.1.split_once(']')?.0))
                .collect();
            let _ = writeln!(all, "{length} {form}: {codes:?}");
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_definition_that_is_not_strict_is_not_held_to_strict_limits() {
    let definition = |strict: &str| {
        format!(
            r#"{{"type":"function","function":{{"name":"f","parameters":{{"type":"object","properties":{{"a":{{}}}}}}{strict}}}}}"#
        )
    };
    let mut all = String::new();
    for strict in ["", r#","strict":true"#, r#","strict":false"#, r#","strict":null"#] {
        let folder = Folder::new().file("schemas/f.json", definition(strict));
        let said = shown(&folder, &["--profile", "openai-strict"]);
        let _ = write!(all, "{strict}\n{said}\n");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn definitions_in_documents_are_held_too() {
    let listed = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a b","inputSchema":{"type":"object"}},{"name":"ok","inputSchema":{"type":"object","properties":{}}}]}}"#;
    let request =
        r#"{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"c d"}}]}"#;
    let folder = Folder::new()
        .file("wirecheck.toml", "profiles = \"openai\"\nmcp-version = \"2025-06-18\"\n")
        .file("schemas/ok.json", OWN[5].1.replace("a/b", "ok"))
        .file(
            "samples/captures/list.jsonl",
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}}\n{listed}\n"),
        )
        .file("samples/captures/request.json", request);
    insta::assert_snapshot!(shown(&folder, &[]));
}

#[test]
fn what_is_asked_on_the_command_line_is_heard_before_the_configuration() {
    let folder = Folder::new()
        .file("wirecheck.toml", "profiles = [\"gemini\", \"openai\"]\n")
        .file("schemas/tool.json", OWN[4].1);
    let both = shown(&folder, &[]);
    let one = shown(&folder, &["--profile", "anthropic"]);
    let off = folder.file(
        "wirecheck.toml",
        "profiles = [\"openai\"]\n[rules]\n\"profile/*\" = \"note\"\n\"profile/openai-name\" = \"off\"\n",
    );
    insta::assert_snapshot!(format!("both\n{both}\none\n{one}\nrules\n{}", shown(&off, &[])));
}

#[test]
fn a_profile_that_is_not_known_is_refused_with_the_nearest() {
    let folder = Folder::new()
        .file("wirecheck.toml", "profiles = [\"openai\", \"open-ai-strict\", 3]\n")
        .file("schemas/tool.json", OWN[4].1);
    let by_file = folder.run(&["validate"]);
    let by_option = folder.run(&["validate", "--no-config", "--profile", "openai-strct"]);
    insta::assert_snapshot!(format!("{by_file}\n{by_option}"));
}

/// A limit is no reason for a payload to be invalid.
#[test]
fn no_sample_is_invalid_by_the_limits_of_a_provider() {
    let folder = Folder::new()
        .file("schemas/tool.json", OWN[4].1)
        .file("samples/a/invalid/call.json", OWN[4].1);
    insta::assert_snapshot!(shown(&folder, &["--profile", "openai"]));
}

/// What no schema should be, and a file can hold all the same.
#[test]
fn odd_schemas_are_no_trouble() {
    let odd = [
        "true",
        "[]",
        "3",
        r#"{"type":{},"properties":[],"required":{}}"#,
        r#"{"type":["object",3],"properties":{"a":[],"b":null},"required":[3,"a"]}"#,
        r#"{"enum":{},"format":[],"minItems":"x","additionalProperties":[]}"#,
        r#"{"$ref":3,"anyOf":{"a":{}},"$defs":[{}]}"#,
        r##"{"$ref":"","items":[{"$ref":"#"}]}"##,
        r##"{"$ref":"#/nowhere","properties":{"":{"$ref":"#/properties/"}}}"##,
        r##"{"items":{"$ref":"#a"},"allOf":[{"$ref":"http://["}]}"##,
    ];
    let all: Vec<&str> = Profile::ALL.iter().flat_map(|it| ["--profile", it.name]).collect();
    for schema in odd {
        for (_, definition) in OWN {
            let (before, after) = definition
                .split_once(r#"{"type":"object","properties":{}}"#)
                .or_else(|| definition.split_once(r#"{"type":"OBJECT"}"#))
                .or_else(|| definition.split_once("{}"))
                .unwrap_or((r#"{"name":"n","inputSchema":"#, "}"));
            let folder = Folder::new().file("schemas/t.json", format!("{before}{schema}{after}"));
            let said = shown(&folder, &all);
            assert!(said.ends_with("--- exit 1\n") || said.ends_with("--- exit 0\n"), "{said}");
            assert!(!said.contains("panicked"), "{said}");
        }
    }
}
