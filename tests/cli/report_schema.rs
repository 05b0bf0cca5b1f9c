//! What every JSON report of the tests is held to.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;
use wirecheck::report::REPORT_SCHEMA;

pub(crate) static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(REPORT_SCHEMA).expect("the schema is JSON"));

/// For whole reports, and for lines of `jsonl`. The published schema lets members be added; here none
/// may be that it does not describe.
pub(crate) static VALIDATORS: LazyLock<[Validator; 2]> = LazyLock::new(|| {
    let mut strict = SCHEMA.clone();
    close(&mut strict);
    let mut finding = serde_json::json!({ "$ref": "#/$defs/finding" });
    finding["$defs"] = strict["$defs"].clone();
    [strict, finding].map(|it| jsonschema::validator_for(&it).expect("the schema is valid"))
});

fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.values_mut().for_each(close);
            if members.contains_key("properties") {
                members.insert("additionalProperties".into(), false.into());
            }
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}

/// Holds a report to the schema.
pub(crate) fn hold(report: &Value) {
    hold_to(&VALIDATORS[0], report);
}

/// Holds what `command` wrote in `format`, if that is described by the schema.
pub(crate) fn hold_output(command: &str, format: &str, output: &str) {
    let parsed = |text: &str| serde_json::from_str(text).expect("the report is JSON");
    match (command, format) {
        ("validate", "json") if !output.is_empty() => hold(&parsed(output)),
        ("validate", "jsonl") => {
            output.lines().for_each(|line| hold_to(&VALIDATORS[1], &parsed(line)));
        }
        _ => {}
    }
}

fn hold_to(validator: &Validator, value: &Value) {
    let errors = validator.iter_errors(value).map(|it| format!("{}: {it}", it.instance_path()));
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<String>::new(), "{value:#}");
}
