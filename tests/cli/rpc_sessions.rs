//! Sessions of MCP: crossings that are in order, and the second faces of what is not.

use std::fmt::Write;

use crate::folder::Folder;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"k","version":"1"},"io.modelcontextprotocol/clientCapabilities":CAN}"#;

const NAMED: &str = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}"#;

/// What is said of messages: line, column and so on.
fn report(messages: &[String]) -> String {
    let folder = Folder::new().file("it.jsonl", format!("{}\n", messages.join("\n")));
    let shown = folder.run(&["validate", "it.jsonl", "--format", "concise", "-q"]);
    let findings = shown.lines().filter(|line| !line.starts_with("---"));
    let findings = findings.filter_map(|line| line.strip_prefix("it.jsonl:"));
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "{finding}");
    }
    if text.is_empty() { "nothing\n".to_owned() } else { text }
}

/// What is said of messages after a handshake of three lines. A request is written `> id method
/// params`, a notification of the client `> - method params`; with `<` the server sends; a result is
/// `< id = result`, an error `< id ! message`.
fn session(version: &str, server: &str, client: &str, messages: &[&str]) -> String {
    let mut all = vec![
        format!(
            r#"{{"dir":"client->server","msg":{{"jsonrpc":"2.0","id":"i","method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{client},"clientInfo":{{"name":"k","version":"1"}}}}}}}}"#
        ),
        format!(
            r#"{{"dir":"server->client","msg":{{"jsonrpc":"2.0","id":"i","result":{{"protocolVersion":"{version}","capabilities":{server},"serverInfo":{{"name":"s","version":"1"}}}}}}}}"#
        ),
        r#"{"dir":"client->server","msg":{"jsonrpc":"2.0","method":"notifications/initialized"}}"#
            .to_owned(),
    ];
    all.extend(messages.iter().map(|short| message(short)));
    report(&all)
}

/// What is said of messages without handshake. `META` and `NAMED` stand for what each request and
/// each result says of itself, `META{..}` for a client that can do this.
fn modern(messages: &[&str]) -> String {
    let full = |short: &&str| {
        let capable = short.replace("META{", "META {");
        let text = match capable.split_once("META {") {
            Some((before, after)) => {
                let (can, after) = after.split_once("}@").expect("`META{..}@`");
                format!("{before}{}{after}", META.replace("CAN", &format!("{{{can}}}")))
            }
            None => capable.replace("META", &META.replace("CAN", "{}")),
        };
        message(&text.replace("NAMED", NAMED))
    };
    report(&messages.iter().map(full).collect::<Vec<_>>())
}

