//! Streams: fragments are joined before they are read, and shown where they stand.

use crate::folder::Folder;

/// A chunk of a Chat stream with this list of calls.
fn chunk(calls: &str) -> String {
    format!(
        r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{calls}]}},"finish_reason":null}}]}}"#
    )
}

/// The first fragment of a call of `get_weather`.
fn begin(index: u32, id: &str, arguments: &str) -> String {
    chunk(&format!(
        r#"{{"index":{index},"id":"{id}","type":"function","function":{{"name":"get_weather","arguments":"{arguments}"}}}}"#
    ))
}

/// Another fragment.
fn go_on(index: u32, arguments: &str) -> String {
    chunk(&format!(r#"{{"index":{index},"function":{{"arguments":"{arguments}"}}}}"#))
}

/// The end of a Chat stream.
fn end(reason: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{reason}"}}]}}"#)
}

fn sse(events: &[String]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

/// The concise report of a stream beside the two tools.
fn report(content: impl AsRef<[u8]>) -> String {
    let folder = Folder::with_tools().file("it.sse", content);
    folder.run(&["validate", "it.sse", "--format", "concise", "-q"])
}

#[test]
fn a_value_that_is_cut_is_shown_in_each_of_its_fragments() {
    let events = [
        begin(0, "c1", ""),
        go_on(0, r#"{\"city\":\"Par"#),
        go_on(0, r#"is\",\"unit\":\"kel"#),
        go_on(0, "vi"),
        go_on(0, r#"n\"}"#),
        end("tool_calls"),
    ];
    let folder = Folder::with_tools()
        .file("it.sse", sse(&events))
        .file("it.chunks.txt", format!("{}\n", events.join("\n")));
    insta::assert_snapshot!("a_value_cut_in_sse", folder.run(&["validate", "it.sse"]));
    insta::assert_snapshot!("a_value_cut_in_chunks", folder.run(&["validate", "it.chunks.txt"]));
    insta::assert_snapshot!(
        "a_value_cut_in_json",
        folder.run(&["validate", "it.sse", "--format", "json"])
    );
}

#[test]
fn why_arguments_end_too_early_is_said_where_the_stream_says_it() {
    let cut = |last: String| sse(&[begin(0, "c1", r#"{\"city\":\"Par"#), last]);
    let mut shown = report(cut(end("length")));
    shown.push_str(&report(cut(end("tool_calls"))));
    shown.push_str(&report(cut("[DONE]".into())));
    let anthropic = [
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"get_weather","input":{}}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"city\":"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}"#,
    ];
    shown.push_str(&report(sse(&anthropic.map(str::to_owned))));
    let bedrock = [
        r#"{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"u1","name":"get_weather"}}}}"#,
        r#"{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"toolUse":{"input":"{\"city\":"}}}}"#,
        r#"{"messageStop":{"stopReason":"max_tokens"}}"#,
    ];
    shown.push_str(&report(sse(&bedrock.map(str::to_owned))));
    insta::assert_snapshot!(shown);
}

#[test]
fn a_call_without_fragments_has_no_arguments() {
    let start = |name: &str| {
        format!(
            r#"{{"type":"content_block_start","index":0,"content_block":{{"type":"tool_use","id":"t1","name":"{name}","input":{{}}}}}}"#
        )
    };
    let empty = r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}"#;
    let stop = r#"{"type":"message_stop"}"#;
    let with = |name: &str| sse(&[start(name), empty.into(), stop.into()]);
    assert_eq!(report(with("get_time")), "--- exit 0\n", "the tool needs no arguments");
    insta::assert_snapshot!(report(with("get_weather")), @"
    it.sse:1:87: error[call/arguments-missing] the stream gives this call no arguments (the tool requires `city`)
    --- exit 1
    ");
    insta::assert_snapshot!(report(sse(&[begin(0, "c1", ""), end("tool_calls")])), @"
    it.sse:1:69: error[call/arguments-missing] the stream gives this call no arguments (the tool requires `city`)
    --- exit 1
    ");
}

#[test]
fn parallel_calls_come_in_any_order() {
    let events = [
        begin(0, "c1", ""),
        begin(1, "c2", r#"{\"city\":"#),
        go_on(0, r#"{\"city\":1"#),
        go_on(1, "2"),
        go_on(0, "0}"),
        go_on(1, "0}"),
        end("tool_calls"),
    ];
    insta::assert_snapshot!(report(sse(&events)), @"
    it.sse:5:99: error[schema/type] `city` must be a string, not an integer
    it.sse:7:89: error[schema/type] `city` must be a string, not an integer
    --- exit 1
    ");
    let choices = r#"{"choices":[
{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"get_weather","arguments":"{\"city\":1}"}}]}},
{"index":1,"delta":{"tool_calls":[{"index":0,"id":"c2","function":{"name":"get_weather","arguments":"{\"city\":2}"}}]}}]}"#;
    insta::assert_snapshot!(report(sse(&[choices.replace('\n', "")])), @"
    it.sse:1:130: error[schema/type] `city` must be a string, not an integer
    it.sse:1:250: error[schema/type] `city` must be a string, not an integer
    --- exit 1
    ");
}

#[test]
fn two_ids_under_one_index_are_two_calls() {
    let events = [
        begin(0, "c1", r#"{\"city\":\"Paris\"}"#),
        begin(0, "c2", r#"{\"city\":5}"#),
        end("tool_calls"),
    ];
    let folder = Folder::with_tools().file("it.sse", sse(&events));
    insta::assert_snapshot!(folder.run(&["validate", "it.sse"]));
    // An id that is repeated, or left out, goes on with the same call.
    let same = [
        begin(0, "c1", r#"{\"city\":"#),
        begin(0, "c1", r#"\"Par"#),
        begin(0, "", r#"is\"}"#),
        end("tool_calls"),
    ];
    assert_eq!(report(sse(&same)), "--- exit 0\n");
}

#[test]
fn a_text_that_repeats_a_call_stands_for_it_or_is_the_same() {
    let added = r#"{"type":"response.output_item.added","item":{"type":"function_call","id":"fc1","call_id":"c1","name":"get_weather","arguments":""}}"#;
    let delta = r#"{"type":"response.function_call_arguments.delta","item_id":"fc1","delta":"{\"city\":\"Paris\"}"}"#;
    let done = |text: &str| {
        format!(
            r#"{{"type":"response.function_call_arguments.done","item_id":"fc1","arguments":"{text}"}}"#
        )
    };
    let item = |text: &str| {
        format!(
            r#"{{"type":"response.output_item.done","item":{{"type":"function_call","id":"fc1","call_id":"c1","name":"get_weather","arguments":"{text}"}}}}"#
        )
    };
    let (good, spaced) = (r#"{\"city\":\"Paris\"}"#, r#"{ \"city\": \"Paris\" }"#);
    let bad = r#"{\"city\":5}"#;
    let stream = |events: &[&str]| {
        report(sse(&events.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()))
    };
    assert_eq!(stream(&[added, delta, &done(good), &item(good)]), "--- exit 0\n");
    assert_eq!(stream(&[added, delta, &done(spaced), &item(spaced)]), "--- exit 0\n");
    insta::assert_snapshot!(stream(&[added, &done(bad)]), @"
    it.sse:3:94: error[schema/type] `city` must be a string, not an integer
    --- exit 1
    ");
    insta::assert_snapshot!(stream(&[&item(bad)]), @"
    it.sse:1:144: error[schema/type] `city` must be a string, not an integer
    --- exit 1
    ");
    insta::assert_snapshot!(stream(&[added, delta, &done(bad), &item(bad)]), @"
    it.sse:5:83: error[stream/done-differs] the arguments of `get_weather` differ from its streamed fragments
    it.sse:7:133: error[stream/done-differs] the arguments of `get_weather` differ from its streamed fragments
    --- exit 1
    ");
}

#[test]
fn a_result_is_counted_once_however_often_events_repeat_it() {
    let item = r#"{"type":"mcp_call","id":"m1","name":"get_time","server_label":"clock","arguments":"{}","output":OUTPUT,"error":null}"#;
    let whole = item.replace("OUTPUT", r#""{\"hour\":\"noon\"}""#);
    let events = [
        format!(
            r#"{{"type":"response.output_item.added","item":{}}}"#,
            item.replace("OUTPUT", "null")
        ),
        format!(r#"{{"type":"response.output_item.done","item":{whole}}}"#),
        format!(
            r#"{{"type":"response.completed","response":{{"object":"response","output":[{whole}]}}}}"#
        ),
    ];
    let folder = Folder::with_tools().file("it.sse", sse(&events));
    insta::assert_snapshot!(folder.run(&["validate", "it.sse", "--format", "concise"]), @"
    it.sse:3:157: error[schema/type] `hour` must be an integer, not a string
    checked: 2 schema files (2 tools), 1 sample, 3 documents, 1 call, 1 result
    1 error; 1 sample not as expected
    --- exit 1
    ");
}

#[test]
fn the_pieces_of_a_message_are_no_results() {
    let delta = r#"{"object":"thread.message.delta","delta":{"content":[{"index":0,"type":"text","text":{"value":"Hi"}}]}}"#;
    let folder = Folder::with_tools().file("it.sse", sse(&[delta.into()]));
    insta::assert_snapshot!(folder.run(&["validate", "it.sse", "--format", "concise"]), @"
    not-checked  it.sse
    checked: 2 schema files (2 tools), 1 sample, 1 document, 0 calls, 0 results
    not checked: 1 sample (no tool, no usable schema, or nothing in them to check)
    nothing was checked
    --- exit 2
    ");
}

#[test]
fn keys_are_the_same_however_they_are_escaped() {
    let events = [
        r#"{"type":"response.output_item.added","item":{"type":"function_call","id":"fc1","call_id":"c1","name":"get_weather","arguments":""}}"#,
        r#"{"type":"response.function_call_arguments.delta","item_id":"\u0066c1","delta":"{\"city\":\"Paris\"}"}"#,
    ];
    assert_eq!(report(sse(&events.map(str::to_owned))), "--- exit 0\n");
}

#[test]
fn every_way_to_write_events_is_read() {
    let (start, last) = (begin(0, "c1", r#"{\"city\":"#), go_on(0, "5}"));
    let lines = |text: &str| text.replace(",\"delta\"", ",\ndata: \"delta\"");
    let ways = [
        format!("event: x\ndata: {}\n\ndata: {}\n\n", lines(&start), lines(&last)),
        format!("data:{start}\r\n\r\nid: 1\r\ndata:{last}\r\nretry: 5\r\n\r\ndata: [DONE]\r\n\r\n"),
        format!("\u{FEFF}: a comment\n\ndata: {start}\n\ndata: {last}\n\n"),
        // The last event lacks the empty line that ends it.
        format!("data: {start}\n\ndata: {last}"),
        format!("data: {start}\rdata: \r\rdata: {last}\r\r"),
    ];
    let shown: String =
        ways.iter().map(|way| format!("{}\n{}", way.escape_debug(), report(way))).collect();
    insta::assert_snapshot!(shown);
}

#[test]
fn an_event_that_is_cut_off_is_said_and_the_others_are_read() {
    let text =
        format!("data: {}\n\ndata: {}", begin(0, "c1", r#"{\"city\":5}"#), r#"{"choices":[{"ind"#);
    insta::assert_snapshot!(report(text), @"
    it.sse:1:148: error[schema/type] `city` must be a string, not an integer
    it.sse:3:24: error[json/truncated] the text ends inside a string
    --- exit 1
    ");
}
