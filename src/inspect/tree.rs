//! A tree of lines, drawn to a width.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::report::{Look, neutral};

/// What a piece of text is, which says how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    /// The name of something.
    Name,
    /// What stands aside: places, punctuation, counts.
    Dim,
    /// A member name.
    Key,
    /// A string.
    Text,
    /// A number, a boolean or null.
    Scalar,
    /// Something failed.
    Bad,
    /// Something is missing.
    Doubtful,
    /// A decoding.
    Layer,
}

impl Tone {
    fn style(self) -> Style {
        let of = |colour: AnsiColor| colour.on_default();
        match self {
            Self::Plain => Style::new(),
            Self::Name => Style::new().effects(Effects::BOLD),
            Self::Dim => Style::new().effects(Effects::DIMMED),
            Self::Key => of(AnsiColor::Blue),
            Self::Text => of(AnsiColor::Green),
            Self::Scalar => of(AnsiColor::Cyan),
            Self::Bad => of(AnsiColor::Red).effects(Effects::BOLD),
            Self::Doubtful => of(AnsiColor::Yellow),
            Self::Layer => of(AnsiColor::Magenta),
        }
    }
}

/// A line of several tones. What goes in is neutralised.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pieces: Vec<(Tone, String)>,
    width: usize,
}

impl Line {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// With more text.
    pub(super) fn with(mut self, tone: Tone, text: &str) -> Self {
        self.push(tone, text);
        self
    }

    /// Adds text.
    pub(super) fn push(&mut self, tone: Tone, text: &str) {
        self.add(tone, neutral(text));
    }

    fn add(&mut self, tone: Tone, shown: String) {
        self.width += shown.width();
        match self.pieces.last_mut() {
            Some((last, piece)) if *last == tone => piece.push_str(&shown),
            _ if shown.is_empty() => {}
            _ => self.pieces.push((tone, shown)),
        }
    }

    /// Takes spaces from its end.
    fn trim(&mut self) {
        while let Some((_, piece)) = self.pieces.last_mut() {
            piece.truncate(piece.trim_end_matches(' ').len());
            if !piece.is_empty() {
                break;
            }
            self.pieces.pop();
        }
    }

    /// Adds another line.
    pub(super) fn append(&mut self, other: Self) {
        for (tone, text) in other.pieces {
            self.add(tone, text);
        }
    }

    /// Its columns.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Lets no line begin as a command to a CI does, which is read from the text of a log.
    fn guard(&mut self, before: &str) {
        let text: String = self.pieces.iter().map(|(_, text)| text.as_str()).collect();
        if before.trim().is_empty() && text.trim_start().starts_with("::") {
            self.pieces.insert(0, (Tone::Dim, "> ".to_owned()));
        }
    }

    fn indent(&self) -> usize {
        let first = self.pieces.first().map_or("", |(_, text)| text);
        first.len() - first.trim_start_matches(' ').len()
    }

    /// The line in lines of at most `width` columns; those after the first stand a little to the
    /// right.
    fn wrapped(self, width: usize) -> Vec<Self> {
        if self.width <= width {
            return vec![self];
        }
        let indent = (self.indent() + 2).min(width / 2);
        let mut lines = vec![Self::new()];
        for (tone, text) in self.pieces {
            let mut rest = text.as_str();
            while !rest.is_empty() {
                let line = lines.last_mut().expect("there is one");
                let cut = cut(rest, width.saturating_sub(line.width), line.width <= indent);
                line.add(tone, rest[..cut].to_owned());
                rest = &rest[cut..];
                if !rest.is_empty() {
                    line.trim();
                    rest = rest.strip_prefix(' ').unwrap_or(rest);
                    lines.push(Self::new().with(Tone::Plain, &" ".repeat(indent)));
                }
            }
        }
        lines
    }

    fn write(&self, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        for (tone, text) in &self.pieces {
            let style = look.style(tone.style());
            write!(out, "{style}{text}{style:#}")?;
        }
        Ok(())
    }
}

