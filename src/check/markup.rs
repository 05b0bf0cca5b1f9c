//! Marks of a chat template inside arguments: the server that parsed the model's text left them in.

use super::outcome::on;
use crate::finding::{Code, Finding};
use crate::json::{Doc, Frame, NodeId};
use crate::wording::shorten;

/// Marks that templates put around calls and their arguments, without those in `<|` and `|>`.
const MARKS: &[&str] = &[
    "<tool_call>",
    "</tool_call>",
    "<arg_key>",
    "</arg_key>",
    "<arg_value>",
    "</arg_value>",
    "</parameter>",
    "</function>",
    "</invoke>",
];
/// What opens and closes a special token: `<|im_end|>`; some models write it with wide bars.
const TOKENS: &[(&str, &str)] = &[("<|", "|>"), ("<\u{ff5c}", "\u{ff5c}>")];
/// Letters of a special token.
const LONGEST_TOKEN: usize = 40;

/// The first mark in the arguments `value`, wherever in a name or a string it stands.
pub(super) fn markup(frame: &Frame<'_>, value: NodeId) -> Option<Finding> {
    let doc = frame.doc;
    let range = doc.range(value);
    let text = doc.source(value);
    let (at, length) = memchr::memchr_iter(b'<', text.as_bytes())
        .find_map(|at| Some((at, mark_length(text.get(at..)?)?)))?;
    let start = range.start + at as u32;
    let mark = &text[at..at + length];
    let message = format!("the arguments hold `{}`, a mark of a chat template", shorten(mark));
    let mut finding = on(frame, value, Code::CallTemplateMarkup, message).help(
        "what turns the model's text into calls has left this in: update it, or its template",
    );
    finding.primary = frame.label(start..start + length as u32, "not the model's argument");
    Some(finding.at(frame.address_of(holder(doc, value, start))))
}

/// The bytes of the mark that `text` begins with.
fn mark_length(text: &str) -> Option<usize> {
    if let Some(mark) = MARKS.iter().find(|mark| text.starts_with(**mark)) {
        return Some(mark.len());
    }
    let (rest, close) =
        TOKENS.iter().find_map(|(open, close)| Some((text.strip_prefix(open)?, close)))?;
    let end = rest.find(close).filter(|end| (1..=LONGEST_TOKEN).contains(end))?;
    let is_token =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\u{2581}');
    rest[..end].chars().all(is_token).then(|| text.len() - rest.len() + end + close.len())
}

/// The innermost value at byte `at`, or the one whose name is there.
fn holder(doc: Doc<'_>, mut node: NodeId, at: u32) -> NodeId {
    loop {
        let holds = |node: NodeId| doc.range(node).contains(&at);
        let member = doc.members(node).find(|(key, value)| holds(*key) || holds(*value));
        let inner =
            member.map(|(_, value)| value).or_else(|| doc.elements(node).find(|it| holds(*it)));
        match inner {
            Some(inner) if holds(inner) => node = inner,
            Some(named) => return named,
            None => return node,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mark_length;

    #[test]
    fn marks_are_told_from_other_text() {
        let mark = |text: &'static str| mark_length(text).map(|length| &text[..length]);
        assert_eq!(mark("</tool_call> and more"), Some("</tool_call>"));
        assert_eq!(mark("<|im_end|>x"), Some("<|im_end|>"));
        assert_eq!(mark("<｜tool▁calls▁end｜>"), Some("<｜tool▁calls▁end｜>"));
        assert_eq!(mark("<|> pipe |>"), None);
        assert_eq!(mark("<| a | b |>"), None);
        assert_eq!(mark("<||>"), None);
        assert_eq!(mark("<p>a</p>"), None);
        assert_eq!(mark("<"), None);
    }
}
