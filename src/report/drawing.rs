//! The frame around the lines that a finding is about, and the marks under them.

use std::fmt::Write;

use anstyle::{AnsiColor, Effects, Style};
use unicode_width::UnicodeWidthStr;

use super::neutral::neutral;
use super::window::Window;
use super::wrap::wrap;
use super::{Look, severity_style};
use crate::finding::{Label, Severity};
use crate::source::Places;

/// A line of a file or of a decoded text, with what has to be underlined in it.
pub(super) struct Snippet {
    /// What stands above it: `path:line:column`, or how often it was decoded.
    title: String,
    line: u64,
    /// Nothing for a place that has no text, such as an empty file.
    text: String,
    marks: Vec<Mark>,
    /// Whether the label is a place and no text.
    is_point: bool,
}

/// Columns of a line, from 0, the end exclusive.
#[derive(Clone)]
struct Mark {
    from: usize,
    to: usize,
    words: String,
    is_primary: bool,
}

/// Columns that the frame takes beside a line whose number has `digits` digits.
fn frame_width(digits: usize) -> usize {
    digits + 4
}

/// Columns that a line may take. Line numbers are not known yet; few have more than four digits.
fn line_width(look: &Look) -> usize {
    look.width.saturating_sub(frame_width(4)).max(20)
}

impl Snippet {
    /// The line of a file that the first of `labels` begins in, with those that lie in it; and the
    /// other labels.
    pub(super) fn of_file<'l>(
        name: &str,
        labels: &[&'l Label],
        first_is_primary: bool,
        places: &Places,
        look: &Look,
    ) -> (Self, Vec<&'l Label>) {
        let first = labels[0];
        let place = places.get(first.file, first.span);
        let window = Window::of_place(place, first, line_width(look), look.ink.is_unicode);
        let is_inside = |label: &&Label| {
            label.file == first.file
                && places.get(label.file, label.span).start.line == place.start.line
                && window.shows(label.span.start)
        };
        let (mut here, rest): (Vec<&Label>, Vec<&Label>) =
            labels[1..].iter().copied().partition(is_inside);
        here.insert(0, first);
        let marks = here.into_iter().enumerate().map(|(number, label)| {
            let (from, to) = window.label(label);
            let words = neutral(&label.text);
            Mark { from, to, words, is_primary: first_is_primary && number == 0 }
        });
        let line = place.start.line.max(1);
        let title = format!("{}:{line}:{}", neutral(name), place.start.character.max(1));
        let marks = marks.collect();
        let is_point = first.span.is_empty();
        (Self { title, line, marks, text: window.text, is_point }, rest)
    }

    /// The decoded line of a label, if it has one.
    pub(super) fn of_decoded(label: &Label, look: &Look) -> Option<Self> {
        let excerpt = label.decoded.as_ref()?;
        let window = Window::of_excerpt(excerpt, line_width(look), look.ink.is_unicode);
        let (from, to) = window.columns(excerpt.range.start as u64, excerpt.range.end as u64);
        let times = match excerpt.depth {
            1 => "decoded".to_owned(),
            2 => "decoded twice".to_owned(),
            many => format!("decoded {many} times"),
        };
        Some(Self {
            title: format!("{times}: line {}, column {}", excerpt.line, excerpt.column),
            line: excerpt.line,
            text: window.text,
            marks: vec![Mark { from, to, words: String::new(), is_primary: true }],
            is_point: false,
        })
    }

    /// Whether there is nothing to see: nothing is said of an empty line, or of a place as such.
    fn is_empty(&self) -> bool {
        let is_silent = self.marks.iter().all(|mark| mark.words.is_empty());
        is_silent && (self.is_point || self.text.trim().is_empty())
    }
}

/// Draws `snippets` in one frame, each line ended.
pub(super) fn draw(snippets: &[Snippet], severity: Severity, look: &Look) -> String {
    let digits = snippets.iter().map(|snippet| snippet.line.to_string().len()).max();
    let frame = Frame::new(digits.unwrap_or(1), severity, look);
    let mut drawn = String::new();
    if let [only] = snippets
        && only.is_empty()
    {
        let (style, pad) = (frame.style, " ".repeat(frame.digits + 2));
        let arrow = if look.ink.is_unicode { "──▶" } else { "-->" };
        let _ = writeln!(drawn, "{pad}{style}{arrow}{style:#} {}", only.title);
        return drawn;
    }
    for (number, snippet) in snippets.iter().enumerate() {
        frame.title(&mut drawn, number == 0, &snippet.title);
        if snippet.is_empty() {
            continue;
        }
        let line = snippet.line.to_string();
        frame.row(&mut drawn, &line, &snippet.text);
        for row in rows(&snippet.marks, frame.width) {
            let row = frame.painted(&row);
            frame.row(&mut drawn, "", &row);
        }
    }
    frame.end(&mut drawn);
    drawn
}

struct Frame {
    digits: usize,
    width: usize,
    is_unicode: bool,
    /// Of the frame, of line numbers and of what explains.
    style: Style,
    /// Of what is wrong.
    strong: Style,
}