/// The bytes of `text` that fit in `room` columns: up to a space if there is one, else anywhere on a
/// line that `is_fresh`.
fn cut(text: &str, room: usize, is_fresh: bool) -> usize {
    let mut used = 0;
    let mut fits = text.len();
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > room {
            fits = at;
            break;
        }
    }
    if fits == text.len() || text[fits..].starts_with(' ') {
        return fits;
    }
    match text[..fits].rfind(' ') {
        Some(space) if !text[..space].trim().is_empty() => space,
        _ if is_fresh => fits.max(text.chars().next().map_or(0, char::len_utf8)),
        _ => 0,
    }
}

/// A node: its first line, what stands at the right of that, the lines under it, and its children.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) head: Line,
    pub(super) right: Line,
    pub(super) body: Vec<Line>,
    pub(super) children: Vec<Node>,
}

/// Columns beyond which nothing is pushed to the right.
const WIDEST: usize = 100;

/// Columns that one level takes.
pub(super) const STEP: usize = 3;

/// Writes `nodes` as children of the line before.
pub(super) fn write_nodes(nodes: Vec<Node>, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    write_below(nodes, "", look, out)
}

fn write_below(nodes: Vec<Node>, before: &str, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let [branch, last, bar] =
        if look.ink.is_unicode { ["├─ ", "└─ ", "│  "] } else { ["|- ", "`- ", "|  "] };
    let count = nodes.len();
    for (number, node) in nodes.into_iter().enumerate() {
        let is_last = number + 1 == count;
        let below = format!("{before}{}", if is_last { "   " } else { bar });
        let inside = format!("{below}{}", if node.children.is_empty() { "   " } else { bar });
        let head = format!("{before}{}", if is_last { last } else { branch });
        let draw = Draw { look, first: &head, others: &inside };
        draw.head(node.head, node.right, out)?;
        let draw = Draw { first: &inside, ..draw };
        for line in node.body {
            draw.line(line, out)?;
        }
        write_below(node.children, &below, look, out)?;
    }
    Ok(())
}

/// What stands before lines.
#[derive(Clone, Copy)]
struct Draw<'d> {
    look: &'d Look,
    first: &'d str,
    others: &'d str,
}

impl Draw<'_> {
    fn line(&self, line: Line, out: &mut dyn Write) -> io::Result<()> {
        let dim = self.look.style(Tone::Dim.style());
        let room = |before: &str| self.look.width.saturating_sub(before.width()).max(10);
        // Only what has to be wrapped needs room behind the wider of the two.
        let first = room(self.first);
        let width = if line.width <= first { first } else { first.min(room(self.others)) };
        for (number, mut line) in line.wrapped(width).into_iter().enumerate() {
            let before = if number == 0 { self.first } else { self.others };
            line.guard(before);
            let is_blank = line.width == 0;
            let before = if is_blank { before.trim_end() } else { before };
            write!(out, "{dim}{before}{dim:#}")?;
            line.write(self.look, out)?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// A line with something at the right margin, or under it where there is no room.
    fn head(&self, mut head: Line, right: Line, out: &mut dyn Write) -> io::Result<()> {
        let end = self.look.width.min(WIDEST).saturating_sub(self.first.width());
        if right.width == 0 {
            return self.line(head, out);
        }
        if head.width + 2 + right.width <= end {
            let gap = end - head.width - right.width;
            head.push(Tone::Plain, &" ".repeat(gap));
            head.append(right);
            return self.line(head, out);
        }
        self.line(head, out)?;
        Draw { first: self.others, ..*self }.line(right, out)
    }
}

/// Writes a line that stands by itself.
pub(super) fn write_line(line: Line, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    Draw { look, first: "", others: "" }.line(line, out)
}

/// Writes a line with something at the right margin.
pub(super) fn write_head(
    head: Line,
    right: Line,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    Draw { look, first: "", others: "" }.head(head, right, out)
}
