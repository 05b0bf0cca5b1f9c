//! The published schema of `wirecheck.toml` accepts what the program accepts.

use std::path::Path;

use serde_json::{Value, json};
use toml::de::{DeTable, DeValue};
use wirecheck::config::read_config;
use wirecheck::finding::Code;
use wirecheck::mcp::Version;
use wirecheck::profile::Profile;
use wirecheck::source::FileId;
use wirecheck::wire::{BARE, dialects};

fn published() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas/wirecheck.json");
    let text = std::fs::read_to_string(path).expect("the published schema");
    serde_json::from_str(&text).expect("it is JSON")
}

/// TOML as the JSON that editors hold to a schema.
fn as_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(number) => json!(number.as_str().parse::<i64>().expect("a number")),
        DeValue::Float(number) => json!(number.as_str().parse::<f64>().expect("a number")),
        DeValue::Boolean(value) => json!(value),
        DeValue::Datetime(time) => json!(time.to_string()),
        DeValue::Array(all) => all.iter().map(|value| as_json(value.get_ref())).collect(),
        DeValue::Table(table) => {
            let members = table.iter();
            let members =
                members.map(|(key, value)| (key.get_ref().to_string(), as_json(value.get_ref())));
            Value::Object(members.collect())
        }
    }
}

#[test]
fn the_published_schema_and_the_program_agree() {
    let good = [
        "",
        "schemas = \"a\"\nsamples = \"b\"",
        "schemas = [\"a\", \"b.json\"]",
        "draft = \"7\"\nformats = \"annotate\"\ndialect = \"bare\"",
        "json-strings = \"a:/b\"",
        "json-strings = [\"a:/b/*\", \"x:y:/~01:/c\"]",
        "[rules]\n\"schema/enum\" = \"off\"\n\"json/*\" = \"warning\"",
        "[[override]]\npaths = \"a/**\"\n[[override]]\npaths = [\"b\"]\ndialect = \"mcp\"\nrules = {}",
        "[limits]\ndepth = 1000\nlayers = 1\nbytes = 268435455",
    ];
    let bad = [
        "schema = \"a\"",
        "schemas = 1",
        "schemas = [1]",
        "samples = [\"a\"]",
        "draft = 7",
        "draft = \"5\"",
        "formats = true",
        "dialect = \"openapi\"",
        "json-strings = [1]",
        "json-strings = \"a\"",
        "json-strings = \"a:b\"",
        "json-strings = \":/b\"",
        "json-strings = \"a:/~2\"",
        "rules = []",
        "[rules]\n\"schema\" = \"off\"",
        "[rules]\n\"schema/enum\" = \"Off\"",
        "[override]\npaths = \"a\"",
        "[[override]]\nrules = {}",
        "[[override]]\npaths = \"a\"\nlimits = {}",
        "[limits]\ndepth = 0",
        "[limits]\ndepth = 1001",
        "[limits]\nlayers = 65",
        "[limits]\nbytes = 268435456",
        "[limits]\nwidth = 1",
    ];
    let validator = jsonschema::validator_for(&published()).expect("it is a schema");
    let all = good.iter().map(|text| (text, true)).chain(bad.iter().map(|text| (text, false)));
    for (text, is_good) in all {
        let read = read_config(FileId(0), text.as_bytes(), Path::new("."));
        assert_eq!(read.is_ok(), is_good, "the program on {text}: {read:?}");
        let table = DeTable::parse(text).expect("valid TOML");
        let value = as_json(&DeValue::Table(table.into_inner()));
        assert_eq!(validator.is_valid(&value), is_good, "the schema on {text}");
    }
}

#[test]
fn the_published_schema_knows_all_names() {
    let schema = published();
    let mut known: Vec<&str> = vec![BARE];
    known.extend(dialects());
    assert_eq!(schema["$defs"]["dialect"]["enum"], json!(known));
    let profiles: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name).collect();
    assert_eq!(schema["$defs"]["profile"]["enum"], json!(profiles));
    let versions = Version::ALL.map(Version::name);
    assert_eq!(schema["properties"]["mcp-version"]["enum"], json!(versions));
    let pattern = schema["$defs"]["rules"]["patternProperties"].as_object().expect("a pattern");
    let pattern = pattern.keys().next().expect("one");
    let names = json!({ "propertyNames": { "pattern": pattern } });
    let validator = jsonschema::validator_for(&names).expect("it is a schema");
    for code in Code::ALL {
        assert!(validator.is_valid(&json!({ code.name(): 1 })), "{code}");
        assert!(validator.is_valid(&json!({ format!("{}/*", code.group()): 1 })), "{code}");
    }
}

#[test]
fn the_example_of_the_readme_is_understood() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(path).expect("the README").replace("\r\n", "\n");
    let (_, rest) = readme.split_once("```toml\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    assert!(example.contains("[[override]]"));
    let read = read_config(FileId(0), example.as_bytes(), Path::new("."));
    assert!(read.is_ok(), "{read:?}");
}
