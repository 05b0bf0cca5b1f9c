//! Recorded traffic of model providers: what is found in it, counted by source.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::captures::{codes, report};
use crate::data;
use crate::found::found;

/// The folders and files of the second level, as `collection/source`.
fn sources(folder: &Path) -> BTreeMap<String, PathBuf> {
    let entries = WalkDir::new(folder).min_depth(2).max_depth(2);
    let paths = entries.into_iter().map(|entry| entry.expect("a readable folder").into_path());
    let named = paths.map(|path| {
        let below = path.strip_prefix(folder).expect("a path in the folder");
        (below.to_string_lossy().replace('\\', "/"), path)
    });
    named.filter(|(name, _)| !name.ends_with("LICENSE")).collect()
}

/// The counts of a source: two lines, and a third of what is wrong in it.
fn counts(path: &Path) -> String {
    let report = report(path);
    let files = WalkDir::new(path).into_iter().filter_map(Result::ok);
    let files: Vec<PathBuf> =
        files.map(walkdir::DirEntry::into_path).filter(|it| it.is_file()).collect();
    let found: Vec<_> = files.iter().map(|file| found(file)).collect();
    let definitions: u64 = found.iter().map(|found| found.definitions).sum();
    let exchanges: u64 = found.iter().map(|found| found.exchanges).sum();
    let summary = &report["summary"];
    let not = &summary["not_checked"];
    let mut shown = format!(
        "    documents {}, definitions {definitions}, calls {}, results {}, exchanges {exchanges}\n    \
         not checked: documents {}, calls {}, results {}\n",
        summary["documents"],
        summary["calls"],
        summary["results"],
        not["documents"],
        not["calls"],
        not["results"],
    );
    let codes = codes(&report);
    if !codes.is_empty() {
        shown.push_str(&format!("    {codes}\n"));
    }
    shown
}

#[test]
fn traffic_of_providers() {
    let Some(folder) = data("provider-captures") else { return };
    let sources = sources(&folder);
    let mut table = String::new();
    for (name, path) in &sources {
        table.push_str(&format!("{name}\n{}", counts(path)));
    }
    let files = WalkDir::new(&folder).into_iter().filter_map(Result::ok).count();
    eprintln!("provider-captures: {} sources, {files} files", sources.len());
    insta::assert_snapshot!(table);
}
