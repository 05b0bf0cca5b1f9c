//! Runs about what has changed in git.

use std::fs;
use std::process::Command;

use crate::folder::Folder;
use crate::git::Repository;
use crate::tools::{CLOCK, WEATHER};

const OSLO: &str = r#"{"city":"Oslo"}"#;
const KELVIN: &str = r#"{"city":"Oslo","unit":"kelvin"}"#;
const NOON: &str = r#"{"zone":"UTC"}"#;

const SINCE: &[&str] = &["--since", "HEAD"];

fn weather() -> Repository {
    let capture = r#"{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"get_time","arguments":"{}"}}]}"#;
    let folder = Folder::with_tools()
        .file("samples/get_weather/valid/oslo.json", OSLO)
        .file("samples/get_weather/invalid/kelvin.json", KELVIN)
        .file("samples/get_time/valid/noon.json", NOON)
        .file("samples/captures/day.jsonl", capture);
    Repository::of(folder)
}

#[test]
fn where_nothing_has_changed_a_run_succeeds_and_says_so() {
    let repository = weather();
    insta::assert_snapshot!(repository.run(SINCE), @"
    nothing to check has changed
    unchanged since `HEAD`: 2 schema files, 4 files
    0 errors
    --- exit 0
    ");
    insta::assert_snapshot!(repository.run(&["--staged"]), @"
    nothing to check is staged
    not staged: 2 schema files, 4 files
    0 errors
    --- exit 0
    ");
    assert_eq!(repository.run(&["--staged", "--quiet"]), "--- exit 0\n");
    assert_eq!(repository.run(&["samples/get_time", "--staged", "-q"]), "--- exit 0\n");
    let gitlab = repository.0.run(&["validate", "--staged", "--format", "gitlab"]);
    assert_eq!(gitlab, "[]\n--- exit 0\n");
    let json = repository.0.run(&["validate", "--staged", "--format", "json"]);
    assert!(json.contains("\"staged\": true") && json.ends_with("exit 0\n"), "{json}");
    assert_eq!(repository.scope(SINCE), "");
    // Without git the same run checks everything.
    assert!(repository.run(&[]).starts_with("checked: 2 schema files (2 tools), 4 samples"));
}

#[test]
fn a_changed_sample_is_checked_and_others_are_not() {
    let repository = weather()
        .file("samples/get_weather/valid/oslo.json", r#"{"city":1}"#)
        .file("samples/get_time/valid/new.json", NOON);
    insta::assert_snapshot!(repository.run(SINCE), @"
    samples/get_weather/valid/oslo.json:1:9: error[schema/type] `city` must be a string, not an integer
    checked: 2 samples, 2 documents, 2 calls, 0 results
    unchanged since `HEAD`: 2 schema files, 3 files
    1 error; 1 sample not as expected
    --- exit 1
    ");
    // Nothing of it is in the index.
    assert_eq!(repository.scope(&["--staged"]), "");
    repository.git(&["add", "samples/get_time/valid/new.json"]);
    insta::assert_snapshot!(repository.scope(&["--staged"]), @"samples/get_time/valid/new.json");
    // What is read is the file as it lies there, not what is in the index.
    let repository = repository.file("samples/get_time/valid/new.json", "[");
    assert!(repository.run(&["--staged"]).contains("new.json:1:2: error[json/truncated]"));
    // What git ignores is no change.
    let repository = repository.file(".gitignore", "new.json\n");
    repository.git(&["rm", "--quiet", "--cached", "-f", "samples/get_time/valid/new.json"]);
    insta::assert_snapshot!(repository.scope(SINCE), @"samples/get_weather/valid/oslo.json");
}

#[test]
fn a_changed_schema_brings_what_names_its_tool() {
    let repository = weather().file("schemas/get_time.json", &CLOCK.replace("UTC", "CET"));
    assert_eq!(repository.scope(SINCE), "", "nothing in it is different");
    let repository = repository.file("schemas/get_time.json", &CLOCK.replace("zone", "place"));
    insta::assert_snapshot!(repository.scope(SINCE), @"
    samples/captures/day.jsonl
    samples/get_time/valid/noon.json
    schemas/get_time.json
    ");
    insta::assert_snapshot!(repository.run(SINCE), @"
    checked: 1 schema file (1 tool), 2 samples, 2 documents, 2 calls, 0 results
    unchanged since `HEAD`: 1 schema file, 2 files
    0 errors
    --- exit 0
    ");
}

#[test]
fn a_tool_that_is_gone_brings_its_samples() {
    let renamed = weather().file("schemas/get_time.json", &CLOCK.replace("get_time", "get_hour"));
    insta::assert_snapshot!(renamed.run(SINCE), @"
    samples/captures/day.jsonl:1:82: error[call/unknown-tool] no definition of a tool `get_time` is known (known are `get_hour` and `get_weather`)
    samples/get_time/valid/noon.json:1:1: error[sample/unknown-tool] no folder on this sample's path is named like a tool of the contract (keep samples of a tool in `samples/<tool>/valid` and `samples/<tool>/invalid`)
    checked: 1 schema file (1 tool), 2 samples, 2 documents, 1 call, 0 results
    unchanged since `HEAD`: 1 schema file, 2 files
    not checked: 1 document, 1 call (no tool, no usable schema, or nothing in them to check)
    2 errors; 2 samples not as expected
    --- exit 1
    ");
    let gone = weather();
    gone.remove("schemas/get_time.json");
    insta::assert_snapshot!(gone.scope(SINCE), @"
    samples/captures/day.jsonl
    samples/get_time/valid/noon.json
    ");
    gone.git(&["add", "--all"]);
    assert_eq!(gone.scope(&["--staged"]), gone.scope(SINCE));
}

#[test]
fn a_shared_schema_brings_those_that_refer_to_it() {
    let tool = |name: &str, shared: &str| {
        format!(
            r#"{{"name":"{name}","inputSchema":{{"type":"object","properties":{{"to":{{"$ref":"{shared}"}}}}}}}}"#
        )
    };
    let repository = Repository::of(
        Folder::with_tools()
            .file("schemas/ship.json", tool("ship", "shared/address.json"))
            .file("schemas/bill.json", tool("bill", "shared/country.json"))
            .file(
                "schemas/shared/address.json",
                r#"{"properties":{"land":{"$ref":"country.json"}}}"#,
            )
            .file("schemas/shared/country.json", r#"{"type":"string"}"#)
            .file("samples/ship/valid/a.json", r#"{"to":{"land":"NO"}}"#)
            .file("samples/bill/valid/a.json", r#"{"to":"NO"}"#)
            .file("samples/get_weather/valid/a.json", OSLO),
    );
    let repository = repository.file("schemas/shared/address.json", r#"{"type":"object"}"#);
    insta::assert_snapshot!(repository.scope(SINCE), @"
    samples/ship/valid/a.json
    schemas/shared/address.json
    schemas/ship.json
    ");
    repository.git(&["checkout", "--quiet", "."]);
    let repository = repository.file("schemas/shared/country.json", r#"{"enum":["SE"]}"#);
    insta::assert_snapshot!(repository.run(&["--since", "HEAD", "-q"]), @r#"
    samples/bill/valid/a.json:1:7: error[schema/enum] `to` is "NO", which is not allowed
    samples/ship/valid/a.json:1:15: error[schema/enum] `land` is "NO", which is not allowed
    --- exit 1
    "#);
    repository.remove("schemas/shared/country.json");
    insta::assert_snapshot!(repository.run(&["--since", "HEAD", "-q"]));
}

#[test]
fn only_schemas_in_scope_are_reported() {
    let broken = r#"{"name":"old","inputSchema":{"type":"strin"}}"#;
    let repository = Repository::of(Folder::with_tools().file("schemas/old.json", broken));
    assert!(repository.run(&[]).contains("tool/invalid-schema"));
    assert!(!repository.run(SINCE).contains("tool/"));
    let repository = repository
        .file("schemas/get_time.json", &CLOCK.replace("integer", "intger"))
        .file("schemas/again.json", &WEATHER.replace("city", "town"));
    // A contradiction is shown whichever of the two files has changed.
    insta::assert_snapshot!(repository.run(SINCE));
}

#[test]
fn a_schema_that_cannot_be_understood_brings_its_samples() {
    let repository = weather().file("schemas/get_time.json", "{");
    insta::assert_snapshot!(repository.scope(SINCE), @"
    samples/captures/day.jsonl
    samples/get_time/valid/noon.json
    schemas/get_time.json
    ");
    let output = repository.run(&["--since", "HEAD", "-q"]);
    assert!(output.contains("schemas/get_time.json:1:2: error[json/truncated]"), "{output}");
}

#[cfg(unix)]
#[test]
fn links_are_followed_to_what_has_changed() {
    use std::os::unix::fs::symlink;
    let repository = weather().file("shared/oslo.json", OSLO);
    let link = repository.path("samples/get_weather/valid/link.json");
    symlink("../../../shared/oslo.json", link).expect("links can be made");
    repository.commit();
    let repository = repository.file("shared/oslo.json", "{}");
    insta::assert_snapshot!(repository.scope(SINCE), @"samples/get_weather/valid/link.json");
    // A schema that cannot be read is never passed over in silence, changed or not.
    symlink("nowhere.json", repository.path("schemas/link.json")).expect("links can be made");
    repository.commit();
    let output = repository.run(SINCE);
    assert!(output.contains("schemas/link.json:1:1: error[file/unreadable]"), "{output}");
    assert!(output.ends_with("exit 2\n"), "{output}");
}

#[test]
fn a_pin_brings_its_sample() {
    let repository = weather();
    repository.0.run(&["validate", "-u"]);
    insta::assert_snapshot!(repository.scope(SINCE), @"
    samples/get_weather/invalid/kelvin.json
    samples/get_weather/invalid/kelvin.json.expected.json
    ");
    repository.commit();
    repository.remove("samples/get_weather/invalid/kelvin.json.expected.json");
    insta::assert_snapshot!(repository.scope(SINCE), @"samples/get_weather/invalid/kelvin.json");
    repository.git(&["checkout", "--quiet", "."]);
    repository.remove("samples/get_weather/invalid/kelvin.json");
    insta::assert_snapshot!(repository.run(SINCE), @"
    samples/get_weather/invalid/kelvin.json.expected.json:1:1: error[sample/orphan-pin] no sample lies beside this pin (a pin has the whole name of its sample before `.expected.json`; `wirecheck validate --update` removes orphans)
    nothing was checked
    unchanged since `HEAD`: 2 schema files, 3 files
    1 error
    --- exit 1
    ");
    insta::assert_snapshot!(repository.run(&["--since", "HEAD", "-u"]), @"
    nothing to check has changed
    unchanged since `HEAD`: 2 schema files, 3 files
    0 errors
    --- standard error
    removed samples/get_weather/invalid/kelvin.json.expected.json (no sample beside it)
    1 pin changed
    --- exit 0
    ");
}

#[test]
fn pins_are_written_for_what_is_in_scope_only() {
    let repository = weather().file("samples/get_weather/invalid/new.json", KELVIN);
    insta::assert_snapshot!(repository.run(&["--since", "HEAD", "-u", "-q"]), @"--- exit 0");
    assert!(repository.path("samples/get_weather/invalid/new.json.expected.json").exists());
    assert!(!repository.path("samples/get_weather/invalid/kelvin.json.expected.json").exists());
}

#[test]
fn a_changed_configuration_brings_everything() {
    let everything = weather().scope(&[]);
    let repository = weather().file("wirecheck.toml", "[rules]\n\"schema/enum\" = \"error\"\n");
    let all = format!("{everything}wirecheck.toml\n");
    assert_eq!(repository.scope(SINCE), all);
    repository.commit();
    assert_eq!(repository.scope(SINCE), "");
    assert_eq!(repository.scope(&["--since", "HEAD~1"]), all);
    repository.remove("wirecheck.toml");
    assert_eq!(repository.scope(SINCE), everything);
    assert_eq!(repository.scope(&["--since", "HEAD", "--no-config"]), "");
    let repository = repository.file("other.toml", "");
    assert_eq!(repository.scope(&["--since", "HEAD", "--no-config"]), "");
    repository.git(&["checkout", "--quiet", "wirecheck.toml"]);
    let other = repository.scope(&["--since", "HEAD", "--config", "other.toml"]);
    assert_eq!(
        other,
        all.replace("wirecheck", "other").replace("other.toml\n", "").replacen(
            "samples/captures",
            "other.toml\nsamples/captures",
            1
        )
    );
}

#[test]
fn a_branch_is_compared_with_the_place_where_it_began() {
    let repository = weather();
    repository.git(&["checkout", "--quiet", "-b", "work"]);
    let repository = repository.file("samples/get_time/valid/mine.json", NOON);
    repository.commit();
    repository.git(&["checkout", "--quiet", "main"]);
    let repository = repository.file("samples/get_time/valid/theirs.json", NOON);
    repository.commit();
    repository.git(&["checkout", "--quiet", "work"]);
    insta::assert_snapshot!(repository.scope(&["--since", "main"]), @"samples/get_time/valid/mine.json");
}

#[test]
fn names_of_files_may_be_anything() {
    let names = ["with space.json", "zürich 🌧.json", "\"quoted\".json", "-dash.json"];
    let path = |name: &str| format!("samples/get_weather/valid/{name}");
    let repository = names.iter().fold(weather(), |it, name| it.file(&path(name), OSLO));
    insta::assert_snapshot!(repository.scope(SINCE), @r#"
    samples/get_weather/valid/"quoted".json
    samples/get_weather/valid/-dash.json
    samples/get_weather/valid/with space.json
    samples/get_weather/valid/zürich 🌧.json
    "#);
    repository.git(&["add", "--all"]);
    assert_eq!(repository.scope(&["--staged"]), repository.scope(SINCE));
    repository.commit();
    assert_eq!(repository.scope(SINCE), "");
}

#[cfg(unix)]
#[test]
fn a_name_may_hold_a_line_feed() {
    let repository = weather().file("samples/get_weather/valid/two\nlines.json", "[");
    insta::assert_snapshot!(repository.run(&["--since", "HEAD", "-q"]), @"
    samples/get_weather/valid/two<U+000A>lines.json:1:2: error[json/truncated] the text ends inside an array
    --- exit 1
    ");
    assert_eq!(repository.scope(SINCE).lines().count(), 1);
}

#[test]
fn paths_and_changes_are_both_heeded() {
    let inner = Folder::new()
        .file("tools/schemas/get_weather.json", WEATHER)
        .file("tools/samples/get_weather/valid/a.json", OSLO)
        .file("tools/samples/get_weather/valid/b.json", OSLO)
        .file("elsewhere/c.json", OSLO);
    let repository = Repository::of(inner);
    let repository = repository
        .file("tools/samples/get_weather/valid/a.json", "{}")
        .file("elsewhere/c.json", "{}");
    insta::assert_snapshot!(repository.scope(&["tools", "--since", "HEAD"]), @"tools/samples/get_weather/valid/a.json");
    let file = ["tools/samples/get_weather/valid/b.json", "--since", "HEAD"];
    assert_eq!(repository.scope(&file), "");
    assert!(repository.run(&file).ends_with("exit 0\n"));
    let both = ["tools/samples/get_weather", "elsewhere", "--since", "HEAD"];
    insta::assert_snapshot!(repository.scope(&both), @"
    elsewhere/c.json
    tools/samples/get_weather/valid/a.json
    ");
    // Standard input is no file of a repository, and is checked.
    let input = ["validate", "-", "--since", "HEAD", "-q", "--format", "concise"];
    let schema = ["--schemas", "tools/schemas", "--tool", "get_weather"];
    let shown = repository.0.run_with_input(&[&input[..], &schema].concat(), "{}");
    insta::assert_snapshot!(shown, @"
    <stdin>:1:1: error[schema/required] `city` is missing
    --- exit 1
    ");
}

#[test]
fn what_git_does_not_answer_is_an_error() {
    let repository = weather();
    for revision in ["nowhere", "--help", "main..HEAD", ""] {
        let shown = repository.run(&[&format!("--since={revision}")]);
        let first = format!("--- standard error\nerror: git knows no commit `{revision}`\n");
        assert!(shown.starts_with(&first) && shown.ends_with("exit 2\n"), "{shown}");
    }
    repository.git(&["checkout", "--quiet", "--orphan", "other"]);
    let repository = repository.file("new.txt", "");
    repository.commit();
    insta::assert_snapshot!(repository.run(&["--since", "main"]), @"
    --- standard error
    error: `main` and `HEAD` have no commit in common
     help: a shallow clone lacks what is older: fetch the branch and its past
    --- exit 2
    ");
    let mut without_git = repository.0;
    without_git.environment = vec![("PATH", "/nonexistent")];
    insta::assert_snapshot!(without_git.run(&["validate", "--staged"]), @"
    --- standard error
    error: the program `git` is not found
     help: `--since` and `--staged` ask it what has changed
    --- exit 2
    ");
    let both = without_git.run(&["validate", "--staged", "--since", "HEAD"]);
    assert!(both.contains("cannot be used with") && both.ends_with("exit 2\n"), "{both}");
}

#[test]
fn outside_a_repository_nothing_can_have_changed() {
    let repository = weather();
    fs::remove_dir_all(repository.path(".git")).expect("it is ours");
    let folder = repository.0.path().canonicalize().expect("it is there");
    for options in [&["--since", "HEAD"][..], &["--staged"], &["samples/captures", "--staged"]] {
        let shown = repository.run(options).replace(&*folder.to_string_lossy(), "[folder]");
        let start = "--- standard error\nerror: `[folder]";
        assert!(
            shown.starts_with(start) && shown.contains("` is in no git repository\n"),
            "{shown}"
        );
        assert!(shown.ends_with("exit 2\n"), "{shown}");
    }
}

#[test]
fn before_the_first_commit_all_that_is_staged_is_new() {
    let repository = weather();
    let everything = repository.scope(&[]);
    repository.git(&["checkout", "--quiet", "--orphan", "first"]);
    assert_eq!(repository.scope(&["--staged"]), everything);
    assert!(repository.run(&["--staged"]).ends_with("exit 0\n"));
}

/// Hooks run with `GIT_DIR` and `GIT_INDEX_FILE` set, and may stand in a linked work tree.
#[cfg(unix)]
#[test]
fn a_hook_sees_what_is_about_to_be_committed() {
    use std::os::unix::fs::PermissionsExt;
    let program = env!("CARGO_BIN_EXE_wirecheck");
    let hook =
        format!("#!/bin/sh\nexec {program} validate tools --staged -q --format concise >seen\n");
    let inner = Folder::new()
        .file("tools/schemas/get_weather.json", WEATHER)
        .file("tools/samples/get_weather/valid/a.json", OSLO)
        .file("tools/samples/get_weather/valid/b.json", "{}")
        .file(".gitignore", "seen\nlinked\n");
    let repository = Repository::of(inner);
    let repository = repository.file(".git/hooks/pre-commit", &hook);
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(repository.path(".git/hooks/pre-commit"), executable).expect("it is ours");
    repository.git(&["worktree", "add", "--quiet", "linked", "-b", "side"]);
    for place in ["", "linked/"] {
        let sample = format!("{place}tools/samples/get_weather/valid/a.json");
        fs::write(repository.path(&sample), "[").expect("it is ours");
        let output = Command::new("git")
            .args(["-c", "user.name=n", "-c", "user.email=e@example.org"])
            .args(["commit", "--quiet", "--all", "--message", "broken"])
            .current_dir(repository.path(place))
            .env_clear()
            .envs(repository.0.environment.iter().copied())
            .output()
            .expect("these tests need git");
        assert!(!output.status.success(), "the hook lets nothing through");
        let seen = fs::read_to_string(repository.path(&format!("{place}seen")));
        let seen = seen.expect("the hook ran");
        insta::allow_duplicates! {
            insta::assert_snapshot!(seen, @"tools/samples/get_weather/valid/a.json:1:2: error[json/truncated] the text ends inside an array");
        }
    }
}
