//! Chat lines whose arguments are JSON in a string: both layers parsed, the arguments validated.
//!
//! The plain way (`serde_json::Value` twice, the same validator, no spans) runs on the same lines in
//! the same rounds; only the ratios count. `cargo bench --bench chat`; with a word, `-- whole`, only the
//! ways whose names hold it run.

// A benchmark prints, and its figures are no more exact than a float.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wirecheck::check::{Checker, Document, Examined, Limits, Role};
use wirecheck::contract::{Contract, Seen, load};
use wirecheck::json::{Doc, NodeId, parse, with_tape};
use wirecheck::profile::Profiles;
use wirecheck::schema::{Schema, Settings};
use wirecheck::source::Files;
use wirecheck::wire;

const LINES: usize = 20_000;
const ROUNDS: usize = 25;
const DEPTH: usize = 128;

/// Counts the valid calls of a line.
type Way<'w> = &'w dyn Fn(&str) -> usize;

fn main() {
    let lines: Vec<String> = (0..LINES).map(line).collect();
    let bytes: usize = lines.iter().map(String::len).sum();
    let plain_schema = jsonschema::validator_for(&schema()).expect("the schema is valid");
    let contract = contract();
    let schema =
        contract.definition("get_forecast", "openai-chat").and_then(|it| it.input.schema());
    let schema = schema.expect("the tool is defined");
    let seen = Seen::new(Settings::default());
    let (limits, profiles) = (Limits::default(), Profiles::default());
    let checker = Checker {
        contract: &contract,
        table: wire::table(),
        seen: &seen,
        profiles: &profiles,
        limits,
    };

    let ways: [(&str, Way<'_>); 4] = [
        ("plain: Value and is_valid", &|line| plain(line, &plain_schema)),
        ("tape and is_valid", &|line| tape(line, schema)),
        ("the whole check of a document", &|line| whole(line, &checker)),
        ("both layers parsed only", &parse_only),
    ];
    // What remains of the arguments is for other kinds of benchmarks.
    let asked = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let mut best = [Duration::MAX; 4];
    for _ in 0..ROUNDS {
        for (at, (_, way)) in ways.iter().enumerate().filter(|(_, way)| way.0.contains(&asked)) {
            let start = Instant::now();
            let calls: usize = lines.iter().map(|line| way(black_box(line))).sum();
            best[at] = best[at].min(start.elapsed());
            assert_eq!(calls, 2 * LINES, "every call is valid");
        }
    }
    println!("{LINES} lines of {} bytes, best of {ROUNDS} rounds", bytes / LINES);
    let run = ways.iter().zip(best).filter(|(way, _)| way.0.contains(&asked));
    for ((name, _), time) in run {
        let speed = bytes as f64 / time.as_secs_f64() / 1e6;
        let ratio = match asked.as_str() {
            "" => best[0].as_secs_f64() / time.as_secs_f64(),
            _ => f64::NAN,
        };
        let each = time.as_nanos() / LINES as u128;
        println!("{name:32} {each:6} ns a line  {speed:5.0} MB/s  {ratio:4.2} times the plain way");
    }
}

/// The number of valid calls of a line, without spans.
fn plain(line: &str, schema: &jsonschema::Validator) -> usize {
    let value: Value = serde_json::from_str(line).expect("the line is JSON");
    let calls = value["choices"][0]["message"]["tool_calls"].as_array().expect("there are calls");
    let is_valid = |call: &&Value| {
        let text = call["function"]["arguments"].as_str().expect("arguments are a text");
        let arguments: Value = serde_json::from_str(text).expect("arguments are JSON");
        schema.is_valid(&arguments)
    };
    calls.iter().filter(is_valid).count()
}

/// The same on tapes.
fn tape(line: &str, schema: &Schema) -> usize {
    with_tape(|outer| {
        parse(line, DEPTH, outer).expect("the line is JSON");
        let doc = Doc::new(line, outer);
        let is_valid = |call: &NodeId| {
            let text = arguments(doc, *call);
            with_tape(|inner| {
                parse(text, DEPTH, inner).expect("arguments are JSON");
                let arguments = Doc::new(text, inner);
                schema.accepts(arguments, arguments.root()) == Ok(true)
            })
        };
        doc.elements(calls(doc)).filter(is_valid).count()
    })
}

/// The number of calls of a line whose arguments parse.
fn parse_only(line: &str) -> usize {
    with_tape(|outer| {
        parse(line, DEPTH, outer).expect("the line is JSON");
        let doc = Doc::new(line, outer);
        let calls = calls(doc);
        let parses = |call: &NodeId| {
            let text = arguments(doc, *call);
            with_tape(|inner| parse(text, DEPTH, inner).is_ok())
        };
        doc.elements(calls).filter(parses).count()
    })
}

/// The list of calls of a line.
fn calls(doc: Doc<'_>) -> NodeId {
    let path = ["choices", "message", "tool_calls"];
    let found = path.iter().try_fold(doc.root(), |node, name| {
        let node = doc.elements(node).next().unwrap_or(node);
        doc.get(node, name)
    });
    found.expect("there are calls")
}

/// The arguments of a call, as text.
fn arguments(doc: Doc<'_>, call: NodeId) -> &str {
    let function = doc.get(call, "function").expect("a call has a function");
    let text = doc.get(function, "arguments").and_then(|node| doc.string(node));
    text.expect("arguments are a text")
}

/// What `validate` does with the line: text, tape, recognition, ids, arguments.
fn whole(line: &str, checker: &Checker<'_>) -> usize {
    let file = wirecheck::source::FileId(0);
    let document = Document { offset: 1, bytes: line.as_bytes(), ..Document::of_file(file) };
    match checker.examine(document, &Role::outside(), None) {
        Examined::Done(outcome) if outcome.findings.is_empty() => outcome.tally.calls as usize,
        other => panic!("every line is clean: {other:?}"),
    }
}

fn contract() -> Contract {
    let definition =
        json!({"type": "function", "function": {"name": "get_forecast", "parameters": schema()}});
    let mut files = Files::default();
    let file = files.add_bytes("get_forecast.json", definition.to_string().into_bytes());
    let named = [(file, "get_forecast.json".to_owned())];
    let profiles = Profiles::default();
    let (contract, findings) =
        load(&files, &named, wire::table(), &Settings::default(), &profiles, None);
    assert!(findings.is_empty(), "{findings:?}");
    contract
}

fn schema() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "city": {"type": "string", "minLength": 1},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            "days": {"type": "integer", "minimum": 1, "maximum": 16},
            "coords": {
                "type": "object",
                "properties": {
                    "lat": {"type": "number", "minimum": -90, "maximum": 90},
                    "lon": {"type": "number", "minimum": -180, "maximum": 180}
                },
                "required": ["lat", "lon"],
                "additionalProperties": false
            },
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 8},
            "note": {"type": "string"},
            "id": {"type": "string", "pattern": "^call_[0-9a-f]{16}$"}
        },
        "required": ["city", "id"],
        "additionalProperties": false
    })
}

