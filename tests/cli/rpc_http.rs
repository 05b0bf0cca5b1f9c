//! Recordings of HTTP in sessions of MCP: what the pages of the codes do not show.

use std::fmt::Write;

use crate::rpc::document;

/// An exchange of the newest version with these headers and this call.
fn exchange(headers: &str, arguments: &str) -> String {
    let tool = r#"{"name":"t","inputSchema":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"},"who":{"type":"object","properties":{"name":{"type":"string","x-mcp-header":"Who"}}}}}}"#;
    let own = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}"#;
    format!(
        r#"{{"interactions":[
{{"request":{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{META}}}},"response_status":200,"response":{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","tools":[{tool}],"ttlMs":1,"cacheScope":"public",{own}}}}}}},
{{"request_headers":{headers},"request":{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{META,"name":"t","arguments":{arguments}}}}},"response_status":200,"response":{{"jsonrpc":"2.0","id":2,"result":{{"resultType":"complete","content":[],{own}}}}}}}
]}}"#
    )
}

#[test]
fn headers_repeat_the_message() {
    let mut shown = String::new();
    let whole = r#""mcp-protocol-version":"2026-07-28","MCP-METHOD":["tools/call"],"mcp-name":"t""#;
    for (more, arguments) in [
        (
            r#","mcp-param-n":"5","Mcp-Param-Who":"=?base64?w4Q=?=""#,
            r#"{"n":5,"who":{"name":"Ä"}}"#,
        ),
        (r#","mcp-param-n":"5.0""#, r#"{"n":5}"#),
        ("", r#"{"n":5}"#),
        ("", r#"{"n":null,"who":5}"#),
        (r#","Mcp-Param-Who":"=?base64?w4Q?=""#, r#"{"who":{"name":"Ä"}}"#),
        (r#","Mcp-Param-Who":"Ä""#, r#"{"who":{"name":"Ä"}}"#),
    ] {
        let text = exchange(&format!("{{{whole}{more}}}"), arguments);
        let _ = write!(shown, "{more} {arguments}\n{}", document("", "h.json", &text));
    }
    let none = exchange("{}", "{}");
    let _ = write!(shown, "none\n{}", document("", "h.json", &none));
    insta::assert_snapshot!(shown, @r#"
    ,"mcp-param-n":"5","Mcp-Param-Who":"=?base64?w4Q=?=" {"n":5,"who":{"name":"Ä"}}
    --- exit 0
    ,"mcp-param-n":"5.0" {"n":5}
    samples/h.json:3:114: error[mcp/http-header] the header `Mcp-Param-N` is `5.0`, the message has `5` (servers refuse such a request with 400 and the error -32020)
    --- exit 1
     {"n":5}
    samples/h.json:3:144: error[mcp/http-header] the request has no header `Mcp-Param-N`
    --- exit 1
     {"n":null,"who":5}
    samples/h.json:3:380: error[schema/type] `n` must be an integer, not null (`n` is optional: leave it out, or let its schema allow null; strict modes make models write null for what they would leave out)
    samples/h.json:3:391: error[schema/type] `who` must be an object, not an integer
    samples/h.json:3:462: warning[mcp/bad-arguments-accepted] `t` accepts arguments that its own input schema forbids (validate arguments before the tool runs, and say `isError` if they are wrong)
    --- exit 1
    ,"Mcp-Param-Who":"=?base64?w4Q?=" {"who":{"name":"Ä"}}
    samples/h.json:3:116: error[mcp/http-header] the header `Mcp-Param-Who` is no base64 of a text (servers refuse such a request with 400 and the error -32020)
    --- exit 1
    ,"Mcp-Param-Who":"Ä" {"who":{"name":"Ä"}}
    samples/h.json:3:116: error[mcp/http-header] the header `Mcp-Param-Who` is no ASCII (servers refuse such a request with 400 and the error -32020)
    --- exit 1
    none
    samples/h.json:3:66: error[mcp/http-header] the request has no header `MCP-Protocol-Version`
    samples/h.json:3:66: error[mcp/http-header] the request has no header `Mcp-Method`
    samples/h.json:3:66: error[mcp/http-header] the request has no header `Mcp-Name`
    --- exit 1
    "#);
}

#[test]
fn a_negotiated_version_is_repeated_from_2025_06_18_on() {
    let recording = |version: &str| {
        format!(
            r#"{{"interactions":[
{{"request_headers":{{}},"request":{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}},"response":{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"{version}","capabilities":{{}},"serverInfo":{{"name":"s","version":"1"}}}}}}}},
{{"request_headers":{{}},"request":{{"jsonrpc":"2.0","method":"notifications/initialized"}},"response_status":204}},
{{"request_headers":{{"mcp-protocol-version":"2025-03-26"}},"request":{{"jsonrpc":"2.0","id":2,"method":"ping"}},"response_status":200,"response":{{"jsonrpc":"2.0","id":2,"result":{{}}}}}}
]}}"#
        )
    };
    insta::assert_snapshot!(document("", "h.json", &recording("2025-06-18")), @"
    samples/h.json:3:59: error[mcp/http-header] the request has no header `MCP-Protocol-Version` (without it servers assume 2025-03-26)
    samples/h.json:3:106: error[mcp/http-status] a notification was answered with the status 204, not 202
    samples/h.json:4:44: warning[mcp/http-header] the header `MCP-Protocol-Version` is 2025-03-26, but 2025-06-18 was negotiated
    --- exit 1
    ");
    insta::assert_snapshot!(document("", "h.json", &recording("2025-03-26")), @"
    samples/h.json:3:106: error[mcp/http-status] a notification was answered with the status 204, not 202
    --- exit 1
    ");
    insta::assert_snapshot!(document("", "h.json", &recording("2024-11-05")), @"--- exit 0");
}

#[test]
fn statuses_of_errors() {
    let mut shown = String::new();
    for (params, code, data, status) in [
        ("META", "-32601", "", "200"),
        ("META", "-32601", "", "404"),
        ("META", "-32602", "", "200"),
        (
            r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#,
            "-32602",
            "",
            "200",
        ),
        ("META", "-32021", r#","data":{"requiredCapabilities":{}}"#, "404"),
    ] {
        let text = format!(
            r#"{{"interactions":[{{"request":{{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{{{params}}}}},"response_status":{status},"response":{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"no"{data}}}}}}}]}}"#
        );
        let _ = write!(shown, "{code} {status}\n{}", document("", "e.json", &text));
    }
    insta::assert_snapshot!(shown, @"
    -32601 200
    samples/e.json:1:292: error[mcp/http-status] the error -32601 was sent with the status 200, not 404
    --- exit 1
    -32601 404
    --- exit 0
    -32602 200
    --- exit 0
    -32602 200
    samples/e.json:1:95: error[mcp/meta-missing] the request does not say `io.modelcontextprotocol/clientCapabilities` in `_meta` (there is no handshake: each request says it, and a server must refuse one that does not with -32602)
    samples/e.json:1:172: error[mcp/http-status] the error -32602 was sent with the status 200, not 400
    --- exit 1
    -32021 404
    samples/e.json:1:292: error[mcp/http-status] the error -32021 was sent with the status 404, not 400
    --- exit 1
    ");
}

#[test]
fn streams_that_end_early() {
    let ask = |id: u32, more: &str| {
        format!(
            r#"{{"request":{{"jsonrpc":"2.0","id":{id},"method":"ping"}},"response_status":200,"response_is_sse":true{more}}}"#
        )
    };
    let note = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#;
    let answer = |id: u32| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
    let text = format!(
        r#"{{"interactions":[{},{},{},{},{}]}}"#,
        ask(1, r#","responses":[]"#),
        // Resumed in a later stream.
        ask(2, r#","responses":[]"#),
        ask(3, &format!(r#","responses":[{},{}]"#, answer(2), answer(3))),
        // Of this stream only the first message was kept.
        ask(4, &format!(r#","response":{note}"#)),
        ask(5, &format!(r#","response":{}"#, answer(5))),
    );
    insta::assert_snapshot!(document("[rules]\n\"mcp/progress-token-unknown\" = \"off\"\n", "r.json", &text), @"
    samples/r.json:1:51: warning[mcp/stream-unanswered] the stream that answers `ping` ends without the response
    --- exit 0
    ");
}

#[test]
fn a_recording_of_pipes_has_no_statuses() {
    let text = r#"{"version":"1.0","metadata":{"transport_type":"stdio"},"interactions":[
{"type":"notification","request":{"jsonrpc":"2.0","method":"notifications/initialized"},"response":null,"response_is_sse":false,"response_status":200}]}"#;
    insta::assert_snapshot!(document("", "r.json", text), @"--- exit 0");
    insta::assert_snapshot!(document("", "r.json", &text.replace("stdio", "http")), @"
    samples/r.json:2:147: error[mcp/http-status] a notification was answered with the status 200, not 202
    --- exit 1
    ");
}
