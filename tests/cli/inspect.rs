//! `wirecheck inspect`.

use serde_json::{Value, json};

use crate::folder::Folder;

/// A request with its tool, the call of a model, its result, and what the model made of it.
const CHAT: &str = r#"{
  "model": "example-1",
  "temperature": 0,
  "tools": [
    {
      "type": "function",
      "function": {
        "name": "get_weather",
        "parameters": {
          "type": "object",
          "properties": {
            "city": { "type": "string" },
            "unit": { "enum": ["celsius", "fahrenheit"] },
            "days": { "type": "array", "items": { "type": "string", "format": "date" } }
          },
          "required": ["city"]
        }
      }
    }
  ],
  "messages": [
    { "role": "user", "content": "Is it warm in Zürich?" },
    {
      "role": "assistant",
      "content": null,
      "tool_calls": [
        {
          "id": "call_1",
          "type": "function",
          "function": { "name": "get_weather", "arguments": "{\"city\":\"Z\u00fcrich\",\"unit\":\"celsius\"}" }
        },
        {
          "id": "call_2",
          "type": "function",
          "function": { "name": "get_weather", "arguments": "{\"city\":\"Oslo\"" }
        }
      ]
    },
    { "role": "tool", "tool_call_id": "call_1", "content": "{\"temp_c\":17.5,\"sky\":\"clear\"}" },
    { "role": "tool", "tool_call_id": "call_9", "content": "It rains.\nTake an umbrella." },
    { "role": "robot", "content": "beep" },
    { "role": "assistant", "content": "Yes, it is." }
  ]
}
"#;

/// Two pings, two calls side by side, and the end.
const STREAM: &str = r#"event: ping
data: {"type":"ping"}

data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}}

data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_2","name":"get_time","input":{}}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"city\":\"Zü"}}

data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"zone\":"}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"rich\",\"un"}}

data: {"type":"ping"}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"it\":\"kelvin\"}"}}

data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\"CET\"}"}}

data: {"type":"message_stop"}

"#;

/// A session: what is asked and answered, a tool call, a refusal, and a line that is broken.
const SESSION: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"get_time","inputSchema":{"type":"object","properties":{"zone":{"type":"string"}}},"outputSchema":{"type":"object","properties":{"hour":{"type":"integer"}},"required":["hour"]}}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_time","arguments":{"zone":"CET"}}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"hour\":9}"},{"type":"image","data":"AAAA","mimeType":"image/png"}],"structuredContent":{"hour":9}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_tide","arguments":{}}}
{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: get_tide"}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get_time"},}
{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get_time"}}
"#;

/// The result of a server, with its envelope, in a message for a model.
const TWO_LAYERS: &str = r#"[
  {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{}"}}]},
  {"role":"tool","tool_call_id":"c1","content":"{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"rows\\\":[1,2]}\"}],\"isError\":false}"}
]"#;

const GEMINI: &str = r#"{"contents":[
  {"role":"user","parts":[{"text":"Weather in Oslo and Rome?"}]},
  {"role":"model","parts":[
    {"functionCall":{"name":"get_weather","args":{"city":"Oslo"}}},
    {"functionCall":{"name":"get_weather","args":{"city":"Rome"}}}]},
  {"role":"user","parts":[
    {"functionResponse":{"name":"get_weather","response":{"output":{"temp_c":2}}}},
    {"functionResponse":{"name":"get_weather","response":{"error":"no such city"}}}]}],
 "tools":[{"functionDeclarations":[{"name":"get_weather","parameters":{"type":"OBJECT","properties":{"city":{"type":"STRING"}},"required":["city"]}}]}]}"#;

#[test]
fn an_exchange_is_read_at_a_glance() {
    let folder = Folder::new().file("chat.json", CHAT);
    insta::assert_snapshot!(folder.run(&["inspect", "chat.json"]));
}

#[test]
fn a_session_holds_its_requests_and_says_which_line_is_broken() {
    let folder = Folder::new().file("session.jsonl", SESSION);
    insta::assert_snapshot!(folder.run(&["inspect", "session.jsonl"]));
    let line = folder.run(&["inspect", "session.jsonl", "--document", "7"]);
    insta::assert_snapshot!("one_line_of_a_session", line);
}

#[test]
fn fragments_are_joined() {
    let folder = Folder::new().file("answer.sse", STREAM);
    insta::assert_snapshot!(folder.run(&["inspect", "answer.sse"]));
}

#[test]
fn strings_inside_strings_are_opened() {
    let folder = Folder::new().file("chat.json", TWO_LAYERS);
    insta::assert_snapshot!(folder.run(&["inspect", "chat.json"]));
}

#[test]
fn results_without_ids_find_their_calls_in_order() {
    let folder = Folder::new().file("request.json", GEMINI);
    insta::assert_snapshot!(folder.run(&["inspect", "request.json"]));
}

#[test]
fn answers_to_choose_from_are_conversations_of_their_own() {
    let line = r#"{"input":{"messages":[{"role":"user","content":"Now?"}]},"preferred_output":[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"get_time","arguments":"{}"}}]}],"non_preferred_output":[{"role":"assistant","content":"No."}]}"#;
    insta::assert_snapshot!(Folder::new().run_with_input(&["inspect", "-"], line));
}

