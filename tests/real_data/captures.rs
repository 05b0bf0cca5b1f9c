//! Recorded sessions of real servers: what is found in each, as a table. The recorder sends wrong
//! arguments and unknown tools on purpose.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use wirecheck::report::json_report;
use wirecheck::run::{Options, validate};

use crate::data;

pub(crate) fn report(path: &Path) -> Value {
    let options = Options { paths: vec![path.to_owned()], ..Options::default() };
    json_report(&validate(&options, &mut std::io::empty()).expect("the file is there"))
}

/// `schema/type 5, call/unknown-tool 2`
pub(crate) fn codes(report: &Value) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in report["findings"].as_array().into_iter().flatten() {
        *counts.entry(finding["code"].as_str().unwrap_or_default()).or_default() += 1;
    }
    let shown: Vec<String> = counts.iter().map(|(code, count)| format!("{code} {count}")).collect();
    shown.join(", ")
}

/// The versions that the recorder asked for.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

#[test]
fn sessions_of_servers() {
    let Some(folder) = data("mcp-captures") else { return };
    let mut servers: Vec<_> = fs::read_dir(&folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    servers.sort();
    let mut table = String::new();
    for server in servers {
        let name = server.file_name().unwrap_or_default().to_string_lossy();
        table.push_str(&format!("{name}\n"));
        for version in VERSIONS {
            let report = report(&server.join(format!("{version}.jsonl")));
            let (summary, codes) = (&report["summary"], codes(&report));
            let (calls, results) = (&summary["calls"], &summary["results"]);
            table.push_str(&format!("    {version}: {calls} calls, {results} results: {codes}\n"));
            only_known_tools(&report);
        }
    }
    eprintln!("{} sessions", table.lines().filter(|line| line.starts_with(' ')).count());
    insta::assert_snapshot!(table);
}

/// Of the tools that are not known there are the recorder's own made-up name, a call without one, and
/// a tool that its server once had.
fn only_known_tools(report: &Value) {
    for finding in report["findings"].as_array().into_iter().flatten() {
        if finding["code"] == "call/unknown-tool" {
            let tool = finding["tool"].as_str().unwrap_or_default();
            assert!(["", "no_such_tool_here", "query"].contains(&tool), "{finding}");
        }
    }
}

/// Lines as a server wrote them, without a word on who wrote each: nothing more is found than where
/// that is known, but for what only the sender tells.
#[test]
fn sessions_without_senders() {
    let Some(folder) = data("mcp-captures") else { return };
    let mut table = String::new();
    let mut sessions = 0;
    for entry in fs::read_dir(&folder).expect("a readable folder") {
        let server = entry.expect("a readable folder").path();
        for version in VERSIONS {
            let told = report(&server.join(format!("{version}.jsonl")));
            let untold = report(&server.join(format!("{version}.raw.ndjson")));
            sessions += 1;
            if codes(&told) != codes(&untold) {
                let name = server.file_name().unwrap_or_default().to_string_lossy();
                let shown =
                    format!("{name} {version}\n  + {}\n  - {}\n", codes(&told), codes(&untold));
                table.push_str(&shown);
            }
        }
    }
    eprintln!("{sessions} sessions read twice");
    insta::assert_snapshot!(table, @"");
}
