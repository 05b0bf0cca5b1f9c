//! A session of MCP with a fault of every group: the report from top to bottom.

use crate::folder::Folder;

/// One message a line, as a recorder of standard input and output would keep them.
const SESSION: &str = r#"fiscal 2.7.1 listening on stdio
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"escritório","version":"4.2.0"}}}
{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"fiscal","version":"2.7.1"}}}
{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"consult_nfe","annotations":{"readonlyHint":true},"inputSchema":{"type":"object","properties":{"key":{"type":"string","minLength":4}},"required":["key"]},"outputSchema":{"type":"object","properties":{"status":{"enum":["authorized","cancelled"]}},"required":["status"]}},{"name":"cancel nfe","inputSchema":{"type":"object","properties":{"key":{"type":"strng"}}}}]}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"pronto"}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"consult_nfe","arguments":"{\"key\":\"3526\"}"}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"status\":\"authorized\"}"}]}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"consult_nfe","arguments":{"key":3526}}}
{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"status\":\"denied\"}"}],"structuredContent":{"status":"denied"}}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"consult_nf","arguments":{"key":"3526"}}}
{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"video","data":"AAAA","mimeType":"video/mp4"}]}}
{"jsonrpc":"2.0","id":5,"method":"ping","params":{"_meta":{"progressToken":5,"progressToken":6}}}
{"jsonrpc":"2.0","id":"5","result":{}}
{"id":6,"method":"tools/list"}
{"jsonrpc":"2.0","id":6,"error":{"code":"-32603","message":"SEFAZ não responde"}}
{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"consult_nfe","arguments":{"key":"3526"}}}
{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t-7","progress":1}}
{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"status\":\"canc
{"jsonrpc":"2.0","id":8,"method":"ping"}
{"jsonrpc":"2.0","id":8,"result":{}}
"#;

#[test]
fn a_session_with_faults_of_all_groups_reads_from_top_to_bottom() {
    let folder = Folder::new().file("session.jsonl", SESSION);
    insta::assert_snapshot!(folder.run(&["validate", "session.jsonl"]));
}
