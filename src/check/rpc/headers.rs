//! Recordings of HTTP: headers that repeat parts of the message.

use super::Pass;
use super::dialogue::InForce;
use crate::finding::{Code, Finding, Severity};
use crate::json::{Doc, Kind as Value, NodeId};
use crate::mcp::{META_VERSION, Message, Version};
use crate::wording::shorten;

/// The header that names the version.
const VERSION: &str = "MCP-Protocol-Version";
const METHOD: &str = "Mcp-Method";
const NAME: &str = "Mcp-Name";
const PARAM: &str = "Mcp-Param-";

/// A header that should repeat a part of the message: its name, the value it should have, and the
/// node where the message has it.
struct Repeated {
    name: String,
    value: String,
    node: NodeId,
}

impl Pass<'_> {
    /// Checks the headers of a request or notification against it.
    pub(super) fn headers(&mut self, message: &Message<'_>, force: InForce, headers: NodeId) {
        if force.version.has_handshake() {
            self.version_of_session(message, force.version, headers);
            return;
        }
        for repeated in self.repeated_headers(message) {
            if let Some(finding) = self.header(message, headers, &repeated) {
                self.say(finding);
            }
        }
    }

    /// Checks the version that each message after the handshake repeats.
    fn version_of_session(&mut self, message: &Message<'_>, version: Version, headers: NodeId) {
        let is_settled = self.session.rpc.handshake.version.is_some();
        if !is_settled || message.name() == "initialize" || version < Version::V2025_06_18 {
            return;
        }
        let doc = self.frame.doc;
        let Some(header) = header(doc, headers, VERSION) else {
            let said = format!("the request has no header `{VERSION}`");
            let place = message.method.map_or(message.node, |(method, _)| method);
            let finding = self.at(place, Code::McpHttpHeader, said);
            let finding = finding.words(format!("no `{VERSION}: {version}`"));
            self.say(finding.help("without it servers assume 2025-03-26"));
            return;
        };
        let Some(written) = doc.string(header) else { return };
        if written.trim() != version.name() {
            let said = format!(
                "the header `{VERSION}` is {}, but {version} was negotiated",
                shorten(written)
            );
            let finding = self.at(header, Code::McpHttpHeader, said);
            self.say_as(finding.words(format!("expected {version}")), Severity::Warning);
        }
    }

    /// What the headers of a message of the newest version repeat of it.
    fn repeated_headers(&self, message: &Message<'_>) -> Vec<Repeated> {
        let doc = self.frame.doc;
        let mut repeated = Vec::new();
        let mut add = |name: &str, node: Option<NodeId>| {
            let told = node.and_then(|node| Some((node, text_of(doc, node)?)));
            repeated.extend(told.map(|(node, value)| Repeated { name: name.into(), value, node }));
        };
        add(VERSION, message.meta(doc, META_VERSION));
        add(METHOD, message.method.map(|(node, _)| node));
        match message.name() {
            "tools/call" | "prompts/get" => add(NAME, message.param(doc, "name")),
            "resources/read" => add(NAME, message.param(doc, "uri")),
            _ => {}
        }
        if message.name() == "tools/call" {
            let tool = message.param(doc, "name").and_then(|it| doc.string(it));
            let asked = tool.and_then(|tool| self.session.rpc.headers.get(tool));
            let arguments = message.param(doc, "arguments");
            for header in asked.into_iter().flatten() {
                let argument = arguments.and_then(|it| {
                    header.path.iter().try_fold(it, |node, name| doc.get(node, name))
                });
                add(&format!("{PARAM}{}", header.name), argument);
            }
        }
        repeated
    }

    /// What is wrong with the header that should repeat a part of the message.
    fn header(
        &self,
        message: &Message<'_>,
        headers: NodeId,
        repeated: &Repeated,
    ) -> Option<Finding> {
        let doc = self.frame.doc;
        let Repeated { name, value, node } = repeated;
        let shown = shorten(value);
        let label = self.label(*node, "in the message");
        let Some(header) = header(doc, headers, name) else {
            let place = message.method.map_or(message.node, |(method, _)| method);
            let finding = self
                .at(place, Code::McpHttpHeader, format!("the request has no header `{name}`"))
                .words(format!("no `{name}`"));
            return Some(if place == *node { finding } else { finding.label(label) });
        };
        let written = doc.string(header)?;
        let decoded = decoded(written.trim());
        let (said, words) = match &decoded {
            Some(decoded) if decoded == value && written.is_ascii() => return None,
            Some(decoded) if decoded == value => {
                (format!("the header `{name}` is no ASCII"), "not in base64")
            }
            Some(decoded) => (
                format!("the header `{name}` is `{}`, the message has `{shown}`", shorten(decoded)),
                "another value",
            ),
            None => (format!("the header `{name}` is no base64 of a text"), "not base64"),
        };
        let finding = self.at(header, Code::McpHttpHeader, said).words(words).label(label);
        Some(finding.help("servers refuse such a request with 400 and the error -32020"))
    }
}

/// The value of the header `name`, in whatever case it is written.
fn header(doc: Doc<'_>, headers: NodeId, name: &str) -> Option<NodeId> {
    let is_it = |key| doc.string(key).is_some_and(|it| it.eq_ignore_ascii_case(name));
    let value = doc.members(headers).find(|(key, _)| is_it(*key)).map(|(_, value)| value)?;
    // Some recorders keep a list of values for each name.
    Some(doc.elements(value).next().filter(|_| doc.count(value) == 1).unwrap_or(value))
}

/// A value of a message as a header writes it.
fn text_of(doc: Doc<'_>, node: NodeId) -> Option<String> {
    match doc.kind(node) {
        Value::Plain | Value::Escaped => doc.string(node).map(str::to_owned),
        Value::Integer | Value::True | Value::False => Some(doc.source(node).to_owned()),
        _ => None,
    }
}

/// What a header's value stands for; `None` if it is said to be base64 and is not.
fn decoded(written: &str) -> Option<String> {
    let inner = written.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let Some(inner) = inner else { return Some(written.to_owned()) };
    let bytes = data_encoding::BASE64.decode(inner.as_bytes()).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn only_what_is_marked_is_decoded() {
        assert_eq!(decoded("=?base64?w7xiZXJzaWNodA==?=").as_deref(), Some("übersicht"));
        assert_eq!(decoded("w7xiZXJzaWNodA==").as_deref(), Some("w7xiZXJzaWNodA=="));
        for broken in ["=?base64?w7x?=", "=?base64?/w==?=", "=?base64???="] {
            assert_eq!(decoded(broken), None, "{broken}");
        }
    }
}
