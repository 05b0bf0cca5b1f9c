//! The part of a line that a label is about, drawn by miette from a window of our own.
//!
//! miette reads whole lines, counts columns in bytes and passes control characters on; a window
//! that is cut and neutralised beforehand leaves it nothing to do wrong.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use unicode_width::UnicodeWidthChar;

use super::Look;
use super::neutral;
use crate::finding::Label;
use crate::source::{Place, Places};

/// A line's window, with what has to be underlined in it.
pub(super) struct Snippet {
    name: String,
    text: String,
    line: usize,
    column: usize,
    labels: Vec<LabeledSpan>,
}

/// Columns that the frame around a line takes.
const FRAME: usize = 10;

impl Snippet {
    /// The window around the first of `labels`, with those that lie in it; and the others.
    pub(super) fn new<'l>(
        name: &str,
        labels: &[&'l Label],
        places: &Places,
        look: &Look,
    ) -> (Self, Vec<&'l Label>) {
        let first = labels[0];
        let place = places.get(first.file, first.span);
        let width = look.width.saturating_sub(FRAME).max(20);
        let window = Window::new(place, width, look.ink.is_unicode);
        let is_inside = |label: &&Label| {
            label.file == first.file
                && places.get(label.file, label.span).start.line == place.start.line
                && window.shows(label.span.start)
        };
        let (mut here, rest): (Vec<&Label>, Vec<&Label>) =
            labels[1..].iter().copied().partition(is_inside);
        here.insert(0, first);
        let spans = here.iter().enumerate().map(|(number, label)| {
            let span = window.span(label);
            let words = Some(neutral(&label.text)).filter(|words| !words.is_empty());
            match number {
                0 => LabeledSpan::new_primary_with_span(words, span),
                _ => LabeledSpan::new_with_span(words, span),
            }
        });
        let snippet = Self {
            name: neutral(name),
            labels: spans.collect(),
            line: (place.start.line.max(1) - 1) as usize,
            column: (place.start.character.max(1) - 1) as usize,
            text: window.text,
        };
        (snippet, rest)
    }

    /// The drawing, each line ended.
    pub(super) fn draw(self, look: &Look) -> String {
        if self.text.trim().is_empty() && self.labels.iter().all(|label| label.label().is_none()) {
            return format!("   --> {}:{}:{}\n", self.name, self.line + 1, self.column + 1);
        }
        let characters =
            if look.ink.is_unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
        let styles = if look.ink.is_coloured { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
            .with_links(false)
            .with_context_lines(0)
            .with_wrap_lines(false)
            .with_width(look.width);
        let mut drawn = String::new();
        if handler.render_report(&mut drawn, &self).is_err() {
            return String::new();
        }
        // The first line would be the message, which is printed above all snippets.
        drawn.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned())
    }
}

impl fmt::Debug for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Snippet {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Snippet {}

impl Diagnostic for Snippet {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let whole = SourceSpan::from((0, self.text.len()));
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes(),
            whole,
            self.line,
            self.column,
            1,
        )))
    }
}

/// A line cut to a width, neutralised, and where its bytes went.
struct Window {
    text: String,
    /// For each byte of the place's text, from the first that is shown: where it is in `text`.
    offsets: Vec<usize>,
    first: u64,
}

impl Window {
    fn new(place: &Place, width: usize, is_unicode: bool) -> Self {
        let text = String::from_utf8_lossy(&place.text);
        let text = text.trim_end_matches('\r');
        // Lossy decoding may change lengths only where the file is not UTF-8; the label then still
        // points near the byte.
        let wanted = (place.label_start() as usize).min(text.len());
        let from = start_of_window(text, wanted, width);
        let ellipsis = if is_unicode { "…" } else { "..." };
        let mut window = Self { text: String::new(), offsets: Vec::new(), first: 0 };
        if from > 0 || place.is_cut_before {
            window.text.push_str(ellipsis);
        }
        window.first = place.text_offset + from as u64;
        let mut columns = 0;
        for c in text[from..].chars() {
            let before = window.text.len();
            window.offsets.extend(std::iter::repeat_n(before, c.len_utf8()));
            neutral::push(&mut window.text, c);
            columns +=
                window.text[before..].chars().filter_map(UnicodeWidthChar::width).sum::<usize>();
            if columns >= width {
                break;
            }
        }
        let shown = from + window.offsets.len();
        window.offsets.push(window.text.len());
        if wanted >= text.len() {
            // Something to underline at the end of the line.
            window.text.push(' ');
            window.offsets.push(window.text.len());
        }
        if shown < text.len() || place.is_cut_after {
            window.text.push_str(ellipsis);
        }
        window
    }

    /// Whether the byte at `offset` of the file is in the window.
    fn shows(&self, offset: u64) -> bool {
        (self.first..self.first + self.offsets.len() as u64).contains(&offset)
    }

    /// The bytes of the window that `label` covers.
    fn span(&self, label: &Label) -> SourceSpan {
        let at = |offset: u64| {
            let index = offset.saturating_sub(self.first) as usize;
            self.offsets[index.min(self.offsets.len() - 1)]
        };
        let (start, end) = (at(label.span.start), at(label.span.end));
        SourceSpan::from((start, end - start.min(end)))
    }
}

/// Where the window begins: at the line's beginning if the label is near it, else a third of the
/// width before the label.
fn start_of_window(text: &str, wanted: usize, width: usize) -> usize {
    let mut wanted = wanted;
    while !text.is_char_boundary(wanted) {
        wanted -= 1;
    }
    let columns = |part: &str| part.chars().filter_map(UnicodeWidthChar::width).sum::<usize>();
    if columns(&text[..wanted]) < width * 2 / 3 {
        return 0;
    }
    // Where little follows, more of what stands before fits.
    let after = columns(&text[wanted..]);
    let mut left = (width / 3).max(width.saturating_sub(after + 1));
    let mut from = wanted;
    for (at, c) in text[..wanted].char_indices().rev() {
        let taken = UnicodeWidthChar::width(c).unwrap_or(0);
        if taken > left {
            break;
        }
        left -= taken;
        from = at;
    }
    from
}
