//! `wirecheck explain`.

use crate::folder::Folder;

#[test]
fn a_page_is_markdown_off_a_terminal_and_rendered_in_colour() {
    let folder = Folder::new();
    let page = folder.run(&["explain", "json/trailing-comma"]);
    let kept = wirecheck::finding::Code::JsonTrailingComma.page();
    assert_eq!(page, format!("{kept}--- exit 0\n"));
    let shown = folder.columns(60).run(&["explain", "json/trailing-comma", "--color", "always"]);
    insta::assert_snapshot!(shown.replace('\u{1b}', "ESC"));
}

#[test]
fn a_page_as_json_holds_its_examples() {
    let shown = Folder::new().run(&["explain", "json/trailing-comma", "--format", "json"]);
    let page: serde_json::Value =
        serde_json::from_str(shown.split("--- exit").next().unwrap_or_default()).expect("JSON");
    let kept = wirecheck::finding::Code::JsonTrailingComma.page();
    assert_eq!(page["page"], kept);
    let names: Vec<&String> = page.as_object().expect("an object").keys().collect();
    insta::assert_snapshot!(
        format!("{names:?} {} {}", page["code"], page["severity"]),
        @r#"["bad", "code", "contract", "good", "meaning", "page", "severity", "sources", "summary", "why"] "json/trailing-comma" "error""#
    );
    for example in ["bad", "good"] {
        let text = page[example]["files"][0]["text"].as_str().expect("a text");
        assert!(kept.contains(text), "{example}");
    }
}

#[test]
fn codes_are_listed_by_group() {
    let folder = Folder::new();
    insta::assert_snapshot!(folder.run(&["explain", "result"]));
    let all = folder.run(&["explain", "--list"]);
    for code in wirecheck::finding::Code::ALL {
        assert!(all.lines().any(|line| line.starts_with(code.name())), "{code}");
    }
    let list = folder.run(&["explain", "--list", "--format", "json"]);
    let list: serde_json::Value =
        serde_json::from_str(list.split("--- exit").next().unwrap_or_default()).expect("JSON");
    assert_eq!(list.as_array().map(Vec::len), Some(wirecheck::finding::Code::ALL.len()));
}

#[test]
fn a_wrong_code_gets_the_nearest() {
    let folder = Folder::new();
    let mut all = String::new();
    for code in ["schema/minLength", "json/trailing_comma", "enum", "nothing/like-this"] {
        all.push_str(&folder.run(&["explain", code]));
    }
    all.push_str(&folder.run(&["explain"]));
    insta::assert_snapshot!(all);
}
