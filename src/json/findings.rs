//! What the parser says, as findings of the layer it was parsing.

use super::layer::Frame;
use super::syntax::SyntaxError;
use super::tape::Fault;
use crate::finding::{Code, Finding, Label};

/// The finding of a text that is not JSON. `frame` is the layer that could not be parsed; only its
/// place is used.
#[must_use]
pub fn syntax_finding(frame: &Frame<'_>, error: &SyntaxError) -> Finding {
    let label = |range, text: &str| Label::new(frame.file(), frame.span(range), text);
    let mut finding = Finding::new(error.code(), error.message(), label(error.range.clone(), ""))
        .at(frame.address().as_str());
    finding.help = error.help();
    if let Some((range, text)) = &error.related {
        finding = finding.label(label(range.clone(), text));
    }
    finding
}

/// The findings of what is wrong in a layer that could be read all the same.
pub fn fault_findings<'a>(frame: &'a Frame<'_>) -> impl Iterator<Item = Finding> + 'a {
    frame.doc.tape().faults().iter().map(|fault| fault_finding(frame, fault))
}

fn fault_finding(frame: &Frame<'_>, fault: &Fault) -> Finding {
    let file = frame.file();
    match *fault {
        Fault::DuplicateKey { first, again, .. } => {
            let name = crate::wording::shorten(frame.doc.string(again).unwrap_or_default());
            Finding::new(
                Code::JsonDuplicateKey,
                format!("member `{name}` stands twice in this object"),
                Label::new(file, frame.node_span(again), "most parsers silently keep this one"),
            )
            .label(Label::new(file, frame.node_span(first), "first used here"))
            .at(frame.address_of(again).as_str())
        }
        Fault::LoneSurrogate { string, start } => {
            let escape = &frame.doc.text()[start as usize..start as usize + 6];
            Finding::new(
                Code::JsonLoneSurrogate,
                format!("unpaired surrogate `{escape}`"),
                Label::new(file, frame.span(start..start + 6), "half of a character"),
            )
            .help("the text was probably cut between the two halves of a character")
            .at(frame.address_of(string).as_str())
        }
    }
}
