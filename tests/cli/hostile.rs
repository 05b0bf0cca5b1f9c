//! Payloads are somebody else's text: what acts on a terminal or a log never reaches it.

use crate::folder::Folder;

/// Escapes, bidirectional marks, invisible and tag characters, and a line that a CI would obey.
const HOSTILE: &str =
    "\u{1b}[31m\u{7}\u{202e}\u{2066}\u{200b}\u{feff}\u{9b}\u{e0041}\r\n::error::pwned";

pub(crate) fn folder() -> Folder {
    let text = serde_json::to_string(HOSTILE).expect("strings can be written");
    let raw = HOSTILE.replace(['\r', '\n', '\u{1b}', '\u{7}'], "");
    let call = format!(
        r#"{{"role":"assistant","tool_calls":[{{"id":{text},"type":"function","function":{{"name":{text},"arguments":"{{\"city\":1,\"{raw}\":2}}"}}}}]}}"#
    );
    Folder::with_tools()
        .file("samples/get_weather/valid/key.json", format!(r#"{{{text}:1,"unit":{text}}}"#))
        .file("samples/get_weather/valid/raw.json", format!("{{\"city\":\"{HOSTILE}\"}}"))
        .file("samples/get_weather/valid/call.json", call)
        .file(&format!("samples/get_weather/valid/{raw}.json"), "{}")
}

#[test]
fn nothing_raw_reaches_the_report() {
    for format in ["human", "concise"] {
        let shown = folder().run(&["validate", "--format", format, "-v"]);
        let raw: Vec<char> = shown.chars().filter(|c| {
            matches!(*c, '\0'..='\x09' | '\x0b'..='\x1f' | '\x7f'..='\u{9f}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        }).collect();
        assert!(raw.is_empty(), "{raw:?} in {format}:\n{shown}");
        assert!(!shown.lines().any(|line| line.starts_with("::")), "a command in {format}");
        insta::assert_snapshot!(format!("hostile-{format}"), shown);
    }
}

#[test]
fn json_output_is_escaped_and_whole() {
    let shown = folder().run(&["validate", "--format", "json"]);
    let (json, _) = shown.split_once("--- exit").expect("the exit is shown");
    let report: serde_json::Value = serde_json::from_str(json).expect("the report is JSON");
    assert!(!json.contains('\u{1b}'), "escapes are escaped");
    assert!(report["findings"].as_array().is_some_and(|all| all.len() > 4));
}

#[test]
fn nothing_raw_reaches_a_machine() {
    let formats =
        ["json", "jsonl", "sarif", "gitlab", "junit", "rdjsonl", "agent", "markdown", "github"];
    for format in formats {
        let shown = folder().file("samples/get_weather/valid/cdata.json", r#"{"]]>":1}"#);
        let shown = shown.run(&["validate", "--format", format]);
        let is_raw = |c: &char| {
            matches!(*c, '\0'..='\x09' | '\x0b'..='\x1f' | '\x7f'..='\u{9f}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        };
        let raw: Vec<char> = shown.chars().filter(is_raw).collect();
        assert!(raw.is_empty(), "{raw:?} in {format}:\n{shown}");
        let is_pwned = |line: &str| line.trim_start().starts_with("::error::");
        assert!(!shown.lines().any(is_pwned), "a command in {format}");
        assert!(format != "junit" || !shown.contains("]]>"), "XML forbids it in text");
    }
}
