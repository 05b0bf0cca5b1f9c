//! Log messages without handshake: each request says from which level on it wants them.

use std::collections::BTreeMap;

use super::{Pass, Turn};
use crate::finding::{Code, Label};
use crate::mcp::Message;
use crate::wording::shorten;

/// The level that a request asks for, in `_meta`.
const LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// The levels, the lowest first.
const LEVELS: &[&str] =
    &["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// The wish of a request: its level, and its number among all wishes.
pub(super) type Wish = (usize, u64);

/// What the open requests want to hear.
#[derive(Debug, Default)]
pub(super) struct Logs {
    /// The levels that were asked for, the lowest first, and where.
    open: BTreeMap<Wish, Label>,
    count: u64,
}

impl Logs {
    /// Ends the wish of a request.
    pub(super) fn close(&mut self, wish: Option<Wish>) {
        if let Some(wish) = wish {
            self.open.remove(&wish);
        }
    }
}

fn level(name: &str) -> Option<usize> {
    LEVELS.iter().position(|level| *level == name)
}

impl Pass<'_> {
    /// Notes the level that the request `message` asks for.
    pub(super) fn log_asked(&mut self, message: &Message<'_>) -> Option<Wish> {
        let doc = self.frame.doc;
        let node = message.meta(doc, LEVEL)?;
        let level = doc.string(node).and_then(level)?;
        // A request without an id is never answered, and nothing would end its wish.
        self.session.rpc.asking.as_ref()?;
        let label = self.label(node, "asked for from here on");
        let logs = &mut self.session.rpc.logs;
        logs.count += 1;
        let wish = (level, logs.count);
        logs.open.insert(wish, label);
        Some(wish)
    }

    /// Follows a log message.
    pub(super) fn logged(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        if !turn.force.is_known || !self.session.rpc.is_modern {
            return;
        }
        let node = turn.message.param(doc, "level");
        let name = node.and_then(|node| doc.string(node)).unwrap_or_default();
        let place = node.or(turn.message.method.map(|(node, _)| node)).unwrap_or(turn.message.node);
        let lowest = self.session.rpc.logs.open.first_key_value();
        let Some(((wanted, _), label)) = lowest else {
            let said = "the server logs, and no open request asked for it";
            let finding = self.at(place, Code::McpLogNotAsked, said).words("nobody asked");
            let help = format!("log only for requests that say `{LEVEL}` in `_meta`");
            self.say(finding.help(help));
            return;
        };
        if level(name).is_some_and(|level| level < *wanted) {
            let label = label.clone();
            let asked = LEVELS[*wanted];
            let said = format!("the server logs \"{}\", below \"{asked}\"", shorten(name));
            let finding = self.at(place, Code::McpLogNotAsked, said);
            self.say(finding.words("below what was asked for").label(label));
        }
    }
}
