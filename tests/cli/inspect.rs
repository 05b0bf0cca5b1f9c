//! `wirecheck inspect`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wirecheck::finding::Side;
use wirecheck::inspect::{Error, Options, ResultSeen, Shown, Standing, What, inspect};
use wirecheck::report::json_report;
use wirecheck::run;

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

/// The samples of this repository that must have an error, each with the tool and side of its path.
fn invalid_samples() -> Vec<(PathBuf, String, Side)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let of = |path: PathBuf| {
        let below = path.strip_prefix(&root).expect("below").to_string_lossy().replace('\\', "/");
        let tool = below.split('/').next().unwrap_or_default().to_owned();
        let side = if below.contains("/result/") { Side::Result } else { Side::Arguments };
        let is_sample = below.contains("/invalid/") && !wirecheck::source::is_pin(&path);
        is_sample.then_some((path, tool, side))
    };
    samples().into_iter().filter_map(of).collect()
}

/// How the bytes of a finding stand to the value at its address.
fn relation(shown: &Shown, span: (u64, u64)) -> &'static str {
    let value = shown.payload.spans[0];
    let is_key = |key: &Vec<wirecheck::source::Span>| (key[0].start, key[0].end) == span;
    match span {
        it if it == (value.start, value.end) => "value",
        _ if shown.key.as_ref().is_some_and(is_key) => "name",
        it if it == (value.start, value.start + 1) => "bracket",
        (start, end) if value.start <= start && end <= value.end => "inside",
        _ => "elsewhere",
    }
}

/// The value of a streamed call that breaks the contract stands in several places.
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

/// The files under the samples of this repository.
fn samples() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of samples") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Both read the same files, and pair the same calls with the same results.
#[test]
fn the_tree_counts_what_validate_counts() {
    for path in samples() {
        let bytes = fs::read(&path).expect("a sample");
        let name = format!("sample.{}", path.extension().expect("an ending").to_string_lossy());
        let options =
            Options { path: "-".into(), stdin_filename: Some(name.clone()), ..Options::default() };
        let Ok(inspected) = inspect(&options, &mut &bytes[..]) else { continue };
        let options = run::Options {
            paths: vec!["-".into()],
            stdin_filename: Some(name),
            ..run::Options::default()
        };
        let report = run::validate(&options, &mut &bytes[..]).expect("a run");
        let report = json_report(&report);
        // A tool that did not run gave no result.
        let is_result = |result: &&ResultSeen| result.standing != Standing::Refusal;
        let (mut calls, mut results, mut orphans) = (0, 0, 0);
        for found in &inspected.found {
            match &found.what {
                What::Call(call) => {
                    calls += 1;
                    results += call.results.iter().filter(is_result).count();
                }
                What::Result(result) => {
                    results += usize::from(is_result(&result));
                    orphans += usize::from(result.standing == Standing::Orphan);
                }
                _ => {}
            }
        }
        let findings = report["findings"].as_array().expect("findings");
        let is_orphan = |finding: &&Value| {
            let code = finding["code"].as_str().unwrap_or_default();
            matches!(code, "result/orphan" | "rpc/response-orphan")
        };
        let summary = &report["summary"];
        let is_bare = inspected.found.is_empty();
        let counted = [
            json!(inspected.documents.len()),
            if is_bare { summary["calls"].clone() } else { json!(calls) },
            json!(results),
            json!(orphans),
        ];
        let expected = [
            summary["documents"].clone(),
            summary["calls"].clone(),
            summary["results"].clone(),
            json!(findings.iter().filter(is_orphan).count()),
        ];
        assert_eq!(counted, expected, "{}", path.display());
    }
}

/// What `validate` prints as an address, `inspect` finds, and the bytes are the finding's.
#[test]
fn every_address_of_a_finding_leads_to_its_bytes() {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let mut relations = std::collections::BTreeMap::<(String, &str), usize>::new();
    for (path, tool, side) in invalid_samples() {
        let bytes = fs::read(&path).expect("a sample");
        let name = format!("sample.{}", path.extension().expect("an ending").to_string_lossy());
        let options = run::Options {
            paths: vec!["-".into()],
            schemas: vec![schemas.clone()],
            // Samples of errors belong to no tool.
            tool: Some(tool).filter(|tool| tool != "errors"),
            side: Some(side),
            stdin_filename: Some(name.clone()),
            ..run::Options::default()
        };
        let report = run::validate(&options, &mut &bytes[..]).expect("a run");
        let report = json_report(&report);
        let findings = report["findings"].as_array().expect("findings");
        assert!(!findings.is_empty(), "{}", path.display());
        for finding in findings {
            let place = format!("{}: {finding}", path.display());
            let Some(address) = finding["address"].as_str() else { continue };
            let span = |end: &str| finding["span"][end].as_u64().expect("a byte");
            let span = (span("start"), span("end"));
            let options = Options {
                path: "-".into(),
                stdin_filename: Some(name.clone()),
                document: finding["document"].as_u64(),
                dialect: None,
            };
            let inspected = match inspect(&options, &mut &bytes[..]) {
                Ok(inspected) => inspected,
                Err(Error::Broken { place: shown, .. }) => {
                    let start = &finding["start"];
                    assert_eq!(shown, format!("{name}:{}:{}", start["line"], start["column"]));
                    assert_eq!(address, "", "{place}");
                    continue;
                }
                Err(error) => panic!("{place}: {error}"),
            };
            let at = |address: &str| {
                inspected.at(address, &options).unwrap_or_else(|error| panic!("{place}: {error}"))
            };
            let shown = at(address);
            for arrow in ["»", ">>"] {
                let parsed = wirecheck::finding::Address::parse(address).expect("an address");
                let people = at(&parsed.display(arrow).to_string());
                assert_eq!(people.payload.spans, shown.payload.spans, "{place}");
            }
            let relation = relation(&shown, span);
            assert_ne!(relation, "elsewhere", "{place}\n{shown:#?}");
            let group = finding["code"].as_str().unwrap_or_default().split('/').next();
            let group = group.unwrap_or_default().to_owned();
            *relations.entry((group, relation)).or_default() += 1;
        }
    }
    let shown: Vec<String> = relations
        .into_iter()
        .map(|((group, relation), count)| format!("{group} {relation}: {count}"))
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}