impl Frame {
    fn new(digits: usize, severity: Severity, look: &Look) -> Self {
        Self {
            digits,
            width: look.width.saturating_sub(frame_width(digits)).max(20),
            is_unicode: look.ink.is_unicode,
            style: look.style(AnsiColor::Blue.on_default().effects(Effects::BOLD)),
            strong: look.style(severity_style(severity)),
        }
    }

    fn title(&self, drawn: &mut String, is_first: bool, title: &str) {
        let corner = match (self.is_unicode, is_first) {
            (true, true) => "╭─[",
            (true, false) => "├─[",
            (false, true) => ",-[",
            (false, false) => "|-[",
        };
        let (style, pad) = (self.style, " ".repeat(self.digits + 2));
        let _ = writeln!(drawn, "{pad}{style}{corner}{style:#}{title}{style}]{style:#}");
    }

    fn row(&self, drawn: &mut String, number: &str, text: &str) {
        let bar = if self.is_unicode { "│" } else { "|" };
        let (style, digits) = (self.style, self.digits);
        let text = text.trim_end();
        let space = if text.is_empty() { "" } else { " " };
        let _ = writeln!(drawn, " {style}{number:>digits$} {bar}{style:#}{space}{text}");
    }

    fn end(&self, drawn: &mut String) {
        let line = if self.is_unicode { "╰────" } else { "`----" };
        let (style, pad) = (self.style, " ".repeat(self.digits + 2));
        let _ = writeln!(drawn, "{pad}{style}{line}{style:#}");
    }

    /// A row of marks in its colours.
    fn painted(&self, row: &[Piece]) -> String {
        let mut painted = String::new();
        let mut column = 0;
        for piece in row {
            let style = if piece.is_primary { self.strong } else { self.style };
            let gap = " ".repeat(piece.column.saturating_sub(column));
            let _ = write!(painted, "{gap}{style}{}{style:#}", piece.text);
            column = piece.column.max(column) + piece.text.width();
        }
        painted
    }
}

/// A part of a row under a line.
struct Piece {
    column: usize,
    text: String,
    is_primary: bool,
}

/// The rows under a line: what is underlined, then words that found no place beside it.
fn rows(marks: &[Mark], width: usize) -> Vec<Vec<Piece>> {
    let mut marks = marks.to_vec();
    marks.sort_by_key(|mark| (mark.from, mark.to));
    let mut first = underlines(&marks);
    // The words of the last mark stand beside it, if they fit.
    let last = marks.last().filter(|last| !last.words.is_empty());
    let end = marks.iter().map(|mark| mark.to).max().unwrap_or_default();
    let beside = last.filter(|last| last.to == end && end + 1 + last.words.width() <= width);
    let mut waiting: Vec<Mark> = marks.clone();
    if let Some(mark) = beside {
        let (text, is_primary) = (mark.words.clone(), mark.is_primary);
        first.push(Piece { column: end + 1, text, is_primary });
        waiting.pop();
    }
    waiting.retain(|mark| !mark.words.is_empty());
    let mut rows = vec![first];
    // From right to left, each hanging from its mark.
    let needs_stems = waiting.len() > 1 || marks.len() > 1;
    while let Some(mark) = waiting.pop() {
        if needs_stems {
            let stems = waiting.iter().chain([&mark]);
            rows.push(stems.map(stem).collect());
        }
        let room = width.saturating_sub(mark.from);
        let wide = mark.words.width();
        // Words that do not fit to the right of the mark's beginning move to the left.
        let column = match width.checked_sub(wide) {
            _ if wide <= room => mark.from,
            Some(column) => column,
            // Those of several lines begin under the mark, unless that leaves them little room.
            None => mark.from.min(width / 2),
        };
        for line in wrap(&mark.words, width - column) {
            let before = waiting.iter().filter(|other| other.from + 1 < column);
            let mut row: Vec<Piece> = before.map(stem).collect();
            row.push(Piece { column, text: line, is_primary: mark.is_primary });
            rows.push(row);
        }
    }
    rows
}

fn stem(mark: &Mark) -> Piece {
    Piece { column: mark.from, text: "|".into(), is_primary: mark.is_primary }
}

/// `^` under what is wrong, `-` under what explains it; the wrong wins where they overlap.
fn underlines(marks: &[Mark]) -> Vec<Piece> {
    let end = marks.iter().map(|mark| mark.to).max().unwrap_or_default();
    let mut cells = vec![None; end];
    for mark in marks.iter().filter(|mark| !mark.is_primary) {
        cells[mark.from..mark.to].fill(Some(false));
    }
    for mark in marks.iter().filter(|mark| mark.is_primary) {
        cells[mark.from..mark.to].fill(Some(true));
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for (column, cell) in cells.iter().enumerate() {
        let Some(is_primary) = *cell else { continue };
        let c = if is_primary { '^' } else { '-' };
        match pieces.last_mut() {
            Some(piece)
                if piece.is_primary == is_primary && piece.column + piece.text.len() == column =>
            {
                piece.text.push(c);
            }
            _ => pieces.push(Piece { column, text: c.into(), is_primary }),
        }
    }
    pieces
}
