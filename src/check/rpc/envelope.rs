//! The frame of one message, by JSON-RPC 2.0 and section "Base protocol" of MCP.

use super::Pass;
use crate::finding::{Code, Finding};
use crate::json::{Kind as Value, NodeId};
use crate::mcp::{Kind, Message, is_notification};
use crate::wording::shorten;

impl Pass<'_> {
    /// Checks the frame of `message`. Returns whether something is wrong with it.
    pub(super) fn envelope(&mut self, message: &Message<'_>) -> bool {
        let version = self.wrong_version(message);
        let id = self.wrong_id(message);
        let rest = [version, id, self.unclear(message), self.wrong_params(message)];
        let is_broken = rest.iter().any(Option::is_some);
        for finding in rest.into_iter().flatten() {
            self.say(finding);
        }
        if message.kind == Kind::Error {
            self.wrong_error(message);
        }
        is_broken
    }

    fn wrong_version(&self, message: &Message<'_>) -> Option<Finding> {
        let doc = self.frame.doc;
        let Some(version) = message.version else {
            // A recorder that says in the message itself who sent it has taken the frame away.
            let is_recorders =
                ["direction", "dir"].iter().any(|it| doc.get(message.node, it).is_some());
            let finding = || {
                self.at(message.node, Code::RpcWrongVersion, "`jsonrpc` is missing")
                    .words("no `jsonrpc`")
                    .help("every message says `\"jsonrpc\": \"2.0\"`")
            };
            return (!is_recorders).then(finding);
        };
        (doc.string(version) != Some("2.0")).then(|| {
            let shown = shorten(doc.source(version));
            let message = format!("`jsonrpc` is {shown}, not \"2.0\"");
            self.at(version, Code::RpcWrongVersion, message).words("expected \"2.0\"")
        })
    }

    fn wrong_id(&self, message: &Message<'_>) -> Option<Finding> {
        let doc = self.frame.doc;
        match (message.id, message.kind) {
            (Some(id), Kind::Notification) => {
                let name = message.name();
                // Another method with an id is a request.
                is_notification(name).then(|| self.unexpected_id(message.node, id, name))
            }
            (Some(id), _) => self.wrong_kind_of_id(id, message.kind),
            (None, Kind::Request) => {
                let said = format!("the request `{}` has no id", shorten(message.name()));
                let finding = self.at(message.node, Code::RpcIdMissing, said).words("no id");
                Some(finding.help("without one it is a notification, and nobody answers it"))
            }
            (None, Kind::Result) => {
                let finding = self.at(message.node, Code::RpcIdMissing, "a result has no id");
                Some(finding.words("no id").help("repeat the id of the request"))
            }
            // An error may lack the id of what could not be read; which version that is for is said
            // by `replied`.
            (None, _) => None,
        }
        .filter(|_| doc.is_object(message.node))
    }

    fn unexpected_id(&self, message: NodeId, id: NodeId, name: &str) -> Finding {
        let key = self.frame.doc.member(message, "id").map_or(id, |(key, _)| key);
        let said = format!("the notification `{}` has an id", shorten(name));
        self.at(key, Code::RpcIdUnexpected, said)
            .words("notifications have none")
            .help("leave it out: with an id the other side has to answer")
    }

    fn wrong_kind_of_id(&self, id: NodeId, kind: Kind) -> Option<Finding> {
        let doc = self.frame.doc;
        let is = match doc.kind(id) {
            Value::Plain | Value::Escaped | Value::Integer => return None,
            Value::Float if is_whole(doc.source(id)) => return None,
            Value::Float => "a fraction",
            Value::Null => "null",
            Value::True | Value::False => "a boolean",
            Value::Array => "an array",
            Value::Object => "an object",
        };
        let finding = self
            .at(id, Code::RpcIdWrongKind, format!("the id is {is}"))
            .words("expected a string or an integer");
        Some(match (doc.is_null(id), kind) {
            (true, Kind::Error) => finding.help(
                "JSON-RPC 2.0 asks for null where the request could not be read, MCP does not allow \
                 it: leave the id out (from 2025-11-25 on)",
            ),
            (true, Kind::Request) => finding.help("a request without an answer has no id at all"),
            _ => finding,
        })
    }

    fn unclear(&self, message: &Message<'_>) -> Option<Finding> {
        let doc = self.frame.doc;
        let key = |name: &str| doc.member(message.node, name).map(|(key, _)| key);
        let (said, place, words) = match (message.method, message.result, message.error) {
            (Some(_), Some(_), _) => ("a method and a result", key("result"), "beside a `method`"),
            (Some(_), None, Some(_)) => {
                ("a method and an error", key("error"), "beside a `method`")
            }
            (None, Some(_), Some(_)) => {
                ("a result and an error", key("result").max(key("error")), "only one may be given")
            }
            (None, None, None) => {
                let said = match doc.get(message.node, "method") {
                    Some(_) => "the method of this message is no string",
                    None => "this message has no method, no result and no error",
                };
                let finding = self.at(message.node, Code::RpcAmbiguousMessage, said);
                return Some(finding.words("neither request nor response"));
            }
            _ => return None,
        };
        let finding = self.at(
            place.unwrap_or(message.node),
            Code::RpcAmbiguousMessage,
            format!("one message has {said}"),
        );
        Some(finding.words(words))
    }

    fn wrong_params(&self, message: &Message<'_>) -> Option<Finding> {
        let doc = self.frame.doc;
        let params = message.params.filter(|params| !doc.is_object(*params))?;
        let is_list = doc.is_array(params);
        let finding = self
            .at(params, Code::RpcParamsNotObject, "`params` is not an object")
            .words("expected an object");
        Some(if is_list {
            finding.help("JSON-RPC allows positions, MCP only names")
        } else {
            finding
        })
    }

    /// The error of a response. `code` and `message` must be there whatever the version.
    fn wrong_error(&mut self, message: &Message<'_>) {
        let doc = self.frame.doc;
        let Some(error) = message.error else { return };
        let mut found = Vec::new();
        let mut say = |node, said: &str, words: &'static str| {
            found.push(self.at(node, Code::RpcErrorMalformed, said).words(words));
        };
        if doc.is_object(error) {
            match doc.get(error, "code") {
                None => say(error, "the error has no code", "no `code`"),
                Some(code) if doc.kind(code) != Value::Integer && !is_whole(doc.source(code)) => {
                    say(code, "the code of the error is not an integer", "expected an integer");
                }
                Some(_) => {}
            }
            match doc.get(error, "message") {
                None => say(error, "the error has no message", "no `message`"),
                Some(text) if !doc.is_string(text) => {
                    say(text, "the message of the error is not a string", "expected a string");
                }
                Some(_) => {}
            }
        } else {
            say(error, "the error is not an object", "expected `code` and `message`");
        }
        for finding in found {
            self.say(finding);
        }
    }
}

/// Whether the number `written` is an integer: `1.0` and `1e3` are.
fn is_whole(written: &str) -> bool {
    written.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}
