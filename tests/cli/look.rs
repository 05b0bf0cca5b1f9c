//! How the report for people looks: narrow, in colour, with wide and invisible characters, through
//! layers.

use crate::folder::Folder;

const TOOL: &str = r#"{
  "name": "book_table",
  "inputSchema": {
    "type": "object",
    "properties": {
      "name": { "type": "string", "maxLength": 12 },
      "guests": { "type": "integer" },
      "seat": { "enum": ["inside", "terrace"] }
    },
    "required": ["name"]
  }
}
"#;

fn folder(payload: &str) -> Folder {
    Folder::new().file("schemas/book_table.json", TOOL).file("samples/book_table/a.json", payload)
}

/// A call in the chat dialect whose arguments are `text`, encoded `times` times more than needed.
fn call(text: &str, times: usize) -> String {
    let arguments =
        (0..=times).fold(text.to_owned(), |text, _| serde_json::Value::from(text).to_string());
    format!(
        r#"{{"role":"assistant","tool_calls":[{{"id":"c1","type":"function","function":{{"name":"book_table","arguments":{arguments}}}}}]}}"#
    )
}

const WRONG: &str = r#"{"name":"Zoë","guests":"four","seat":"window"}"#;

#[test]
fn a_finding_shows_payload_schema_address_and_where_to_read_more() {
    insta::assert_snapshot!(folder(&call(WRONG, 0)).run(&["validate"]));
}

#[test]
fn forty_columns_are_enough() {
    insta::assert_snapshot!(folder(&call(WRONG, 0)).columns(40).run(&["validate", "--quiet"]));
}

#[test]
fn colours_mark_what_is_wrong() {
    let shown = folder(WRONG).run(&["validate", "--quiet", "--color", "always"]);
    insta::assert_snapshot!(shown.replace('\u{1b}', "ESC"));
}

#[test]
fn text_inside_strings_inside_strings_is_shown_decoded() {
    insta::assert_snapshot!(folder(&call(WRONG, 2)).run(&["validate", "--quiet"]));
}

#[test]
fn a_text_of_several_lines_in_a_string_is_shown_with_its_own_line() {
    let text = "{\n  \"name\": \"Zoë\",\n  \"seat\": \"window\"\n}";
    insta::assert_snapshot!(folder(&call(text, 0)).run(&["validate", "--quiet"]));
}

#[test]
fn columns_are_those_that_characters_take() {
    let payload = "{\n\t\"guests\":\t\"四人\", \"seat\": \"窓際🪟\",\n\t\"name\": \"👩\u{200d}👩\u{200d}👧 עברית e\u{301} \u{202e}x\"\n}\n";
    insta::assert_snapshot!(folder(payload).run(&["validate", "--quiet"]));
}

#[test]
fn a_container_is_marked_at_its_bracket() {
    let payload =
        "{\n  \"name\": {\n    \"first\": \"Zoë\"\n  },\n  \"guests\": [\n    1\n  ]\n}\n";
    insta::assert_snapshot!(folder(payload).run(&["validate", "--quiet"]));
}
