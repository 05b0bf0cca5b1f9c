//! Results of tools in sessions of MCP: what the pages of the codes do not show.

use std::fmt::Write;

use crate::folder::Folder;
use crate::rpc::{document, session};

/// Results of a tool with the output schema of `level`.
#[test]
fn structured_content_and_the_text_beside_it() {
    let mut shown = String::new();
    let rules = "[rules]\n\"result/text-prose\" = \"note\"\n\"result/error-text\" = \"note\"\n";
    for result in [
        // A failure, whose data breaks the schema, keeps it, is null.
        r#"{"content":[],"structuredContent":{"level":"x","more":1},"isError":true}"#,
        r#"{"content":[],"structuredContent":{"level":1},"isError":true}"#,
        r#"{"content":[],"structuredContent":null,"isError":true}"#,
        // Text, and none.
        r#"{"content":[{"type":"resource_link","uri":"file:///a","name":"a"}],"structuredContent":{"level":1}}"#,
        r#"{"content":[{"type":"text","text":"1 m"},{"type":"text","text":"one"}],"structuredContent":{"level":1}}"#,
        r#"{"content":[{"type":"text","text":"{\"level\":2}"}],"structuredContent":{"level":1}}"#,
        r#"{"content":[{"type":"text","text":"{\"level\":1.0}"}],"structuredContent":{"level":1}}"#,
        // The text is there, as the schema does not want it.
        r#"{"content":[{"type":"text","text":"{\"level\":1}"}]}"#,
        r#"{"content":[{"type":"text","text":"failed to read the level"}],"structuredContent":{"level":1}}"#,
    ] {
        let folder = Folder::new()
            .file("wirecheck.toml", rules)
            .file(
                "schemas/t.json",
                r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"level":{"type":"number"}},"required":["level"]}}"#,
            )
            .file("samples/t/result/r.json", format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#));
        let _ =
            write!(shown, "{result}\n{}", folder.run(&["validate", "--format", "concise", "-q"]));
    }
    insta::assert_snapshot!(shown, @r#"
    {"content":[],"structuredContent":{"level":"x","more":1},"isError":true}
    samples/t/result/r.json:1:77: warning[result/failed-structured] the structured content of a failed result breaks the schema: `level` must be a number, not a string (leave `structuredContent` out: clients tell of the schema in place of the failure)
    --- exit 0
    {"content":[],"structuredContent":{"level":1},"isError":true}
    --- exit 0
    {"content":[],"structuredContent":null,"isError":true}
    samples/t/result/r.json:1:68: error[mcp/wrong-type] `structuredContent` must be an object, not null (by MCP 2025-11-25: the result of `tools/call`)
    --- exit 1
    {"content":[{"type":"resource_link","uri":"file:///a","name":"a"}],"structuredContent":{"level":1}}
    samples/t/result/r.json:1:101: warning[result/text-missing] this result has structured content, and no text says the same (many hosts show the model only texts: repeat the data as JSON in a text block)
    --- exit 0
    {"content":[{"type":"text","text":"1 m"},{"type":"text","text":"one"}],"structuredContent":{"level":1}}
    samples/t/result/r.json:1:68: note[result/text-prose] the text beside `structuredContent` is no JSON (clients that know only texts cannot read the data from it)
    --- exit 0
    {"content":[{"type":"text","text":"{\"level\":2}"}],"structuredContent":{"level":1}}
    samples/t/result/r.json:1:80: warning[result/text-differs] the text of this result and its `structuredContent` differ: `level` is 2 in the text and 1 in `structuredContent`
    --- exit 0
    {"content":[{"type":"text","text":"{\"level\":1.0}"}],"structuredContent":{"level":1}}
    --- exit 0
    {"content":[{"type":"text","text":"{\"level\":1}"}]}
    samples/t/result/r.json:1:34: warning[result/structured-missing] the tool declares an output schema, but the result has no `structuredContent` (its text keeps the schema: send it as `structuredContent` too)
    --- exit 0
    {"content":[{"type":"text","text":"failed to read the level"}],"structuredContent":{"level":1}}
    samples/t/result/r.json:1:68: note[result/error-text] this result is no failure, but reads like one: `failed to read the level` (set `isError: true` where the tool failed)
    samples/t/result/r.json:1:68: note[result/text-prose] the text beside `structuredContent` is no JSON (clients that know only texts cannot read the data from it)
    --- exit 0
    "#);
}

