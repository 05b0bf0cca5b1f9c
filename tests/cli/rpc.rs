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
