//! The list of files that a run reads.

use crate::folder::Folder;

#[test]
fn files_are_listed_with_what_they_are_for() {
    let folder = Folder::with_tools()
        .file("wirecheck.toml", "")
        .file("samples/get_weather/valid/a.json", r#"{"city":"Oslo"}"#)
        .file("samples/get_weather/invalid/b.json", r#"{"city":"Oslo","unit":"kelvin"}"#)
        .file("samples/get_weather/invalid/b.json.expected.json", "[]")
        .file("samples/get_weather/invalid/gone.json.expected.json", "[]")
        .file("samples/captures/day.sse", "")
        .file("samples/notes.md", "")
        .file("schemas/notes.txt", "")
        .file("elsewhere/c.json", "{}");
    insta::assert_snapshot!(folder.run(&["validate", "--show-files"]));
    insta::assert_snapshot!(folder.run(&["validate", "--show-files", "-v"]));
    insta::assert_snapshot!(folder.run(&["validate", "--show-files", "elsewhere", "-v"]));
    let part = folder.run(&["validate", "--show-files", "samples/get_weather/valid"]);
    assert!(part.starts_with("samples/get_weather/valid/a.json\nschemas/"), "{part}");
    let shown = folder.run(&["validate", "--show-files", "-u"]);
    assert!(shown.contains("cannot be used with") && shown.ends_with("exit 2\n"), "{shown}");
    insta::assert_snapshot!(Folder::new().run(&["validate", "--show-files"]), @"
    --- standard error
    error: there is no contract folder here: no `schemas/`, `samples/` or `wirecheck.toml`
     help: name a folder, a file or `-`: `wirecheck validate PATH`
    --- exit 2
    ");
    let folder = folder.file("wirecheck.toml", "sampels = 1");
    insta::assert_snapshot!(folder.run(&["validate", "--show-files"]), @"
    --- standard error
    error: the configuration is not understood
     help: `wirecheck validate` shows what it says wrongly
    --- exit 2
    ");
}
