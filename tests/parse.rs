//! The parser against one that others wrote, and what it says of texts that are not JSON.

#[path = "parse/mutation.rs"]
mod mutation;
#[path = "parse/refusals.rs"]
mod refusals;

use std::ops::Range;

use serde_json::Value;
use wirecheck::json::{
    DEFAULT_DEPTH, Doc, Fault, Frame, SyntaxError, Tape, parse, syntax_finding, to_value,
};
use wirecheck::source::FileId;

use mutation::Mutator;

const MUTATIONS: usize = 100_000;

/// How the two parsers compare on one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    BothAccept,
    BothRefuse,
    /// Something that `serde_json` refuses by choice: numbers beyond binary64, unpaired surrogates,
    /// and another limit of depth.
    SetAside,
}

#[test]
fn accepts_and_refuses_what_serde_json_does() {
    let mut mutator = Mutator::new(20);
    let mut tape = Tape::new();
    let mut counts = [0_usize; 3];
    for _ in 0..MUTATIONS {
        let text = mutator.text();
        counts[compare(&text, &mut tape) as usize] += 1;
    }
    let [accepted, refused, aside] = counts;
    // A run in which one side hardly occurs would show nothing.
    assert!(accepted > MUTATIONS / 5 && refused > MUTATIONS / 5, "{counts:?}");
    assert!(aside < MUTATIONS / 10, "{counts:?}");
}

fn compare(text: &str, tape: &mut Tape) -> Outcome {
    let ours = parse(text, DEFAULT_DEPTH, tape);
    if let Err(error) = &ours {
        is_sound(text, error);
    }
    match (serde_json::from_str::<Value>(text), ours) {
        (Ok(theirs), Ok(())) => {
            let doc = Doc::new(text, tape);
            let has_duplicates =
                tape.faults().iter().any(|fault| matches!(fault, Fault::DuplicateKey { .. }));
            let ours = to_value(doc, doc.root());
            assert!(has_duplicates || unsigned_zeros(ours) == unsigned_zeros(theirs), "{text:?}");
            Outcome::BothAccept
        }
        (Err(_), Err(_)) => Outcome::BothRefuse,
        (Err(theirs), Ok(())) if is_choice(&theirs) => Outcome::SetAside,
        (theirs, ours) => panic!("{text:?}\nserde_json: {theirs:?}\nwirecheck: {ours:?}"),
    }
}

fn is_choice(error: &serde_json::Error) -> bool {
    let words = error.to_string();
    ["number out of range", "surrogate", "unexpected end of hex escape", "recursion limit"]
        .iter()
        .any(|choice| words.contains(choice))
}

/// `serde_json` reads `-0` as a binary64, which equals 0 in JSON and not in Rust.
fn unsigned_zeros(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_f64() == Some(0.0) => 0.into(),
        Value::Array(elements) => elements.into_iter().map(unsigned_zeros).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, unsigned_zeros(value))).collect()
        }
        other => other,
    }
}

/// What holds of every refusal: its places lie inside the text and cut no character, and its words
/// fit on a line.
fn is_sound(text: &str, error: &SyntaxError) {
    let is_place =
        |range: &Range<u32>| text.get(range.start as usize..range.end as usize).is_some();
    assert!(is_place(&error.range), "{text:?} {error:?}");
    assert!(error.related.iter().all(|(range, _)| is_place(range)), "{text:?} {error:?}");
    let empty = Tape::new();
    let frame = Frame::document(Doc::new(text, &empty), FileId(0), 0);
    let finding = syntax_finding(&frame, error);
    assert!(!finding.message.chars().any(char::is_control), "{text:?} {finding:?}");
    assert!(finding.message.chars().count() < 120, "{text:?} {finding:?}");
}
