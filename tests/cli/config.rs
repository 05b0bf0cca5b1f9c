//! `wirecheck.toml`: what it can say, and what is said of one that is not understood.

use std::fmt::Write;

use crate::folder::Folder;

const SCHEMA: &str = r#"{"name":"rate","inputSchema":{"type":"object","properties":{"stars":{"type":"integer"},"day":{"format":"date"}},"required":["stars"],"additionalProperties":false}}"#;

fn contract(config: &str) -> Folder {
    Folder::new()
        .file("wirecheck.toml", config)
        .file("schemas/rate.json", SCHEMA)
        .file("samples/rate/good.json", r#"{"stars":5}"#)
        .file("samples/rate/wrong.json", r#"{"stars":"5","why":"x"}"#)
        .file("samples/rate/old/wrong.json", r#"{"stars":"5"}"#)
}

/// What a run of `folder` says in one line a finding.
fn shown(folder: &Folder) -> String {
    folder.run(&["validate", "--quiet", "--format", "concise"])
}

#[test]
fn rules_change_what_findings_weigh() {
    let configs = [
        "",
        "[rules]\n\"schema/type\" = \"warning\"",
        // What is said of a code holds before what is said of its group.
        "[rules]\n\"schema/type\" = \"error\"\n\"schema/*\" = \"off\"",
        // An override holds for some paths, a later one before an earlier one.
        "[rules]\n\"schema/*\" = \"note\"\n\n[[override]]\npaths = [\"samples/**/old/*\"]\nrules = { \"schema/type\" = \"off\" }\n\n[[override]]\npaths = \"samples/*/old/wrong.json\"\nrules = { \"schema/type\" = \"warning\" }",
        // `*` does not leave its folder.
        "[[override]]\npaths = [\"samples/*.json\"]\nrules = { \"schema/*\" = \"off\" }",
    ];
    let mut all = String::new();
    for config in configs {
        let _ = write!(all, "{config}\n---\n{}\n", shown(&contract(config)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_rule_decides_whether_an_invalid_sample_fails() {
    let folder = Folder::new()
        .file("wirecheck.toml", "[rules]\n\"schema/type\" = \"warning\"")
        .file("schemas/rate.json", SCHEMA)
        .file("samples/rate/invalid/a.json", r#"{"stars":"5"}"#);
    insta::assert_snapshot!(shown(&folder));
}

#[test]
fn folders_drafts_formats_and_limits_are_set() {
    let folder = Folder::new()
        .file(
            "wirecheck.toml",
            "schemas = [\"contract\", \"more/one.json\"]\nsamples = \"fixtures\"\ndraft = \"4\"\n\
             formats = \"annotate\"\n[limits]\ndepth = 8\nbytes = 60\n",
        )
        .file("contract/rate.json", SCHEMA)
        .file(
            "more/one.json",
            r#"{"name":"one","inputSchema":{"type":"object","properties":{"n":{"minimum":1,"exclusiveMinimum":true}}}}"#,
        )
        // Not what is configured: not read.
        .file("schemas/other.json", "[")
        .file("samples/other.json", "[")
        .file("fixtures/rate/a.json", r#"{"stars":1,"day":"no day"}"#)
        .file("fixtures/one/a.json", r#"{"n":1}"#)
        .file("fixtures/one/deep.json", format!("{}{}", "[".repeat(9), "]".repeat(9)))
        .file("fixtures/one/large.json", format!("{{\"n\":{}}}", "1".repeat(60)));
    insta::assert_snapshot!(folder.run(&["validate", "--format", "concise"]));
}

#[test]
fn a_dialect_is_named_for_some_paths() {
    let call = r#"{"function_call":{"name":"rate","arguments":"{\"stars\":\"5\"}"}}"#;
    let folder = Folder::new()
        .file(
            "wirecheck.toml",
            "[[override]]\npaths = [\"samples/rate/raw/**\"]\ndialect = \"bare\"\n",
        )
        .file("schemas/rate.json", SCHEMA)
        .file("samples/rate/call.json", call)
        .file("samples/rate/raw/call.json", call);
    insta::assert_snapshot!("dialect-of-paths", shown(&folder));
    // The command line is heard before the file.
    let asked = ["validate", "--quiet", "--format", "concise", "--dialect", "anthropic"];
    insta::assert_snapshot!("dialect-asked-for", folder.run(&asked));
}

#[test]
fn what_is_not_understood_is_shown_where_it_stands() {
    let folder = contract(
        "schema = \"x\"\nsamples = 3\r\ndraft = \"2020\"\nformats = [\"assert\"]\ndialect = \"antropic\"\n\
         override = 1\n[limits]\ndepth = 0\nbytes = 1.5\nlayers = 9_999\nwidth = 3\n[rules]\n\
         \"schema/enums\" = \"warning\"\n\"shema/*\" = \"off\"\n\"schema/type\" = \"warn\"\n",
    );
    insta::assert_snapshot!("not-understood", folder.run(&["validate"]));
    let overrides = contract(
        "[[override]]\nrules = { \"schema/type\" = \"off\" }\n[[override]]\npaths = [\"a/{b\", 3]\nrule = 1\n",
    );
    insta::assert_snapshot!("overrides", shown(&overrides));
    let broken = [
        "draft = \n",
        "\u{feff}# a comment é\ndraft = \"2019-09\" x\n",
        "draft = \"4\"\ndraft = \"6\"\n",
        "[rules]\n\"\u{1b}[31m\" = \"off\"\n",
    ];
    let mut all = String::new();
    for config in broken {
        let _ = writeln!(all, "{}", shown(&contract(config)));
    }
    let latin = Folder::new().file("wirecheck.toml", b"# caf\xe9".as_slice());
    let _ = writeln!(all, "{}", shown(&latin));
    insta::assert_snapshot!("broken", all);
}

#[test]
fn the_nearest_configuration_holds_unless_another_is_asked_for() {
    let folder = contract("[rules]\n\"schema/*\" = \"off\"\n")
        .file("strict.toml", "[rules]\n\"schema/additional-properties\" = \"warning\"\n")
        .file("part/schemas/rate.json", SCHEMA)
        .file("part/samples/rate/a.json", r#"{"stars":"5"}"#);
    let run = |more: &[&str]| {
        let mut arguments = vec!["validate", "--quiet", "--format", "concise", "part"];
        arguments.extend_from_slice(more);
        folder.run(&arguments)
    };
    let all = [
        run(&[]),
        run(&["--no-config"]),
        run(&["--config", "strict.toml"]),
        run(&["--config", "missing.toml"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}
