//! The pages of the codes: every example is run, and what it shows is the gallery.

#[path = "cli/folder.rs"]
mod folder;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use folder::Folder;
use serde_json::Value;
use wirecheck::explain::{Kind, Page, Sample};
use wirecheck::finding::{Code, Severity};

/// The sections that every page has, in this order; `Contract` may be left out.
const SECTIONS: &[&str] = &["What it means", "Why it matters", "Contract", "Bad", "Good", "Source"];

/// Writes the files of an example.
fn add<'s>(folder: Folder, files: impl Iterator<Item = &'s Sample>) -> Folder {
    files.fold(folder, |folder, file| match file.kind {
        Kind::Text => folder.file(file.path, &file.text),
        Kind::Hex => folder.file(file.path, bytes(&file.text)),
        Kind::Size => {
            let folder = folder.file(file.path, "");
            let size = file.text.trim().parse().expect("a number of bytes");
            let file = fs::File::options().write(true).open(folder.path().join(file.path));
            file.and_then(|file| file.set_len(size)).expect("files can grow");
            folder
        }
        Kind::Link => {
            let folder = folder.file(file.path, "");
            let path = folder.path().join(file.path);
            fs::remove_file(&path).expect("it was just made");
            link(&file.text, &path);
            folder
        }
    })
}

#[cfg(unix)]
fn link(target: &str, path: &Path) {
    std::os::unix::fs::symlink(target, path).expect("links can be made");
}

/// Elsewhere links need rights that tests have not: an example of them is left out.
#[cfg(not(unix))]
fn link(_: &str, _: &Path) {}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: String = hex.split_whitespace().collect();
    let digits = digits.as_bytes().chunks(2);
    let pairs = digits.map(|pair| std::str::from_utf8(pair).expect("hexadecimal digits"));
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal digits")).collect()
}

fn example(page: &Page, section: &str) -> Folder {
    let files = page.files("Contract").chain(page.files(section));
    add(Folder::new(), files)
}

fn is_run(page: &Page) -> bool {
    cfg!(unix) || page.files("Bad").all(|file| file.kind != Kind::Link)
}

#[test]
fn pages_have_one_form() {
    for &code in Code::ALL {
        let severity = code.severity().name();
        let start = format!("# {code}\n\n**{severity}** · {}\n\n## ", code.line());
        assert!(code.page().starts_with(&start), "{code}: the page should begin with\n{start}");
        let page = Page::of(code);
        let titles: Vec<&str> = page.sections.iter().map(|section| section.title).collect();
        let expected: Vec<&str> = SECTIONS
            .iter()
            .copied()
            .filter(|title| *title != "Contract" || titles.contains(title))
            .collect();
        assert_eq!(titles, expected, "{code}");
        for section in &page.sections {
            let is_empty = section.blocks.is_empty();
            assert!(!is_empty, "{code}: nothing stands under `{}`", section.title);
        }
        for title in ["Bad", "Good"] {
            assert!(page.files(title).next().is_some(), "{code}: `{title}` shows no file");
        }
    }
}

#[test]
fn every_page_belongs_to_a_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/codes");
    for group in fs::read_dir(root).expect("the folder of pages") {
        let group = group.expect("a folder").path();
        for page in fs::read_dir(&group).expect("a folder of pages") {
            let page = page.expect("a page").path().with_extension("");
            let name =
                |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
            let code = format!("{}/{}", name(&group), name(&page));
            assert!(Code::from_name(&code).is_some(), "the catalogue has no code `{code}`");
        }
    }
}

#[test]
fn bad_examples_show_their_code_and_good_ones_nothing() {
    let pages: Vec<Page> = Code::ALL.iter().map(|code| Page::of(*code)).filter(is_run).collect();
    let wrong: String = each(&pages, wrong_examples).concat();
    assert!(wrong.is_empty(), "{wrong}");
}

/// What is wrong with the examples of a page, a line each.
fn wrong_examples(page: &Page) -> String {
    let mut wrong = String::new();
    let code = page.code.name();
    let shown = findings(&example(page, "Bad"));
    if shown.is_empty() || shown.iter().any(|(found, _)| found != code) {
        let _ = writeln!(wrong, "{code}: the bad example shows {shown:?}");
    }
    let is_known = |name: &str| name == "warning" || name == page.code.severity().name();
    // Where the severity depends on the dialect, some example has the page's.
    if page.code.severity() == Severity::Warning
        && !shown.iter().any(|(_, severity)| is_known(severity))
    {
        let _ = writeln!(wrong, "{code}: the severity is another than the page's");
    }
    let good = example(page, "Good").run(&["validate", "--format", "concise"]);
    if !good.starts_with("checked: ") || !good.ends_with("0 errors\n--- exit 0\n") {
        let _ = writeln!(wrong, "{code}: the good example shows {good}");
    }
    wrong
}

/// Does the same with all pages, on all cores, and keeps their order.
fn each<T: Send>(pages: &[Page], work: impl Fn(&Page) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = pages.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let shares = pages.chunks(share);
        let handles: Vec<_> = shares
            .map(|share| scope.spawn(move || share.iter().map(work).collect::<Vec<T>>()))
            .collect();
        handles.into_iter().flat_map(|it| it.join().expect("a thread ends")).collect()
    })
}

/// The code and severity of each finding.
fn findings(folder: &Folder) -> Vec<(String, String)> {
    let shown = folder.run(&["validate", "--format", "json"]);
    let report = shown.split("--- exit").next().unwrap_or_default();
    let Ok(report) = serde_json::from_str::<Value>(report) else {
        return vec![(format!("no report: {shown}"), String::new())];
    };
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let findings = report["findings"].as_array().into_iter().flatten();
    findings.map(|finding| (text(finding, "code"), text(finding, "severity"))).collect()
}

/// With `UPDATE_GALLERY` in the environment the file is written anew.
#[cfg(unix)]
#[test]
fn the_gallery_is_what_the_bad_examples_show() {
    let mut gallery = String::from(
        "# Gallery\n\nOne report for each code: what `wirecheck validate` says of the bad example on \
         the code's page. This file is generated, and a test compares it with the program; \
         `UPDATE_GALLERY=1 cargo test --test pages` writes it anew.\n",
    );
    let pages: Vec<Page> = Code::ALL.iter().map(|code| Page::of(*code)).collect();
    gallery.extend(each(&pages, |page| {
        let code = page.code;
        let shown = example(page, "Bad").run(&["validate", "--quiet"]);
        let report = shown.split("--- exit").next().unwrap_or_default().trim_end().to_owned();
        format!("\n## [{code}](codes/{code}.md)\n\n```text\n{report}\n```\n")
    }));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gallery.md");
    if std::env::var_os("UPDATE_GALLERY").is_some() {
        fs::write(&path, &gallery).expect("the gallery can be written");
        return;
    }
    let kept = fs::read_to_string(&path).expect("the gallery").replace("\r\n", "\n");
    let difference = kept.lines().zip(gallery.lines()).find(|(old, new)| old != new);
    assert!(kept == gallery, "docs/gallery.md is not what the program says: {difference:#?}");
}
