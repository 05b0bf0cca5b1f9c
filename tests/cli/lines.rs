//! Files of lines: each a document, in order, however many there are.

use std::fmt::Write;

use crate::folder::Folder;

#[test]
fn bare_lines_are_samples_of_their_own() {
    let folder = Folder::with_tools()
        .file(
            "samples/get_weather/valid/many.jsonl",
            "{\"city\":\"a\"}\n\n{\"city\":1}\n{\"city\":\"c\"}\r\n{\"city\":",
        )
        .file("samples/get_weather/invalid/many.jsonl", "{\"city\":1}\n{\"city\":\"fine\"}\n{}\n");
    insta::assert_snapshot!(folder.run(&["validate", "-v", "--format", "concise"]));
}

#[test]
fn a_json_file_whose_lines_parse_alone_is_read_as_lines() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/lines.json", "{\"city\":\"a\"}\n{\"city\":\"b\"}\n")
        .file("samples/get_weather/invalid/two.json", "{\"city\":\"a\"}{\"city\":\"b\"}\n");
    insta::assert_snapshot!(folder.run(&["validate", "-v", "--format", "concise"]));
}

#[test]
fn findings_keep_the_order_and_places_of_a_file_of_many_blocks() {
    let mut text = String::new();
    let mut expected = String::new();
    for line in 1..=4000 {
        let unit = if line % 500 == 0 { "kelvin" } else { "celsius" };
        let filler = "é".repeat(line % 90);
        let text_before = format!(
            r#"{{"choices":[{{"message":{{"role":"assistant","tool_calls":[{{"id":"c{line}","type":"function","function":{{"name":"get_weather","arguments":"{{\"city\":\"x{filler}\",\"unit\":"#
        );
        if unit == "kelvin" {
            let column = text_before.chars().count() + 1;
            writeln!(expected, "chat.jsonl:{line}:{column}").expect("strings can be written");
        }
        writeln!(text, "{text_before}\\\"{unit}\\\"}}\"}}}}]}}}}]}}")
            .expect("strings can be written");
    }
    let folder = Folder::with_tools().file("chat.jsonl", text);
    for jobs in ["1", "2", "7"] {
        let shown =
            folder.run(&["validate", "chat.jsonl", "--format", "concise", "-q", "--jobs", jobs]);
        let places: String = shown
            .lines()
            .filter_map(|line| line.split_once(": error").map(|(place, _)| format!("{place}\n")))
            .collect();
        assert_eq!(places, expected, "with {jobs} threads");
    }
}
