//! Sessions of MCP with a handshake: what the pages of the codes do not show.

use crate::rpc_short::{message, modern, report, session};

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

#[test]
fn a_client_that_is_never_ready_is_named_once() {
    let missed = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}}
{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
{"jsonrpc":"2.0","id":1,"method":"roots/list"}
{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}
{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
"#;
    let folder = crate::folder::Folder::new().file("s.jsonl", missed);
    insta::assert_snapshot!(folder.run(&["validate", "s.jsonl", "--format", "concise", "-q"]), @"
    s.jsonl:3:34: error[mcp/initialized-missing] `tools/list` comes without `notifications/initialized` before it (send it after the response to `initialize`: servers may wait for it)
    --- exit 1
    ");
}
