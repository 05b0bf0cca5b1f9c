//! What findings say of calls, results and definitions, and what they leave to others.

use std::fmt::Write;

use crate::folder::Folder;
use crate::tools::WEATHER;

/// Each case and what the run of its folder shows.
fn all<'c>(cases: &[&'c str], folder: impl Fn(&'c str) -> (Folder, &'static str)) -> String {
    let mut all = String::new();
    for case in cases {
        let (folder, file) = folder(case);
        let shown = folder.run(&["validate", file, "--quiet", "--format", "concise"]);
        let _ = writeln!(all, "{case}\n{}", shown.replace("--- exit", "  exit"));
    }
    all
}

/// A chat call of the tool `name` whose arguments are the text `arguments`.
fn chat(name: &str, arguments: &str) -> String {
    let arguments = serde_json::to_string(arguments).expect("a string");
    format!(
        r#"{{"role":"assistant","tool_calls":[{{"id":"c1","type":"function","function":{{"name":"{name}","arguments":{arguments}}}}}]}}"#
    )
}

#[test]
fn a_string_for_an_object_is_read_only_if_it_can_be_json() {
    let ways = [
        r#""""#,
        r#"" \n""#,
        r#""Paris""#,
        r#""null""#,
        r#""{\"city\":1}""#,
        r#""[]""#,
        r#""\"{\\\"city\\\":1}\"""#,
        r#""{\"city\":""#,
        "null",
        "7",
    ];
    let shown = all(&ways, |input| {
        let call = format!(
            r#"{{"role":"assistant","content":[{{"type":"tool_use","id":"t1","name":"get_weather","input":{input}}}]}}"#
        );
        (Folder::with_tools().file("call.json", call), "call.json")
    });
    insta::assert_snapshot!(shown);
}

#[test]
fn nothing_for_arguments_is_answered_by_what_to_write() {
    let ways = [
        r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_time","arguments":""}}]}"#,
        r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_time","arguments":"\t "}}]}"#,
        r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_time","arguments":"\"\""}}]}"#,
        r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_time","arguments":"\" \""}}]}"#,
        r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_time","arguments":"null"}}]}"#,
        r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_time"}}]}"#,
        r#"{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"get_time","input":null}]}"#,
        r#"{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"get_time"}]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather"}}"#,
    ];
    let shown = all(&ways, |call| (Folder::with_tools().file("call.json", call), "call.json"));
    insta::assert_snapshot!(shown);
}

