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
        let session = server.join("2025-06-18.raw.ndjson");
        if !session.is_file() {
            continue;
        }
        let report = report(&session);
        let name = server.file_name().unwrap_or_default().to_string_lossy();
        let (summary, codes) = (&report["summary"], codes(&report));
        let (calls, results) = (&summary["calls"], &summary["results"]);
        table.push_str(&format!("{name}\n    {calls} calls, {results} results: {codes}\n"));
        eprintln!("{name}: {calls} calls, {results} results");
        for finding in report["findings"].as_array().into_iter().flatten() {
            if finding["code"] == "call/unknown-tool" {
                // The recorder's own made-up name, a call without one, and a tool that this server
                // once had.
                let tool = finding["tool"].as_str().unwrap_or_default();
                assert!(["", "no_such_tool_here", "query"].contains(&tool), "{finding}");
            }
        }
    }
    insta::assert_snapshot!(table);
}
