//! SARIF 2.1.0. Paths start from the root of the repository. Columns are UTF-16 code units from 1, the end exclusive.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::fingerprint::fingerprints;
use super::neutral::neutral;
use super::related::related;
use super::repository::RepositoryPaths;
use super::{Format, Look, Report, text};
use crate::finding::{Address, Code, Finding, Severity};
use crate::source::{FileId, Places, Span};

pub(super) struct Sarif;

/// What relative paths start from, by the name that readers of SARIF know.
const ROOT: &str = "%SRCROOT%";

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
        let locations = Locations { paths: RepositoryPaths::new(&report.files), places };
        let results =
            shown.iter().zip(fingerprints(&locations.paths, shown)).map(|(finding, print)| {
                let mut result = result(finding, &locations);
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
                // No address: where the repository lies is the reader's business.
                "originalUriBaseIds": { ROOT: { "description": {
                    "text": "The root of the repository, or the folder of the run outside of one",
                } } },
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

fn result(finding: &Finding, locations: &Locations<'_>) -> Value {
    let help = finding.help.as_ref().map(|help| format!(". {}", neutral(help)));
    let message = format!("{}{}", neutral(&finding.message), help.unwrap_or_default());
    let related = related(finding).enumerate().map(|(number, place)| {
        let mut related = locations.of(place.file, place.span);
        related["id"] = json!(number);
        if !place.text.is_empty() {
            related["message"] = json!({ "text": plain(&neutral(place.text)) });
        }
        related
    });
    let related: Vec<Value> = related.collect();
    json!({
        "ruleId": finding.code.name(),
        "level": level(finding.severity),
        "message": { "text": plain(&message) },
        "locations": [locations.of(finding.primary.file, finding.primary.span)],
        "relatedLocations": related,
        "properties": { "address": finding.address.as_ref().map(Address::as_str) },
    })
}

/// Brackets would be links in a message, braces places to fill in.
fn plain(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    text.replace('{', "{{").replace('}', "}}")
}

/// Where spans are, for a reader who has the repository.
struct Locations<'a> {
    paths: RepositoryPaths<'a>,
    places: &'a Places,
}

impl Locations<'_> {
    fn of(&self, file: FileId, span: Span) -> Value {
        let place = self.places.get(file, span);
        json!({ "physicalLocation": {
            "artifactLocation": artifact(&self.paths.of(file)),
            "region": {
                "startLine": place.start.line.max(1), "startColumn": place.start.utf16.max(1),
                "endLine": place.end.line.max(1), "endColumn": place.end.utf16.max(1),
                "byteOffset": span.start, "byteLength": span.len(),
            },
        } })
    }
}

/// A path as a URI: from the root of the repository, or whole.
fn artifact(path: &str) -> Value {
    let encoded = path.bytes().map(|byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    let encoded = encoded.collect::<String>();
    if Path::new(path).is_absolute() {
        let slash = if path.starts_with('/') { "" } else { "/" };
        return json!({ "uri": format!("file://{slash}{encoded}") });
    }
    json!({ "uri": encoded, "uriBaseId": ROOT })
}
