//! What the parser says, as findings of the layer it was parsing.

use super::layer::Frame;
use super::syntax::SyntaxError;
use super::tape::{Fault, NodeId};
use super::text::{BYTE_ORDER_MARK, decode};
use crate::finding::{Code, Finding, Label};
use crate::source::{FileId, Span};

/// The text of a document whose bytes begin at byte `offset` of `file`, and where the text begins:
/// a byte-order mark at the start of the file is passed over and noted. `None`, with a finding, if
/// it is no text.
pub fn document_text<'b>(
    bytes: &'b [u8],
    file: FileId,
    offset: u64,
    findings: &mut Vec<Finding>,
) -> Option<(&'b str, u64)> {
    let body = bytes.strip_prefix(BYTE_ORDER_MARK).filter(|_| offset == 0);
    let base = offset + body.map_or(0, |_| BYTE_ORDER_MARK.len() as u64);
    if body.is_some() {
        let label = Label::new(file, Span::new(offset, base), "U+FEFF");
        let message = "the text begins with a byte-order mark, which many parsers refuse";
        findings.push(
            Finding::new(Code::JsonByteOrderMark, message, label)
                .help("save the file as UTF-8 without a mark"),
        );
    }
    match decode(body.unwrap_or(bytes)) {
        Ok(text) => Some((text, base)),
        Err(error) => {
            let span = Span::new(base + error.range.start, base + error.range.end);
            let label = Label::new(file, span, error.words);
            findings.push(Finding::new(error.code, error.message, label).help(error.help));
            None
        }
    }
}

/// The finding of a text that is not JSON. `frame` is the layer that could not be parsed; only its
/// place is used.
#[must_use]
pub fn syntax_finding(frame: &Frame<'_>, error: &SyntaxError) -> Finding {
    let label = frame.label(error.range.clone(), error.words());
    let mut finding = Finding::new(error.code(), error.message(), label).at(frame.address());
    finding.help = error.help();
    if let Some((range, text)) = &error.related {
        finding = finding.label(frame.label(range.clone(), *text));
    }
    finding
}

/// The finding of a string that holds JSON and is not decoded any further.
#[must_use]
pub fn too_many_layers(frame: &Frame<'_>, node: NodeId, limit: usize) -> Finding {
    let message = format!("JSON is encoded in strings more than {limit} times over");
    let label = frame.label(frame.doc.range(node), "not decoded any further");
    Finding::new(Code::JsonTooManyLayers, message, label)
        .help("something encodes this value again on each hop")
        .at(frame.address_of(node))
}

/// The findings of what is wrong in a layer that could be read all the same.
pub fn fault_findings<'a>(frame: &'a Frame<'_>) -> impl Iterator<Item = Finding> + 'a {
    frame.doc.tape().faults().iter().map(|fault| fault_finding(frame, fault))
}

fn fault_finding(frame: &Frame<'_>, fault: &Fault) -> Finding {
    match *fault {
        Fault::DuplicateKey { first, again, .. } => {
            let name = crate::wording::shorten(frame.doc.string(again).unwrap_or_default());
            let words = if frame.doc.tape().is_hidden(again.0) {
                "given again here"
            } else {
                "most parsers silently keep this one"
            };
            Finding::new(
                Code::JsonDuplicateKey,
                format!("the member `{name}` is given twice"),
                frame.label(frame.doc.range(again), words),
            )
            .label(frame.label(frame.doc.range(first), "first given here"))
            .help("keep one of them")
            .at(frame.address_of(again))
        }
        Fault::LoneSurrogate { string, start } => {
            let escape = &frame.doc.text()[start as usize..start as usize + 6];
            Finding::new(
                Code::JsonLoneSurrogate,
                format!("`{escape}` is half of a character: its other half is missing"),
                frame.label(start..start + 6, "stands alone"),
            )
            .help("the text was probably cut between the two halves of a character")
            .at(frame.address_of(string))
        }
    }
}
