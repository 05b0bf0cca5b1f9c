//! One call on its way: what the model asked for and what the host sent on must be the same, and so
//! must what came back and what the model was told.

use super::outcome::Context;
use super::pass::Pass;
use crate::finding::{Code, Finding, Label};
use crate::json::{Doc, Frame, NodeId, first_difference, parse, same_value, with_tape};
use crate::wire::Pairing;
use crate::wording::{near_tool, shorten};

/// Calls whose hops are kept, so that memory does not grow with a trace.
const KEPT: usize = 256;

/// The calls of a trace that may pass another hop.
#[derive(Debug, Default)]
pub(super) struct Hops {
    calls: Vec<Hop>,
}

/// A call of a model, and what is known of its way.
#[derive(Debug)]
struct Hop {
    tool: String,
    /// Its kind of id, and the id as it is written.
    id: (Pairing, String),
    /// The arguments.
    arguments: Value,
    /// The id of the request that the host made of it.
    request: Option<String>,
    /// What came back.
    result: Option<Value>,
}

/// A JSON text that outlives its document, and the place of its value.
#[derive(Debug, Clone)]
struct Value {
    text: String,
    label: Label,
}

impl Value {
    fn new(frame: &Frame<'_>, node: NodeId) -> Self {
        let doc = frame.doc;
        Self { text: doc.source(node).to_owned(), label: frame.label(doc.head(node), "") }
    }
}

impl Pass<'_> {
    /// Notes the arguments `node` of a call. Those that a host sends on are compared with those that
    /// the model gave.
    pub(super) fn hop_call(
        &mut self,
        frame: &Frame<'_>,
        node: NodeId,
        pairing: Pairing,
        id: Option<&str>,
        context: &Context<'_>,
    ) {
        let (Some(tool), Some(id)) = (context.tool, id) else { return };
        if pairing != Pairing::JsonRpc {
            let hops = &mut self.session.hops.calls;
            if hops.len() >= KEPT {
                hops.remove(0);
            }
            hops.push(Hop {
                tool: tool.to_owned(),
                id: (pairing, id.to_owned()),
                arguments: Value::new(frame, node),
                request: None,
                result: None,
            });
            return;
        }
        let is_open = |hop: &&mut Hop| hop.request.is_none() && is_same_tool(&hop.tool, tool);
        let mut open: Vec<&mut Hop> = self.session.hops.calls.iter_mut().filter(is_open).collect();
        let same = open.iter().position(|hop| is_same(&hop.arguments, frame, node));
        let Some(hop) = open.get_mut(same.unwrap_or_default()) else { return };
        hop.request = Some(id.to_owned());
        if same.is_none() {
            let words = ("what the model asked for", "what the host sent on");
            let finding = differs("the arguments", words, &hop.arguments, frame, node);
            if let Some(finding) = finding {
                context.note(self.outcome, finding);
            }
        }
    }

    /// Notes the payload `node` of a result. What the model is told is compared with what the server
    /// answered.
    pub(super) fn hop_result(
        &mut self,
        frame: &Frame<'_>,
        node: NodeId,
        pairing: Pairing,
        id: &str,
        context: &Context<'_>,
    ) {
        let hops = &mut self.session.hops.calls;
        if pairing == Pairing::JsonRpc {
            let is_meant = |hop: &&mut Hop| hop.request.as_deref() == Some(id);
            if let Some(hop) = hops.iter_mut().rev().find(is_meant) {
                hop.result = Some(Value::new(frame, node));
            }
            return;
        }
        let is_meant = |hop: &Hop| hop.id.0 == pairing && hop.id.1 == id;
        let Some(at) = hops.iter().position(is_meant) else { return };
        let hop = hops.remove(at);
        let Some(result) = hop.result.filter(|result| !is_same(result, frame, node)) else {
            return;
        };
        let words = ("what the server answered", "what the model was told");
        if let Some(finding) = differs("the result", words, &result, frame, node) {
            context.note(self.outcome, finding);
        }
    }
}

/// Whether two names are those of one tool: hosts put the server's name before a tool's.
fn is_same_tool(asked: &str, sent: &str) -> bool {
    asked == sent
        || near_tool(asked, [sent]).is_some_and(|near| near.how == crate::wording::How::Affix)
}

fn is_same(value: &Value, frame: &Frame<'_>, node: NodeId) -> bool {
    with_value(value, |doc| same_value(doc, doc.root(), frame.doc, node))
}

/// Reads a kept text once more. It was JSON before, so that it is now.
fn with_value<T: Default>(value: &Value, read: impl FnOnce(Doc<'_>) -> T) -> T {
    with_tape(|tape| match parse(&value.text, crate::json::MAX_DEPTH, tape) {
        Ok(()) => read(Doc::new(&value.text, tape)),
        Err(_) => T::default(),
    })
}

fn differs(
    what: &str,
    (before, after): (&'static str, &'static str),
    value: &Value,
    frame: &Frame<'_>,
    node: NodeId,
) -> Option<Finding> {
    let place = with_value(value, |doc| {
        let (_, here) = first_difference(doc, doc.root(), frame.doc, node)?;
        Some(here)
    })?;
    let shown = shorten(frame.doc.source(place));
    let mut first = value.label.clone();
    first.text = before.into();
    let label = frame.label(frame.doc.head(place), after);
    let message = format!("{what} of one call differ between two hops, here: {shown}");
    Some(
        Finding::new(Code::ExchangeHopsDiffer, message, label)
            .label(first)
            .at(frame.address_of(place)),
    )
}
