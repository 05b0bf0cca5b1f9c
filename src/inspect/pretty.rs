//! A value as people read it: decoded, indented, small things on one line, big ones shortened.

use super::payload::Payload;
use super::remains::counted;
use super::tree::{Line, Tone};
use crate::json::{Doc, Kind, MAX_DEPTH, NodeId, parse, with_tape};

/// How values are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// Columns.
    pub(super) width: usize,
    /// Whether nothing is left out.
    pub(super) is_full: bool,
    /// What stands for a decoding.
    pub(super) arrow: &'static str,
    /// What stands before the lines of a text.
    pub(super) bar: &'static str,
    /// What stands for something left out.
    pub(super) ellipsis: &'static str,
}

/// Elements or members of one container that are shown.
const SHOWN: usize = 20;
/// Lines of one value that are shown.
const LINES: usize = 40;
/// Characters of one string that are shown.
const CHARACTERS: usize = 160;
/// Columns of a level.
const INDENT: usize = 2;

/// The lines of `payload`.
pub(super) fn lines(payload: &Payload, style: Style) -> Vec<Line> {
    if payload.broken.is_some() {
        return prose(&payload.text, style);
    }
    with_tape(|tape| {
        if parse(&payload.text, MAX_DEPTH, tape).is_err() {
            return prose(&payload.text, style);
        }
        let doc = Doc::new(&payload.text, tape);
        if let (Some(text), []) = (doc.string(doc.root()), &payload.inner[..])
            && text.trim_end().contains('\n')
        {
            return prose(text, style);
        }
        let mut printer = Printer { style, lines: Vec::new(), count: 0 };
        printer.value(Line::new(), Level { payload, doc, indent: 0 }, doc.root(), "");
        printer.finish()
    })
}

/// A text that is no JSON, line by line.
fn prose(text: &str, style: Style) -> Vec<Line> {
    let all = text.trim_end().split('\n').count();
    let shown = if style.is_full { all } else { all.min(LINES / 2) };
    let line = |line: &str| {
        let bar = Line::new().with(Tone::Dim, style.bar);
        bar.with(Tone::Text, &cut(line.trim_end_matches('\r'), style))
    };
    let mut lines: Vec<Line> = text.trim_end().split('\n').take(shown).map(line).collect();
    if shown < all {
        lines.push(left_out(&counted(all - shown, "more line"), style));
    }
    lines
}

/// The note of what is not shown.
fn left_out(what: &str, style: Style) -> Line {
    Line::new().with(Tone::Dim, &format!("{} {what} (--full)", style.ellipsis))
}

/// A long text without its end, and how much that is.
fn cut(text: &str, style: Style) -> String {
    let count = text.chars().count();
    if style.is_full || count <= CHARACTERS + CHARACTERS / 4 {
        return text.to_owned();
    }
    let shown: String = text.chars().take(CHARACTERS).collect();
    let left = count - CHARACTERS;
    format!("{shown}{} ({left} more characters)", style.ellipsis)
}

/// The layer that is being printed.
#[derive(Clone, Copy)]
struct Level<'p> {
    payload: &'p Payload,
    doc: Doc<'p>,
    indent: usize,
}

impl<'p> Level<'p> {
    fn deeper(self) -> Self {
        Self { indent: self.indent + INDENT, ..self }
    }

    /// What the string `node` holds.
    fn inside(self, node: NodeId) -> Option<&'p Payload> {
        self.payload.inner.iter().find(|(at, _)| *at == node).map(|(_, inner)| inner)
    }
}

struct Printer {
    style: Style,
    lines: Vec<Line>,
    /// How many there would be if all were kept.
    count: usize,
}

impl Printer {
    fn finish(mut self) -> Vec<Line> {
        let left = self.count - self.lines.len();
        if left > 0 {
            self.lines.push(left_out(&counted(left, "more line"), self.style));
        }
        self.lines
    }

    fn push(&mut self, line: Line) {
        self.count += 1;
        if self.style.is_full || self.lines.len() < LINES {
            self.lines.push(line);
        }
    }

