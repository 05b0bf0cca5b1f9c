//! A message of JSON-RPC 2.0, as far as its frame says what it is.

use super::definitions::Party;
use super::methods;
use crate::json::{Doc, Kind as Value, NodeId};

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A request; also one that lacks its id.
    Request,
    /// A notification; also one that has an id.
    Notification,
    /// A response that holds a result.
    Result,
    /// A response that holds an error.
    Error,
    /// None of them.
    Unclear,
}

/// A message and its members.
#[derive(Debug, Clone, Copy)]
pub struct Message<'d> {
    /// The message.
    pub node: NodeId,
    /// What it is.
    pub kind: Kind,
    /// `jsonrpc`.
    pub version: Option<NodeId>,
    /// `id`.
    pub id: Option<NodeId>,
    /// `method`, if it is a string.
    pub method: Option<(NodeId, &'d str)>,
    /// `params`.
    pub params: Option<NodeId>,
    /// `result`.
    pub result: Option<NodeId>,
    /// `error`.
    pub error: Option<NodeId>,
}

impl<'d> Message<'d> {
    /// Reads the message `node`.
    #[must_use]
    pub fn read(doc: Doc<'d>, node: NodeId) -> Self {
        let method = doc.get(node, "method");
        let method = method.and_then(|node| Some((node, doc.string(node)?)));
        let (id, result, error) =
            (doc.get(node, "id"), doc.get(node, "result"), doc.get(node, "error"));
        let kind = match method {
            Some((_, name)) if methods::is_notification(name) => Kind::Notification,
            Some((_, name)) if id.is_some() || methods::is_request(name) => Kind::Request,
            Some(_) => Kind::Notification,
            // Some servers write an empty `error` beside each result.
            None if error.is_some_and(|error| !doc.is_null(error)) => Kind::Error,
            None if result.is_some() => Kind::Result,
            None if error.is_some() => Kind::Error,
            None => Kind::Unclear,
        };
        let (version, params) = (doc.get(node, "jsonrpc"), doc.get(node, "params"));
        Self { node, kind, version, id, method, params, result, error }
    }

    /// Whether it answers a request.
    #[must_use]
    pub fn is_response(&self) -> bool {
        matches!(self.kind, Kind::Result | Kind::Error)
    }

    /// The name of its method; empty for a response.
    #[must_use]
    pub fn name(&self) -> &'d str {
        self.method.map(|(_, name)| name).unwrap_or_default()
    }

    /// A member of its `params`.
    #[must_use]
    pub fn param(&self, doc: Doc<'d>, name: &str) -> Option<NodeId> {
        doc.get(self.params?, name)
    }

    /// A member of its `params._meta`.
    #[must_use]
    pub fn meta(&self, doc: Doc<'d>, name: &str) -> Option<NodeId> {
        doc.get(self.param(doc, "_meta")?, name)
    }

    /// The error's code, if it is an integer that fits.
    #[must_use]
    pub fn code(&self, doc: Doc<'d>) -> Option<i64> {
        doc.source(doc.get(self.error?, "code")?).parse().ok()
    }
}

/// The id of a message, with its type: `1` is not `"1"`, but it is `1.0` and `1e0`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Id {
    is_text: bool,
    text: Box<str>,
}

impl Id {
    /// The id `node`; `None` if it can be no id.
    #[must_use]
    pub fn read(doc: Doc<'_>, node: NodeId) -> Option<Self> {
        match doc.kind(node) {
            Value::Plain | Value::Escaped => Some(Self::of_text(doc.string(node)?)),
            Value::Integer | Value::Float => {
                let written = doc.source(node);
                let whole =
                    written.split_once('.').filter(|(_, rest)| rest.bytes().all(|it| it == b'0'));
                let text = match written.contains(['e', 'E']).then(|| written.parse::<f64>()) {
                    // An exponent is but another way to write the number.
                    Some(Ok(number)) if number.abs() < 1e15 => number.to_string().into(),
                    _ => whole.map_or(written, |(whole, _)| whole).into(),
                };
                Some(Self { is_text: false, text })
            }
            _ => None,
        }
    }

    /// The id that is this text.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        Self { is_text: true, text: text.into() }
    }

    /// The id that is written the same way and has the other type.
    #[must_use]
    pub fn of_other_type(&self) -> Self {
        Self { is_text: !self.is_text, text: self.text.clone() }
    }

    /// Whether another id differs at most in the case of its letters.
    #[must_use]
    pub fn is_alike(&self, other: &Self) -> bool {
        self.is_text == other.is_text && self.text.eq_ignore_ascii_case(&other.text)
    }
}

/// Who sent the message `node`, as the recording around it tells: `owner` is the object that holds
/// the message.
#[must_use]
pub fn sender(doc: Doc<'_>, owner: Option<NodeId>, node: NodeId) -> Option<Party> {
    const NAMES: &[&str] = &["dir", "direction", "from", "sender", "source", "side"];
    let owner = owner?;
    let told = NAMES.iter().filter_map(|name| doc.get(owner, name)).find_map(|it| doc.string(it));
    if let Some(party) = told.and_then(party) {
        return Some(party);
    }
    // A recorder that keeps both sides of an exchange in one object.
    let holds = |name: &str| {
        doc.get(owner, name).is_some_and(|it| doc.range(it).contains(&doc.range(node).start))
    };
    match () {
        () if holds("request") => Some(Party::Client),
        () if holds("response") || holds("responses") => Some(Party::Server),
        () => None,
    }
}

/// The side that `word` names first, as in `client->server`, `host_to_server` or `s2c`.
#[must_use]
pub fn party(word: &str) -> Option<Party> {
    let first = word.split(|c: char| !c.is_ascii_alphabetic()).find(|part| !part.is_empty())?;
    match first.to_ascii_lowercase().as_str() {
        "client" | "host" | "c" => Some(Party::Client),
        "server" | "s" => Some(Party::Server),
        _ => None,
    }
}
