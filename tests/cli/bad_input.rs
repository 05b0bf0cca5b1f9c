//! Input that is broken, odd or large: always a finding or a clear error.

use crate::folder::Folder;

#[test]
fn one_unreadable_document_does_not_stop_the_rest() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/a.json", r#"{"city":"#)
        .file("samples/get_weather/valid/b.json", b"{\"city\":\"\xff\"}")
        .file("samples/get_weather/valid/c.json", b"\xff\xfe{\0}\0")
        .file("samples/get_weather/valid/d.json", r#"{"city":"Oslo","unit":"kelvin"}"#)
        .file("samples/get_weather/valid/e.json", "")
        .file("samples/get_weather/valid/f.json", "\u{feff}{\"city\":\"Rome\"}");
    insta::assert_snapshot!(folder.run(&["validate"]));
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_keep_lines_and_columns() {
    let text = "\u{feff}{\r\n\t\"city\": \"é🎉\",\r\n\t\"unit\": \"kelvin\"\r\n}\r\n";
    let folder = Folder::with_tools().file("samples/get_weather/valid/crlf.json", text);
    insta::assert_snapshot!(folder.run(&["validate"]));
}

#[test]
fn a_long_line_is_shown_in_a_window() {
    let filler = "x".repeat(200_000);
    let end = format!(r#"{{"city":"{filler}","unit":"kelvin"}}"#);
    let deep = format!(r#"{{"unit":"kelvin","city":"{filler}"}}"#);
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/end.json", end)
        .file("samples/get_weather/valid/start.json", deep);
    let shown = folder.run(&["validate"]);
    assert!(shown.len() < 4000, "{} bytes are too many", shown.len());
    insta::assert_snapshot!(shown);
}

#[test]
fn nesting_is_limited() {
    let deep = "[".repeat(100_000);
    let layers = (0..10).fold("{}".to_owned(), |inner, _| {
        serde_json::to_string(&inner).expect("strings can be written")
    });
    let call = format!(
        r#"{{"role":"assistant","tool_calls":[{{"id":"c","type":"function","function":{{"name":"get_time","arguments":{layers}}}}}]}}"#
    );
    let folder = Folder::with_tools()
        .file("samples/get_time/valid/deep.json", deep)
        .file("samples/get_time/valid/layers.json", call);
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}

#[test]
fn files_of_other_kinds_are_counted() {
    let folder = Folder::with_tools()
        .file("samples/get_time/valid/a.json", "{}")
        .file("samples/get_time/readme.md", "hello")
        .file("samples/get_time/stream.sse", "data: {}")
        .file("samples/get_time/valid/a.json.expected.json", "[]")
        .file("samples/get_time/.hidden/valid/b.json", "[")
        .file("samples/get_time/node_modules/c.json", "[");
    insta::assert_snapshot!(folder.run(&["validate"]));
}

#[test]
fn a_sample_of_no_known_tool_is_an_error() {
    let folder = Folder::with_tools().file("samples/get_wether/valid/a.json", r#"{"city":"x"}"#);
    insta::assert_snapshot!(folder.run(&["validate"]));
}
