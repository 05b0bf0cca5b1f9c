//! What keeps a hostile schema or document from taking the run down: budgets and depth.

use std::sync::Arc;
use std::thread;

use jsonschema::Draft;
use serde_json::{Value, json};
use wirecheck::json::{
    BudgetSpent, DEFAULT_DEPTH, Doc, Frame, MAX_DEPTH, Placement, SyntaxKind, Tape, Values, parse,
    with_budget, with_values,
};
use wirecheck::schema::{Compiled, Library, Schema, SchemaText, Settings};
use wirecheck::source::FileId;

use crate::{compile, root, with_doc};

/// Unions of twice the same reference, so many levels deep: the errors double at every level.
fn doubling(levels: usize) -> Value {
    let definition = |level: usize| {
        let next = json!({ "$ref": format!("#/$defs/level{}", level + 1) });
        (format!("level{level}"), json!({ "anyOf": [next.clone(), next] }))
    };
    let mut definitions: serde_json::Map<String, Value> = (0..levels).map(definition).collect();
    definitions.insert(format!("level{levels}"), json!({ "type": "integer" }));
    json!({ "$ref": "#/$defs/level0", "$defs": definitions })
}

#[test]
fn a_budget_stops_a_schema_that_multiplies_its_branches() {
    const QUESTIONS: u64 = 20_000;
    let validator = compile(Draft::Draft202012, &doubling(22));
    with_doc(r#"["x", 3]"#, |doc| {
        let [wrong, right] = [0, 1].map(|at| {
            let node = doc.elements(doc.root()).nth(at).expect("an element");
            wirecheck::json::SpannedNode::At(doc, node)
        });
        let errors = |node| validator.iter_errors(node).count();
        for _ in 0..3 {
            assert_eq!(with_budget(QUESTIONS, || errors(wrong)), Err(BudgetSpent));
            assert_eq!(
                with_budget(QUESTIONS, || with_values(Values::Numbers, || errors(wrong))),
                Err(BudgetSpent)
            );
            // Neither the validator nor the thread keeps anything of it.
            assert_eq!(with_budget(QUESTIONS, || errors(right)), Ok(0));
            assert!(validator.is_valid(right));
        }
    });
    let validator = compile(Draft::Draft202012, &json!({ "type": "integer" }));
    with_doc("3.5", |doc| {
        let error = validator.iter_errors(root(doc)).next().expect("an error");
        assert_eq!(**error.instance(), json!(3.5), "numbers are over, even after an unwinding");
    });
}

#[test]
fn budgets_within_budgets_count_together() {
    let validator = compile(Draft::Draft202012, &json!({ "items": { "type": "integer" } }));
    with_doc("[1,2,3,4,5,6,7,8]", |doc| {
        let check = || validator.is_valid(root(doc));
        let cost = (0..1000).find(|questions| with_budget(*questions, check).is_ok());
        let cost = cost.expect("a finite number of questions");
        let twice = || (with_budget(cost, check), with_budget(cost, check));
        assert_eq!(with_budget(2 * cost, twice), Ok((Ok(true), Ok(true))));
        // The inner ones may ask what they like; what they used is missing afterwards.
        let then_again = || (with_budget(cost, check), check());
        assert_eq!(with_budget(2 * cost, then_again), Ok((Ok(true), true)));
        assert_eq!(with_budget(2 * cost - 1, then_again), Err(BudgetSpent));
    });
}

#[test]
fn another_panic_goes_through_a_budget() {
    let outcome = std::panic::catch_unwind(|| {
        with_budget(5, || std::panic::resume_unwind(Box::new("a defect")))
    });
    let payload = outcome.expect_err("the panic");
    assert_eq!(payload.downcast_ref(), Some(&"a defect"));
}

#[test]
fn depth_is_limited_by_the_parser() {
    let mut tape = Tape::new();
    let mut parse = |depth: usize, limit| {
        let text = r#"{"a":["#.repeat(depth / 2) + &"]}".repeat(depth / 2);
        parse(&text, limit, &mut tape).map_err(|error| (error.kind, error.range))
    };
    assert_eq!(parse(DEFAULT_DEPTH, DEFAULT_DEPTH), Ok(()));
    let refused = (SyntaxKind::TooDeep { limit: 128 }, 128 * 3..128 * 3 + 1);
    assert_eq!(parse(DEFAULT_DEPTH + 2, DEFAULT_DEPTH), Err(refused));
    assert_eq!(parse(MAX_DEPTH, MAX_DEPTH), Ok(()));
    assert!(parse(MAX_DEPTH + 2, MAX_DEPTH).is_err());
    // The 129th alone is too much.
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let mut tape = Tape::new();
    let error = wirecheck::json::parse(&nested(129), 128, &mut tape).expect_err("too deep");
    assert_eq!(error.range, 128..129);
}

/// Compiles a schema as the product does.
fn schema_of(value: &Value) -> Arc<Schema> {
    let text = value.to_string();
    let mut tape = Tape::new();
    parse(&text, DEFAULT_DEPTH, &mut tape).expect("JSON");
    let text = SchemaText::new(text, tape, Placement::document(FileId(0), 0));
    let mut library = Library::new(Settings::default());
    let number = library.add_file("schema.json", Arc::new(text));
    let Compiled { schemas, findings, .. } = library.compile(&[number]);
    assert_eq!(findings, []);
    schemas.into_iter().flatten().next().expect("a compiled schema")
}

#[test]
fn a_recursive_schema_follows_the_deepest_document() {
    let schema = schema_of(&json!({
        "type": ["object", "array"],
        "items": { "$ref": "#" },
        "properties": { "a": { "allOf": [{ "anyOf": [{ "$ref": "#" }] }] } },
        "additionalProperties": false,
    }));
    let work = move || {
        let half = MAX_DEPTH / 2;
        let nested = |leaf: &str| r#"{"a":["#.repeat(half) + leaf + &"]}".repeat(half);
        for (text, count) in [(nested(""), 0), (nested("1"), 1)] {
            let mut tape = Tape::new();
            parse(&text, MAX_DEPTH, &mut tape).expect("JSON");
            let doc = Doc::new(&text, &tape);
            let mut findings = Vec::new();
            let frame = Frame::document(doc, FileId(1), 0);
            schema.check(&frame, doc.root(), &mut findings);
            assert_eq!(findings.len(), count);
            for finding in findings {
                assert_eq!(finding.primary.span.start as usize, 6 * half);
            }
        }
    };
    let thread = thread::Builder::new().stack_size(16 << 20).spawn(work).expect("a thread");
    thread.join().expect("no overflow");
}
