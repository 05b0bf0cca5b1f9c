//! Results: whose they are, and what they hold.

use crate::folder::Folder;

/// The findings of an MCP result for `get_time`, answering call 1.
fn answer(result: &str) -> String {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time","arguments":{}}}"#;
    let session = format!("{call}\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}\n");
    let folder = Folder::with_tools().file("session.jsonl", session);
    folder.run(&["validate", "session.jsonl", "--format", "concise", "-q"])
}

#[test]
fn a_result_keeps_the_output_schema_in_one_of_its_forms() {
    let ways = [
        r#"{"content":[{"type":"text","text":"{\"hour\":12}"}],"structuredContent":{"hour":12}}"#,
        r#"{"content":[],"structuredContent":{"hour":12}}"#,
        r#"{"content":[],"structuredContent":{"hour":"noon"}}"#,
        r#"{"content":[{"type":"text","text":"It is noon"}],"structuredContent":{"hour":12}}"#,
        r#"{"content":[{"type":"text","text":"{\"hour\":13}"}],"structuredContent":{"hour":12}}"#,
        r#"{"content":[{"type":"text","text":"{\"hour\":12}"}]}"#,
        r#"{"content":[{"type":"text","text":"{\"hour\":\"noon\"}"}]}"#,
        r#"{"content":[{"type":"text","text":"It is noon"}]}"#,
        r#"{"content":[{"type":"text","text":"It is noon"}],"isError":true}"#,
        r#"{"content":[{"type":"text","text":"[1]"}],"structuredContent":{"hour":12,"result":[1]}}"#,
    ];
    let shown: String = ways.iter().map(|way| format!("{way}\n{}", answer(way))).collect();
    insta::assert_snapshot!(shown);
}

/// The findings of a chat tool message with this content, for `get_time`.
fn message(content: &str) -> String {
    let call = r#"{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"get_time","arguments":"{}"}}]}"#;
    let transcript = format!(
        r#"{{"messages":[{call},{{"role":"tool","tool_call_id":"c1","content":{content}}}]}}"#
    );
    let folder = Folder::with_tools().file("transcript.json", transcript);
    folder.run(&["validate", "transcript.json", "--format", "concise", "-q"])
}

#[test]
fn a_tool_message_holds_json_as_often_encoded_as_it_should() {
    let ways = [
        r#""{\"hour\":12}""#,
        r#"[{"type":"text","text":"{\"hour\":12}"}]"#,
        r#""{\"hour\":\"noon\"}""#,
        r#""\"{\\\"hour\\\":12}\"""#,
        r#"{"hour":12}"#,
        r#""It is noon""#,
        r#""{'hour': 12}""#,
        r#""{\"hour\":""#,
        r#""{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"hour\\\":\\\"noon\\\"}\"}],\"isError\":false}""#,
        r#""[{\"type\":\"text\",\"text\":\"{\\\"hour\\\":12}\"}]""#,
    ];
    let shown: String = ways.iter().map(|way| format!("{way}\n{}", message(way))).collect();
    insta::assert_snapshot!(shown);
}

#[test]
fn results_pair_by_id_within_a_conversation() {
    let call = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"get_time","arguments":{{}}}}}}"#
        )
    };
    let result = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[],"structuredContent":{{"hour":1}}}}}}"#
        )
    };
    let refusal = r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"no"}}"#;
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let reply = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
    let lines = [
        call("1"),
        call("2"),
        call("3"),
        call("4"),
        result("1"),
        result("1"),
        result("\"2\""),
        refusal.into(),
        ping.into(),
        reply.into(),
        call("5"),
        result("5"),
        call("6"),
    ];
    let folder = Folder::with_tools().file("session.jsonl", lines.join("\n"));
    insta::assert_snapshot!(folder.run(&["validate", "session.jsonl"]));
}

#[test]
fn host_and_server_count_their_requests_apart() {
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time","arguments":{}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"hour":1}}}"#,
    ];
    let folder = Folder::with_tools().file("session.jsonl", lines.join("\n"));
    insta::assert_snapshot!(folder.run(&["validate", "session.jsonl"]), @r#"
    warning[result/text-missing]: this result has structured content, and no text says the same
       tool get_time
       ╭─[session.jsonl:4:48]
     4 │ {"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"hour":1}}}
       │                                                ^^^^^^^^^^^^^^^^^^^ no text beside it
       ╰────
       at: result.structuredContent
     help: many hosts show the model only texts: repeat the data as JSON in a text block
     more: wirecheck explain result/text-missing

    checked: 2 schema files (2 tools), 1 sample, 4 documents, 1 call, 1 result
    0 errors, 1 warning
    --- exit 0
    "#);
}

#[test]
fn a_lone_result_takes_its_tool_from_the_path() {
    let message = r#"{"role":"tool","tool_call_id":"c1","content":"{\"hour\":\"noon\"}"}"#;
    let folder = Folder::with_tools().file("samples/get_time/valid/message.json", message);
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]), @"
    samples/get_time/valid/message.json:1:57: error[schema/type] `hour` must be an integer, not a string
    checked: 2 schema files (2 tools), 1 sample, 1 document, 0 calls, 1 result
    1 error; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn transcripts_in_one_list_have_calls_of_their_own() {
    let transcript = r#"{"messages":[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"get_time","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"{\"hour\":1}"}]}"#;
    let folder = Folder::with_tools().file("all.json", format!("[{transcript},{transcript}]"));
    insta::assert_snapshot!(folder.run(&["validate", "all.json"]), @"
    checked: 2 schema files (2 tools), 1 sample, 1 document, 2 calls, 2 results
    0 errors
    --- exit 0
    ");
}