/// The `number`th line, the same in every run.
fn line(number: usize) -> String {
    const CITIES: [&str; 8] =
        ["Paris", "Oslo", "São Paulo", "東京", "New York", "Nairobi", "Lima", "Zürich"];
    const WORDS: [&str; 10] =
        ["the", "quick", "agent", "asks", "for", "weather", "tomorrow", "and", "long", "walk"];
    let call = |index: usize| {
        let seed = number * 2 + index;
        let word = |at: usize| WORDS[(seed * 7 + at * 3) % WORDS.len()];
        let note: Vec<&str> = (0..22).map(word).collect();
        let arguments = json!({
            "id": format!("call_{:016x}", seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            "city": CITIES[seed % CITIES.len()],
            "unit": if seed.is_multiple_of(3) { "celsius" } else { "fahrenheit" },
            "days": seed % 16 + 1,
            "coords": {"lat": (seed % 18_000) as f64 / 100.0 - 90.0, "lon": (seed % 36_000) as f64 / 100.0 - 180.0},
            "tags": [word(1), word(2), word(3)],
            "note": note.join(" ")
        });
        let id = format!("call_{seed:024x}");
        json!({"id": id, "type": "function", "function": {"name": "get_forecast", "arguments": arguments.to_string()}})
    };
    let message = json!({"role": "assistant", "content": null, "tool_calls": [call(0), call(1)]});
    json!({
        "id": format!("chatcmpl-{number:024x}"),
        "object": "chat.completion",
        "model": "some-model",
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}],
        "usage": {"prompt_tokens": 17, "completion_tokens": 4}
    })
    .to_string()
}
