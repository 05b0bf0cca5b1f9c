//! The repository is a contract folder itself: every sample fails for its own reason, and every
//! report keeps the report's schema.

use std::path::Path;

use wirecheck::report::{REPORT_SCHEMA, json_report};
use wirecheck::run::{Options, validate};

fn report(paths: &[&str]) -> serde_json::Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = paths.iter().map(|path| root.join(path)).collect();
    let options = Options { paths, ..Options::default() };
    let report = validate(&options, &mut std::io::empty()).expect("the folder is there");
    json_report(&report)
}

#[test]
fn every_invalid_sample_shows_what_its_name_says() {
    let report = report(&["."]);
    let root = format!("{}/", env!("CARGO_MANIFEST_DIR").replace('\\', "/"));
    let mut shown = String::new();
    for sample in report["samples"].as_array().expect("samples are a list") {
        assert_eq!(sample["verdict"], "as-expected", "{sample}");
        let observed = sample["observed"].as_array().expect("observed is a list");
        if observed.is_empty() {
            assert_eq!(sample["expects"], "valid");
            continue;
        }
        let path = sample["path"].as_str().unwrap_or_default().replace(&root, "");
        shown.push_str(&path);
        for one in observed {
            let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
            shown.push_str(&format!("\n    {} {}", text("code"), text("address")));
        }
        shown.push('\n');
    }
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(0));
    insta::assert_snapshot!(shown);
}

#[test]
fn reports_keep_the_schema_of_reports() {
    let schema = serde_json::from_str(REPORT_SCHEMA).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is valid");
    let folder = crate::folder::Folder::with_tools()
        .file("samples/get_weather/valid/a.json", r#"{"city":1,"x":2}"#)
        .file("samples/get_weather/valid/b.json", "[")
        .file("samples/get_weather/invalid/c.jsonl", "{}\n{\"city\":\"fine\"}\n")
        .file("samples/nowhere/valid/d.json", "{}");
    let text = folder.run(&["validate", "--format", "json"]);
    let (text, _) = text.split_once("--- exit").expect("the exit is shown");
    let broken = serde_json::from_str(text).expect("the report is JSON");
    for report in [report(&["."]), broken] {
        let errors: Vec<String> =
            validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
}

#[test]
fn the_json_report_of_one_sample_is_stable() {
    let folder = crate::folder::Folder::with_tools()
        .file("samples/get_weather/valid/a.json", "{\"city\":\"São\",\n \"unit\":\"kelvin\"}");
    insta::assert_snapshot!(folder.run(&["validate", "--format", "json"]));
}
