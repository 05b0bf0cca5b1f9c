//! The SARIF log is held to a schema of what the format and code scanning ask for.

use serde_json::Value;

use crate::folder::Folder;
use crate::tools::{CLOCK, WEATHER};

/// Members, types and names of values, for the part of SARIF 2.1.0 that is written: nothing else
/// may stand there.
const SCHEMA: &str = include_str!("sarif.schema.json");

/// Arguments that a stream cut into three pieces, in the middle of a value.
const STREAM: &str = r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"city\":\"Oslo\",\"unit\":\"kel"}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"vi"}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"n\"}"}}

"#;

fn log(folder: &Folder) -> Value {
    let shown = folder.run(&["validate", "--format", "sarif"]);
    let (text, _) = shown.split_once("--- ").expect("the exit is shown");
    serde_json::from_str(text).expect("it is JSON")
}

fn errors(log: &Value) -> Vec<String> {
    let schema = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let options = jsonschema::options().should_validate_formats(true);
    let validator = options.build(&schema).expect("the schema is valid");
    validator.iter_errors(log).map(|it| format!("{}: {it}", it.instance_path())).collect()
}

fn streamed() -> Folder {
    Folder::with_tools().file("samples/captures/day.sse", STREAM)
}

#[test]
fn every_log_has_the_members_and_types_that_are_asked_for() {
    let clean = Folder::with_tools().file("samples/get_weather/valid/a.json", r#"{"city":"Oslo"}"#);
    let broken = Folder::new()
        .file("schemas/a.json", WEATHER)
        .file("schemas/b.json", WEATHER.replace("Length\": 1", "Length\": 2"))
        .file("schemas/c.json", CLOCK.replace("integer", "intger"))
        .file("samples/get_weather/valid/a b.json", "{\n\"city\": 1,\n\"city\": [\n2]}")
        .file("samples/get_weather/valid/c.json", "\u{feff}[")
        .file("samples/get_weather/invalid/d.json", r#"{"city":"Oslo"}"#)
        .file("samples/get_weather/invalid/e.json.expected.json", "[]");
    for folder in [clean, broken, streamed(), crate::hostile::folder()] {
        let log = log(&folder);
        assert_eq!(errors(&log), Vec::<String>::new());
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        for result in run["results"].as_array().expect("results") {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
            for (number, related) in
                result["relatedLocations"].as_array().into_iter().flatten().enumerate()
            {
                assert_eq!(related["id"], number);
            }
        }
    }
}

/// The schema would notice.
#[test]
fn a_log_that_lacks_a_member_or_has_another_is_refused() {
    let whole = log(&streamed());
    let result = "/runs/0/results/0";
    let changes: [(&str, &str, Value); 5] = [
        ("/runs/0", "columnKind", "bytes".into()),
        (result, "level", "fatal".into()),
        (result, "message", serde_json::json!({ "text": "" })),
        (&format!("{result}/locations/0/physicalLocation/region"), "startLine", 0.into()),
        (result, "new", true.into()),
    ];
    for (place, member, value) in changes {
        let mut broken_log = whole.clone();
        let object =
            broken_log.pointer_mut(place).and_then(Value::as_object_mut).expect("an object");
        object.insert(member.to_owned(), value);
        assert_ne!(errors(&broken_log), Vec::<String>::new(), "{place}/{member}");
    }
}

#[test]
fn further_pieces_of_a_value_are_related_locations() {
    let log = log(&streamed());
    let results = log["runs"][0]["results"].as_array().expect("results");
    let is_enum = |result: &&Value| result["ruleId"] == "schema/enum";
    let result = results.iter().find(is_enum).expect("the unit is wrong");
    let text = |related: &Value| related["message"]["text"].as_str().map(str::to_owned);
    let related = result["relatedLocations"].as_array().expect("a list");
    let shown: Vec<String> = related
        .iter()
        .map(|it| {
            let region = &it["physicalLocation"]["region"];
            let (line, column) = (&region["startLine"], &region["startColumn"]);
            format!("{line}:{column} {}", text(it).unwrap_or_default())
        })
        .collect();
    insta::assert_debug_snapshot!(shown, @r#"
    [
        "5:98 goes on here",
        "7:98 goes on here",
        "9:27 allowed values",
    ]
    "#);
}
