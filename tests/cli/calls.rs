//! Calls: tool, id, and the arguments through every string they are wrapped in.

use crate::folder::Folder;

/// The findings of a chat call whose `arguments` member is written as `arguments`.
fn chat(arguments: &str) -> String {
    let call = format!(
        r#"{{"role":"assistant","tool_calls":[{{"id":"c1","type":"function","function":{{"name":"get_weather"{arguments}}}}}]}}"#
    );
    let folder = Folder::with_tools().file("call.json", call);
    folder.run(&["validate", "call.json", "--format", "concise", "-q"])
}

#[test]
fn each_way_to_write_arguments_wrongly_has_its_name() {
    let ways = [
        r#","arguments":"{\"city\":\"Paris\"}""#,
        r#","arguments":"{\"city\":\"Z\\u00fcrich\",\"unit\":\"kelvin\"}""#,
        r#","arguments":"""#,
        r#","arguments":"null""#,
        r#","arguments":null"#,
        "",
        r#","arguments":{"city":"Paris"}"#,
        r#","arguments":"[]""#,
        r#","arguments":[]"#,
        r#","arguments":"\"Paris\"""#,
        r#","arguments":"\"{\\\"city\\\":\\\"Paris\\\",\\\"unit\\\":\\\"kelvin\\\"}\"""#,
        r#","arguments":"{\"name\":\"get_weather\",\"arguments\":{\"city\":1}}""#,
        r#","arguments":"{\"city\":\"Par""#,
        r#","arguments":"{\"city\":\"Paris\"}{\"city\":\"Oslo\"}""#,
        r#","arguments":"{'city': 'Paris'}""#,
    ];
    let shown: String = ways.iter().map(|way| format!("{way}\n{}", chat(way))).collect();
    insta::assert_snapshot!(shown);
}

#[test]
fn ids_are_missed_and_repetitions_shown_at_both_places() {
    let calls = r#"{"messages":[{"role":"assistant","tool_calls":[
  {"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Paris\"}"}},
  {"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}},
  {"id":"","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Rome\"}"}}]},
  {"role":"user","content":"thanks"}]}"#;
    let folder = Folder::with_tools().file("calls.json", calls);
    insta::assert_snapshot!(folder.run(&["validate", "calls.json"]));
}

#[test]
fn a_tool_is_unknown_only_where_somebody_says_which_there_are() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_wether","arguments":{}}}"#;
    let folder = Folder::with_tools()
        .file("elsewhere.json", call)
        .file("samples/get_weather/valid/typo.json", call);
    insta::assert_snapshot!(folder.run(&["validate", "elsewhere.json"]), @"
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    not checked: 1 call (no tool, no usable schema, or nothing in them to check)
    0 errors
    --- exit 0
    ");
    insta::assert_snapshot!(folder.run(&["validate", "samples", "--format", "concise"]), @"
    samples/get_weather/valid/typo.json:1:64: error[call/unknown-tool] no definition of a tool `get_wether` is known (did you mean `get_weather`?)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    not checked: 1 call (no tool, no usable schema, or nothing in them to check)
    1 error; 1 sample not as expected
    --- exit 1
    ");
    let list = r#"{"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}"#;
    let session = Folder::new().file("session.jsonl", format!("{list}\n{call}\n"));
    insta::assert_snapshot!(session.run(&["validate", "session.jsonl", "--format", "concise"]), @"
    session.jsonl:2:64: error[call/unknown-tool] no definition of a tool `get_wether` is known (the only one known is `add`)
    checked: 1 sample, 2 documents, 1 call, 0 results
    not checked: 1 call (no tool, no usable schema, or nothing in them to check)
    1 error; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn definitions_of_a_conversation_come_before_those_of_the_folder() {
    let list = r#"{"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"get_weather","inputSchema":{"type":"object","properties":{"city":{"type":"integer"}}}}]}}"#;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Paris"}}}"#;
    let again = call.replace("\"id\":1", "\"id\":2");
    let handshake = r#"{"jsonrpc":"2.0","id":9,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":9,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let ask = r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#;
    let folder = Folder::with_tools().file(
        "session.jsonl",
        format!("{handshake}\n{ask}\n{list}\n{call}\n{again}\n{handshake}\n{call}\n"),
    );
    insta::assert_snapshot!(folder.run(&["validate", "session.jsonl"]));
    let json = folder.run(&["validate", "session.jsonl", "--format", "json"]);
    let pointer = r#""pointer": "/result/tools/0/inputSchema/properties/city/type""#;
    assert!(json.contains(pointer), "the keyword is found from its document's root:\n{json}");
}

#[test]
fn the_tools_of_a_request_hold_wherever_they_stand_in_it() {
    let request = r#"{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"add","input":{"a":"1"}}]}],
 "tools":[{"name":"add","input_schema":{"type":"object","properties":{"a":{"type":"integer"}}}}]}"#;
    let folder = Folder::new().file("request.json", request);
    insta::assert_snapshot!(folder.run(&["validate", "request.json"]));
}

#[test]
fn a_payload_with_members_like_those_of_messages_is_held_to_its_tool() {
    let tool = r#"{"tools":[
        {"name":"create_poll","inputSchema":{"properties":{"choices":{"type":"array","maxItems":2}}}},
        {"name":"add_members","inputSchema":{"properties":{"members":{"type":"array","maxItems":1}}}}
    ]}"#;
    let folder = Folder::new()
        .file("schemas/tools.json", tool)
        .file("samples/create_poll/valid/two.json", r#"{"choices":["a","b"]}"#)
        .file("samples/create_poll/invalid/three.json", r#"{"choices":["a","b","c"]}"#)
        .file(
            "samples/add_members/invalid/two.json",
            r#"{"members":[{"role":"admin","content":""},{"role":"reader","content":""}]}"#,
        );
    insta::assert_snapshot!(folder.run(&["validate", "--verbose", "--format", "concise"]), @"
    as-expected  samples/add_members/invalid/two.json
                 schema/max-items at members
    as-expected  samples/create_poll/invalid/three.json
                 schema/max-items at choices
    as-expected  samples/create_poll/valid/two.json
    checked: 1 schema file (2 tools), 3 samples, 3 documents, 3 calls, 0 results
    0 errors
    --- exit 0
    ");
}
