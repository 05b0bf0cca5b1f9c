//! Arguments that a stream has cut into fragments: a finding points at exactly the pieces of the
//! file that spell what is wrong.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::sample::Index;
use wirecheck::finding::{Address, Finding, JOIN, Label};
use wirecheck::run::{Options, validate};
use wirecheck::source::Span;

use crate::layers::decoded;
use crate::spelling::{Speller, Tree};

/// Whose stream it is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Vendor {
    Chat,
    Anthropic,
    Responses,
}

/// How the events are written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    /// Events with one line of data.
    Event,
    /// Events whose data goes over several lines.
    Lines,
    /// Events with line ends as on Windows, and comments between them.
    Windows,
    /// One JSON text a line.
    Chunks,
}

/// Cuts `text` into fragments, some of which may be empty.
pub(crate) fn fragments(text: &str, cuts: &[Index]) -> Vec<String> {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&starts)).collect();
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|ends| text[ends[0]..ends[1]].to_owned()).collect()
}

/// A stream in which the tool `t`, with this input schema, is called; its arguments come in these
/// fragments.
pub(crate) fn stream(
    speller: &mut Speller,
    schema: &serde_json::Value,
    fragments: &[String],
    vendor: Vendor,
    form: Form,
) -> String {
    let definition = serde_json::json!({"tools": [{"name": "t", "input_schema": schema}]});
    let mut file = String::new();
    write(&mut file, &definition.to_string(), form);
    for event in events(fragments, vendor) {
        write(&mut file, &speller.spell(&event), form);
    }
    file
}

/// Adds an event with the JSON text `json` to a file.
fn write(file: &mut String, json: &str, form: Form) {
    // Line ends stand only between tokens: in strings they are escaped.
    let lines = json.replace("\r\n", "\n");
    match form {
        Form::Chunks => file.push_str(&format!("{}\n", lines.replace('\n', " "))),
        Form::Event => file.push_str(&format!("data: {}\n\n", lines.replace('\n', " "))),
        Form::Lines => {
            file.push_str("event: x\n");
            for line in lines.split('\n') {
                file.push_str(&format!("data:{line}\n"));
            }
            file.push('\n');
        }
        Form::Windows => {
            file.push_str(": a comment\r\n");
            for line in lines.split('\n') {
                file.push_str(&format!("data: {line}\r\n"));
            }
            file.push_str("id: 1\r\n\r\n");
        }
    }
}

fn events(fragments: &[String], vendor: Vendor) -> Vec<Tree> {
    let mut events = match vendor {
        Vendor::Chat => vec![chat(vec![
            ("index", number(0)),
            ("id", text("c1")),
            ("function", map(vec![("name", text("t")), ("arguments", text(""))])),
        ])],
        Vendor::Anthropic => vec![map(vec![
            ("type", text("content_block_start")),
            ("index", number(0)),
            (
                "content_block",
                map(vec![
                    ("type", text("tool_use")),
                    ("id", text("c1")),
                    ("name", text("t")),
                    ("input", map(vec![])),
                ]),
            ),
        ])],
        Vendor::Responses => vec![map(vec![
            ("type", text("response.output_item.added")),
            (
                "item",
                map(vec![
                    ("type", text("function_call")),
                    ("id", text("fc1")),
                    ("call_id", text("c1")),
                    ("name", text("t")),
                    ("arguments", text("")),
                ]),
            ),
        ])],
    };
    events.extend(fragments.iter().map(|fragment| match vendor {
        Vendor::Chat => {
            chat(vec![("index", number(0)), ("function", map(vec![("arguments", text(fragment))]))])
        }
        Vendor::Anthropic => map(vec![
            ("type", text("content_block_delta")),
            ("index", number(0)),
            (
                "delta",
                map(vec![("type", text("input_json_delta")), ("partial_json", text(fragment))]),
            ),
        ]),
        Vendor::Responses => map(vec![
            ("type", text("response.function_call_arguments.delta")),
            ("item_id", text("fc1")),
            ("delta", text(fragment)),
        ]),
    }));
    if matches!(vendor, Vendor::Responses) {
        // The same once more, whole: nothing is said of that.
        events.push(map(vec![
            ("type", text("response.function_call_arguments.done")),
            ("item_id", text("fc1")),
            ("arguments", text(&fragments.concat())),
        ]));
    }
    events
}

fn chat(call: Vec<(&str, Tree)>) -> Tree {
    let delta = map(vec![("tool_calls", Tree::List(vec![map(call)]))]);
    map(vec![("choices", Tree::List(vec![map(vec![("index", number(0)), ("delta", delta)])]))])
}

fn map(members: Vec<(&str, Tree)>) -> Tree {
    Tree::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn text(text: &str) -> Tree {
    Tree::Text(text.to_owned())
}

fn number(number: u32) -> Tree {
    Tree::Word(number.to_string())
}

/// The findings of a file with this content, whose name ends as its form asks for.
pub(crate) fn findings(content: &str, form: Form) -> Vec<Finding> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let ending = if matches!(form, Form::Chunks) { "chunks.txt" } else { "sse" };
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("wirecheck-spans-{}-{number}.{ending}", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    fs::write(&path, content).expect("a file can be written");
    let options = Options { paths: vec![path.clone()], jobs: Some(1), ..Options::default() };
    let report = validate(&options, &mut std::io::empty()).expect("the file is there");
    // Nothing depends on it.
    let _ = fs::remove_file(&path);
    report.findings
}

/// What the pieces of a label spell, put together.
pub(crate) fn joined(file: &str, label: &Label) -> String {
    let pieces = std::iter::once(&label.span).chain(&label.more);
    let mut end = 0;
    let decode = |span: &Span| {
        assert!(end <= span.start && span.start < span.end, "{label:?}");
        end = span.end;
        decoded(file, *span, 1)
    };
    pieces.map(decode).collect()
}

/// Whether an address leads through the fragments.
pub(crate) fn leads_through_fragments(finding: &Finding) -> bool {
    let address = finding.address.as_ref().map(Address::as_str);
    address.is_some_and(|address| address.split('/').any(|token| token == JOIN))
}
