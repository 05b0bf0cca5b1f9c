//! Services that know the repository get paths from its root, wherever the run stands.

use serde_json::Value;

use crate::folder::Folder;
use crate::tools::WEATHER;

const SAMPLE: &str = "samples/get_weather/valid/ü 1.json";

/// A contract folder below the root of a repository.
fn below() -> Folder {
    Folder::new()
        .file(".git/HEAD", "")
        .file("tools/schemas/get_weather.json", WEATHER)
        .file(&format!("tools/{SAMPLE}"), r#"{"city":"Oslo","unit":"kelvin"}"#)
}

fn json(shown: &str) -> Value {
    let (text, _) = shown.split_once("--- exit").expect("the exit is shown");
    serde_json::from_str(text).expect("it is JSON")
}

/// The paths in the annotations, the code quality report and the code scanning report of a run.
fn paths(folder: &Folder, run: impl Fn(&Folder, &str) -> String) -> [Value; 3] {
    let github = run(folder, "github");
    let (_, rest) = github.split_once("file=").expect("an annotation");
    let (annotated, _) = rest.split_once(",line=").expect("a line");
    let gitlab = json(&run(folder, "gitlab"));
    let sarif = json(&run(folder, "sarif"));
    let result = &sarif["runs"][0]["results"][0];
    let artifact = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    [annotated.into(), gitlab[0]["location"]["path"].clone(), artifact.clone()]
}

fn from_root() -> [Value; 3] {
    let path = format!("tools/{SAMPLE}");
    let uri = "tools/samples/get_weather/valid/%C3%BC%201.json";
    let artifact = serde_json::json!({ "uri": uri, "uriBaseId": "%SRCROOT%" });
    [path.clone().into(), path.into(), artifact]
}

#[test]
fn paths_start_from_the_root_of_the_repository() {
    let folder = below();
    let at_root =
        |folder: &Folder, format: &str| folder.run(&["validate", "tools", "--format", format]);
    assert_eq!(paths(&folder, at_root), from_root());
    let inside = |folder: &Folder, format: &str| {
        folder.outcome("tools", &["validate", "--format", format], "")
    };
    assert_eq!(paths(&folder, inside), from_root());
    let beside = |folder: &Folder, format: &str| {
        folder.outcome("tools/schemas", &["validate", "../samples", "--format", format], "")
    };
    assert_eq!(paths(&folder, beside), from_root());
    let whole = folder.path().join("tools").to_string_lossy().into_owned();
    let elsewhere =
        |_: &Folder, format: &str| Folder::new().run(&["validate", &whole, "--format", format]);
    assert_eq!(paths(&folder, elsewhere), from_root());
}

/// A finding is the same one wherever the run stands.
#[test]
fn fingerprints_do_not_depend_on_the_folder_of_the_run() {
    let folder = below();
    let at_root = json(&folder.run(&["validate", "tools", "--format", "gitlab"]));
    let inside = json(&folder.outcome("tools", &["validate", "--format", "gitlab"], ""));
    assert_eq!(at_root, inside);
}

#[test]
fn outside_of_a_repository_paths_start_from_the_folder_of_the_run() {
    let folder = below();
    std::fs::remove_dir_all(folder.path().join(".git")).expect("it is ours");
    let shown = folder.outcome("tools", &["validate", "--format", "gitlab"], "");
    assert_eq!(json(&shown)[0]["location"]["path"], SAMPLE);
    // What lies elsewhere has its whole path, and no base.
    let whole = folder.path().canonicalize().expect("it is there");
    let shown = folder.outcome("tools/schemas", &["validate", "..", "--format", "sarif"], "");
    let sarif = json(&shown);
    let result = &sarif["runs"][0]["results"][0];
    let artifact = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    let uri = artifact["uri"].as_str().expect("a URI");
    let start = format!("file://{}/tools/samples/", whole.display());
    assert!(uri.starts_with(&start) && artifact.get("uriBaseId").is_none(), "{artifact}");
}

/// What reviewdog reads starts from the folder that both run in.
#[test]
fn reviewdog_gets_the_paths_of_the_run_and_every_place() {
    let shown = below().outcome("tools", &["validate", "--format", "rdjsonl"], "");
    let diagnostic = json(&shown);
    assert_eq!(diagnostic["location"]["path"], SAMPLE);
    let related = &diagnostic["relatedLocations"][0];
    assert_eq!(related["message"], "allowed values");
    assert_eq!(related["location"]["path"], "schemas/get_weather.json");
    assert!(related["location"]["range"]["start"]["line"].is_u64());
}
