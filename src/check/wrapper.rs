//! Arguments inside something that is not theirs: the call once more, or a part of it.

use super::outcome::on;
use crate::finding::{Code, Finding};
use crate::json::{Doc, Frame, Kind, MAX_DEPTH, NodeId, parse, with_tape};
use crate::schema::Schema;
use crate::wording::near_tool;

/// What a call has its arguments in.
const HOLDERS: [&str; 2] = ["arguments", "parameters"];
/// What a call has beside its arguments.
const BESIDE: [&str; 4] = ["type", "id", "name", "tool"];

/// An object around the arguments.
pub(super) struct Wrapper {
    /// The member that holds them.
    member: &'static str,
    /// Its value.
    pub(super) inside: NodeId,
    /// Whether it names the tool, so that it is the whole call.
    is_call: bool,
}

impl Wrapper {
    /// The wrapper that `value` is, if it is none of the tool's arguments: its schema refuses it and
    /// describes no property like the one that holds the arguments. A wrapper that does not name the
    /// tool must also hold what the schema accepts.
    pub(super) fn find(
        doc: Doc<'_>,
        value: NodeId,
        tool: Option<&str>,
        schema: &Schema,
    ) -> Option<Self> {
        let held = |member: &'static str| doc.get(value, member).map(|inside| (member, inside));
        let (member, inside) = HOLDERS.into_iter().find_map(held)?;
        let mut members = doc.members(value).filter_map(|(key, _)| doc.string(key));
        if !members.all(|name| name == member || BESIDE.contains(&name)) {
            return None;
        }
        let named = doc.get(value, "name").or_else(|| doc.get(value, "tool"));
        let is_call = match named {
            Some(name) if is_name_of(doc.string(name)?, tool?) => true,
            Some(_) => return None,
            None => false,
        };
        let is_wanted = schema.accepts(doc, value) == Ok(true)
            || schema.properties().contains(&member)
            || !(is_call || is_accepted(doc, inside, schema));
        (!is_wanted).then_some(Self { member, inside, is_call })
    }

    /// The finding of the wrapper, which is `value`.
    pub(super) fn finding(&self, frame: &Frame<'_>, value: NodeId) -> Finding {
        let (message, words) = if self.is_call {
            ("the arguments hold the whole call once more".to_owned(), "the call again")
        } else {
            (format!("the arguments are wrapped in a member `{}`", self.member), "a wrapper")
        };
        on(frame, value, Code::CallArgumentsWrapped, message)
            .words(words)
            .help(format!("pass only what stands in `{}`", self.member))
    }
}

fn is_name_of(written: &str, tool: &str) -> bool {
    written == tool || near_tool(written, [tool]).is_some()
}

/// Whether `node`, an object or the text of one, keeps the schema.
fn is_accepted(doc: Doc<'_>, node: NodeId, schema: &Schema) -> bool {
    match doc.kind(node) {
        Kind::Object => schema.accepts(doc, node) == Ok(true),
        Kind::Plain | Kind::Escaped => with_tape(|tape| {
            let text = doc.string(node).unwrap_or_default();
            if parse(text, MAX_DEPTH, tape).is_err() {
                return false;
            }
            let inner = Doc::new(text, tape);
            inner.is_object(inner.root()) && schema.accepts(inner, inner.root()) == Ok(true)
        }),
        _ => false,
    }
}
