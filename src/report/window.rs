//! The part of a line that labels are about: cut to a width, neutralised, with the columns of its
//! bytes.

use unicode_width::UnicodeWidthChar;

use super::neutral;
use crate::finding::{Excerpt, Label};
use crate::source::Place;

/// A line's window.
pub(super) struct Window {
    /// What is shown.
    pub(super) text: String,
    /// For each byte of the line, from the first that is shown: its column in `text`. One more for
    /// the end, and one for what may be underlined after it.
    columns: Vec<usize>,
    first: u64,
}

/// A line, or a part of it, and what a window on it must show.
struct Line<'t> {
    text: &'t str,
    /// Where `text` begins, in the bytes that labels count in.
    offset: u64,
    /// The byte of `text` that must be seen.
    wanted: usize,
    /// Columns from there on for the label and its words.
    needed: usize,
    is_cut_before: bool,
    is_cut_after: bool,
}

impl Window {
    /// The window on the line of a file that `label` begins in, at most `width` columns wide.
    pub(super) fn of_place(place: &Place, label: &Label, width: usize, is_unicode: bool) -> Self {
        // Lossy decoding may change lengths only where the file is not UTF-8; the label then still
        // points near the byte.
        let text = String::from_utf8_lossy(&place.text);
        let text = text.trim_end_matches('\r');
        let start = text.floor_char_boundary(place.label_start() as usize);
        let end = text.floor_char_boundary(start + label.span.len() as usize).max(start);
        let line = Line {
            text,
            offset: place.text_offset,
            wanted: start,
            needed: columns(&text[start..end]).max(1) + 1 + columns(&label.text),
            is_cut_before: place.is_cut_before,
            is_cut_after: place.is_cut_after,
        };
        Self::new(&line, width, is_unicode)
    }

    /// The window on a decoded line.
    pub(super) fn of_excerpt(excerpt: &Excerpt, width: usize, is_unicode: bool) -> Self {
        let text = excerpt.text.trim_end_matches('\r');
        let line = Line {
            text,
            offset: 0,
            wanted: excerpt.range.start.min(text.len()),
            needed: columns(text.get(excerpt.range.clone()).unwrap_or_default()),
            is_cut_before: excerpt.is_cut_before,
            is_cut_after: excerpt.is_cut_after,
        };
        Self::new(&line, width, is_unicode)
    }

    fn new(line: &Line<'_>, width: usize, is_unicode: bool) -> Self {
        let ellipsis = if is_unicode { "…" } else { "..." };
        let from = start_of_window(line, width);
        let mut window = Self { text: String::new(), columns: Vec::new(), first: 0 };
        let mut column = 0;
        if from > 0 || line.is_cut_before {
            window.text.push_str(ellipsis);
            column = ellipsis.chars().count();
        }
        window.first = line.offset + from as u64;
        let most = width.saturating_sub(ellipsis.chars().count());
        for (at, c) in line.text[from..].char_indices() {
            let taken = width_of(c);
            // What must be seen is shown even where it is wider than the window.
            if column + taken > most && from + at > line.wanted {
                break;
            }
            neutral::push(&mut window.text, c);
            window.columns.extend(std::iter::repeat_n(column, c.len_utf8()));
            column += taken;
        }
        let shown = from + window.columns.len();
        window.columns.extend([column, column + 1]);
        if shown < line.text.len() || line.is_cut_after {
            window.text.push_str(ellipsis);
        }
        window
    }

    /// Whether the byte at `offset` is in the window.
    pub(super) fn shows(&self, offset: u64) -> bool {
        (self.first..self.first + self.columns.len() as u64 - 1).contains(&offset)
    }

    /// The columns, from 0 and the end exclusive, of the bytes from `start` to `end`.
    pub(super) fn columns(&self, start: u64, end: u64) -> (usize, usize) {
        let at = |offset: u64| {
            let index = offset.saturating_sub(self.first) as usize;
            self.columns[index.min(self.columns.len() - 1)]
        };
        (at(start), at(end).max(at(start) + 1))
    }

    /// The columns of a label's bytes.
    pub(super) fn label(&self, label: &Label) -> (usize, usize) {
        // A label that goes on beyond the window is underlined to its end, not into the margin.
        let end = (self.first + self.columns.len() as u64 - 2).max(label.span.start);
        self.columns(label.span.start, label.span.end.min(end))
    }
}

/// Columns that `text` takes as it is shown.
fn columns(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

/// Columns that `c` takes as it is shown.
fn width_of(c: char) -> usize {
    if c.is_ascii() && !c.is_ascii_control() {
        return 1;
    }
    let mut shown = String::new();
    neutral::push(&mut shown, c);
    shown.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// Where the window begins: at the line's beginning if the label is near it, else a third of the
/// width before the label.
fn start_of_window(line: &Line<'_>, width: usize) -> usize {
    let text = line.text;
    let wanted = text.floor_char_boundary(line.wanted);
    let before = columns(&text[..wanted]);
    let is_whole = columns(text) <= width && !line.is_cut_before && !line.is_cut_after;
    if is_whole || (before < width * 2 / 3 && before + line.needed.min(width * 2 / 3) <= width) {
        return 0;
    }
    // Where little follows, more of what stands before fits.
    let after = columns(&text[wanted..]).max(line.needed);
    let mut left = (width / 3).max(width.saturating_sub(after + 4));
    let mut from = wanted;
    for (at, c) in text[..wanted].char_indices().rev() {
        let taken = width_of(c);
        if taken > left {
            break;
        }
        left -= taken;
        from = at;
    }
    from
}
