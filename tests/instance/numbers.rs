//! Numbers are their text; equality does not look at spelling.

use jsonschema::Draft;
use jsonschema::json::{Array, JsonNumber, Node};
use serde_json::json;
use wirecheck::json::{first_repeat, same_value};

use crate::{keeps, keeps_in, root, with_doc};

#[test]
fn numbers_keep_their_exact_text() {
    let integer = json!({ "type": "integer" });
    let long = "123456789012345678901234567890";
    for text in ["0", "-0", "1.0", "-0.0", "1e2", "120e-1", long, "1e400", "-1.5e+400", "1e999999"]
    {
        assert!(keeps(&integer, text), "{text} is an integer");
    }
    for text in ["1.5", "1e-1", "1e-400", "121e-1", "0.1e0"] {
        assert!(!keeps(&integer, text), "{text} is no integer");
        assert!(keeps(&json!({ "type": "number" }), text));
    }
    // Draft 4 goes by how the number is written.
    for (text, is_integer) in
        [("1", true), ("-0", true), (long, true), ("1.0", false), ("1e2", false)]
    {
        assert_eq!(keeps_in(Draft::Draft4, &integer, text), is_integer, "{text} in draft 4");
    }
    for text in ["0", "-0", "0.0", "-0.0", "0e5", "-0E-5"] {
        assert!(keeps(&json!({ "const": 0 }), text), "{text}");
        assert!(keeps(&json!({ "enum": [1, -0.0] }), text), "{text}");
        assert!(keeps(&json!({ "minimum": 0, "maximum": 0 }), text), "{text}");
    }
    // Beyond binary64: larger or smaller than all it can hold.
    assert!(!keeps(&json!({ "maximum": 1e308 }), "1e400"));
    assert!(keeps(&json!({ "minimum": 1e308 }), "1e400"));
    assert!(!keeps(&json!({ "minimum": -1e308 }), "-1e400"));
    assert!(!keeps(&json!({ "maximum": 1_000_000 }), long));
    assert!(keeps(&json!({ "exclusiveMinimum": 1_000_000 }), long));
    // Within 64 bits nothing is rounded.
    assert!(!keeps(&json!({ "const": 9_007_199_254_740_992_u64 }), "9007199254740993"));
    assert!(keeps(&json!({ "const": 9_007_199_254_740_993_u64 }), "9007199254740993"));
    assert!(!keeps(&json!({ "maximum": u64::MAX - 1 }), "18446744073709551615"));
    assert!(!keeps(&json!({ "minimum": i64::MIN + 1 }), "-9223372036854775808"));
    with_doc(&format!("[{long}, 1e400, -0, 1.50]"), |doc| {
        let array = root(doc).as_array().expect("an array");
        let numbers: Vec<_> =
            array.elements().map(|node| node.as_number().expect("a number")).collect();
        let texts: Vec<_> = numbers.iter().map(JsonNumber::as_str).collect();
        assert_eq!(texts, [long, "1e400", "-0", "1.50"]);
        assert_eq!(numbers[1].as_f64(), None, "an infinity would be no number");
        assert_eq!((numbers[0].as_u64(), numbers[2].as_i64()), (None, Some(0)));
    });
}

#[test]
fn equal_elements_are_equal_however_they_are_spelled() {
    let unique = json!({ "uniqueItems": true });
    for text in [
        "[1, 1.0]",
        "[100, 1e2]",
        "[1.50, 15e-1]",
        "[0, -0]",
        "[0.0, -0.0]",
        "[1e400, 1e400]",
        r#"["a", "\u0061"]"#,
        r#"[{"a":1,"b":2.0}, {"\u0062":2,"a":1}]"#,
        "[[1,[2]], [1.0,[2e0]]]",
        r#"[{"a":1,"a":2}, {"a":2}]"#,
        "[null, 0, null]",
        "[{}, [], {}]",
    ] {
        assert!(!keeps(&unique, text), "{text}");
        with_doc(text, |doc| {
            let (first, again) = first_repeat(doc, doc.root()).expect("a repetition");
            assert!(first < again && same_value(doc, first, doc, again), "{text}");
            assert!(same_value(doc, again, doc, first), "{text}");
        });
    }
    for text in [
        "[1, \"1\", true, null, [1], {\"1\":1}]",
        "[0, false, \"\", null, [], {}]",
        "[9007199254740992, 9007199254740993]",
        "[1e400, -1e400]",
        r#"["é", "e\u0301", "É"]"#,
        r#"[{"a":1}, {"a":1,"b":1}, {"b":1}]"#,
        "[[1,2],[2,1],[[1],2]]",
        "[]",
        "[1.1, 1.10001]",
    ] {
        assert!(keeps(&unique, text), "{text}");
        with_doc(text, |doc| assert_eq!(first_repeat(doc, doc.root()), None, "{text}"));
    }
}