    /// Writes `node` after what stands in `line` already; `end` comes after it.
    fn value(&mut self, mut line: Line, level: Level<'_>, node: NodeId, end: &str) {
        let doc = level.doc;
        if let Some(inside) = level.inside(node) {
            line.push(Tone::Layer, self.style.arrow);
            line.push(Tone::Plain, " ");
            self.layer(line, inside, level.indent, end);
            return;
        }
        let (open, close) = match doc.kind(node) {
            Kind::Array => ("[", "]"),
            Kind::Object => ("{", "}"),
            _ => {
                line.append(self.scalar(doc, node));
                line.push(Tone::Dim, end);
                self.push(line);
                return;
            }
        };
        let room = self.style.width.saturating_sub(line.width() + end.len());
        if let Some(inline) = self.inline(level, node, room) {
            line.append(inline);
            line.push(Tone::Dim, end);
            self.push(line);
            return;
        }
        line.push(Tone::Dim, open);
        self.push(line);
        self.entries(level.deeper(), node);
        self.push(indented(level.indent).with(Tone::Dim, close).with(Tone::Dim, end));
    }

    /// The members or elements of `node`.
    fn entries(&mut self, level: Level<'_>, node: NodeId) {
        let doc = level.doc;
        let members = doc.members(node).map(|(key, value)| (Some(key), value));
        let elements = doc.elements(node).map(|value| (None, value));
        let count = doc.count(node);
        let shown = if self.style.is_full || count <= SHOWN + 2 { count } else { SHOWN };
        for (number, (key, value)) in members.chain(elements).take(shown).enumerate() {
            let mut line = indented(level.indent);
            if let Some(key) = key {
                line.push(
                    Tone::Key,
                    &quoted(&cut(doc.string(key).unwrap_or_default(), self.style)),
                );
                line.push(Tone::Dim, ": ");
            }
            let end = if number + 1 < count { "," } else { "" };
            self.value(line, level, value, end);
        }
        if shown < count {
            let noun = if doc.is_array(node) { "more element" } else { "more member" };
            let mut line = indented(level.indent);
            line.append(left_out(&counted(count - shown, noun), self.style));
            self.push(line);
        }
    }

    /// What a string holds.
    fn layer(&mut self, mut line: Line, payload: &Payload, indent: usize, end: &str) {
        if payload.broken.is_some() {
            line.push(Tone::Text, &quoted(&cut(&payload.text, self.style)));
            line.push(Tone::Dim, end);
            self.push(line);
            return;
        }
        with_tape(|tape| {
            if parse(&payload.text, MAX_DEPTH, tape).is_ok() {
                let doc = Doc::new(&payload.text, tape);
                self.value(line, Level { payload, doc, indent }, doc.root(), end);
            }
        });
    }

    /// `node` on one line of at most `room` columns.
    fn inline(&self, level: Level<'_>, node: NodeId, room: usize) -> Option<Line> {
        let doc = level.doc;
        // Each entry takes two columns at least.
        if doc.count(node) > room || (!self.style.is_full && doc.count(node) > SHOWN + 2) {
            return None;
        }
        if level.inside(node).is_some() {
            return None;
        }
        let (open, close) = match doc.kind(node) {
            Kind::Array => ("[", "]"),
            Kind::Object if doc.count(node) == 0 => ("{", "}"),
            Kind::Object => ("{ ", " }"),
            _ => return Some(self.scalar(doc, node)).filter(|line| line.width() <= room),
        };
        let mut line = Line::new().with(Tone::Dim, open);
        let members = doc.members(node).map(|(key, value)| (Some(key), value));
        let elements = doc.elements(node).map(|value| (None, value));
        for (number, (key, value)) in members.chain(elements).enumerate() {
            if number > 0 {
                line.push(Tone::Dim, ", ");
            }
            if let Some(key) = key {
                line.push(Tone::Key, &quoted(doc.string(key).unwrap_or_default()));
                line.push(Tone::Dim, ": ");
            }
            line.append(self.inline(level, value, room.checked_sub(line.width())?)?);
        }
        line.push(Tone::Dim, close);
        Some(line).filter(|line| line.width() <= room)
    }

    fn scalar(&self, doc: Doc<'_>, node: NodeId) -> Line {
        match doc.string(node) {
            Some(text) => Line::new().with(Tone::Text, &quoted(&cut(text, self.style))),
            None => Line::new().with(Tone::Scalar, &cut(doc.source(node), self.style)),
        }
    }
}

fn indented(columns: usize) -> Line {
    Line::new().with(Tone::Plain, &" ".repeat(columns))
}

/// A string in quotes, with the escapes that JSON needs and no others.
pub(super) fn quoted(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 2);
    shown.push('"');
    for c in text.chars() {
        match c {
            '"' => shown.push_str("\\\""),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ => shown.push(c),
        }
    }
    shown.push('"');
    shown
}
