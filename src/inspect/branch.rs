//! What each thing that was found looks like in the tree.

use super::found::{Call, Definition, Message, Request, ResultSeen, SchemaSeen, Standing};
use super::human::View;
use super::payload::Payload;
use super::pretty::{self, quoted};
use super::remains::counted;
use super::tree::{Line, Node, STEP, Tone};
use crate::mcp::Party;
use crate::source::Span;
use crate::wording::{shorten, shorten_to};

impl View<'_> {
    pub(super) fn definition(self, definition: &Definition) -> Node {
        let mut node = Node::default();
        node.head.push(Tone::Plain, "definition ");
        node.head.push(Tone::Name, &name(&definition.name));
        for (side, schema) in [("input", &definition.input), ("output", &definition.output)] {
            if let Some(schema) = schema {
                node.body.extend(self.schema(side, schema));
            }
        }
        if node.body.is_empty() {
            node.body.push(Line::new().with(Tone::Dim, "no schema"));
        }
        node
    }

    /// A schema: its pointer, and its properties with `*` after those that are required.
    pub(super) fn schema(self, side: &str, schema: &SchemaSeen) -> Vec<Line> {
        const SHOWN: usize = 24;
        let pointer = schema.spot.address.as_str();
        let pointer = if pointer.is_empty() { "the root" } else { pointer };
        let mut first = Line::new();
        if !side.is_empty() {
            first.push(Tone::Plain, &format!("{side:<7}"));
        }
        first.push(Tone::Dim, pointer);
        if schema.properties.iter().any(|property| property.is_required) {
            first.push(Tone::Dim, "   (* required)");
        }
        let indent = " ".repeat(if side.is_empty() { 0 } else { 7 });
        let mut second = Line::new().with(Tone::Plain, &indent);
        let count = schema.properties.len();
        let shown = if self.is_full || count <= SHOWN + 2 { count } else { SHOWN };
        for (number, property) in schema.properties.iter().take(shown).enumerate() {
            if number > 0 {
                second.push(Tone::Dim, ", ");
            }
            second.push(Tone::Key, &shorten(&property.name));
            second.push(Tone::Doubtful, if property.is_required { "*" } else { "" });
            if !property.kind.is_empty() {
                second.push(Tone::Dim, &format!(" {}", property.kind));
            }
        }
        match count - shown {
            _ if count == 0 => second.push(Tone::Dim, "no properties"),
            0 => {}
            left => second.push(Tone::Dim, &format!(", and {left} more (--full)")),
        }
        vec![first, second]
    }

    pub(super) fn call(self, call: &Call, used: usize) -> Node {
        let mut node = Node::default();
        node.head.push(Tone::Plain, "call ");
        node.head.push(Tone::Name, &name(&call.tool));
        if let Some(id) = &call.id {
            node.head.push(Tone::Dim, &format!(" {}", shorten(id)));
        }
        if call.is_streamed {
            node.head.push(Tone::Dim, " streamed");
        }
        if call.is_hosted {
            node.head.push(Tone::Dim, " run by the provider");
        }
        if call.is_passed_over {
            node.head.push(Tone::Doubtful, "  no result, though the conversation goes on");
        } else if call.results.is_empty() {
            node.head.push(Tone::Dim, "  no result");
        }
        match &call.arguments {
            Some(arguments) => node.body = self.payload("", arguments, used),
            None => node.body.push(Line::new().with(Tone::Dim, "no arguments")),
        }
        let result = |result: &ResultSeen| {
            let mut node = self.result(result, used + STEP);
            let spot = &result.spot;
            node.right = self.right(result.dialect, result.row, spot.document, &spot.spans);
            node
        };
        node.children = call.results.iter().map(result).collect();
        node
    }

    pub(super) fn result(self, result: &ResultSeen, used: usize) -> Node {
        let mut node = Node::default();
        node.head.push(Tone::Plain, "result");
        let is_alone = matches!(result.standing, Standing::Orphan | Standing::Alone);
        if is_alone && let Some(tool) = &result.tool {
            node.head.push(Tone::Name, &format!(" {}", name(tool)));
        }
        if is_alone && let Some(id) = &result.id {
            node.head.push(Tone::Dim, &format!(" {}", shorten(id)));
        }
        match result.standing {
            Standing::Refusal => node.head.push(Tone::Bad, "  the call was refused"),
            Standing::Again => node.head.push(Tone::Bad, "  answers the call again"),
            Standing::Orphan => node.head.push(Tone::Bad, "  answers no call"),
            Standing::Alone => node.head.push(Tone::Dim, "  its call is not here"),
            Standing::Answer => {}
        }
        if result.is_failed && result.standing != Standing::Refusal {
            node.head.push(Tone::Bad, "  the tool failed");
        }
        let is_one = result.payloads.len() == 1;
        for (label, payload) in &result.payloads {
            let label = if is_one && *label != "error" { "" } else { label };
            node.body.extend(self.payload(label, payload, used));
        }
        if result.others > 0 {
            let parts = counted(result.others, "part");
            node.body.push(Line::new().with(Tone::Dim, &format!("{parts} without text")));
        }
        if node.body.is_empty() {
            node.body.push(Line::new().with(Tone::Dim, "empty"));
        }
        node
    }

    /// A value under a line that says where it stands and how it was decoded.
    fn payload(self, label: &str, payload: &Payload, used: usize) -> Vec<Line> {
        let value = payload.innermost();
        let mut line = Line::new();
        if !label.is_empty() {
            line.push(Tone::Plain, &format!("{label}: "));
        }
        line.push(Tone::Layer, &self.address(&value.address));
        line.push(Tone::Dim, &format!("  {}", self.layer_words(value)));
        let mut lines = vec![line];
        if let Some(broken) = &value.broken {
            let message = format!("no JSON: {}  {}", broken.message, self.position(broken.span));
            lines.push(Line::new().with(Tone::Bad, &message));
        }
        lines.extend(pretty::lines(value, self.style(used)));
        lines.extend(self.nested(value));
        lines
    }

    /// `decoded once, bytes 3..9, 1:4`
    pub(super) fn layer_words(self, payload: &Payload) -> String {
        let decoded = match payload.depth {
            0 => String::new(),
            1 => "decoded once, ".to_owned(),
            2 => "decoded twice, ".to_owned(),
            times => format!("decoded {times} times, "),
        };
        format!("{decoded}{}", self.bytes(&payload.spans))
    }

    /// `bytes 3..9, 1:4`, or the first and the last of several pieces.
    pub(super) fn bytes(self, spans: &[Span]) -> String {
        match spans {
            [] => "nowhere".to_owned(),
            [span] => format!("bytes {}..{}, {}", span.start, span.end, self.position(*span)),
            [first, .., last] => format!(
                "{} pieces from {} to {}, bytes {}..{}",
                spans.len(),
                self.position(*first),
                self.position(*last),
                first.start,
                last.end
            ),
        }
    }

    /// The layers inside a value: where each stands.
    pub(super) fn nested(self, payload: &Payload) -> Vec<Line> {
        let all = payload.all().into_iter().skip(1);
        let opened =
            all.filter(|inner| inner.inner.len() != 1 || inner.innermost().depth == inner.depth);
        opened
            .map(|inner| {
                let mut line = Line::new().with(Tone::Layer, &self.address(&inner.address));
                line.push(Tone::Dim, &format!("  {}", self.layer_words(inner)));
                line
            })
            .collect()
    }

    pub(super) fn message(self, message: &Message, used: usize) -> Node {
        let mut node = Node::default();
        node.head.push(Tone::Plain, &name(&message.role));
        if let Some(text) = &message.text {
            let room = self.look.width.min(100).saturating_sub(used + message.role.len() + 14);
            let text = if self.is_full { text.clone() } else { shorten_to(text, room.max(16)) };
            node.head.push(Tone::Dim, &format!(" {}", quoted(&text)));
        }
        node
    }

    pub(super) fn reply(self, payload: &Payload, used: usize) -> Node {
        let head = Line::new().with(Tone::Plain, "answer of the model");
        Node { head, body: self.payload("", payload, used), ..Node::default() }
    }

    pub(super) fn request(self, request: &Request, used: usize) -> Node {
        let mut node = Node::default();
        let Some(method) = &request.method else {
            let id = request.id.as_deref().map(|id| format!(" {}", shorten(id)));
            node.head.push(Tone::Plain, if request.is_refused { "error" } else { "answer" });
            node.head.push(Tone::Dim, &id.unwrap_or_default());
            node.head.push(Tone::Dim, "  its request is not here");
            if let Some(params) = &request.params {
                node.body = self.payload("", params, used);
            }
            return node;
        };
        let kind = if request.id.is_some() { "request " } else { "notification " };
        node.head.push(Tone::Plain, kind);
        node.head.push(Tone::Name, &name(method));
        if let Some(id) = &request.id {
            node.head.push(Tone::Dim, &format!(" {}", shorten(id)));
        }
        // What the client says goes without saying.
        if request.sender == Some(Party::Server) {
            node.head.push(Tone::Layer, "  from the server");
        }
        if let Some(params) = &request.params {
            node.body = self.payload("", params, used);
        }
        match &request.answer {
            Some(answer) => {
                let mut response = self.response(answer, used + STEP);
                if method == "tools/list" && !answer.is_failed {
                    response.body.truncate(1);
                    response.body.push(Line::new().with(Tone::Dim, "its tools follow"));
                }
                node.children.push(response);
            }
            None if request.id.is_some() => node.head.push(Tone::Doubtful, "  no answer"),
            None => {}
        }
        node
    }

    /// The response to a request that is no call.
    fn response(self, answer: &ResultSeen, used: usize) -> Node {
        let mut node = Node::default();
        let is_refused = answer.standing == Standing::Refusal;
        if is_refused {
            node.head.push(Tone::Bad, "error");
        } else {
            node.head.push(Tone::Plain, "result");
        }
        for (_, payload) in &answer.payloads {
            node.body.extend(self.payload("", payload, used));
        }
        let spot = &answer.spot;
        node.right = self.right(answer.dialect, answer.row, spot.document, &spot.spans);
        node
    }
}

/// A name as it can stand in a line.
fn name(name: &str) -> String {
    match name {
        "" => "(no name)".to_owned(),
        _ => shorten_to(name, 64),
    }
}