#[test]
fn json_in_a_string_of_structured_content_is_followed_where_its_schema_declares_it() {
    let folder = Folder::new()
        .file(
            "schemas/t.json",
            r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"rows":{"type":"string","contentMediaType":"application/json","contentSchema":{"type":"array","items":{"type":"object","required":["id"]}}}}}}"#,
        )
        .file(
            "samples/s.jsonl",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}\n\
             {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"rows\":\"[{\\\"id\\\":1},{\\\"ix\\\":2}]\"}}}\n\
             {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}\n\
             {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"rows\":\"[{\\\"id\\\":1]\"}}}\n",
        );
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise", "-q"]), @"
    samples/s.jsonl:2:115: error[schema/required] `id` is missing
    samples/s.jsonl:4:113: error[json/syntax] expected `,` or `}`, found `]`
    --- exit 1
    ");
}

#[test]
fn versions_without_structured_content_need_no_text_beside_it() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":1}}}"#;
    insta::assert_snapshot!(document("", "r.json", result), @"
    samples/r.json:1:48: warning[result/text-missing] this result has structured content, and no text says the same (many hosts show the model only texts: repeat the data as JSON in a text block)
    --- exit 0
    ");
    insta::assert_snapshot!(document("mcp-version = \"2025-03-26\"", "r.json", result), @"
    samples/r.json:1:48: note[mcp/other-version-member] MCP 2025-03-26 has no `structuredContent` here (it came with 2025-06-18)
    --- exit 0
    ");
}

#[test]
fn strings_that_the_configuration_names_are_followed() {
    let rows = |one: &str, two: &str| format!(r#"{{"rows":[{{"data":{one}}},{{"data":{two}}}]}}"#);
    let broken = rows(r#""{\"a\":1,\"a\":2}""#, r#""[1,""#);
    let message = |id: u32, result: &str| {
        let ask = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t","arguments":{{}}}}}}"#
        );
        format!("{ask}\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n")
    };
    let text = |value: &str| {
        let text = serde_json::Value::from(value).to_string();
        format!(r#"{{"content":[{{"type":"text","text":{text}}}]}}"#)
    };
    let structured = format!(
        r#"{{"content":[{{"type":"text","text":"two"}}],"structuredContent":{}}}"#,
        rows(r#""one""#, r#""{'a': 1}""#)
    );
    let folder = Folder::new()
        .file("wirecheck.toml", "json-strings = \"t:/rows/*/data\"\n")
        .file("schemas/t.json", r#"{"name":"t","inputSchema":{"type":"object"}}"#)
        .file(
            "samples/s.jsonl",
            message(1, &text(&broken)) + &message(2, &structured) + &message(3, &text("no rows")),
        )
        .file("samples/t/result/kept.json", rows(r#""[]""#, r#"{"not":"a string"}"#))
        .file("samples/t/result/broken.json", &broken);
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]), @"
    samples/s.jsonl:2:105: error[json/duplicate-key] the member `a` is given twice (keep one of them)
    samples/s.jsonl:2:136: error[json/truncated] the text ends inside an array
    samples/s.jsonl:4:113: error[result/not-json] `json-strings` says that this string holds JSON, and it does not
    samples/s.jsonl:4:128: error[result/not-json] `json-strings` says that this string holds JSON, and it does not (this looks like a Python value: serialise it with `json.dumps`, not `str`)
    samples/t/result/broken.json:1:28: error[json/duplicate-key] the member `a` is given twice (keep one of them)
    samples/t/result/broken.json:1:51: error[json/truncated] the text ends inside an array
    checked: 1 schema file (1 tool), 3 samples, 8 documents, 3 calls, 3 results
    not checked: 2 documents, 3 results (no tool, no usable schema, or nothing in them to check)
    6 errors; 2 samples not as expected
    --- exit 1
    ");
}

#[test]

fn a_wrapped_text_of_json_is_noted() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"result":"{\"a\":1}"}}}"#;
    let folder = Folder::new().file("samples/r.json", result);
    insta::assert_snapshot!(folder.run(&["validate", "samples", "--format", "concise", "-q"]), @"
    samples/r.json:1:112: note[result/encoded-twice] the structured content is JSON as text, in `result` (let the tool return the value itself, not a text of it, and describe it in its output schema)
    --- exit 0
    ");
    // Meant by whoever names the string, another name, other texts: nothing is said.
    let named = folder
        .file("schemas/t.json", r#"{"name":"t","inputSchema":{"type":"object"}}"#)
        .file("wirecheck.toml", "json-strings = [\"t:/result\"]")
        .file("samples/t/result/r.json", result);
    let quiet = named
        .file("samples/s.json", result.replace("\"result\":\"{", "\"rows\":\"{"))
        .file("samples/u.json", result.replace(r#""result":"{\"a\":1}""#, r#""result":"a""#));
    insta::assert_snapshot!(quiet.run(&["validate", "--format", "concise", "-q"]), @"
    samples/r.json:1:112: note[result/encoded-twice] the structured content is JSON as text, in `result` (let the tool return the value itself, not a text of it, and describe it in its output schema)
    samples/u.json:1:70: warning[result/text-differs] the text of this result and its `structuredContent` differ: the text has `a`, `structuredContent` has not
    --- exit 0
    ");
}

#[test]
fn python_values_are_named_where_the_rules_ask_for_it() {
    let result = |text: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#
        )
    };
    let folder = Folder::new()
        .file("samples/a.json", result("[{'rows': 2}]"))
        .file("samples/b.json", result("{'ok': True}"))
        .file("samples/c.json", result("it's fine"))
        .file("samples/d.json", result("[1, 2"));
    insta::assert_snapshot!(folder.run(&["validate", "samples", "--format", "concise", "-q"]), @"--- exit 0");
    let asked = folder.file("wirecheck.toml", "[rules]\n\"result/not-json\" = \"warning\"\n");
    insta::assert_snapshot!(asked.run(&["validate", "--format", "concise", "-q"]), @"
    samples/a.json:1:68: warning[result/not-json] this text is a value as Python prints it, not JSON (this looks like a Python value: serialise it with `json.dumps`, not `str`)
    samples/b.json:1:68: warning[result/not-json] this text is a value as Python prints it, not JSON (this looks like a Python value: serialise it with `json.dumps`, not `str`)
    --- exit 0
    ");
}

#[test]
fn an_error_is_the_right_answer_to_arguments_that_are_no_object() {
    let call = |arguments: &str| {
        session(
            "",
            &[
                r#""id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#,
                r#""id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#,
                r#""method":"notifications/initialized""#,
                r#""id":1,"method":"tools/list""#,
                r#""id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}]}"#,
                &format!(
                    r#""id":2,"method":"tools/call","params":{{"name":"t","arguments":{arguments}}}"#
                ),
                r#""id":2,"error":{"code":-32602,"message":"no"}"#,
            ],
        )
    };
    insta::assert_snapshot!(call("\"{}\""), @"
    samples/s.jsonl:6:80: error[call/arguments-wrong-kind] the arguments are a string; mcp wants an object (parse it once before sending)
    --- exit 1
    ");
    insta::assert_snapshot!(call("[]"), @"
    samples/s.jsonl:6:80: error[call/arguments-not-object] the arguments are an array, not an object (PHP writes an empty associative array as `[]`; cast it to an object)
    --- exit 1
    ");
    insta::assert_snapshot!(call(r#"{"a":1}"#), @"
    samples/s.jsonl:6:85: error[schema/type] `a` must be a string, not an integer
    samples/s.jsonl:7:41: note[mcp/refusal-hidden] the arguments are refused by an error, which the model does not see (a result with `isError: true` lets the model correct itself)
    --- exit 1
    ");
    insta::assert_snapshot!(call(r#"{"a":"b"}"#), @"
    samples/s.jsonl:7:41: warning[mcp/good-arguments-refused] `t` refuses arguments that its own input schema allows (let the schema say what the tool takes, or answer with `isError`)
    --- exit 0
    ");
}

#[test]
fn a_member_under_a_wrong_name_is_one_finding() {
    let renamed = r#"{"jsonrpc":"2.0","id":1,"result":{"contents":[],"isError":false}}"#;
    let beside = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"isEror":false}}"#;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#;
    insta::assert_snapshot!(document("", "r.jsonl", &format!("{call}\n{renamed}\n")), @"
    samples/r.jsonl:1:64: error[call/unknown-tool] no definition of a tool `t` is known
    samples/r.jsonl:2:35: error[mcp/missing-member] `content` is missing, but there is `contents` (rename `contents` to `content`; by MCP 2025-11-25: the result of `tools/call`)
    --- exit 1
    ");
    insta::assert_snapshot!(document("", "r.jsonl", &format!("{call}\n{beside}\n")), @"
    samples/r.jsonl:1:64: error[call/unknown-tool] no definition of a tool `t` is known
    samples/r.jsonl:2:48: warning[mcp/misspelt-member] `isEror` is no member of the protocol (did you mean `isError`?)
    --- exit 1
    ");
}

#[test]
fn a_version_without_output_schemas_promises_nothing() {
    let session = |version: &str| {
        session(
            "",
            &[
                &format!(
                    r#""id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}"#
                ),
                &format!(
                    r#""id":0,"result":{{"protocolVersion":"{version}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"s","version":"1"}}}}"#
                ),
                r#""method":"notifications/initialized""#,
                r#""id":1,"method":"tools/list""#,
                r#""id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["a"]}}]}"#,
                r#""id":2,"method":"tools/call","params":{"name":"t"}"#,
                r#""id":2,"result":{"content":[{"type":"text","text":"fine"}]}"#,
            ],
        )
    };
    insta::assert_snapshot!(session("2025-03-26"), @"
    samples/s.jsonl:5:88: note[mcp/other-version-member] MCP 2025-03-26 has no `outputSchema` here (it came with 2025-06-18)
    --- exit 0
    ");
    insta::assert_snapshot!(session("2025-06-18"), @"
    samples/s.jsonl:7:34: error[result/structured-missing] the tool declares an output schema, but the result has no `structuredContent` (return it, or drop the output schema)
    --- exit 1
    ");
}

#[test]
fn a_broken_keyword_of_a_schema_is_one_finding() {
    let list = |schema: &str| {
        format!(
            r#"[{{"jsonrpc":"2.0","id":1,"method":"tools/list"}},{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{{"name":"t","inputSchema":{schema}}}]}}}}]"#
        )
    };
    insta::assert_snapshot!(document("", "l.json", &list(r#"{"type":"object","required":"a"}"#)), @"
    samples/l.json:1:146: error[tool/invalid-schema] not a valid schema: `required` must be an array, not a string
    --- exit 1
    ");
    insta::assert_snapshot!(document("", "l.json", &list(r#"{"type":"array"}"#)), @r#"
    samples/l.json:1:126: error[mcp/wrong-value] `type` is "array", but must be "object" (by MCP 2025-11-25: the result of `tools/list`)
    --- exit 1
    "#);
}
