//! Which findings count, and how many are shown.

use crate::folder::Folder;

#[test]
fn warnings_fail_a_run_only_if_asked_to() {
    let call = r#"{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Paris\"}"}}]}"#;
    let folder = Folder::with_tools().file("samples/get_weather/valid/no-id.json", call);
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]), @"
    samples/get_weather/valid/no-id.json:1:35: warning[call/id-missing] this call has no id (its result cannot name it)
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    0 errors, 1 warning
    --- exit 0
    ");
    let strict = folder.run(&["validate", "--fail-on", "warning", "-q", "--format", "concise"]);
    insta::assert_snapshot!(strict, @"
    samples/get_weather/valid/no-id.json:1:35: warning[call/id-missing] this call has no id (its result cannot name it)
    --- exit 1
    ");
}

#[test]
fn hidden_findings_are_counted() {
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/many.json", r#"{"a":1,"b":2,"c":3,"d":4}"#);
    let shown = folder.run(&["validate", "--max-findings", "1", "--format", "concise"]);
    insta::assert_snapshot!(shown, @"
    samples/get_weather/valid/many.json:1:1: error[schema/required] `city` is missing
    4 more findings are not shown
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    5 errors; 1 sample not as expected
    --- exit 1
    ");
}

/// Five errors in one sample.
fn many() -> Folder {
    Folder::with_tools().file("samples/get_weather/valid/many.json", r#"{"a":1,"b":2,"c":3,"d":4}"#)
}

/// Where the report has no place for it, standard error says how many findings are not shown.
#[test]
fn hidden_findings_are_counted_in_every_format() {
    let folder = many();
    let cut = |format: &str, more: &[&str]| {
        let arguments = ["validate", "--max-findings", "2", "--format", format];
        folder.run(&[&arguments, more].concat())
    };
    let note = "--- standard error\nfindings not shown: 3\n--- exit 1\n";
    for format in ["json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjsonl"] {
        let shown = cut(format, &[]);
        assert!(shown.ends_with(note), "{format}: {shown}");
        assert_eq!(
            shown.matches("schema/additional-properties").count(),
            match format {
                // The rule and the result; the attribute and the text.
                "sarif" => shown.matches("schema/additional-properties").count(),
                // In `observed` all stand, shown or not.
                "json" => 5,
                _ => 1,
            },
            "{format}: {shown}"
        );
        assert!(!cut(format, &["-q"]).contains("findings not shown"), "{format}");
    }
    for (format, words) in [
        ("human", "\n3 more findings are not shown\n"),
        ("concise", "\n3 more findings are not shown\n"),
        ("agent", "; 3 not shown\n"),
        ("markdown", "\nNot shown: 3\n"),
    ] {
        let shown = cut(format, &[]);
        assert!(shown.contains(words) && !shown.contains("standard error"), "{format}: {shown}");
    }
    let json = cut("json", &[]);
    assert!(json.contains("\"errors\": 5"), "all are counted: {json}");
    let shown = cut("human", &["--output", "jsonl=report.jsonl"]);
    assert!(shown.ends_with(note), "{shown}");
}

#[test]
fn none_may_be_shown_and_all_count() {
    let arguments = ["validate", "--max-findings", "0", "--format", "concise"];
    insta::assert_snapshot!(many().run(&arguments), @"
    5 more findings are not shown
    checked: 2 schema files (2 tools), 1 sample, 1 document, 1 call, 0 results
    5 errors; 1 sample not as expected
    --- exit 1
    ");
    let some = ["validate", "--max-findings", "5", "--format", "concise"];
    assert!(!many().run(&some).contains("not shown"));
    insta::assert_snapshot!(many().run(&["validate", "--max-findings", "few"]), @"
    --- standard error
    error: invalid value 'few' for '--max-findings <N>': invalid digit found in string

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn notes_never_fail_a_run() {
    let folder = many().file("wirecheck.toml", "[rules]\n\"schema/*\" = \"note\"\n");
    let shown = folder.run(&["validate", "--fail-on", "warning", "--max-findings", "1"]);
    assert!(shown.ends_with("0 errors, 5 notes\n--- exit 0\n"), "{shown}");
    let shown = folder.run(&["validate", "--fail-on", "note"]);
    insta::assert_snapshot!(shown, @"
    --- standard error
    error: invalid value 'note' for '--fail-on <SEVERITY>'
      [possible values: error, warning]

    For more information, try '--help'.
    --- exit 2
    ");
}

/// Off unless a configuration asks for it; then each sample without a pin has its own.
#[test]
fn a_sample_without_a_pin_weighs_what_the_configuration_says() {
    let folder = |rules: &str| {
        Folder::with_tools()
            .file("wirecheck.toml", rules)
            .file("samples/get_weather/valid/a.json", r#"{"city":"Oslo"}"#)
            .file("samples/get_weather/invalid/a.json", "{}")
            .file("samples/get_weather/invalid/b.jsonl", "{}\n{\"city\":1}\n")
    };
    let run = |folder: &Folder, more: &[&str]| {
        folder.run(&[&["validate", "--format", "concise"], more].concat())
    };
    assert!(run(&folder(""), &[]).ends_with("0 errors\n--- exit 0\n"));
    let warned = folder("[rules]\n\"sample/unpinned\" = \"warning\"\n");
    insta::assert_snapshot!(run(&warned, &[]), @"
    samples/get_weather/invalid/a.json:1:1: warning[sample/unpinned] no pin says with which findings this sample fails (`wirecheck validate --update` writes it)
    samples/get_weather/invalid/b.jsonl:1:1: warning[sample/unpinned] no pin says with which findings this sample fails (`wirecheck validate --update` writes it)
    samples/get_weather/invalid/b.jsonl:2:1: warning[sample/unpinned] no pin says with which findings this sample fails (`wirecheck validate --update` writes it)
    checked: 2 schema files (2 tools), 4 samples, 4 documents, 4 calls, 0 results
    0 errors, 3 warnings
    --- exit 0
    ");
    assert!(run(&warned, &["--fail-on", "warning"]).ends_with("exit 1\n"));
    let strict = folder("[rules]\n\"sample/*\" = \"error\"\n");
    assert!(run(&strict, &[]).ends_with("3 errors\n--- exit 1\n"));
    let junit = strict.run(&["validate", "--format", "junit"]);
    assert!(junit.contains("tests=\"4\" failures=\"3\""), "{junit}");
    assert!(run(&strict, &["-u"]).contains("2 pins changed"));
    assert!(run(&strict, &[]).ends_with("0 errors\n--- exit 0\n"));
}
