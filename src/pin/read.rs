//! A pin file as what it expects.

use super::compare::{Pin, Pinned};
use super::entry::Entry;
use crate::finding::{Address, Code, Finding};
use crate::json::{
    DEFAULT_DEPTH, Doc, Frame, MAX_BYTES, NodeId, Tape, document_text, fault_findings, parse,
    syntax_finding, with_tape,
};
use crate::source::{FileId, Files, Span};
use crate::wording::{nearest, shorten};

/// The members of an entry.
const MEMBERS: [&str; 4] = ["document", "code", "address", "schema"];

/// Reads the pin `file`.
///
/// # Errors
/// The findings that say why it is none.
pub fn read(files: &Files, file: FileId) -> Result<Pin, Vec<Finding>> {
    let unreadable = |error| vec![Finding::unreadable(file, &error)];
    if files.size(file).map_err(unreadable)? > MAX_BYTES as u64 {
        let label = crate::finding::Label::new(file, Span::new(0, 0), "");
        let message = "a pin of this size is not read";
        return Err(vec![Finding::new(Code::SampleBrokenPin, message, label)]);
    }
    let bytes = files.read(file).map_err(unreadable)?;
    let mut findings = Vec::new();
    let Some((text, base)) = document_text(&bytes, file, 0, &mut findings) else {
        return Err(findings);
    };
    with_tape(|tape| {
        if let Err(error) = parse(text, DEFAULT_DEPTH, tape) {
            let nothing = Tape::new();
            let frame = Frame::document(Doc::new(text, &nothing), file, base);
            return Err(vec![syntax_finding(&frame, &error)]);
        }
        let frame = Frame::document(Doc::new(text, tape), file, base);
        findings.extend(fault_findings(&frame));
        let entries = Reader { frame: &frame, findings: &mut findings }.list();
        // A byte-order mark is passed over.
        findings.retain(Finding::is_error);
        if findings.is_empty() { Ok(Pin::new(file, entries)) } else { Err(findings) }
    })
}

struct Reader<'r, 'd> {
    frame: &'r Frame<'d>,
    findings: &'r mut Vec<Finding>,
}

impl<'d> Reader<'_, 'd> {
    fn list(&mut self) -> Vec<Pinned> {
        let (doc, root) = (self.frame.doc, self.frame.doc.root());
        if !doc.is_array(root) {
            self.wrong(root, "a pin is a list of findings", "this is none");
        }
        doc.elements(root).filter_map(|node| self.entry(node)).collect()
    }

    fn entry(&mut self, node: NodeId) -> Option<Pinned> {
        let doc = self.frame.doc;
        if !doc.is_object(node) {
            self.wrong(node, "an entry of a pin is an object", "not an object");
            return None;
        }
        for (key, _) in doc.members(node) {
            let name = doc.string(key).unwrap_or_default();
            if !MEMBERS.contains(&name) {
                let message = format!("a pin has no member `{}`", shorten(name));
                let help = nearest(name, MEMBERS);
                self.wrong(key, message, "not known here");
                self.suggest(help);
            }
        }
        let code = self.code(node)?;
        let address = self.text(node, "address")?.map(|(node, text)| (node, Address::parse(text)));
        let address = match address {
            Some((_, Ok(address))) => Some(address),
            Some((node, Err(why))) => {
                self.wrong(node, "this is no address", why);
                return None;
            }
            None => None,
        };
        let schema = self.text(node, "schema")?.map(|(_, text)| text.to_owned());
        let document = self.document(node)?;
        let entry = Entry { document, code, address, schema };
        Some(Pinned { entry, span: self.frame.node_span(node) })
    }

    fn code(&mut self, entry: NodeId) -> Option<Code> {
        let Some((node, name)) = self.text(entry, "code")? else {
            self.wrong(entry, "an entry of a pin names a code", "`code` is missing");
            return None;
        };
        let code = Code::from_name(name);
        if code.is_none() {
            let near = nearest(name, Code::ALL.iter().map(|code| code.name()));
            self.wrong(node, format!("there is no code `{}`", shorten(name)), "not a code");
            self.suggest(near);
        }
        code
    }

    /// A member that is text, if it is there and not null. `None` if it is something else.
    #[allow(clippy::option_option, reason = "absent is not wrong")]
    fn text(&mut self, entry: NodeId, name: &str) -> Option<Option<(NodeId, &'d str)>> {
        let doc = self.frame.doc;
        let Some(node) = doc.get(entry, name).filter(|node| !doc.is_null(*node)) else {
            return Some(None);
        };
        let text = doc.string(node);
        if text.is_none() {
            self.wrong(node, format!("`{name}` of a pin is a string"), "not a string");
        }
        Some(Some((node, text?)))
    }

    /// The number of the document, if it is there. `None` if it is something else.
    #[allow(clippy::option_option, reason = "absent is not wrong")]
    fn document(&mut self, entry: NodeId) -> Option<Option<u64>> {
        let doc = self.frame.doc;
        let Some(node) = doc.get(entry, "document").filter(|node| !doc.is_null(*node)) else {
            return Some(None);
        };
        let number = doc.source(node).parse().ok().filter(|number| *number > 0);
        if number.is_none() {
            self.wrong(node, "`document` of a pin is a number from 1 on", "not such a number");
        }
        number.map(Some)
    }

    fn wrong(&mut self, node: NodeId, message: impl Into<String>, words: &'static str) {
        let label = self.frame.label(self.frame.doc.head(node), words);
        let finding = Finding::new(Code::SampleBrokenPin, message, label)
            .help("`wirecheck validate --update` writes pins")
            .at(self.frame.address_of(node));
        self.findings.push(finding);
    }

    /// Advice for what was found last.
    fn suggest(&mut self, near: Option<&str>) {
        if let (Some(near), Some(finding)) = (near, self.findings.last_mut()) {
            finding.help = Some(format!("did you mean `{near}`?"));
        }
    }
}