#[test]
fn encodings_are_counted() {
    let mut call = String::from(r#"{"city":"Paris"}"#);
    let mut shown = String::new();
    for _ in 0..3 {
        call = serde_json::to_string(&call).expect("a string");
        let folder = Folder::with_tools().file("call.json", chat("get_weather", &call));
        shown += &folder.run(&["validate", "call.json", "--quiet", "--format", "concise"]);
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn a_wrapper_is_told_from_arguments() {
    let ways = [
        r#"{"arguments":{"city":"Paris"}}"#,
        r#"{"arguments":"{\"city\":\"Paris\"}"}"#,
        r#"{"parameters":{"city":"Paris"}}"#,
        r#"{"arguments":{"city":1}}"#,
        r#"{"type":"function","id":"c1","name":"get_weather","parameters":{"city":1}}"#,
        r#"{"tool":"get_weather","arguments":{"city":"Paris"}}"#,
        r#"{"name":"functions.get_weather","arguments":{"city":"Paris"}}"#,
        r#"{"name":"send_mail","arguments":{"city":"Paris"}}"#,
        r#"{"city":"Paris","arguments":{"city":"Paris"}}"#,
    ];
    let shown = all(&ways, |arguments| {
        let call = chat("get_weather", arguments);
        (Folder::with_tools().file("call.json", call), "call.json")
    });
    insta::assert_snapshot!(shown);
}

#[test]
fn arguments_that_may_look_so_are_no_wrapper() {
    let schemas = [
        r#"{"properties":{"arguments":{"required":["a"]}}}"#,
        r#"{"type":"object"}"#,
        r#"{"required":["b"]}"#,
    ];
    let shown = all(&schemas, |schema| {
        let definition = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        let call = chat("t", r#"{"name":"t","arguments":{"c":1}}"#);
        (Folder::new().file("schemas/t.json", definition).file("call.json", call), "call.json")
    });
    insta::assert_snapshot!(shown);
}

#[test]
fn calls_beside_one_without_an_id_are_counted() {
    let mut shown = String::new();
    for others in 0..3 {
        let call = r#"{"type":"function","function":{"name":"get_time","arguments":"{}"}}"#;
        let others: String = (0..others)
            .map(|number| {
                format!(",{}", call.replacen('{', &format!("{{\"id\":\"c{number}\","), 1))
            })
            .collect();
        let message = format!(r#"{{"role":"assistant","tool_calls":[{call}{others}]}}"#);
        let folder = Folder::with_tools().file("call.json", message);
        shown += &folder.run(&["validate", "call.json", "--quiet", "--format", "concise"]);
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn an_id_of_a_session_is_used_once() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time","arguments":{}}}"#;
    let folder = Folder::with_tools().file("session.jsonl", format!("{call}\n{call}\n"));
    insta::assert_snapshot!(folder.run(&[
        "validate",
        "session.jsonl",
        "--quiet",
        "--format",
        "concise"
    ]));
}

#[test]
fn results_before_the_first_call_of_a_document_are_orphans() {
    let call = r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_time","arguments":"{}"}}]}"#;
    let result =
        |id: &str| format!(r#"{{"role":"tool","tool_call_id":"{id}","content":"{{\"hour\":1}}"}}"#);
    let (early, answer) = (result("c0"), result("c1"));
    let run = |text: String, name: &'static str| {
        let folder = Folder::with_tools().file(name, text);
        folder.run(&["validate", name, "--quiet", "--format", "concise"])
    };
    let whole = run(format!(r#"{{"messages":[{early},{call},{answer}]}}"#), "whole.json");
    let none = run(format!(r#"{{"messages":[{early}]}}"#), "none.json");
    let lines = run(format!("{early}\n{call}\n{answer}\n"), "lines.jsonl");
    // Each of two conversations in one document has its own calls.
    let parts = run(
        format!(r#"[{{"messages":[{early}]}},{{"messages":[{early},{call},{answer}]}}]"#),
        "parts.json",
    );
    insta::assert_snapshot!(format!("{whole}{none}{lines}{parts}"));
}

/// The findings of an MCP result for `get_time`.
fn answer(result: &str) -> (Folder, &'static str) {
    let message = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
    let path = "samples/get_time/valid/result.json";
    (Folder::with_tools().file(path, message), path)
}

#[test]
fn a_missing_structure_is_explained_by_the_text() {
    let ways = [
        r#"{"content":[{"type":"text","text":"{\"hour\":12}"}]}"#,
        r#"{"content":[{"type":"text","text":"{'hour': 12}"}]}"#,
        r#"{"content":[{"type":"text","text":"at noon"}]}"#,
    ];
    insta::assert_snapshot!(all(&ways, answer));
}

#[test]
fn the_first_difference_of_text_and_structure_is_named() {
    let ways = [
        r#"{"content":[{"type":"text","text":"{\"hour\":13}"}],"structuredContent":{"hour":12}}"#,
        r#"{"content":[{"type":"text","text":"{\"hour\":12,\"zone\":\"UTC\"}"}],"structuredContent":{"hour":12}}"#,
        r#"{"content":[{"type":"text","text":"{\"hour\":12}"}],"structuredContent":{"hour":12,"zone":null}}"#,
        r#"{"content":[{"type":"text","text":"{\"hour\":1,\"a\":[{\"b\":\"x\"}]}"}],"structuredContent":{"hour":1,"a":[{"b":{}}]}}"#,
        r#"{"content":[{"type":"text","text":"{\"hour\":1,\"a\":[1]}"}],"structuredContent":{"hour":1,"a":[1,2]}}"#,
        r#"{"content":[{"type":"text","text":"[1,2]"}],"structuredContent":{"hour":1,"a":[]}}"#,
    ];
    insta::assert_snapshot!(all(&ways, answer));
}

#[test]
fn a_result_of_a_tool_without_output_schema_can_be_encoded_twice_and_of_the_wrong_kind() {
    let ways = [
        r#""\"{\\\"celsius\\\":21}\"""#,
        r#""\"\\\"[1]\\\"\"""#,
        r#"[{"type":"text","text":"\"[1]\""},{"type":"text","text":"\"fine\""}]"#,
        r#""\"fine\", he said""#,
        r#""{\"celsius\":21}""#,
        "21.5",
        "true",
        r#"{"celsius":21}"#,
        r#"[{"celsius":21}]"#,
        "[[1]]",
        "[null]",
    ];
    let shown = all(&ways, |content| {
        let message = format!(r#"{{"role":"tool","tool_call_id":"c1","content":{content}}}"#);
        let path = "samples/get_weather/result/valid/message.json";
        (Folder::with_tools().file(path, message), path)
    });
    insta::assert_snapshot!(shown);
}

#[test]
fn a_list_of_tools_in_a_document_names_each_once() {
    let request = r#"{"messages":[{"role":"user","content":"?"}],"tools":[
 {"name":"add","input_schema":{"type":"object"}},
 {"name":"sub","input_schema":{"type":"object"}},
 {"name":"add","input_schema":{"type":"object"}},
 {"name":"add","input_schema":{"type":"object","required":["a"]}}]}"#;
    let folder = Folder::new().file("request.json", request);
    insta::assert_snapshot!(folder.run(&["validate", "request.json", "--quiet"]));
    // What is listed again is not listed twice.
    let list = r#"{"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"add","inputSchema":{}}]}}"#;
    let folder = Folder::new().file("session.jsonl", format!("{list}\n{list}\n"));
    let shown = folder.run(&["validate", "session.jsonl", "--quiet", "--format", "concise"]);
    assert!(!shown.contains("tool/"), "{shown}");
}

#[test]
fn definitions_contradict_each_other_in_what_they_demand() {
    let others = [
        r#"{"type":"object","title":"T","properties":{"a":{"default":1},"title":{"description":"d"}}}"#,
        r#"{"type":"object","title":"T","properties":{"a":{"default":1}}}"#,
        r#"{"type":["object"],"properties":{"a":{},"title":{}}}"#,
        r#"{"type":"object","properties":{"a":{"examples":[1],"minimum":1},"title":{}}}"#,
    ];
    let mut shown = String::new();
    for other in others {
        let definition = |schema: &str| format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        let folder = Folder::new()
            .file(
                "schemas/a.json",
                definition(r#"{"type":"object","properties":{"a":{},"title":{}}}"#),
            )
            .file("schemas/b.json", definition(other));
        shown += &folder.run(&["validate", "--quiet"]);
    }
    // An output schema that only one of them has.
    let folder = Folder::new()
        .file("schemas/a.json", r#"{"name":"t","inputSchema":{}}"#)
        .file("schemas/b.json", r#"{"name":"t","inputSchema":{},"outputSchema":{}}"#);
    shown += &folder.run(&["validate", "--quiet", "--format", "concise"]);
    insta::assert_snapshot!(shown);
}

#[test]
fn findings_of_a_schema_say_whose_it_is_and_where() {
    let tool = |name: &str, schema: &str| format!(r#"{{"name":"{name}","inputSchema":{schema}}}"#);
    let folder = Folder::new()
        .file("schemas/ref.json", tool("ref", r#"{"properties":{"a":{"$ref":"none.json"}}}"#))
        .file("schemas/type.json", tool("kind", r#"{"properties":{"a":{"type":"text"}}}"#))
        .file("schemas/draft.json", tool("old", r#"{"$schema":"http://example.com/"}"#))
        .file("schemas/alone.json", r#"{"type":"text"}"#);
    insta::assert_snapshot!(folder.run(&["validate", "--quiet"]));
}

#[test]
fn an_unknown_draft_is_not_mistaken_for_its_neighbour() {
    let drafts = [
        "http://json-schema.org/draft-03/schema#",
        "https://json-schema.org/draft/2021-12/schema",
        "https://json-schema.org/draft/2020-12/schemas",
        "https://example.com/a/very/long/way/to/the/dialect/of/some/description/language/of/ours/base",
    ];
    let shown = all(&drafts, |draft| {
        let definition = format!(r#"{{"name":"t","inputSchema":{{"$schema":"{draft}"}}}}"#);
        (Folder::new().file("schemas/t.json", definition), "schemas")
    });
    insta::assert_snapshot!(shown);
}

#[test]
fn keywords_of_other_drafts_are_explained() {
    let schemas = [
        r#"{"properties":{"a":{"minimum":0,"exclusiveMinimum":true}}}"#,
        r#"{"properties":{"a":{"items":[{}]}}}"#,
        r#"{"properties":{"items":[{}]}}"#,
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}],"exclusiveMaximum":false}"#,
    ];
    let shown = all(&schemas, |schema| {
        let definition = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        (Folder::new().file("schemas/t.json", definition), "schemas")
    });
    insta::assert_snapshot!(shown);
}

#[test]
fn a_reference_to_what_stands_beside_its_schema_is_explained() {
    let beside = r##"{"name":"t","inputSchema":{"properties":{"a":{"$ref":"#/$defs/A"}}},"$defs":{"A":{}}}"##;
    let list = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{beside}]}}}}"#);
    let in_folder = Folder::new()
        .file("schemas/t.json", beside)
        .run(&["validate", "--quiet", "--format", "concise"]);
    let folder = Folder::new().file("schemas/w.json", WEATHER).file("list.json", list);
    let in_list = folder.run(&["validate", "list.json", "--quiet", "--format", "concise"]);
    insta::assert_snapshot!(format!("{in_folder}{in_list}"));
}
