//! What the environment and the other end of a pipe change in a report, and what they do not.

use std::process::{Command, Stdio};

use unicode_width::UnicodeWidthStr;

use crate::folder::Folder;

const FORMATS: &[&str] = &[
    "human", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjsonl", "agent",
    "markdown",
];

/// Findings in a sample, in a call inside a string, and in a schema.
fn folder() -> Folder {
    let call = r#"{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Zürich 🌧\",\"unit\":\"kelvin\"}"}}]}"#;
    Folder::with_tools()
        .file("schemas/broken.json", r#"{"name":"broken","inputSchema":{"type":"strin"}}"#)
        .file("samples/get_weather/valid/a.json", r#"{"ctiy":"Oslo","unit":7}"#)
        .file("samples/get_weather/valid/call.json", call)
        .file("samples/get_weather/invalid/c.json", r#"{"city":"Oslo"}"#)
}

/// What a run in `format` shows with `variables` in the environment.
fn shown(format: &str, variables: &[(&'static str, &'static str)]) -> String {
    let mut folder = folder();
    folder.environment = variables.to_vec();
    folder.run(&["validate", "--format", format])
}

/// Without colours.
fn plain(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = |part: &str| part.split_once('m').expect("a colour").1.to_owned();
    parts.fold(first, |text, part| text + &rest(part))
}

#[test]
fn a_format_that_was_chosen_is_the_same_everywhere() {
    let environments: &[&[(&str, &str)]] = &[
        &[("CI", "true")],
        &[("GITHUB_ACTIONS", "true")],
        &[("GITLAB_CI", "true"), ("CI", "1"), ("TERM", "dumb")],
        &[("NO_COLOR", "1")],
        &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")],
        &[("CLICOLOR", "1"), ("TERM", "xterm-256color"), ("COLORTERM", "truecolor")],
        &[("AI_AGENT", "1")],
        &[("LANG", "C"), ("LC_ALL", "C")],
        &[("LANG", "tr_TR.UTF-8"), ("TZ", "Asia/Tokyo")],
    ];
    for format in FORMATS {
        let alone = shown(format, &[]);
        assert!(alone.contains("schema/") && alone.ends_with("--- exit 1\n"), "{format}: {alone}");
        for environment in environments {
            assert_eq!(shown(format, environment), alone, "{format} with {environment:?}");
        }
    }
}

#[test]
fn colours_are_forced_into_the_report_for_people_and_no_other() {
    for format in FORMATS {
        let alone = shown(format, &[]);
        assert!(!alone.contains('\u{1b}'), "{format}: {alone}");
        let forced = shown(format, &[("CLICOLOR_FORCE", "1")]);
        assert_eq!(forced.contains('\u{1b}'), *format == "human", "{format}: {forced}");
        assert_eq!(plain(&forced), alone);
        let always = folder().run(&["validate", "--format", format, "--color", "always"]);
        assert_eq!(always, forced);
        let mut folder = folder();
        folder.environment = vec![("CLICOLOR_FORCE", "1")];
        assert_eq!(folder.run(&["validate", "--format", format, "--color", "never"]), alone);
    }
}

#[test]
fn only_the_report_for_people_has_a_width() {
    for format in FORMATS {
        let alone = shown(format, &[]);
        for (columns, width) in [("80", 80), ("40", 40), ("5", 40), ("100", 100)] {
            let narrow = shown(format, &[("COLUMNS", columns)]);
            if *format != "human" {
                assert_eq!(narrow, alone, "{format} with {columns} columns");
                continue;
            }
            assert_eq!(narrow == alone, columns == "100");
            // Counts are not wrapped: they are looked for by programs.
            let (findings, _) = narrow.split_once("\nchecked: ").expect("counts");
            // Nor are places, addresses and commands, which terminals and people take as a whole.
            let is_place = |line: &&str| {
                let marks = ["──▶ ", "─[", "   at: ", " more: "];
                marks.iter().any(|mark| line.contains(mark))
            };
            for line in findings.lines().filter(|line| !is_place(line)) {
                assert!(line.width() <= width, "{} columns: {line}", line.width());
            }
        }
        for columns in ["", "0x10", "wide"] {
            assert_eq!(shown(format, &[("COLUMNS", columns)]), alone, "{format}: {columns:?}");
        }
    }
}

/// Runs the program for a reader who is gone: it ends well, and has nothing to say about that.
fn run_for_nobody(folder: &Folder, arguments: &[&str]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wirecheck"))
        .args(arguments)
        .current_dir(folder.path())
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be run");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
}

/// Whoever reads stops at once, long before the report ends.
#[test]
fn a_closed_pipe_says_nothing() {
    let folder = (0..300).fold(Folder::with_tools(), |folder, number| {
        let path = format!("samples/get_weather/valid/{number:03}.json");
        folder.file(&path, r#"{"city":1,"unit":2,"more":3}"#)
    });
    for format in FORMATS {
        let arguments = ["validate", "--format", format, "--output", "agent=whole.txt"];
        run_for_nobody(&folder, &arguments);
        // What else was asked for is whole.
        let path = folder.path().join("whole.txt");
        let whole = std::fs::read_to_string(&path).expect("it is written");
        assert_eq!(whole.lines().count(), 901, "{format}");
        std::fs::remove_file(path).expect("it is ours");
    }
}

#[test]
fn lists_and_pages_end_quietly_too() {
    let folder = (0..3000).fold(Folder::with_tools(), |folder, number| {
        folder.file(&format!("samples/get_weather/valid/of-a-long-name-{number:05}.json"), "{}")
    });
    let commands: &[&[&str]] = &[
        &["validate", "--show-files"],
        &["explain", "--list", "--format", "json"],
        &["completions", "zsh"],
        &["man", "validate"],
    ];
    for arguments in commands {
        run_for_nobody(&folder, arguments);
    }
}
