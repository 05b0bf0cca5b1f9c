//! Messages of MCP without a handshake: what the pages of the codes do not show.

use std::fmt::Write;

use crate::rpc_short::{message, modern, report};

const ASKS: &str = r#"{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"},"e":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}}},"requestState":"s",NAMED}"#;

#[test]
fn a_server_without_handshake_cancels_subscriptions_alone() {
    let shown = modern(&[
        r#"> 1 subscriptions/listen {"notifications":{"toolsListChanged":true},META}"#,
        r#"< - notifications/subscriptions/acknowledged {"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#,
        r#"< - notifications/cancelled {"requestId":1}"#,
        r#"< 1 = {"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":2,"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}"#,
        "> 2 tools/list {META}",
        r#"< - notifications/cancelled {"requestId":2}"#,
    ]);
    insta::assert_snapshot!(shown, @"
    4:139: error[mcp/subscription-broken] the subscription ends as 2, which is not the request's id
    6:105: error[mcp/cancel-unknown] the server cancels a request of the client (a server may only end `subscriptions/listen`)
    ");
}

#[test]
fn a_subscription_hears_of_what_it_named_and_what_is_in_it() {
    let about = |uri: &str, id: &str| {
        format!(
            r#"< - notifications/resources/updated {{"uri":"{uri}","_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}"#
        )
    };
    let own = [
        about("file:///a/b/c.txt", "1"),
        about("file:///a/bc.txt", "1"),
        about("file:///a/b", r#""1""#),
        about("file:///a/b", "2"),
    ];
    let mut messages = vec![
        r#"> 1 subscriptions/listen {"notifications":{"resourceSubscriptions":["file:///a/b"]},META}"#,
        r#"< - notifications/subscriptions/acknowledged {"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#,
    ];
    messages.extend(own.iter().map(String::as_str));
    insta::assert_snapshot!(modern(&messages), @r#"
    4:107: error[mcp/subscription-broken] the subscription did not ask about `file:///a/bc.txt` (who wants to hear of it says so under `resourceSubscriptions`)
    5:171: error[mcp/subscription-broken] no open subscription has the id "1" (one differs only in its type: `7` is not `"7"`)
    6:171: error[mcp/subscription-broken] no open subscription has the id 2
    "#);
}

#[test]
fn log_messages_are_for_any_open_request() {
    let shown = modern(&[
        r#"> 1 tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"k","version":"1"},"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"info"}}"#,
        "> 2 tools/list {META}",
        r#"< - notifications/message {"level":"notice","data":1}"#,
        r#"< - notifications/message {"level":"debug","data":1}"#,
        r#"< 1 = {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private",NAMED}"#,
        r#"< - notifications/message {"level":"alert","data":1}"#,
    ]);
    insta::assert_snapshot!(shown, @r#"
    4:99: error[mcp/log-not-asked] the server logs "debug", below "info"
    6:99: error[mcp/log-not-asked] the server logs, and no open request asked for it (log only for requests that say `io.modelcontextprotocol/logLevel` in `_meta`)
    "#);
    let lone = report(&[message(r#"< - notifications/message {"level":"info","data":1}"#)]);
    assert_eq!(lone, "nothing\n");
}

#[test]
fn a_repeated_request_gives_back_what_was_asked_for() {
    let call = r#"{"name":"a","arguments":{},META{"roots":{},"elicitation":{}}@}"#;
    let answers = r#""r":{"roots":[]},"e":{"action":"accept","content":{"n":"1"}}"#;
    let again = |id: u8, answers: &str, state: &str| {
        format!(
            r#"> {id} tools/call {{"name":"a","arguments":{{}},"inputResponses":{{{answers}}}{state},META{{"roots":{{}},"elicitation":{{}}}}@}}"#
        )
    };
    let first = format!("> 1 tools/call {call}");
    let second = format!("> 2 tools/call {call}");
    let asks = [format!("< 1 = {ASKS}"), format!("< 2 = {}", ASKS.replace(r#""s""#, r#""t""#))];
    let messages = [
        first,
        second,
        asks[0].clone(),
        asks[1].clone(),
        // Two are open; each finds its own, and the user's answer is held to the schema.
        again(3, answers, r#","requestState":"t""#),
        again(4, r#""r":{"roots":[]}"#, r#","requestState":"s""#),
        // Both are done: nothing to compare with.
        again(5, "", r#","requestState":"u""#),
        asks[0].replace("< 1", "< 5"),
        again(5, answers, ""),
    ];
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    insta::assert_snapshot!(modern(&messages), @"
    5:53: warning[rpc/unanswered] `tools/call` is never answered, though a later request is
    5:186: warning[mcp/elicited-content] `n` must be an integer, not a string that holds one (write 1 without the quotes)
    6:53: warning[rpc/unanswered] `tools/call` is never answered, though a later request is
    6:130: error[mcp/retry-differs] the repeated request does not answer `e`
    9:53: error[mcp/retry-differs] a repeated request has the id of the first one
    9:86: error[mcp/retry-differs] the repeated request does not give `requestState` back (it is the server's own: send it as it came, or not at all if none came)
    9:186: warning[mcp/elicited-content] `n` must be an integer, not a string that holds one (write 1 without the quotes)
    ");
}

#[test]
fn input_is_only_asked_for_as_the_client_declared() {
    let asks = |method: &str, params: &str| {
        format!(
            r#"< 1 = {{"resultType":"input_required","inputRequests":{{"x":{{"method":"{method}","params":{params}}}}},NAMED}}"#
        )
    };
    let url = r#"{"mode":"url","message":"?","url":"https://a.example/"}"#;
    let form = r#"{"message":"?","requestedSchema":{"type":"object","properties":{}}}"#;
    let tools = r#"{"messages":[],"maxTokens":1,"tools":[]}"#;
    let cases = [
        (r#""elicitation":{}"#, asks("elicitation/create", form)),
        (r#""elicitation":{}"#, asks("elicitation/create", url)),
        (r#""elicitation":{"url":{}}"#, asks("elicitation/create", url)),
        (r#""elicitation":{"url":{}}"#, asks("elicitation/create", form)),
        (r#""sampling":{}"#, asks("sampling/createMessage", tools)),
        ("", asks("roots/list", "{}")),
    ];
    let mut shown = String::new();
    for (can, asks) in &cases {
        let call = format!(r#"> 1 tools/call {{"name":"a","arguments":{{}},META{{{can}}}@}}"#);
        let _ = write!(shown, "{can}: {}", modern(&[&call, asks]));
    }
    insta::assert_snapshot!(shown, @r#"
    "elicitation":{}: nothing
    "elicitation":{}: 2:126: error[mcp/capability-missing] `elicitation/create` needs `elicitation.url`, which the client does not declare
    "elicitation":{"url":{}}: nothing
    "elicitation":{"url":{}}: 2:126: error[mcp/capability-missing] `elicitation/create` needs `elicitation.form`, which the client does not declare
    "sampling":{}: 2:126: error[mcp/capability-missing] `sampling/createMessage` needs `sampling.tools`, which the client does not declare
    : 2:126: error[mcp/capability-missing] `roots/list` needs `roots`, which the client does not declare
    "#);
}

#[test]
fn types_of_results_may_be_those_of_extensions() {
    let task = r#"< 1 = {"resultType":"task","content":[],NAMED}"#;
    let cases = [
        ("", task),
        (r#""extensions":{"io.modelcontextprotocol/tasks":{}}"#, task),
        (r#""extensions":{"io.modelcontextprotocol/ui":{}}"#, task),
        (r#""extensions":{"com.example/odd":{}}"#, task),
        (r#""extensions":{"odd":{}}"#, r#"< 1 = {"resultType":"complete","content":[],NAMED}"#),
    ];
    let mut shown = String::new();
    for (can, result) in cases {
        let call = format!(r#"> 1 tools/call {{"name":"a","arguments":{{}},META{{{can}}}@}}"#);
        let _ = write!(shown, "{can}: {}", modern(&[&call, result]));
    }
    insta::assert_snapshot!(shown, @r#"
    : 2:78: error[mcp/result-type-unknown] nobody knows results of the type "task" (neither side announces the extension `io.modelcontextprotocol/tasks`)
    "extensions":{"io.modelcontextprotocol/tasks":{}}: nothing
    "extensions":{"io.modelcontextprotocol/ui":{}}: 2:78: error[mcp/result-type-unknown] nobody knows results of the type "task" (neither side announces the extension `io.modelcontextprotocol/tasks`)
    "extensions":{"com.example/odd":{}}: nothing
    "extensions":{"odd":{}}: 1:301: error[mcp/meta-key] the extension `odd` has no proper prefix (such as `com.example/name`)
    "#);
    // Nobody knows what was announced.
    assert_eq!(modern(&[task]), "nothing\n");
}

#[test]
fn a_server_is_held_to_what_it_says_when_it_is_discovered() {
    let shown = modern(&[
        "> 1 tools/list {META}",
        "> 2 server/discover {META}",
        r#"< 2 = {"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"prompts":{}},"ttlMs":0,"cacheScope":"private",NAMED}"#,
        "> 3 tools/list {META}",
        "> 4 prompts/list {META}",
        "< - notifications/prompts/list_changed",
    ]);
    insta::assert_snapshot!(shown, @"
    1:53: warning[rpc/unanswered] `tools/list` is never answered, though a later request is
    4:64: error[mcp/capability-missing] `tools/list` needs `tools`, which the server does not declare
    6:57: error[mcp/capability-missing] `notifications/prompts/list_changed` needs `prompts.listChanged`, which the server does not declare
    6:57: error[mcp/subscription-broken] `notifications/prompts/list_changed` does not say which subscription it belongs to (say the id of the request under `io.modelcontextprotocol/subscriptionId` in `_meta`)
    ");
}

#[test]
fn each_request_says_what_it_is() {
    let shown = modern(&[
        "> 1 tools/list {META}",
        "> 2 tools/list",
        r#"> 3 tools/call {"name":"a","arguments":{}}"#,
        r#"> 4 tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"> 5 tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"> 6 tools/list {"_meta":7}"#,
    ]);
    insta::assert_snapshot!(shown, @"
    2:31: error[mcp/meta-missing] the request does not say `io.modelcontextprotocol/protocolVersion` and `io.modelcontextprotocol/clientCapabilities` in `_meta` (there is no handshake: each request says it, and a server must refuse one that does not with -32602)
    3:86: error[mcp/meta-missing] the request does not say `io.modelcontextprotocol/protocolVersion` and `io.modelcontextprotocol/clientCapabilities` in `_meta` (there is no handshake: each request says it, and a server must refuse one that does not with -32602)
    4:95: warning[mcp/meta-missing] the request does not say which client it comes from
    6:95: error[mcp/wrong-type] `_meta` must be an object, not an integer (by MCP 2026-07-28: the `params` of `tools/list`)
    ");
    // Alone it may be of an older version.
    assert_eq!(report(&[message("> 2 tools/list")]), "nothing\n");
}

#[test]
fn a_call_that_is_repeated_is_one_of_the_session() {
    // What comes back with it was sampled; the call itself is held to the tools of the server.
    let list = r#"< 1 = {"resultType":"complete","tools":[{"name":"t","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"private",NAMED}"#;
    let asks = r#"< 2 = {"resultType":"input_required","inputRequests":{"s":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":9}}},NAMED}"#;
    let again = r#"> 3 tools/call {"name":"t","inputResponses":{"s":{"role":"assistant","content":{"type":"text","text":"a"},"model":"m"}},META{"sampling":{}}@}"#;
    let answer = r#"< 3 = {"resultType":"complete","content":[],NAMED}"#;
    let first = r#"> 2 tools/call {"name":"t",META{"sampling":{}}@}"#;
    let messages = ["> 1 tools/list {META}", list, first, asks, again, answer];
    assert_eq!(modern(&messages), "nothing\n");
    let unknown = again.replace(r#""name":"t""#, r#""name":"u""#);
    insta::assert_snapshot!(modern(&["> 1 tools/list {META}", list, &unknown, answer]), @"
    3:94: error[call/unknown-tool] no definition of a tool `u` is known (the only one known is `t`)
    4:64: warning[mcp/unknown-tool-answered] a call of `u`, which is no tool, has a result
    ");
}