fn message(short: &str) -> String {
    let mut words = short.splitn(4, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (arrow, id, method, rest) = (word(), word(), word(), word());
    let side = if arrow == ">" { "client->server" } else { "server->client" };
    let id = if id == "-" { String::new() } else { format!(r#","id":{id}"#) };
    let body = match method {
        "=" => format!(r#""result":{rest}"#),
        "!" => format!(r#""error":{{"code":-32603,"message":"{rest}"}}"#),
        _ if rest.is_empty() => format!(r#""method":"{method}""#),
        _ => format!(r#""method":"{method}","params":{rest}"#),
    };
    format!(r#"{{"dir":"{side}","msg":{{"jsonrpc":"2.0"{id},{body}}}}}"#)
}

const TOKEN_7: &str = r#"> 1 ping {"_meta":{"progressToken":7}}"#;

#[test]
fn progress_belongs_to_one_open_request() {
    let shown = session(
        "2025-11-25",
        "{}",
        "{}",
        &[
            TOKEN_7,
            // Whole numbers count as such, beyond what a double can tell apart.
            r#"< - notifications/progress {"progressToken":7,"progress":9007199254740992}"#,
            r#"< - notifications/progress {"progressToken":7,"progress":9007199254740993}"#,
            r#"< - notifications/progress {"progressToken":7,"progress":9007199254740993}"#,
            r#"< - notifications/progress {"progressToken":"7","progress":1}"#,
            // The client reports on nothing that it asked itself.
            r#"> - notifications/progress {"progressToken":7,"progress":1}"#,
            r#"> 2 ping {"_meta":{"progressToken":7}}"#,
            "< 1 = {}",
            r#"< - notifications/progress {"progressToken":7,"progress":9007199254740994}"#,
            "< 2 = {}",
            r#"< - notifications/progress {"progressToken":7,"progress":9007199254740995}"#,
            // A token may be used again once its request is answered.
            r#"> 3 ping {"_meta":{"progressToken":7}}"#,
            r#"< - notifications/progress {"progressToken":7,"progress":1}"#,
        ],
    );
    insta::assert_snapshot!(shown, @r#"
    7:121: error[mcp/progress-not-increasing] progress stays at 9007199254740993
    8:108: error[mcp/progress-token-unknown] no request of the client has given the token "7" (one differs only in its type: `7` is not `"7"`)
    9:108: error[mcp/progress-token-unknown] no request of the server has given the token 7
    10:106: error[mcp/progress-token-unknown] the token 7 belongs to a request that is still open (nobody can tell which of the two a report is about)
    14:108: error[mcp/progress-not-increasing] progress is reported for 7 after the request was answered
    "#);
    let lone = report(&[message(r#"< - notifications/progress {"progressToken":7,"progress":1}"#)]);
    assert_eq!(lone, "nothing\n");
}

#[test]
fn progress_of_a_task_goes_on_until_its_result() {
    let shown = session(
        "2025-11-25",
        r#"{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}"#,
        "{}",
        &[
            r#"> 1 tools/call {"name":"a","arguments":{},"task":{},"_meta":{"progressToken":"t"}}"#,
            r#"< 1 = {"task":{"taskId":"x","status":"working","createdAt":"2026-02-03T09:00:00Z","lastUpdatedAt":"2026-02-03T09:00:00Z","ttl":1}}"#,
            r#"< - notifications/progress {"progressToken":"t","progress":1}"#,
            r#"< - notifications/progress {"progressToken":"t","progress":1}"#,
            r#"> 2 ping {"_meta":{"progressToken":"t"}}"#,
            "< 2 = {}",
            r#"> 3 tasks/result {"taskId":"x"}"#,
            r#"< - notifications/progress {"progressToken":"t","progress":2}"#,
            r#"< 3 = {"content":[],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"x"}}}"#,
            r#"< - notifications/progress {"progressToken":"t","progress":3}"#,
        ],
    );
    insta::assert_snapshot!(shown, @r#"
    7:123: error[mcp/progress-not-increasing] progress stays at 1
    8:106: error[mcp/progress-token-unknown] the token "t" belongs to a request that is still open (nobody can tell which of the two a report is about)
    13:108: error[mcp/progress-not-increasing] progress is reported for "t" after the request was answered
    "#);
}

#[test]
fn cancelling_may_cross_the_response() {
    let shown = session(
        "2025-11-25",
        "{}",
        r#"{"roots":{}}"#,
        &[
            "> 1 ping",
            "< 1 = {}",
            r#"> - notifications/cancelled {"requestId":1}"#,
            // Each side has its own ids.
            "< 1 roots/list",
            r#"< - notifications/cancelled {"requestId":1}"#,
            r#"> 1 = {"roots":[]}"#,
            r#"< - notifications/cancelled {"requestId":5}"#,
            r#"> - notifications/cancelled {"requestId":"1"}"#,
            // Never answered, as it should be.
            "> 2 ping",
            r#"> - notifications/cancelled {"requestId":2}"#,
            "> 3 ping",
            "< 3 = {}",
        ],
    );
    insta::assert_snapshot!(shown, @r#"
    9:53: warning[mcp/answer-after-cancel] the request 1 is answered after it was cancelled
    10:105: error[mcp/cancel-unknown] no request of the server has the id 5
    11:105: error[mcp/cancel-unknown] no request of the client has the id "1" (one differs only in its type: `7` is not `"7"`)
    "#);
    let lone = report(&[message(r#"> - notifications/cancelled {"requestId":7}"#)]);
    assert_eq!(lone, "nothing\n");
}

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

const ASKS: &str = r#"{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"},"e":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}}},"requestState":"s",NAMED}"#;

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
fn tasks_are_as_the_server_and_the_tool_say() {
    let list = r#"< 1 = {"tools":[{"name":"o","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}},{"name":"r","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}}]}"#;
    let messages = [
        "> 1 tools/list",
        list,
        r#"> 2 tools/call {"name":"o","arguments":{},"task":{}}"#,
        r#"> 3 tools/call {"name":"o","arguments":{}}"#,
        r#"< 2 = {"content":[]}"#,
        r#"< 3 = {"content":[]}"#,
        r#"> 4 tools/call {"name":"r","arguments":{}}"#,
        "< 4 ! must be a task",
        r#"> 5 tools/call {"name":"r","arguments":{},"task":{}}"#,
        r#"> - notifications/cancelled {"requestId":5}"#,
        r#"> 6 tasks/result {"taskId":"x"}"#,
        r#"< 6 = {"content":[],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"y"}}}"#,
    ];
    let offered = r#"{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}"#;
    insta::assert_snapshot!(session("2025-11-25", offered, "{}", &messages), @r#"
    8:64: error[mcp/task-misused] a call that is to run as a task has its result at once (answer with `task`, and give the result to `tasks/result`)
    10:94: error[mcp/task-misused] `r` can only run as a task (add `"task": {}`)
    12:53: warning[rpc/unanswered] `tools/call` is never answered, though a later request is
    13:105: error[mcp/cancel-unknown] a request that runs as a task is cancelled like any other (use `tasks/cancel`)
    15:136: error[mcp/task-misused] the result of the task `x` names another one (say it under `io.modelcontextprotocol/related-task` in `_meta`)
    "#);
    // Who offers no tasks may do as if none was asked for.
    insta::assert_snapshot!(session("2025-11-25", r#"{"tools":{}}"#, "{}", &messages[..8]), @"6:113: error[mcp/task-misused] a call is to run as a task, which the server does not offer (it would declare `tasks.requests.tools.call`)");
    // Tasks came with the version after.
    let shown = session("2025-06-18", r#"{"tools":{}}"#, "{}", &messages[6..8]);
    insta::assert_snapshot!(shown, @"nothing");
}

#[test]
fn results_in_sampling_answer_the_message_before() {
    let ask = |messages: &str| {
        let sampling = r#"{"sampling":{"tools":{}}}"#;
        let text =
            format!(r#"< 1 sampling/createMessage {{"maxTokens":1,"messages":[{messages}]}}"#);
        let again = text.replacen("< 1", "< 2", 1);
        session("2025-11-25", "{}", sampling, &[&text, &again])
    };
    let call =
        r#"{"role":"assistant","content":{"type":"tool_use","id":"u","name":"n","input":{}}}"#;
    let text = r#"{"role":"user","content":{"type":"text","text":"-"}}"#;
    let result = |id: &str| {
        format!(
            r#"{{"role":"user","content":{{"type":"tool_result","toolUseId":"{id}","content":[]}}}}"#
        )
    };
    let cases = [
        format!("{text},{call}"),
        format!("{call},{}", result("u")),
        format!("{call},{text}"),
        format!("{call},{text},{}", result("u")),
        format!("{call},{}", result("v")),
    ];
    let shown: String = cases.iter().map(|it| format!("-\n{}", ask(it))).collect();
    insta::assert_snapshot!(shown, @r#"
    -
    nothing
    -
    nothing
    -
    4:179: error[mcp/tool-result-mixed] the call "u" has no result in the next message
    5:179: error[mcp/tool-result-mixed] the call "u" has no result in the next message
    -
    4:179: error[mcp/tool-result-mixed] the call "u" has no result in the next message
    4:319: error[mcp/tool-result-mixed] the message before has no call "u"
    5:179: error[mcp/tool-result-mixed] the call "u" has no result in the next message
    5:319: error[mcp/tool-result-mixed] the message before has no call "u"
    -
    4:179: error[mcp/tool-result-mixed] the call "u" has no result in the next message
    4:266: error[mcp/tool-result-mixed] the message before has no call "v"
    5:179: error[mcp/tool-result-mixed] the call "u" has no result in the next message
    5:266: error[mcp/tool-result-mixed] the message before has no call "v"
    "#);
}

#[test]
fn calls_in_sampling_are_no_calls_of_the_session() {
    let block = r#"{"type":"tool_use","id":"u","name":"n","input":{}}"#;
    let answer = format!(r#"{{"role":"assistant","model":"m","content":[{block}]}}"#);
    let ask =
        r#"{"maxTokens":1,"messages":[{"role":"user","content":{"type":"text","text":"-"}}]}"#;
    let asked = [
        format!("< 1 sampling/createMessage {ask}"),
        format!("> 1 = {answer}"),
        format!("< 2 sampling/createMessage {ask}"),
        format!("> 2 = {answer}"),
    ];
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let shown = session("2025-11-25", "{}", r#"{"sampling":{}}"#, &asked);
    assert_eq!(shown, "nothing\n");
    let call = r#""name":"a","arguments":{},META{"sampling":{}}@}"#;
    let history =
        format!(r#"{{"maxTokens":1,"messages":[{{"role":"assistant","content":{block}}}]}}"#);
    let asked = [
        format!("> 1 tools/call {{{call}"),
        format!(
            r#"< 1 = {{"resultType":"input_required","inputRequests":{{"s":{{"method":"sampling/createMessage","params":{history}}}}},NAMED}}"#
        ),
        format!(r#"> 2 tools/call {{"inputResponses":{{"s":{answer}}},{call}"#),
        r#"< 2 = {"resultType":"complete","content":[],NAMED}"#.to_owned(),
    ];
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    assert_eq!(modern(&asked), "nothing\n");
}

#[test]
fn only_what_a_user_accepts_is_held_to_the_question() {
    let ask = r#"{"message":"?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}"#;
    let elicit = |id: u8| format!("< {id} elicitation/create {ask}");
    let messages = [
        elicit(1),
        r#"> 1 = {"action":"decline","content":{}}"#.to_owned(),
        elicit(2),
        r#"> 2 = {"action":"accept","content":{}}"#.to_owned(),
        elicit(3),
        r#"> 3 = {"action":"accept"}"#.to_owned(),
    ];
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let shown = session("2025-06-18", "{}", r#"{"elicitation":{}}"#, &messages);
    insta::assert_snapshot!(shown, @"7:93: warning[mcp/elicited-content] `n` is missing");
}
