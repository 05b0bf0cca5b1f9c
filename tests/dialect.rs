//! A dialect that nobody speaks: one row for each thing that it says, and nothing else, and its
//! documents are checked like those of any other.

use wirecheck::check::{Checker, Document, Examined, Limits, Outcome, Role, Session};
use wirecheck::contract::{Contract, Seen};
use wirecheck::finding::Finding;
use wirecheck::profile::Profiles;
use wirecheck::schema::Settings;
use wirecheck::source::FileId;
use wirecheck::wire::{Atom, Encoding, Failed, Form, Pairing, Row, Spelling, Table, Test, rows};

const ROWS: &[Row] = &[
    Row {
        id: "D99",
        dialect: "acme",
        tests: &[Test::Is("acme", &["skill"]), Test::Text("title")],
        atom: Atom::Definition {
            name: "title",
            input: Some("takes"),
            output: Some("gives"),
            spelling: Spelling::JsonSchema,
        },
    },
    Row {
        id: "C99",
        dialect: "acme",
        tests: &[Test::Is("acme", &["please"])],
        atom: Atom::Call {
            name: "skill",
            prefix: "acme.",
            arguments: "with",
            encoding: Encoding::Text,
            may_lack: false,
            id: Some("ticket/number"),
            pairing: Pairing::Chat,
            is_hosted: false,
        },
    },
    Row {
        id: "R99",
        dialect: "acme",
        tests: &[Test::Is("acme", &["done"])],
        atom: Atom::Result {
            name: None,
            id: Some("ticket"),
            content: "gave",
            form: Form::Any,
            inner: None,
            structured: None,
            failed: &[Failed::Is("mood", &["sorry"])],
            pairing: Some(Pairing::Chat),
        },
    },
];

const SKILL: &str = r#"{"acme":"skill","title":"add","takes":{"type":"object","properties":
    {"a":{"type":"integer"}},"required":["a"]},"gives":{"properties":{"sum":{"type":"integer"}}}}"#;

/// What is found in a dialogue with these lines after the definition.
fn check(lines: &[&str]) -> Outcome {
    let table = Table::new(ROWS.iter().chain(rows()));
    let (contract, seen) = (Contract::default(), Seen::new(Settings::default()));
    let (limits, profiles) = (Limits::default(), Profiles::default());
    let checker =
        Checker { contract: &contract, table: &table, seen: &seen, profiles: &profiles, limits };
    let text = format!("[{SKILL},{}]", lines.join(","));
    let document = Document { bytes: text.as_bytes(), ..Document::of_file(FileId(0)) };
    let mut session = Session::of_file();
    match checker.examine(document, &Role::outside(), Some(&mut session)) {
        Examined::Done(outcome) => outcome,
        Examined::Lone => panic!("there is a session"),
    }
}

fn shown(outcome: &Outcome) -> Vec<String> {
    let show = |finding: &Finding| {
        let address = finding.address.as_ref().map_or("", |address| address.as_str());
        let dialect = finding.dialect.unwrap_or_default();
        format!("{} {address} ({dialect}): {}", finding.code, finding.message)
    };
    outcome.findings.iter().map(show).collect()
}

#[test]
fn a_dialect_is_a_row_for_each_thing_it_says() {
    let outcome = check(&[
        r#"{"acme":"please","skill":"acme.add","with":"{\"a\":\"1\"}","ticket":{"number":"n1"}}"#,
        r#"{"acme":"done","ticket":"n1","gave":{"sum":"two"}}"#,
        r#"{"acme":"please","skill":"acme.ad","with":{},"ticket":{"number":"n2"}}"#,
        r#"{"acme":"done","ticket":"n2","gave":{"sum":"two"},"mood":"sorry"}"#,
        r#"{"acme":"done","ticket":"n3","gave":{}}"#,
    ]);
    insta::assert_snapshot!(shown(&outcome).join("\n"), @r#"
    schema/type /1/with/~json/a (acme): `a` must be an integer, not a string that holds one
    schema/type /2/gave/sum (acme): `sum` must be an integer, not a string
    call/unknown-tool /3/skill (acme): no definition of a tool `ad` is known
    call/arguments-wrong-kind /3/with (acme): the arguments are an object; acme wants them as JSON text
    result/orphan /5/ticket (acme): no call before this result has the id "n3"
    "#);
    assert_eq!((outcome.tally.calls, outcome.tally.results), (2, 3));
}

#[test]
fn the_other_dialects_are_read_beside_it() {
    let outcome = check(&[
        r#"{"type":"tool_use","id":"t1","name":"add","input":{"a":"1"}}"#,
        r#"{"acme":"please","skill":"acme.add","with":"{\"a\":1}","ticket":{"number":"t1"}}"#,
    ]);
    insta::assert_snapshot!(shown(&outcome).join("\n"), @"schema/type /1/input/a (anthropic): `a` must be an integer, not a string that holds one");
}
