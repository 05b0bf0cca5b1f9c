//! SARIF 2.1.0. Columns are UTF-16 code units from 1, the end exclusive.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::fingerprint::fingerprints;
use super::neutral::neutral;
use super::{Format, Look, Report, text};
use crate::finding::{Address, Code, Finding, Label, Severity};
use crate::source::Places;

pub(super) struct Sarif;

impl Format for Sarif {
    fn write(
        &self,
        report: &Report,
        places: &Places,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shown = report.shown(look);
        let codes: BTreeSet<Code> = shown.iter().map(|finding| finding.code).collect();
        let codes: Vec<Code> = codes.into_iter().collect();
        let results = shown.iter().zip(fingerprints(report, shown)).map(|(finding, print)| {
            let mut result = result(report, finding, places);
            result["ruleIndex"] = json!(codes.binary_search(&finding.code).unwrap_or_default());
            result["partialFingerprints"] = json!({ "primaryLocationLineHash": print });
            result
        });
        let results: Vec<Value> = results.collect();
        let rules: Vec<Value> = codes.iter().copied().map(rule).collect();
        let version = env!("CARGO_PKG_VERSION");
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "wirecheck", "semanticVersion": version, "rules": rules,
                } },
                "columnKind": "utf16CodeUnits",
                "results": results,
            }],
        });
        writeln!(out, "{}", text::pretty(&log)?)
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "none",
        shown => shown.name(),
    }
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": { "text": code.line() },
        "fullDescription": { "text": code.line() },
        "help": { "text": code.page(), "markdown": code.page() },
        "defaultConfiguration": { "level": level(code.severity()) },
        "properties": { "tags": [code.group()] },
    })
}

fn result(report: &Report, finding: &Finding, places: &Places) -> Value {
    let help = finding.help.as_ref().map(|help| format!(". {}", neutral(help)));
    let message = format!("{}{}", neutral(&finding.message), help.unwrap_or_default());
    let keyword = finding.keyword.as_ref().map(|keyword| &keyword.label);
    let related = finding.labels.iter().chain(keyword).enumerate().map(|(number, label)| {
        let mut related = location(report, label, places);
        related["id"] = json!(number);
        if !label.text.is_empty() {
            related["message"] = json!({ "text": plain(&neutral(&label.text)) });
        }
        related
    });
    let related: Vec<Value> = related.collect();
    json!({
        "ruleId": finding.code.name(),
        "level": level(finding.severity),
        "message": { "text": plain(&message) },
        "locations": [location(report, &finding.primary, places)],
        "relatedLocations": related,
        "properties": { "address": finding.address.as_ref().map(Address::as_str) },
    })
}

/// Brackets would be links in a message, braces places to fill in.
fn plain(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    text.replace('{', "{{").replace('}', "}}")
}

fn location(report: &Report, label: &Label, places: &Places) -> Value {
    let place = places.get(label.file, label.span);
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(report.files.name(label.file)) },
        "region": {
            "startLine": place.start.line.max(1), "startColumn": place.start.utf16.max(1),
            "endLine": place.end.line.max(1), "endColumn": place.end.utf16.max(1),
            "byteOffset": label.span.start, "byteLength": label.span.len(),
        },
    } })
}

/// A path as a URI, relative where it lies below the current folder.
fn uri(path: &str) -> String {
    let here = std::env::current_dir().ok();
    let here = here.map(|here| format!("{}/", here.to_string_lossy().replace('\\', "/")));
    let path = here.and_then(|here| path.strip_prefix(here.as_str())).unwrap_or(path);
    let encoded = path.bytes().map(|byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    format!("{scheme}{}", encoded.collect::<String>())
}
