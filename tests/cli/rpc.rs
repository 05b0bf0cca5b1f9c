//! Sessions of MCP in few words, for tests.

use crate::folder::Folder;

/// The `_meta` of a request of the newest version.
pub(crate) const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"kiosk","version":"3.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

/// What is said of a session whose lines are `messages`, without `jsonrpc`, under the rules `rules`.
pub(crate) fn session(rules: &str, messages: &[&str]) -> String {
    let lines = messages.iter().map(|message| {
        let message = message.replace("META", META);
        format!("{{\"jsonrpc\":\"2.0\",{message}}}\n")
    });
    let folder = Folder::new()
        .file("wirecheck.toml", rules)
        .file("samples/s.jsonl", lines.collect::<String>());
    folder.run(&["validate", "--format", "concise", "-q"])
}

/// The same for one document.
pub(crate) fn document(rules: &str, name: &str, text: &str) -> String {
    let folder = Folder::new()
        .file("wirecheck.toml", rules)
        .file(&format!("samples/{name}"), text.replace("META", META));
    folder.run(&["validate", "--format", "concise", "-q"])
}

/// What is wrong is said of the notification; that somebody answers it follows from that.
#[test]
fn an_answer_to_a_notification_with_an_id_is_no_orphan() {
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","id":9,"error":{"code":-32601,"message":"no such method"}}"#,
        r#"{"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"no such method"}}"#,
    ];
    let folder = crate::folder::Folder::new().file("s.jsonl", lines.join("\n"));
    insta::assert_snapshot!(folder.run(&["validate", "--quiet", "--format", "concise", "s.jsonl"]));
}

#[test]
fn an_id_with_an_exponent_is_the_number_that_it_stands_for() {
    let lines = [
        r#"{"jsonrpc":"2.0","id":1e3,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1000,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":15e-1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#,
    ];
    let folder = crate::folder::Folder::new().file("s.jsonl", lines.join("\n"));
    insta::assert_snapshot!(folder.run(&["validate", "--quiet", "--format", "concise", "s.jsonl"]));
}
