//! One value for people: itself, its place, and the layers on the way to it.

use std::io::{self, Write};

use super::at::{LayerSeen, Shown, Within};
use super::human::View;
use super::payload::Payload;
use super::pretty;
use super::remains::counted;
use super::tree::{Line, Node, STEP, Tone, write_head, write_line, write_nodes};
use super::{Inspected, Unit};
use crate::json::{Doc, Kind, MAX_DEPTH, parse, with_tape};
use crate::report::Look;
use crate::source::{Places, Span};
use crate::wording::{shorten, shorten_to};

/// Writes a value with its layers; all of it if `is_full`.
///
/// # Errors
/// What `out` says.
pub fn render_shown(
    inspected: &Inspected,
    shown: &Shown,
    look: &Look,
    is_full: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let spans = shown.spans().into_iter().map(|span| (inspected.file, span));
    let places = Places::resolve(&inspected.files, spans);
    let view = View { inspected, places: &places, look, is_full };
    let payload = &shown.payload;
    let mut head = Line::new().with(Tone::Name, &view.address(&payload.address));
    head.push(Tone::Plain, &format!("  {}", size(payload)));
    let first = payload.spans.first().copied().unwrap_or(Span::new(0, 0));
    let name = inspected.files.name(inspected.file);
    let place = format!("{name}:{}", view.position(first));
    write_head(head, Line::new().with(Tone::Dim, &place), look, out)?;
    for line in about(view, shown) {
        write_line(line, look, out)?;
    }
    write_line(Line::new(), look, out)?;
    if let Some(broken) = &payload.broken {
        let message = format!("no JSON: {}  {}", broken.message, view.position(broken.span));
        write_line(Line::new().with(Tone::Bad, &message), look, out)?;
    }
    for line in pretty::lines(payload, view.style(0)) {
        write_line(line, look, out)?;
    }
    write_line(Line::new(), look, out)?;
    write_line(Line::new().with(Tone::Plain, "layers"), look, out)?;
    let mut nodes: Vec<Node> = shown.layers.iter().map(|layer| view.layer(layer)).collect();
    nodes.push(view.value(payload));
    write_nodes(nodes, look, out)
}

/// The lines under the first: the machine's spelling, and what the value is a part of.
fn about(view: View<'_>, shown: &Shown) -> Vec<Line> {
    let address = shown.payload.address.as_str();
    let mut lines = Vec::new();
    if !address.is_empty() {
        lines.push(Line::new().with(Tone::Dim, &format!("   {address}")));
    }
    let mut parts = Vec::new();
    if let Some(Within { what, tool, dialect, row }) = &shown.within {
        let tool = tool.as_deref().map(|tool| format!(" of {}", shorten(tool)));
        parts.push(format!("in a {what}{}: {dialect} {row}", tool.unwrap_or_default()));
    }
    if view.inspected.unit != Unit::File {
        parts.push(format!("{} {}", view.inspected.unit.name(), shown.document));
    }
    if let Some(key) = shown.key.as_deref() {
        parts.push(format!("its name: {}", view.bytes(key)));
    }
    for part in parts {
        lines.push(Line::new().with(Tone::Dim, &format!("   {part}")));
    }
    lines
}

impl View<'_> {
    fn layer(self, layer: &LayerSeen) -> Node {
        let address = match (layer.depth, self.inspected.unit) {
            (0, Unit::File) => "document".to_owned(),
            (0, unit) => format!("{} {}", unit.name(), layer.spot.document),
            _ => self.address(&layer.spot.address),
        };
        let mut head = Line::new().with(Tone::Dim, &format!("{} ", layer.depth));
        head.push(Tone::Layer, &address);
        let right = Line::new().with(Tone::Dim, &self.bytes(&layer.spot.spans));
        Node { head, right, body: self.pieces(&layer.spot.spans), ..Node::default() }
    }

    fn value(self, payload: &Payload) -> Node {
        let head = Line::new().with(Tone::Name, "the value");
        let right = Line::new().with(Tone::Dim, &self.bytes(&payload.spans));
        let mut body = self.pieces(&payload.spans);
        if let ([span], 1..) = (&payload.spans[..], payload.depth) {
            // In a string it is not written as it is read.
            let width = self.look.width.saturating_sub(2 * STEP);
            let source = self.source(*span, width);
            if source != payload.text {
                body.push(Line::new().with(Tone::Text, &source));
            }
        }
        Node { head, right, body, ..Node::default() }
    }

    /// Bytes of the file as they stand there.
    fn source(self, span: Span, width: usize) -> String {
        let place = self.places.get(self.inspected.file, span);
        let from = (span.start - place.text_offset.min(span.start)) as usize;
        let to = (from + span.len() as usize).min(place.text.len());
        let text = String::from_utf8_lossy(place.text.get(from..to).unwrap_or_default());
        shorten_to(&text, width)
    }

    /// The pieces of something that stands in several places.
    fn pieces(self, spans: &[Span]) -> Vec<Line> {
        const SHOWN: usize = 12;
        if spans.len() < 2 {
            return Vec::new();
        }
        let count = spans.len();
        let shown = if self.is_full || count <= SHOWN + 2 { count } else { SHOWN };
        let digits = count.to_string().len();
        let width = self.look.width.saturating_sub(2 * STEP + digits + 28).max(16);
        let line = |(number, span): (usize, &Span)| {
            let mut line = Line::new().with(Tone::Dim, &format!("{:>digits$}  ", number + 1));
            line.push(Tone::Text, &self.source(*span, width));
            line.push(Tone::Dim, &format!("  {}", self.bytes(std::slice::from_ref(span))));
            line
        };
        let mut lines: Vec<Line> = spans.iter().take(shown).enumerate().map(line).collect();
        if shown < count {
            let left = format!("and {} more (--full)", counted(count - shown, "piece"));
            lines.push(Line::new().with(Tone::Dim, &left));
        }
        lines
    }
}

impl Shown {
    /// All bytes that it names.
    pub(super) fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = self.payload.spans.clone();
        spans.extend(self.key.iter().flatten());
        spans.extend(self.layers.iter().flat_map(|layer| &layer.spot.spans));
        spans.extend(self.payload.broken.iter().map(|broken| broken.span));
        spans
    }
}

/// What a value is, and how big.
fn size(payload: &Payload) -> String {
    let bytes: u64 = payload.spans.iter().map(Span::len).sum();
    let bytes = counted(bytes as usize, "byte");
    if payload.broken.is_some() {
        return format!("no JSON, {bytes}");
    }
    let (count, characters) = with_tape(|tape| {
        if parse(&payload.text, MAX_DEPTH, tape).is_err() {
            return (0, 0);
        }
        let doc = Doc::new(&payload.text, tape);
        let characters = doc.string(doc.root()).map_or(0, |text| text.chars().count());
        (doc.count(doc.root()), characters)
    });
    match payload.kind {
        Kind::Object => format!("object of {}, {bytes}", counted(count, "member")),
        Kind::Array => format!("array of {}, {bytes}", counted(count, "element")),
        Kind::Plain | Kind::Escaped => {
            format!("string of {}, {bytes}", counted(characters, "character"))
        }
        Kind::Integer => format!("integer, {bytes}"),
        Kind::Float => format!("number, {bytes}"),
        Kind::True | Kind::False => format!("boolean, {bytes}"),
        Kind::Null => format!("null, {bytes}"),
    }
}
