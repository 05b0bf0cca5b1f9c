//! Lists of tools in sessions of MCP: what the pages of the codes do not show.

use std::fmt::Write;

use crate::rpc::{document, session};

/// A page of tools with these names, in the newest version.
fn page(id: u32, names: &[&str], next: Option<&str>, scope: &str) -> String {
    let tool = |name: &&str| format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#);
    let tools: Vec<String> = names.iter().map(tool).collect();
    let mut page = format!(r#""id":{id},"result":{{"resultType":"complete","tools":["#);
    let _ = write!(page, "{}],", tools.join(","));
    if let Some(next) = next {
        let _ = write!(page, r#""nextCursor":"{next}","#);
    }
    page + &format!(
        r#""ttlMs":1,"cacheScope":"{scope}","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"s","version":"1"}}}}}}"#
    )
}

fn ask(id: u32, cursor: Option<&str>) -> String {
    let cursor = cursor.map(|it| format!(r#","cursor":"{it}""#)).unwrap_or_default();
    format!(r#""id":{id},"method":"tools/list","params":{{META{cursor}}}"#)
}

/// A session of questions and pages.
fn listing(messages: &[String]) -> String {
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    session("", &messages)
}

#[test]
fn a_name_on_two_pages_is_a_warning_and_on_one_an_error() {
    let shown = listing(&[
        ask(1, None),
        page(1, &["a", "b", "b"], Some("2"), "public"),
        ask(2, Some("2")),
        page(2, &["c", "a"], None, "public"),
        // The list once more is another list.
        ask(3, None),
        page(3, &["a", "b"], Some("2"), "public"),
    ]);
    insta::assert_snapshot!(shown, @"
    samples/s.jsonl:2:166: error[tool/duplicate-name] this list defines `b` twice
    samples/s.jsonl:4:121: warning[tool/duplicate-name] this list defines `a` on two of its pages
    --- exit 1
    ");
}

#[test]
fn an_empty_cursor_is_a_cursor_and_a_page_may_be_asked_for_again() {
    let shown = listing(&[
        ask(1, None),
        page(1, &["a"], Some(""), "public"),
        ask(2, Some("")),
        page(2, &["b"], Some("z"), "private"),
        ask(3, Some("")),
        page(3, &["b"], Some("z"), "public"),
        ask(4, Some("z")),
        page(4, &["c"], None, "public"),
        ask(5, Some("nil")),
    ]);
    insta::assert_snapshot!(shown, @r#"
    samples/s.jsonl:4:154: error[mcp/pages-differ] this page of the list is "private", the first one "public" (all pages of one list have the same `cacheScope`)
    samples/s.jsonl:9:251: error[mcp/unknown-cursor] no page of `tools/list` named the cursor "nil" as the next (repeat the `nextCursor` of the page before as it is)
    --- exit 1
    "#);
}

#[test]
fn lists_of_several_pages_are_compared_as_a_whole() {
    let shown = listing(&[
        ask(1, None),
        page(1, &["a", "b"], Some("2"), "public"),
        ask(2, Some("2")),
        page(2, &["c"], None, "public"),
        ask(3, None),
        page(3, &["a", "c", "b"], None, "public"),
        // One more tool: another list.
        ask(4, None),
        page(4, &["c", "a", "b", "d"], None, "public"),
        ask(5, None),
        page(5, &["c", "a", "b", "d"], None, "public"),
    ]);
    insta::assert_snapshot!(shown, @"
    samples/s.jsonl:6:121: warning[mcp/order-changed] the list comes in another order than before: `c` stands where `b` stood (sort the tools: the same beginning is cheap for the model to read)
    --- exit 0
    ");
}

#[test]
fn without_an_earlier_page_nobody_knows_where_a_cursor_comes_from() {
    let list = |id: u32, method: &str| {
        format!(r#""id":{id},"method":"{method}","params":{{"cursor":"x"}}"#)
    };
    let shown = listing(&[
        list(1, "prompts/list"),
        r#""id":1,"result":{"prompts":[],"nextCursor":"y"}"#.to_owned(),
        list(2, "resources/list"),
        list(3, "prompts/list"),
    ]);
    insta::assert_snapshot!(shown, @"--- exit 0");
}

#[test]
fn names_of_tools_by_version() {
    let long = "n".repeat(129);
    let list = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{{"name":"","inputSchema":{{"type":"object"}}}},{{"name":"a/b","inputSchema":{{"type":"object"}}}},{{"name":"{long}","inputSchema":{{"type":"object"}}}},{{"name":"{}","inputSchema":{{"type":"object"}}}}]}}}}"#,
        &long[..128]
    );
    insta::assert_snapshot!(document("mcp-version = \"2025-11-25\"", "l.json", &list), @"
    samples/l.json:1:52: warning[mcp/tool-name] the name of this tool is empty (APIs of models refuse it: keep to ASCII letters, digits, `_` and `-`)
    samples/l.json:1:96: warning[mcp/tool-name] the name `a/b` holds `/` (APIs of models refuse it: keep to ASCII letters, digits, `_` and `-`)
    samples/l.json:1:143: warning[mcp/tool-name] the name `nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…` has 129 characters (many clients take 64 characters at most)
    --- exit 0
    ");
    insta::assert_snapshot!(document("mcp-version = \"2025-06-18\"", "l.json", &list), @"--- exit 0");
}

/// Schemas and whether their annotations are in order.
#[test]
fn annotations_for_headers() {
    let mut shown = String::new();
    for schema in [
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}"#,
        r#"{"properties":{"a":{"type":["string","null"],"x-mcp-header":"A"}}}"#,
        r#"{"properties":{"a":{"enum":["x"],"x-mcp-header":"A"}}}"#,
        r#"{"properties":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"properties":{"a":{"x-mcp-header":"A"}}}"#,
        r#"{"properties":{"a":{"type":"string","x-mcp-header":true}}}"#,
        r#"{"properties":{"a":{"type":"string","x-mcp-header":""}}}"#,
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"A: B"}}}"#,
        r#"{"x-mcp-header":"A"}"#,
        r##"{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"string","x-mcp-header":"A"}}}"##,
        r#"{"properties":{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}}}"#,
        r#"{"properties":{"properties":{"properties":{"a":{"type":"array","x-mcp-header":"A"}}}}}"#,
    ] {
        let schema = schema.replacen('{', r#"{"type":"object","#, 1);
        let list = format!(
            r#""id":1,"result":{{"resultType":"complete","tools":[{{"name":"t","inputSchema":{schema}}}],"ttlMs":1,"cacheScope":"public","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"s","version":"1"}}}}}}"#
        );
        let _ = write!(shown, "{schema}\n{}", session("", &[&ask(1, None), &list]));
    }
    insta::assert_snapshot!(shown, @r##"
    {"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"}}}
    --- exit 0
    {"type":"object","properties":{"a":{"type":["string","null"],"x-mcp-header":"A"}}}
    --- exit 0
    {"type":"object","properties":{"a":{"enum":["x"],"x-mcp-header":"A"}}}
    --- exit 0
    {"type":"object","properties":{"x-mcp-header":{"type":"string"}}}
    --- exit 0
    {"type":"object","properties":{"a":{"x-mcp-header":"A"}}}
    samples/s.jsonl:2:145: error[mcp/header-annotation] a property of no type has `x-mcp-header` (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    {"type":"object","properties":{"a":{"type":"string","x-mcp-header":true}}}
    samples/s.jsonl:2:161: error[mcp/header-annotation] `x-mcp-header` is no string (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    {"type":"object","properties":{"a":{"type":"string","x-mcp-header":""}}}
    samples/s.jsonl:2:161: error[mcp/header-annotation] `x-mcp-header` is empty (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    {"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A: B"}}}
    samples/s.jsonl:2:161: error[mcp/header-annotation] `A: B` cannot be part of the name of a header (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    {"type":"object","x-mcp-header":"A"}
    samples/s.jsonl:2:126: error[mcp/header-annotation] `x-mcp-header` stands where `properties` alone do not lead (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    {"type":"object","properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"string","x-mcp-header":"A"}}}
    samples/s.jsonl:2:196: error[mcp/header-annotation] `x-mcp-header` stands where `properties` alone do not lead (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    {"type":"object","properties":{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}}}
    samples/s.jsonl:2:171: error[mcp/header-annotation] `x-mcp-header` stands where `properties` alone do not lead (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    {"type":"object","properties":{"properties":{"properties":{"a":{"type":"array","x-mcp-header":"A"}}}}}
    samples/s.jsonl:2:188: error[mcp/header-annotation] a property of the type `array` has `x-mcp-header` (clients that speak HTTP must leave the whole tool out)
    --- exit 1
    "##);
}

#[test]
fn codes_that_are_off_are_looked_for_where_a_rule_turns_them_on() {
    let list = r#""id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object","definitions":{"d":{"additionalItems":false}}},"outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{},"$defs":{},"properties":{"if":{"prefixItems":[]}}}},{"name":"u","description":"","inputSchema":{"type":"object","properties":{},"additionalProperties":{}}},{"name":"v","description":"","inputSchema":{"type":"object","additionalProperties":{"type":"string"}}}]}"#;
    let question = r#""id":1,"method":"tools/list""#;
    let on = "mcp-version = \"2025-11-25\"\n[rules]\n\"mcp/*\" = \"note\"\n";
    insta::assert_snapshot!(session("", &[question, list]), @"--- exit 0");
    insta::assert_snapshot!(session(on, &[question, list]), @r#"
    samples/s.jsonl:2:52: note[mcp/description-missing] the tool `t` has no description (say what it does and when to use it: the model chooses by that)
    samples/s.jsonl:2:87: note[mcp/foreign-keyword] `definitions` is no keyword of JSON Schema 2020-12 (write `$defs`, or name its draft in `$schema`)
    samples/s.jsonl:2:107: note[mcp/foreign-keyword] `additionalItems` is no keyword of JSON Schema 2020-12 (write `items` beside `prefixItems`, or name its draft in `$schema`)
    samples/s.jsonl:2:235: note[mcp/foreign-keyword] `$defs` is no keyword of JSON Schema draft 7 (write `definitions`, or name its draft in `$schema`)
    samples/s.jsonl:2:266: note[mcp/foreign-keyword] `prefixItems` is no keyword of JSON Schema draft 7 (write a list of `items`, or name its draft in `$schema`)
    samples/s.jsonl:2:330: note[mcp/open-arguments] this tool has no arguments, and its schema accepts any (add `"additionalProperties": false`)
    --- exit 0
    "#);
    let elsewhere = "[[override]]\npaths = \"other/**\"\nrules = { \"mcp/*\" = \"error\" }\n";
    insta::assert_snapshot!(session(elsewhere, &[question, list]), @"--- exit 0");
}

#[test]
fn members_of_any_kind_do_no_harm() {
    let mut shown = String::new();
    for text in [
        r#"{"interactions":[{"request_headers":[],"response_status":"x","request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}},"response":{"jsonrpc":"2.0","id":1,"result":{"tools":[1,{},{"name":1,"inputSchema":true}],"nextCursor":null}}}]}"#,
        r#"{"interactions":[{"request_headers":{"mcp-protocol-version":{}},"response_status":1e999,"request":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]},"response":{"jsonrpc":"2.0","id":1,"error":[]}}]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":{},"structuredContent":[],"isError":true}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":5}],"structuredContent":7}}"#,
    ] {
        let codes: Vec<String> = document(
            "[rules]\n\"result/text-prose\" = \"note\"\n\"mcp/foreign-keyword\" = \"note\"\n",
            "h.json",
            text,
        )
        .lines()
        .filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0.to_owned()))
        .collect();
        let _ = writeln!(shown, "{}", codes.join(" "));
    }
    insta::assert_snapshot!(shown, @"
    mcp/wrong-type mcp/wrong-type mcp/missing-member mcp/missing-member mcp/wrong-type mcp/wrong-type mcp/wrong-type
    rpc/params-not-object rpc/error-malformed

    mcp/wrong-type mcp/wrong-type
    ");
}
