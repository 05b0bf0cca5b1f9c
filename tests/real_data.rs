//! Collections that others made: test suites, recorded sessions, made-up traps. They are not part
//! of this repository; where they are absent these tests say so and pass.

#![allow(clippy::print_stderr, reason = "what was run, or skipped, is for people to read")]

#[path = "real_data/captures.rs"]
mod captures;
#[path = "real_data/found.rs"]
mod found;
#[path = "real_data/generated.rs"]
mod generated;
#[path = "real_data/json_parsing.rs"]
mod json_parsing;
#[path = "real_data/labels.rs"]
mod labels;
#[path = "real_data/mcp_definitions.rs"]
mod mcp_definitions;
#[path = "real_data/mcp_examples.rs"]
mod mcp_examples;
#[path = "real_data/providers.rs"]
mod providers;
#[path = "real_data/schema_suite.rs"]
mod schema_suite;
#[path = "real_data/wire.rs"]
mod wire;

use std::path::{Path, PathBuf};

/// The folder `name` of the data, or a loud word that its tests are skipped.
fn data(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("WIRECHECK_DATA").map_or(beside, PathBuf::from).join(name);
    // Without `..`: the folder of a contract is looked for above, and this repository is one.
    if let Some(folder) = folder.canonicalize().ok().filter(|folder| folder.is_dir()) {
        return Some(folder);
    }
    eprintln!("SKIPPED: {name} (no data at {})", folder.display());
    None
}

/// The files below `folder` that end in `.json`, sorted.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name();
    let paths = entries.into_iter().map(|entry| entry.expect("a readable folder").into_path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
}
