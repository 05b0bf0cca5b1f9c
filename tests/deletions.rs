//! Our own samples guard our own schemas: whatever constraint is deleted from a schema, a sample
//! shows it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wirecheck::run::{Options, validate};

/// Members of an object that hold the schema of a tool's arguments or results.
const ROOTS: &[&str] = &["inputSchema", "outputSchema", "input_schema", "parameters"];
/// Keywords that demand nothing.
const ANNOTATIONS: &[&str] = &["$schema", "title", "description", "$defs"];

/// A copy of the contract folder that goes with the test.
struct Copy(PathBuf);

impl Copy {
    /// With or without pins.
    fn new(with_pins: bool) -> Self {
        let name = format!("deletions-{with_pins}");
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // What an earlier run left.
        let _ = fs::remove_dir_all(&copy);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for part in ["schemas", "samples"] {
            for entry in walkdir::WalkDir::new(root.join(part)) {
                let path = entry.expect("a readable folder").into_path();
                let to = copy.join(path.strip_prefix(root).expect("it is below"));
                if path.is_dir() {
                    fs::create_dir_all(to).expect("folders can be made");
                } else if with_pins || !path.to_string_lossy().ends_with(".expected.json") {
                    fs::copy(path, to).expect("files can be copied");
                }
            }
        }
        Self(copy)
    }

    /// Whether all samples of `tools` are as expected; of all tools if none is named.
    fn is_green(&self, tools: &[String]) -> bool {
        let samples = self.0.join("samples");
        let mut paths: Vec<PathBuf> = tools.iter().map(|tool| samples.join(tool)).collect();
        if tools.is_empty() {
            paths.push(self.0.clone());
        }
        let options = Options { paths, jobs: Some(2), ..Options::default() };
        let report = validate(&options, &mut std::io::empty()).expect("the folder is there");
        report.exit_code(false) == 0
    }

    /// Which deletions nobody notices, and of how many.
    fn unnoticed(&self) -> (Vec<String>, usize) {
        assert!(self.is_green(&[]), "the folder is clean before anything is deleted");
        let (mut unnoticed, mut all) = (Vec::new(), 0);
        let files = walkdir::WalkDir::new(self.0.join("schemas")).sort_by_file_name();
        for file in files.into_iter().map(|entry| entry.expect("a readable folder")) {
            if file.file_type().is_dir() {
                continue;
            }
            let text = fs::read_to_string(file.path()).expect("a schema");
            let schema: Value = serde_json::from_str(&text).expect("it is JSON");
            let mut tools = Vec::new();
            find_names(&schema, &mut tools);
            let mut places = Vec::new();
            find_roots(&schema, "", &mut places);
            all += places.len();
            for place in places {
                let mut weaker = schema.clone();
                delete(&mut weaker, &place);
                fs::write(file.path(), weaker.to_string()).expect("it can be written");
                if self.is_green(&tools) {
                    let name = file.file_name().to_string_lossy();
                    unnoticed.push(format!("{name}#{place}"));
                }
            }
            fs::write(file.path(), text).expect("it can be written");
        }
        (unnoticed, all)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The tools that a file defines.
fn find_names(value: &Value, names: &mut Vec<String>) {
    if ROOTS.iter().any(|root| value.get(root).is_some()) {
        names.extend(value["name"].as_str().map(str::to_owned));
        return;
    }
    let members = value.as_object().into_iter().flat_map(serde_json::Map::values);
    for inner in members.chain(value.as_array().into_iter().flatten()) {
        find_names(inner, names);
    }
}

/// The schemas in a file of definitions, or the one that it is.
fn find_roots(value: &Value, at: &str, places: &mut Vec<String>) {
    if value.get("$schema").is_some() {
        return find_constraints(value, at, places);
    }
    let members: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, it)| (i.to_string(), it)).collect(),
        _ => Vec::new(),
    };
    for (name, inner) in members {
        let below = format!("{at}/{name}");
        if ROOTS.contains(&name.as_str()) {
            find_constraints(inner, &below, places);
        } else {
            find_roots(inner, &below, places);
        }
    }
}

/// Every keyword of a schema that demands something, and each single name, value or branch in it.
fn find_constraints(schema: &Value, at: &str, places: &mut Vec<String>) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let here = format!("{at}/{keyword}");
        if !ANNOTATIONS.contains(&keyword.as_str()) {
            places.push(here.clone());
        }
        match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    let below = format!("{here}/{name}");
                    if keyword == "properties" {
                        places.push(below.clone());
                    }
                    find_constraints(schema, &below, places);
                }
            }
            ("oneOf", Value::Array(branches)) => {
                for (number, branch) in branches.iter().enumerate() {
                    places.push(format!("{here}/{number}"));
                    find_constraints(branch, &format!("{here}/{number}"), places);
                }
            }
            ("required" | "enum", Value::Array(list)) => {
                places.extend((0..list.len()).map(|number| format!("{here}/{number}")));
            }
            ("items" | "additionalProperties", Value::Object(_)) => {
                find_constraints(value, &here, places);
            }
            _ => {}
        }
    }
}

fn delete(value: &mut Value, place: &str) {
    let (above, name) = place.rsplit_once('/').expect("a place is below the root");
    match value.pointer_mut(above).expect("it was found") {
        Value::Object(object) => drop(object.remove(name)),
        Value::Array(list) => drop(list.remove(name.parse().expect("a number"))),
        _ => unreachable!("only objects and lists hold something"),
    }
}

#[test]
fn every_invalid_sample_of_ours_is_pinned() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let paths = walkdir::WalkDir::new(samples).into_iter();
    let paths = paths.map(|entry| entry.expect("a readable folder").into_path());
    let is_pinned = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".expected.json") || Path::new(&format!("{name}.expected.json")).exists()
    };
    let is_invalid = |path: &PathBuf| path.iter().any(|part| part == "invalid") && path.is_file();
    let unpinned: Vec<PathBuf> = paths.filter(is_invalid).filter(|path| !is_pinned(path)).collect();
    assert_eq!(unpinned, Vec::<PathBuf>::new());
}

/// Deletions that change nothing, so that no sample can show them: a `type` beside an `enum` of such
/// values, and the `type` of arguments, which a call must give as an object anyway.
const WITHOUT_EFFECT: &[&str] = &[
    "fiscal.json#/tools/0/outputSchema/properties/status/type",
    "get_weather.chat.json#/function/parameters/properties/unit/type",
    "get_weather.chat.json#/function/parameters/type",
    "get_weather.mcp.json#/inputSchema/properties/unit/type",
    "schedule_delivery.json#/inputSchema/properties/packages/items/properties/handling/items/type",
    "schedule_delivery.json#/outputSchema/properties/status/type",
];

#[test]
fn with_pins_no_deletion_goes_unnoticed() {
    let (unnoticed, all) = Copy::new(true).unnoticed();
    assert!(all > 250, "{all} constraints are few");
    assert_eq!(unnoticed, WITHOUT_EFFECT, "of {all} deletions");
}

/// What the pins are good for.
#[test]
#[ignore = "it only measures, and takes as long as the test before it"]
fn without_pins_some_do() {
    let (unnoticed, all) = Copy::new(false).unnoticed();
    insta::assert_snapshot!(format!(
        "{} of {all} deletions\n{}",
        unnoticed.len(),
        unnoticed.join("\n")
    ));
}
