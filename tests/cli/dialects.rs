//! Dialects: each vendor's exchange is held to the same two schemas, with the rules of its own.

use crate::exchanges::EXCHANGES;
use crate::folder::Folder;

/// The concise report of one document beside the two tools.
fn report(content: &str, arguments: &[&str]) -> String {
    let folder = Folder::with_tools().file("it.json", content);
    folder.run(&[&["validate", "it.json", "--format", "concise"], arguments].concat())
}

#[test]
fn both_sides_of_an_exchange_are_checked_in_every_dialect() {
    let folder = EXCHANGES.iter().fold(Folder::with_tools(), |folder, (name, text)| {
        folder.file(&format!("all/{name}"), text)
    });
    insta::assert_snapshot!(folder.run(&["validate", "all", "--format", "concise"]));
}

#[test]
fn calls_without_ids_are_paired_by_name_and_order() {
    let gemini = r#"{"contents":[{"role":"model","parts":[
  {"functionCall":{"name":"get_weather","args":{"city":"Paris"}}},
  {"functionCall":{"name":"get_time","args":{}}},
  {"functionCall":{"name":"get_time","args":{"zone":"UTC"}}}]},
 {"role":"user","parts":[
  {"functionResponse":{"name":"get_time","response":{"output":{"hour":1}}}},
  {"functionResponse":{"name":"get_weather","response":{"output":"mild"}}},
  {"functionResponse":{"name":"get_time","response":{"output":{"hour":"two"}}}},
  {"functionResponse":{"name":"get_time","response":{"output":{"hour":3}}}}]}]}"#;
    insta::assert_snapshot!(report(gemini, &[]), @"
    it.json:8:71: error[schema/type] `hour` must be an integer, not a string
    it.json:9:3: error[result/duplicate] every call that this can answer is answered already
    checked: 2 schema files (2 tools), 1 sample, 1 document, 3 calls, 4 results
    not checked: 1 result (no tool, no usable schema, or nothing in them to check)
    2 errors; 1 sample not as expected
    --- exit 1
    ");
    let ollama = r#"{"messages":[{"role":"assistant","tool_calls":[
  {"function":{"name":"get_weather","arguments":{"city":"Paris"}}},
  {"function":{"name":"get_time","arguments":{}}}]},
 {"role":"tool","content":"mild"},
 {"role":"tool","content":"{\"hour\":\"two\"}"},
 {"role":"tool","content":"{\"hour\":3}"}]}"#;
    insta::assert_snapshot!(report(ollama, &[]), @"
    it.json:5:38: error[schema/type] `hour` must be an integer, not a string
    it.json:6:2: error[result/orphan] no call before this result is open
    checked: 2 schema files (2 tools), 1 sample, 1 document, 2 calls, 3 results
    not checked: 2 results (no tool, no usable schema, or nothing in them to check)
    2 errors; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn a_result_that_says_it_failed_is_not_held_to_the_schema() {
    let failures = [
        r#"{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"no clock"}"#,
        r#"{"functionResponse":{"name":"get_time","response":{"error":"no clock"}}}"#,
        r#"{"type":"function_result","call_id":"f1","name":"get_time","is_error":true,"result":"no clock"}"#,
        r#"{"toolResult":{"toolUseId":"u1","status":"error","content":[{"text":"no clock"}]}}"#,
        r#"{"type":"tool-result","toolCallId":"c1","toolName":"get_time","output":{"type":"error-text","value":"no clock"}}"#,
        r#"{"type":"tool-result","toolCallId":"c1","toolName":"get_time","result":"no clock","isError":true}"#,
        r#"{"type":"tool-get_time","toolCallId":"c1","state":"output-error","input":{},"errorText":"no clock"}"#,
        r#"{"type":"tool-get_time","toolCallId":"c1","state":"output-denied","input":{}}"#,
        r#"{"type":"tool","tool_call_id":"c1","name":"get_time","status":"error","content":"no clock"}"#,
        r#"{"type":"mcp_call","id":"m1","name":"get_time","arguments":"{}","output":null,"error":{"code":-1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no clock"}],"isError":true}}"#,
    ];
    for failure in failures {
        let folder = Folder::with_tools().file("samples/get_time/valid/it.json", failure);
        let shown = folder.run(&["validate", "samples", "--format", "concise", "-q"]);
        assert_eq!(shown, "--- exit 0\n", "{failure}");
        // The same without the mark.
        let marks = [
            (r#""is_error":true,"#, ""),
            (r#""error":"#, r#""output":"#),
            (r#""status":"error","#, ""),
            ("error-text", "text"),
            (r#","isError":true"#, ""),
        ];
        let fine = marks.iter().fold(failure.to_owned(), |it, (from, to)| it.replace(from, to));
        if fine != failure && !failure.contains("jsonrpc") && !failure.contains("mcp_call") {
            let folder = Folder::with_tools().file("samples/get_time/valid/it.json", &fine);
            let shown = folder.run(&["validate", "samples", "--format", "concise", "-q"]);
            assert!(shown.contains("error[result/not-json]"), "{fine}\n{shown}");
        }
    }
}

#[test]
fn tools_that_take_text_and_tools_of_the_provider_have_no_schema() {
    let request = r#"{"model":"m","input":[
  {"type":"custom_tool_call","call_id":"c1","name":"run_sql","input":"select {"},
  {"type":"custom_tool_call_output","call_id":"c1","output":"1"},
  {"type":"web_search_call","id":"ws1","status":"completed"}],
 "tools":[{"type":"custom","name":"run_sql"},{"type":"web_search"},{"type":"mcp","server_label":"x"},{"type":"mcp","server_label":"y"}]}"#;
    insta::assert_snapshot!(report(request, &[]), @"
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 1 result
    not checked: 1 call, 1 result (no tool, no usable schema, or nothing in them to check)
    0 errors
    --- exit 0
    ");
    let message = r#"{"messages":[{"role":"assistant","content":[
  {"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"x"}},
  {"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","url":"u"}]},
  {"type":"tool_use","id":"t1","name":"bash","input":{"command":"ls"}},
  {"type":"tool_use","id":"t2","name":"bsh","input":{"command":"ls"}}]}],
 "tools":[{"type":"bash_20250124","name":"bash"},{"type":"web_search_20250305","name":"web_search"}]}"#;
    insta::assert_snapshot!(report(message, &[]), @"
    it.json:5:39: error[call/unknown-tool] no definition of a tool `bsh` is known (did you mean `bash`?)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 3 calls, 1 result
    not checked: 3 calls, 1 result (no tool, no usable schema, or nothing in them to check)
    1 error; 1 sample not as expected
    --- exit 1
    ");
    let sql = r#"{"messages":[{"role":"assistant","tool_calls":[
  {"id":"c1","type":"custom","custom":{"name":"run_sql","input":"select {"}}]}],
 "tools":[{"type":"custom","custom":{"name":"run_sql","format":{"type":"text"}}}]}"#;
    insta::assert_snapshot!(report(sql, &[]), @"
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    not checked: 1 call (no tool, no usable schema, or nothing in them to check)
    0 errors
    --- exit 0
    ");
}

