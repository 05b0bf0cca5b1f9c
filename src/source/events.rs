//! Event streams: the text of server-sent events (WHATWG HTML, section 9.2.6) as documents.

use std::ops::Range;

/// An event that carries data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number among the events that carry data, from 1.
    pub number: u64,
    /// The bytes of its data lines in the text, without field names and line ends. They count as one
    /// text with line feeds between them.
    pub lines: Vec<Range<usize>>,
}

/// The events of `bytes`, which begin after any byte-order mark. Comments, other fields, events
/// without data and the mark `[DONE]` are passed over. An event that the text cuts off counts too:
/// what is there of it is data.
#[must_use]
pub fn events(bytes: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut lines = Vec::new();
    let mut number = 0;
    for line in line_ranges(bytes) {
        if line.is_empty() {
            dispatch(bytes, &mut lines, &mut number, &mut events);
        } else if let Some(data) = data_of(bytes, line) {
            lines.push(data);
        }
    }
    dispatch(bytes, &mut lines, &mut number, &mut events);
    events
}

/// Whether `bytes` look like an event stream: the first line that is not blank is a field or comment
/// of one.
#[must_use]
pub fn looks_like_events(bytes: &[u8]) -> bool {
    const FIELDS: &[&[u8]] = &[b"data:", b"event:", b"id:", b"retry:", b":"];
    let first = bytes.trim_ascii_start();
    FIELDS.iter().any(|field| first.starts_with(field))
}

fn dispatch(
    bytes: &[u8],
    lines: &mut Vec<Range<usize>>,
    number: &mut u64,
    events: &mut Vec<Event>,
) {
    let lines = std::mem::take(lines);
    let is_blank = lines.iter().all(|line| bytes[line.clone()].trim_ascii().is_empty());
    let is_end = matches!(&lines[..], [only] if bytes[only.clone()].trim_ascii() == b"[DONE]");
    if is_blank || is_end {
        return;
    }
    *number += 1;
    events.push(Event { number: *number, lines });
}

/// The value of a `data` field, without the one space that may stand before it.
fn data_of(bytes: &[u8], line: Range<usize>) -> Option<Range<usize>> {
    let text = &bytes[line.clone()];
    let rest = text.strip_prefix(b"data")?;
    let value = match rest {
        [] => return Some(line.end..line.end),
        [b':', b' ', value @ ..] | [b':', value @ ..] => value,
        _ => return None,
    };
    Some(line.end - value.len()..line.end)
}

/// The lines of `bytes`, which end at a line feed, a carriage return, or both.
fn line_ranges(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= bytes.len() {
            return None;
        }
        let start = at;
        let length = memchr::memchr2(b'\n', b'\r', &bytes[start..]);
        let end = length.map_or(bytes.len(), |length| start + length);
        at = match &bytes[end..] {
            [b'\r', b'\n', ..] => end + 2,
            [_, ..] => end + 1,
            [] => end,
        };
        Some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::{events, looks_like_events};

    #[test]
    fn data_lines_are_events_and_nothing_else_is() {
        let text = ": hello\r\nevent: x\r\ndata: {\"a\":\r\ndata:1}\r\nid: 7\r\n\r\ndata:\n\n\
                    data: [DONE]\n\nretry: 3\n\ndata: 2\rdata\rdata:  3\n\ndatabase: 4\n\ndata: cut";
        let shown: Vec<(u64, Vec<&str>)> = events(text.as_bytes())
            .into_iter()
            .map(|event| (event.number, event.lines.into_iter().map(|line| &text[line]).collect()))
            .collect();
        assert_eq!(
            shown,
            [(1, vec!["{\"a\":", "1}"]), (2, vec!["2", "", " 3"]), (3, vec!["cut"]),]
        );
        assert!(looks_like_events(text.as_bytes()));
        assert!(!looks_like_events(b"{\"data:\": 1}"));
    }
}
