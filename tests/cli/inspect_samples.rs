//! What `inspect` shows against what `validate` says, over all samples of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wirecheck::finding::Side;
use wirecheck::inspect::{Error, Options, ResultSeen, Shown, Standing, What, inspect};
use wirecheck::report::json_report;
use wirecheck::run;

/// The samples of this repository that must have an error, each with the tool and side of its path.
fn invalid_samples() -> Vec<(PathBuf, String, Side)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let of = |path: PathBuf| {
        let below = path.strip_prefix(&root).expect("below").to_string_lossy().replace('\\', "/");
        let tool = below.split('/').next().unwrap_or_default().to_owned();
        let side = if below.contains("/result/") { Side::Result } else { Side::Arguments };
        let is_sample = below.contains("/invalid/") && !wirecheck::source::is_pin(&path);
        is_sample.then_some((path, tool, side))
    };
    samples().into_iter().filter_map(of).collect()
}

/// How the bytes of a finding stand to the value at its address.
fn relation(shown: &Shown, span: (u64, u64)) -> &'static str {
    let value = shown.payload.spans[0];
    let is_key = |key: &Vec<wirecheck::source::Span>| (key[0].start, key[0].end) == span;
    match span {
        it if it == (value.start, value.end) => "value",
        _ if shown.key.as_ref().is_some_and(is_key) => "name",
        it if it == (value.start, value.start + 1) => "bracket",
        (start, end) if value.start <= start && end <= value.end => "inside",
        _ => "elsewhere",
    }
}

/// The value of a streamed call that breaks the contract stands in several places.
/// The files under the samples of this repository.
fn samples() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of samples") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Both read the same files, and pair the same calls with the same results.
#[test]
fn the_tree_counts_what_validate_counts() {
    for path in samples() {
        let bytes = fs::read(&path).expect("a sample");
        let name = format!("sample.{}", path.extension().expect("an ending").to_string_lossy());
        let options =
            Options { path: "-".into(), stdin_filename: Some(name.clone()), ..Options::default() };
        let Ok(inspected) = inspect(&options, &mut &bytes[..]) else { continue };
        let options = run::Options {
            paths: vec!["-".into()],
            stdin_filename: Some(name),
            ..run::Options::default()
        };
        let report = run::validate(&options, &mut &bytes[..]).expect("a run");
        let report = json_report(&report);
        // A tool that did not run gave no result.
        let is_result = |result: &&ResultSeen| result.standing != Standing::Refusal;
        let (mut calls, mut results, mut orphans) = (0, 0, 0);
        for found in &inspected.found {
            match &found.what {
                What::Call(call) => {
                    calls += 1;
                    results += call.results.iter().filter(is_result).count();
                }
                What::Result(result) => {
                    results += usize::from(is_result(&result));
                    orphans += usize::from(result.standing == Standing::Orphan);
                }
                _ => {}
            }
        }
        let findings = report["findings"].as_array().expect("findings");
        let is_orphan = |finding: &&Value| {
            let code = finding["code"].as_str().unwrap_or_default();
            matches!(code, "result/orphan" | "rpc/response-orphan")
        };
        let summary = &report["summary"];
        let is_bare = inspected.found.is_empty();
        let counted = [
            json!(inspected.documents.len()),
            if is_bare { summary["calls"].clone() } else { json!(calls) },
            json!(results),
            json!(orphans),
        ];
        let expected = [
            summary["documents"].clone(),
            summary["calls"].clone(),
            summary["results"].clone(),
            json!(findings.iter().filter(is_orphan).count()),
        ];
        assert_eq!(counted, expected, "{}", path.display());
    }
}

/// What `validate` prints as an address, `inspect` finds, and the bytes are the finding's.
#[test]
fn every_address_of_a_finding_leads_to_its_bytes() {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let mut relations = std::collections::BTreeMap::<(String, &str), usize>::new();
    for (path, tool, side) in invalid_samples() {
        let bytes = fs::read(&path).expect("a sample");
        let name = format!("sample.{}", path.extension().expect("an ending").to_string_lossy());
        let options = run::Options {
            paths: vec!["-".into()],
            schemas: vec![schemas.clone()],
            // Samples of errors belong to no tool.
            tool: Some(tool).filter(|tool| tool != "errors"),
            side: Some(side),
            stdin_filename: Some(name.clone()),
            ..run::Options::default()
        };
        let report = run::validate(&options, &mut &bytes[..]).expect("a run");
        let report = json_report(&report);
        let findings = report["findings"].as_array().expect("findings");
        assert!(!findings.is_empty(), "{}", path.display());
        for finding in findings {
            let place = format!("{}: {finding}", path.display());
            let Some(address) = finding["address"].as_str() else { continue };
            let span = |end: &str| finding["span"][end].as_u64().expect("a byte");
            let span = (span("start"), span("end"));
            let options = Options {
                path: "-".into(),
                stdin_filename: Some(name.clone()),
                document: finding["document"].as_u64(),
                dialect: None,
            };
            let inspected = match inspect(&options, &mut &bytes[..]) {
                Ok(inspected) => inspected,
                Err(Error::Broken { place: shown, .. }) => {
                    let start = &finding["start"];
                    assert_eq!(shown, format!("{name}:{}:{}", start["line"], start["column"]));
                    assert_eq!(address, "", "{place}");
                    continue;
                }
                Err(error) => panic!("{place}: {error}"),
            };
            let at = |address: &str| {
                inspected.at(address, &options).unwrap_or_else(|error| panic!("{place}: {error}"))
            };
            let shown = at(address);
            for arrow in ["»", ">>"] {
                let parsed = wirecheck::finding::Address::parse(address).expect("an address");
                let people = at(&parsed.display(arrow).to_string());
                assert_eq!(people.payload.spans, shown.payload.spans, "{place}");
            }
            let relation = relation(&shown, span);
            assert_ne!(relation, "elsewhere", "{place}\n{shown:#?}");
            let group = finding["code"].as_str().unwrap_or_default().split('/').next();
            let group = group.unwrap_or_default().to_owned();
            *relations.entry((group, relation)).or_default() += 1;
        }
    }
    let shown: Vec<String> = relations
        .into_iter()
        .map(|((group, relation), count)| format!("{group} {relation}: {count}"))
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}
