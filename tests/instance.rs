//! The tape as the validator's instance: it keeps the validator's contract, and what it does where
//! other representations differ (repeated names, exact numbers, large objects, budgets, depth).

#[path = "instance/limits.rs"]
mod limits;
#[path = "instance/numbers.rs"]
mod numbers;
#[path = "instance/objects.rs"]
mod objects;

use jsonschema::error::ValidationErrorKind;
use jsonschema::json::conformance;
use jsonschema::{Draft, Validator, options_for};
use serde_json::{Value, json};
use wirecheck::json::{
    DEFAULT_DEPTH, Doc, Spanned, SpannedNode, Values, node_of_value, parse, with_tape, with_values,
};

fn with_doc<T>(text: &str, work: impl FnOnce(Doc<'_>) -> T) -> T {
    with_tape(|tape| {
        parse(text, DEFAULT_DEPTH, tape).unwrap_or_else(|error| panic!("{error:?}: {text}"));
        work(Doc::new(text, tape))
    })
}

fn root(doc: Doc<'_>) -> SpannedNode<'_> {
    SpannedNode::At(doc, doc.root())
}

fn compile(draft: Draft, schema: &Value) -> Validator<Spanned> {
    options_for::<Spanned>().with_draft(draft).offline().build(schema).expect("a schema")
}

/// Whether `text` keeps `schema`; the verdict and the list of errors must agree.
fn keeps(schema: &Value, text: &str) -> bool {
    keeps_in(Draft::Draft202012, schema, text)
}

fn keeps_in(draft: Draft, schema: &Value, text: &str) -> bool {
    let validator = compile(draft, schema);
    with_doc(text, |doc| {
        let verdict = validator.is_valid(root(doc));
        let errors = validator.iter_errors(root(doc)).count();
        assert_eq!(verdict, errors == 0, "{schema} {text}");
        verdict
    })
}

#[test]
fn keeps_the_contract_of_the_validator() {
    for text in [
        conformance::document().to_string(),
        format!("{:#}", conformance::document()),
        conformance::document()
            .to_string()
            .replace('é', "\\u00E9")
            .replace("null\"", "n\\u0075ll\""),
    ] {
        with_doc(&text, |doc| conformance::assert_conformance::<Spanned>(&root(doc)));
    }
}

#[test]
fn a_member_name_is_handed_over_as_the_node_of_its_key() {
    let validator = compile(
        Draft::Draft202012,
        &json!({ "propertyNames": { "maxLength": 3 }, "properties": { "deep": true } }),
    );
    let text = r#"{"abc": 1, "l\u006fng": {"longer": 2}, "é🎉e": 3}"#;
    with_doc(text, |doc| {
        let errors: Vec<_> =
            with_values(Values::Numbers, || validator.iter_errors(root(doc)).collect());
        assert_eq!(errors.len(), 1, "{errors:?}");
        let object = node_of_value(errors[0].instance());
        assert_eq!(object, Some(doc.root()), "the error of all names is on the object");
        let ValidationErrorKind::PropertyNames { error } = errors[0].kind() else {
            panic!("{:?}", errors[0].kind());
        };
        let key = node_of_value(error.instance()).expect("a node");
        assert_eq!(doc.source(key), r#""l\u006fng""#);
    });
    // Outside of `with_values` errors hold values.
    with_doc(r#"{"long": 1}"#, |doc| {
        let error = validator.iter_errors(root(doc)).next().expect("an error");
        assert_eq!(**error.instance(), json!({ "long": 1 }));
    });
}