#[test]
fn what_went_wrong_is_shown() {
    let output = r#"{"object":"response","output":[{"type":"mcp_call","id":"m1","name":"read","arguments":"{\"path\":\"a\"}","output":null,"error":"no such file"}],"text":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"ok":{"type":"boolean"}}}}}}"#;
    insta::assert_snapshot!(Folder::new().run_with_input(&["inspect", "-"], output));
}

#[test]
fn what_is_not_recognised_is_shown() {
    let folder = Folder::new()
        .file("event.json", r#"{"event":"x","body":"{\"a\":[true,null,1.50]}","note":"plain"}"#)
        .file("many.jsonl", "{\"a\":1}\n\n[\"{}\", 1e400]\n\"words\"\n");
    let mut all = String::new();
    for arguments in [
        &["inspect", "event.json"][..],
        &["inspect", "many.jsonl"],
        &["inspect", "many.jsonl", "--document", "3"],
    ] {
        all.push_str(&folder.run(arguments));
    }
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#;
    for dialect in ["mcp", "anthropic", "bare"] {
        all.push_str(&folder.run_with_input(&["inspect", "-", "--dialect", dialect], call));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn long_values_are_shortened_unless_all_is_wanted() {
    let rows: Vec<Value> =
        (0..60).map(|n| json!({"row": n, "text": "lorem ipsum ".repeat(9)})).collect();
    let value = json!({"rows": rows, "word": "é".repeat(900)});
    let folder = Folder::new().file("long.json", value.to_string());
    let short = folder.run(&["inspect", "long.json"]);
    insta::assert_snapshot!(short);
    let full = folder.run(&["inspect", "long.json", "--full"]);
    assert!(!full.contains('…') && full.contains("59"), "{full}");
    assert_eq!(full.matches('é').count(), 900);
}

#[test]
fn it_fits_any_width_and_has_colours() {
    let folder = Folder::new().file("chat.json", CHAT).columns(40);
    let narrow = folder.run(&["inspect", "chat.json"]);
    for line in narrow.lines() {
        assert!(line.chars().count() <= 40, "{line}");
    }
    insta::assert_snapshot!("forty_columns", narrow);
    let folder = Folder::new().file("chat.json", TWO_LAYERS);
    let shown = folder.run(&["inspect", "chat.json", "--color", "always"]);
    insta::assert_snapshot!("colours", shown.replace('\u{1b}', "ESC"));
}

#[test]
fn nothing_raw_of_a_document_reaches_the_terminal() {
    const HOSTILE: &str = "\u{1b}[31m\u{7}\u{202e}\u{200b}\u{9b}\u{e0041}\r\n::error::pwned";
    let text = Value::from(HOSTILE).to_string();
    let arguments = Value::from(format!("{{{text}:{text}}}")).to_string();
    let call = format!(
        r#"[{{"role":{text},"content":1}},{{"role":"user","content":{text}}},{{"role":"assistant","tool_calls":[{{"id":{text},"type":"function","function":{{"name":{text},"arguments":{arguments}}}}}]}},{{"role":"tool","tool_call_id":{text},"content":{text}}}]"#
    );
    let folder = Folder::new().file("hostile.json", call);
    let mut all = folder.run(&["inspect", "hostile.json"]);
    all.push_str(&folder.run(&["inspect", "hostile.json", "--at", "[3].content"]));
    let is_raw = |c: &char| {
        matches!(*c, '\0'..='\x09' | '\x0b'..='\x1f' | '\x7f'..='\u{9f}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{e0000}'..='\u{e007f}')
    };
    let raw: Vec<char> = all.chars().filter(is_raw).collect();
    assert!(raw.is_empty(), "{raw:?} in\n{all}");
    assert!(!all.lines().any(|line| line.trim_start().starts_with("::")), "{all}");
    insta::assert_snapshot!(all);
}

#[test]
fn a_value_is_shown_with_its_layers() {
    let folder = Folder::new()
        .file("chat.json", CHAT)
        .file("two.json", TWO_LAYERS)
        .file("answer.sse", STREAM)
        .file("odd.json", r#"{"odd name":[{"":"{\"a.b\":[7]}"}]}"#);
    let mut all = String::new();
    for [file, address] in [
        ["chat.json", "messages[1].tool_calls[0].function.arguments » city"],
        ["chat.json", "/messages/1/tool_calls/1/function/arguments/~json"],
        ["two.json", "[1].content >> content[0].text >> rows[1]"],
        ["answer.sse", "delta.partial_json + » city"],
        ["answer.sse", "/delta/partial_json/~join/~json/unit"],
        ["odd.json", r#"["odd name"][0][""] » ["a.b"][0]"#],
        ["odd.json", ""],
    ] {
        all.push_str(&format!("$ {file} {address}\n"));
        all.push_str(&folder.run(&["inspect", file, "--at", address]));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn an_address_that_leads_nowhere_says_where_it_ends() {
    let folder = Folder::new()
        .file("chat.json", CHAT)
        .file("lines.jsonl", "{\"a\":1}\n{\"a\":2}\n{\"b\":3}\n")
        .file("broken.json", "{\"a\":1,}")
        .file("empty.sse", ": nothing\n");
    let mut all = String::new();
    for arguments in [
        &["chat.json", "--at", "/messages/1/tool_call/0"][..],
        &["chat.json", "--at", "messages[9]"],
        &["chat.json", "--at", "model.x"],
        &["chat.json", "--at", "messages[1].tool_calls[0].function.arguments.city"],
        &["chat.json", "--at", "messages[1].tool_calls[1].function.arguments » city"],
        &["chat.json", "--at", "model + » x"],
        &["chat.json", "--at", "messages["],
        &["chat.json", "--at", "/a~2"],
        &["chat.json", "--document", "2"],
        &["lines.jsonl", "--at", "a"],
        &["lines.jsonl", "--at", "b", "--document", "4"],
        &["broken.json"],
        &["empty.sse"],
        &["chat.jso"],
        &["."],
        &[],
    ] {
        let arguments: Vec<&str> = ["inspect"].iter().chain(arguments).copied().collect();
        all.push_str(&format!("$ {}\n{}", arguments.join(" "), folder.run(&arguments)));
    }
    insta::assert_snapshot!(all);
    let found = folder.run(&["inspect", "lines.jsonl", "--at", "a", "--document", "2"]);
    assert!(found.ends_with("--- exit 0\n"), "{found}");
}

fn json_of(shown: &str) -> Value {
    let json = shown.split("--- exit").next().unwrap_or_default();
    serde_json::from_str(json).expect("the tree is JSON")
}

#[test]
fn machines_get_the_same_tree() {
    let folder = Folder::new().file("answer.sse", STREAM).file("session.jsonl", SESSION);
    let tree = json_of(&folder.run(&["inspect", "session.jsonl", "--format", "json"]));
    assert_eq!(tree["documents"].as_array().map(Vec::len), Some(11));
    assert_eq!(tree["documents"][9]["broken"]["code"], "json/trailing-comma");
    assert_eq!(tree["requests"].as_array().map(Vec::len), Some(3));
    assert_eq!(tree["definitions"][0]["output"]["properties"][0]["required"], true);
    let exchanges = &tree["exchanges"];
    assert_eq!(exchanges[0]["arguments"]["value"], json!({"zone": "CET"}));
    assert_eq!(exchanges[0]["results"][0]["payloads"][1]["layers"][0]["value"]["hour"], 9);
    assert_eq!(exchanges[1]["results"][0]["standing"], "refusal");
    let shown = folder.run(&[
        "inspect",
        "answer.sse",
        "--at",
        "/delta/partial_json/~join/~json/city",
        "--format",
        "json",
    ]);
    insta::assert_snapshot!(shown);
}

#[test]
fn the_address_of_a_streamed_value_leads_to_all_its_pieces() {
    let stream = STREAM.replace("kelvin", "kel").replace("\\\"}\"}}", "\"}}");
    let rest = r#"data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"vin\"}"}}"#;
    let stream = stream.replacen("data: {\"type\":\"message_stop\"}", &format!("{rest}\n\n"), 1);
    let folder = Folder::with_tools().file("answer.sse", &stream);
    let report = json_of(&folder.run(&["validate", "answer.sse", "--format", "json"]));
    let findings = report["findings"].as_array().expect("findings");
    let finding = findings.iter().find(|it| it["code"] == "schema/enum").expect("a wrong unit");
    let (address, document) = (&finding["address"], finding["document"].to_string());
    let address = address.as_str().expect("an address");
    let arguments = ["inspect", "answer.sse", "--format", "json", "--at", address];
    let shown = folder.run(&[&arguments[..], &["--document", &document]].concat());
    let shown = json_of(&shown);
    assert_eq!(shown["value"]["value"], "kelvin");
    assert_eq!(shown["value"]["span"], finding["span"]);
    let more = finding["labels"].as_array().into_iter().flatten();
    let more: Vec<&Value> =
        more.filter(|label| label["text"] == "goes on here").map(|label| &label["span"]).collect();
    let pieces = shown["value"]["pieces"].as_array().expect("pieces");
    assert_eq!(pieces[1..].iter().collect::<Vec<_>>(), more);
    assert_eq!(pieces.len(), 2);
}

#[test]
fn a_message_that_fits_no_version_is_not_said_to_fit_one() {
    let title = |line: &str| {
        let folder = Folder::new().file("m.jsonl", line);
        folder.run(&["inspect", "m.jsonl"]).lines().next().unwrap_or_default().to_owned()
    };
    let read = |uri: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{{"uri":{uri}}}}}"#)
    };
    insta::assert_snapshot!(title(&read("\"file:///a\"")), @"m.jsonl  1 JSON-RPC message; MCP 2025-11-25, the newest that fits                           79 bytes");
    insta::assert_snapshot!(title(&read("7")), @"m.jsonl  1 JSON-RPC message; MCP 2025-11-25, though not all fits                            69 bytes");
}