#[test]
fn what_is_not_yet_a_call_is_none() {
    let placeholders = r#"[
 {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}},
 {"type":"tool-get_weather","toolCallId":"c1","state":"input-streaming","input":{}},
 {"toolCallId":"c2","state":"partial-call","toolName":"get_weather","args":{}},
 {"parts":[{"functionCall":{"name":"get_weather","willContinue":true}}]},
 {"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.city","stringValue":"Par"}],"willContinue":true}}]},
 {"parts":[{"functionCall":{}}]},
 {"choices":[{"message":{"role":"assistant","content":"","function_call":{"name":"","arguments":""},"tool_calls":null}}]}]"#;
    insta::assert_snapshot!(report(placeholders, &[]), @"
    not-checked  it.json
    checked: 2 schema files (2 tools), 1 sample, 1 document, 0 calls, 0 results
    not checked: 1 sample (no tool, no usable schema, or nothing in them to check)
    nothing was checked
    --- exit 2
    ");
}

#[test]
fn a_call_beside_an_empty_one_of_the_older_form_is_seen() {
    let message = r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"",
 "function_call":{"name":"","arguments":""},
 "tool_calls":[{"id":"c1","type":"function","custom":{"name":"","input":""},"function":{"name":"get_time","arguments":"{\"zone\":5}"}}]}}]}"#;
    insta::assert_snapshot!(report(message, &[]), @"
    it.json:3:130: error[schema/type] `zone` must be a string, not an integer
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    1 error; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn arguments_as_text_are_wrong_in_a_call_that_can_only_be_from_ollama() {
    let response = r#"{"model":"m","done":true,"message":{"role":"assistant","content":"","tool_calls":[
 {"function":{"index":0,"name":"get_weather","arguments":"{\"city\":5}"}},
 {"id":"call_1","function":{"index":1,"name":"get_weather","arguments":"{\"city\":\"Paris\"}"}}]}}"#;
    insta::assert_snapshot!(report(response, &[]), @"
    it.json:2:58: error[call/arguments-wrong-kind] the arguments are a string; ollama wants an object (parse it once before sending)
    it.json:2:69: error[schema/type] `city` must be a string, not an integer
    it.json:3:72: error[call/arguments-wrong-kind] the arguments are a string; ollama wants an object (parse it once before sending)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 2 calls, 0 results
    3 errors; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn definitions_are_found_in_each_spelling() {
    let definitions = [
        // Mistral without a type.
        r#"{"function":{"name":"add","parameters":SCHEMA}}"#,
        r#"{"functionDeclarations":[{"name":"add","parameters_json_schema":SCHEMA}]}"#,
        r#"{"function_declarations":[{"name":"add","parametersJsonSchema":SCHEMA}]}"#,
        r#"{"functionDeclarations":[{"name":"add","parameters":{"type":"OBJECT","properties":{"a":{"type":"INTEGER"}}}}]}"#,
        r#"{"type":"namespace","name":"math","tools":[{"type":"function","name":"add","parameters":SCHEMA}]}"#,
        r#"{"toolSpec":{"name":"add","inputSchema":{"json":SCHEMA}}}"#,
        r#"{"type":"custom","name":"add","input_schema":SCHEMA}"#,
    ];
    for definition in definitions {
        let definition = definition
            .replace("SCHEMA", r#"{"type":"object","properties":{"a":{"type":"integer"}}}"#);
        let call = r#"{"type":"tool_use","id":"t1","name":"add","input":{"a":"1"}}"#;
        let request = format!(
            r#"{{"messages":[{{"role":"assistant","content":[{call}]}}],"tools":[{definition}]}}"#
        );
        let shown = report(&request, &["-q"]);
        assert!(
            shown.contains("error[schema/type] `a` must be an integer"),
            "{definition}\n{shown}"
        );
        assert_eq!(shown.lines().count(), 2, "{definition}\n{shown}");
    }
}

#[test]
fn a_tool_of_a_history_need_no_longer_be_declared() {
    let tools = r#""tools":[{"name":"add","input_schema":{"type":"object"}}]"#;
    let replayed = format!(
        r#"{{"messages":[
 {{"role":"assistant","content":[{{"type":"tool_use","id":"t1","name":"old","input":{{}}}}]}},
 {{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t1","content":"done"}}]}},
 {{"role":"assistant","content":[{{"type":"tool_use","id":"t2","name":"odd","input":{{}}}}]}}],{tools}}}"#
    );
    insta::assert_snapshot!(report(&replayed, &[]), @"
    it.json:2:69: warning[call/unknown-tool] no definition of a tool `old` is known (known are `add`, `get_time` and `get_weather`)
    it.json:4:69: error[call/unknown-tool] no definition of a tool `odd` is known (did you mean `add`?)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 2 calls, 1 result
    not checked: 2 calls, 1 result (no tool, no usable schema, or nothing in them to check)
    1 error, 1 warning; 1 sample not as expected
    --- exit 1
    ");
    let without_ids = r#"{"contents":[
 {"role":"model","parts":[{"functionCall":{"name":"old","args":{}}}]},
 {"role":"user","parts":[{"functionResponse":{"name":"old","response":{}}}]}],
 "tools":[{"functionDeclarations":[{"name":"add","parameters":{"type":"OBJECT"}}]}]}"#;
    insta::assert_snapshot!(report(without_ids, &[]), @"
    it.json:2:51: warning[call/unknown-tool] no definition of a tool `old` is known (known are `add`, `get_time` and `get_weather`)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 1 result
    not checked: 1 call, 1 result (no tool, no usable schema, or nothing in them to check)
    0 errors, 1 warning
    --- exit 0
    ");
    let chat = r#"{"messages":[
 {"role":"assistant","tool_calls":[{"type":"function","function":{"name":"old","arguments":"{}"}}]},
 {"role":"tool","content":"done"}],
 "tools":[{"type":"function","function":{"name":"add","parameters":{}}}]}"#;
    insta::assert_snapshot!(report(chat, &[]), @"
    it.json:2:36: warning[call/id-missing] this call has no id (its result cannot name it)
    it.json:2:74: warning[call/unknown-tool] no definition of a tool `old` is known (known are `add`, `get_time` and `get_weather`)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 1 result
    not checked: 1 call, 1 result (no tool, no usable schema, or nothing in them to check)
    0 errors, 2 warnings
    --- exit 0
    ");
}

