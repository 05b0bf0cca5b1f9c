//! The repository is a contract folder itself: every sample fails for its own reason.

use std::path::Path;

use wirecheck::report::json_report;
use wirecheck::run::{Options, validate};

fn report(paths: &[&str]) -> serde_json::Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = paths.iter().map(|path| root.join(path)).collect();
    let options = Options { paths, ..Options::default() };
    let report = validate(&options, &mut std::io::empty()).expect("the folder is there");
    let report = json_report(&report);
    crate::folder::report_schema::hold(&report);
    report
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
fn the_json_report_of_one_sample_is_stable() {
    let folder = crate::folder::Folder::with_tools()
        .file("samples/get_weather/valid/a.json", "{\"city\":\"São\",\n \"unit\":\"kelvin\"}");
    insta::assert_snapshot!(folder.run(&["validate", "--format", "json"]));
}
