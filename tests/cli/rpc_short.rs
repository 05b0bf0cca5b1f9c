//! Sessions of MCP in a short notation, and what is said of them.

use std::fmt::Write;

use crate::folder::Folder;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"k","version":"1"},"io.modelcontextprotocol/clientCapabilities":CAN}"#;

const NAMED: &str = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}"#;

/// What is said of messages: line, column and so on.
pub(crate) fn report(messages: &[String]) -> String {
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
pub(crate) fn session(version: &str, server: &str, client: &str, messages: &[&str]) -> String {
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
pub(crate) fn modern(messages: &[&str]) -> String {
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

pub(crate) fn message(short: &str) -> String {
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