#[test]
fn a_request_that_goes_on_with_another_may_answer_calls_it_does_not_show() {
    let results = r#""input":[{"type":"function_call_output","call_id":"c1","output":"1"},
  {"type":"function_call","call_id":"c2","name":"get_time","arguments":"{}"}]"#;
    let alone = format!(r#"{{"model":"m",{results}}}"#);
    insta::assert_snapshot!(report(&alone, &[]), @r#"
    it.json:1:64: error[result/orphan] no call before this result has the id "c1"
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 1 result
    not checked: 1 result (no tool, no usable schema, or nothing in them to check)
    1 error; 1 sample not as expected
    --- exit 1
    "#);
    let goes_on = format!(r#"{{"model":"m","previous_response_id":"resp_1",{results}}}"#);
    insta::assert_snapshot!(report(&goes_on, &[]), @"
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 1 result
    not checked: 1 result (no tool, no usable schema, or nothing in them to check)
    0 errors
    --- exit 0
    ");
}

#[test]
fn the_answers_of_a_preference_line_are_conversations_of_their_own() {
    let call = |city: &str| {
        format!(
            r#"[{{"role":"assistant","tool_calls":[{{"id":"c1","type":"function","function":{{"name":"get_weather","arguments":"{{\"city\":{city}}}"}}}}]}}]"#
        )
    };
    let (preferred, other) = (call(r#"\"Paris\""#), call("5"));
    let line = format!(
        r#"{{"input":{{"messages":[{{"role":"user","content":"?"}}]}},"preferred_output":{preferred},"non_preferred_output":{other}}}"#
    );
    insta::assert_snapshot!(report(&line, &[]), @"
    it.json:1:354: error[schema/type] `city` must be a string, not an integer
    checked: 2 schema files (2 tools), 1 sample, 1 document, 2 calls, 0 results
    1 error; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn answers_are_held_to_the_schema_that_was_asked_for() {
    let schema = r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#;
    let exchanges = [
        (
            r#"{"messages":[],"response_format":{"type":"json_schema","json_schema":{"schema":SCHEMA}}}"#,
            r#"{"choices":[{"message":{"role":"assistant","content":TEXT,"tool_calls":null}}]}"#,
        ),
        (
            r#"{"messages":[],"response_format":{"type":"json_object","schema":SCHEMA}}"#,
            r#"{"choices":[{"message":{"role":"assistant","content":TEXT,"tool_calls":[]}}]}"#,
        ),
        (
            r#"{"input":"","model":"m","text":{"format":{"type":"json_schema","schema":SCHEMA}}}"#,
            r#"{"object":"response","output":[{"type":"message","content":[{"type":"output_text","text":TEXT}]}]}"#,
        ),
        (
            r#"{"messages":[],"output_format":{"type":"json_schema","schema":SCHEMA}}"#,
            r#"{"type":"message","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":TEXT}]}"#,
        ),
        (
            r#"{"contents":[],"generationConfig":{"responseJsonSchema":SCHEMA}}"#,
            r#"{"candidates":[{"content":{"role":"model","parts":[{"text":TEXT}]}}]}"#,
        ),
        (
            r#"{"contents":[],"generationConfig":{"response_schema":{"type":"OBJECT","properties":{"n":{"type":"INTEGER"}}}}}"#,
            r#"{"candidates":[{"content":{"role":"model","parts":[{"text":TEXT}]}}]}"#,
        ),
        (
            r#"{"messages":[],"model":"m","format":SCHEMA}"#,
            r#"{"done":true,"message":{"role":"assistant","content":TEXT}}"#,
        ),
    ];
    for (request, response) in exchanges {
        let exchange = format!(r#"{{"request":{request},"response":{response}}}"#);
        let exchange = exchange.replace("SCHEMA", schema).replace("TEXT", r#""{\"n\":\"one\"}""#);
        let shown = report(&exchange, &["-q"]);
        assert!(shown.contains("error[schema/type] `n` must be an integer"), "{exchange}\n{shown}");
        assert_eq!(shown.lines().count(), 2, "{exchange}\n{shown}");
    }
}

#[test]
fn a_document_is_read_as_the_dialect_that_is_named() {
    let call = |arguments: &str| {
        format!(
            r#"{{"role":"assistant","tool_calls":[{{"id":"c1","type":"function","function":{{"name":"get_weather","arguments":{arguments}}}}}]}}"#
        )
    };
    let (text, object) = (call(r#""{\"city\":\"Paris\"}""#), call(r#"{"city":"Paris"}"#));
    let mut shown = String::new();
    for dialect in ["openai-chat", "ollama", "mistral", "anthropic", "bare", "nonsense"] {
        for content in [&text, &object] {
            let report = report(content, &["-q", "--dialect", dialect]);
            shown.push_str(&format!("{dialect}\n{report}"));
        }
    }
    insta::assert_snapshot!(shown);
}
