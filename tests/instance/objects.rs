//! Objects: repeated names, large ones, escaped names.

use std::collections::HashMap;

use jsonschema::json::{Json, Node, Object};
use serde_json::{Value, json};
use wirecheck::json::{Doc, NodeId, Spanned, SpannedNode, to_value};

use crate::{keeps, with_doc};

/// What the validator sees of an object: names and values as it iterates, after checks that count,
/// look-up and copy agree with that.
fn members(doc: Doc<'_>, node: NodeId) -> Vec<(String, String)> {
    let object = SpannedNode::At(doc, node).as_object().expect("an object");
    let source = |value: SpannedNode<'_>| match value {
        SpannedNode::At(doc, node) => doc.source(node).to_owned(),
        SpannedNode::Text(text) => panic!("{text} stands in no document"),
    };
    let members: Vec<_> =
        object.members().map(|(name, value)| (name.to_owned(), source(value))).collect();
    assert_eq!(object.len(), members.len());
    for (name, value) in &members {
        let found = object.get(&Spanned::prepare_key(name)).map(source);
        assert_eq!(found.as_ref(), Some(value), "look-up of {name:?}");
        let (key, found) = doc.member(node, name).expect("a member");
        assert_eq!((doc.string(key), doc.source(found)), (Some(name.as_str()), value.as_str()));
    }
    let plain: HashMap<String, Value> =
        members.iter().map(|(name, text)| (name.clone(), text.parse().expect("JSON"))).collect();
    let copy = to_value(doc, node);
    assert_eq!(copy, json!(plain));
    assert!(SpannedNode::At(doc, node).equals_value(&copy));
    members
}

fn pairs(text: &str) -> Vec<(String, String)> {
    with_doc(text, |doc| members(doc, doc.root()))
}

#[test]
fn of_a_repeated_name_the_last_counts() {
    let shown = |text| {
        let pairs = pairs(text).into_iter().map(|(name, value)| name + "=" + &value);
        pairs.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown(r#"{"a":1,"b":2,"a":3}"#), "b=2 a=3");
    assert_eq!(shown(r#"{"a":1,"a":2,"b":0,"a":3}"#), "b=0 a=3");
    assert_eq!(shown(r#"{"a":1,"\u0061":2}"#), "a=2");
    assert_eq!(shown(r#"{"":1,"":{"x":1},"\u0000":[2]}"#), "={\"x\":1} \0=[2]");
    // Inside one that is hidden, and around.
    with_doc(r#"{"o":{"x":1,"x":2},"o":{"y":3,"y":4,"z":5}}"#, |doc| {
        let outer = members(doc, doc.root());
        assert_eq!(outer.len(), 1);
        let inner = doc.get(doc.root(), "o").expect("a member");
        assert_eq!(members(doc, inner), [("y".into(), "4".into()), ("z".into(), "5".into())]);
    });
    let two = json!({ "minProperties": 2, "maxProperties": 2, "required": ["a", "b"] });
    assert!(keeps(&two, r#"{"a":1,"b":2,"a":3,"b":4}"#));
    let last = json!({ "properties": { "a": { "const": 3 } }, "additionalProperties": false });
    assert!(keeps(&last, r#"{"a":1,"a":2,"a":3}"#));
    assert!(!keeps(&last, r#"{"a":3,"a":1}"#));
    assert!(keeps(&json!({ "const": { "a": 2 } }), r#"{"a":1,"a":2}"#));
}

#[test]
fn of_a_repeated_name_the_last_counts_in_large_objects() {
    // Every third name three times. Up to 16 members there is no index: by what is written (8),
    // or by what is left (16).
    for size in [6_usize, 8, 16, 17, 18, 40, 1000] {
        let names: Vec<String> = (0..size)
            .flat_map(|n| vec![format!("name {n}"); if n.is_multiple_of(3) { 3 } else { 1 }])
            .collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        // Repetitions apart from each other: by the remainder, not one after the other.
        order.sort_by_key(|at| (at % 7, *at));
        let text: Vec<String> =
            order.iter().enumerate().map(|(at, n)| format!("{:?}:{at}", names[*n])).collect();
        let found = pairs(&format!("{{{}}}", text.join(",")));
        assert_eq!(found.len(), size);
        for n in 0..size {
            let name = format!("name {n}");
            let last = order.iter().rposition(|at| names[*at] == name).expect("a place");
            assert!(found.contains(&(name, last.to_string())), "{size} names, {n}");
        }
        let places: Vec<usize> =
            found.iter().map(|(_, place)| place.parse().expect("a place")).collect();
        assert!(places.is_sorted(), "document order");
    }
}

#[test]
fn every_name_of_a_large_object_is_found_and_no_other() {
    for size in [15_usize, 16, 17, 18, 1000] {
        // Objects close from the inside out: each holds a large one, before and after other names.
        let level = |inner: String| {
            let half = size / 2;
            let name = |n: usize| {
                if n.is_multiple_of(5) { format!("\\u006b{n}") } else { format!("k{n}") }
            };
            let part = |range: std::ops::Range<usize>| -> Vec<String> {
                range.map(|n| format!("\"{}\":{n}", name(n))).collect()
            };
            let (before, after) = (part(0..half), part(half..size - 1));
            format!("{{{},\"inner\":{inner},{}}}", before.join(","), after.join(","))
        };
        let text = level(level(level("{}".to_owned())));
        with_doc(&text, |doc| {
            let mut node = doc.root();
            for _ in 0..3 {
                assert_eq!(members(doc, node).len(), size);
                let object = SpannedNode::At(doc, node).as_object().expect("an object");
                for missing in ["", "k", "k-1", "k1000000", "inner ", "Inner", "\\u006b0"] {
                    assert!(object.get(&Spanned::prepare_key(missing)).is_none(), "{missing:?}");
                    assert_eq!(doc.get(node, missing), None);
                }
                node = doc.get(node, "inner").expect("the inner object");
            }
        });
    }
}

#[test]
fn escaped_names_are_the_names_they_spell() {
    let schema = json!({
        "properties": { "é": { "type": "integer" }, "a/b": true, "🎉\"": { "type": "null" } },
        "required": ["é", "a/b", "🎉\""],
        "patternProperties": { "^x": { "type": "boolean" } },
        "additionalProperties": false,
    });
    assert!(keeps(&schema, r#"{"\u00E9":1,"a\/b":2,"\ud83C\uDF89\"":null,"\u0078y":true}"#));
    assert!(!keeps(&schema, r#"{"\u00e9":"1","a\/b":2,"\ud83C\uDF89\"":null}"#));
    assert!(!keeps(&schema, r#"{"\u00e9":1,"a\/b":2,"\ud83C\uDF89\"":null,"\u0078":0}"#));
    assert!(!keeps(&schema, r#"{"\\u00e9":1,"a\/b":2,"🎉\"":null,"é":1}"#));
    assert!(keeps(&json!({ "enum": [{ "é": "ß" }] }), r#"{"\u00e9":"\u00DF"}"#));
}
