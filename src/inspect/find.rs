//! Document after document: read, recognised, and noted.

use super::found::{
    Broken, Definition, Document, DocumentKind, Found, Message, SchemaSeen, Spot, VersionSeen, What,
};
use super::pairing::Talk;
use super::payload::Payload;
use super::read::{Take, Text};
use super::remains::{Remain, remains};
use super::{Inspected, Unit};
use crate::finding::{Code, Finding};
use crate::json::{
    DEFAULT_DEPTH, Doc, Frame, Joined, Kind, MAX_BYTES, NodeId, Tape, document_text, parse,
    with_tape,
};
use crate::source::{FileId, Files, Span};
use crate::wire::{Atom, Item, Recognised, Table, recognise};

/// Notes what the documents of a file hold.
pub(super) struct Finder<'t> {
    table: Option<&'t Table>,
    file: FileId,
    /// The document whose value is wanted; of all if none.
    wanted: Option<u64>,
    documents: Vec<Document>,
    pub(super) found: Vec<Found>,
    pub(super) joined: Vec<(u64, Joined)>,
    pub(super) versions: Vec<VersionSeen>,
    /// The conversation that the file is.
    talk: Talk,
    /// How many conversations were met.
    conversations: u32,
}

/// What the items of one document share.
#[derive(Clone, Copy)]
pub(super) struct Pass<'p> {
    pub(super) frame: &'p Frame<'p>,
    pub(super) document: u64,
    /// Whether it is a conversation of its own, so that all its calls are known.
    pub(super) is_whole: bool,
}

impl<'t> Finder<'t> {
    pub(super) fn new(table: Option<&'t Table>, file: FileId, wanted: Option<u64>) -> Self {
        Self {
            table,
            file,
            wanted,
            documents: Vec::new(),
            found: Vec::new(),
            joined: Vec::new(),
            versions: Vec::new(),
            talk: Talk::default(),
            conversations: 0,
        }
    }

    pub(super) fn finish(mut self, files: Files, size: u64, unit: Unit) -> Inspected {
        let mut talk = std::mem::take(&mut self.talk);
        self.end(&mut talk);
        self.found.sort_by_key(|found| (found.spot.document, found.spot.start()));
        Inspected {
            files,
            file: self.file,
            size,
            unit,
            documents: self.documents,
            found: self.found,
            versions: self.versions,
            joined: self.joined,
        }
    }

    /// The number of `talk`, which it gets when something of it is met.
    pub(super) fn number(&mut self, talk: &mut Talk) -> u32 {
        if talk.number == 0 {
            self.conversations += 1;
            talk.number = self.conversations;
        }
        talk.number
    }

    /// Makes the last document the first one of `talk`.
    pub(super) fn begin_again(&mut self, talk: &mut Talk) {
        let number = self.number(talk);
        if let Some(document) = self.documents.last_mut() {
            document.conversation = Some(number);
        }
    }

    fn broken(&mut self, text: &Text<'_>, broken: Broken) {
        self.documents.push(Document {
            number: text.number,
            span: text.span(),
            kind: DocumentKind::Broken,
            conversation: None,
            broken: Some(broken),
            value: None,
            remains: Vec::new(),
        });
    }

    /// What stands in a document that could be parsed.
    fn content(&mut self, text: &Text<'_>, frame: &Frame<'_>) {
        let doc = frame.doc;
        let found = match self.table {
            Some(table) => recognise(table, doc, doc.root()),
            None => Recognised::default(),
        };
        let is_nothing = found.items.is_empty() && !found.is_conversation;
        let is_wanted = self.wanted.is_none_or(|wanted| wanted == text.number);
        let mut document = Document {
            number: text.number,
            span: frame.span(0..doc.text().trim_end().len() as u32),
            kind: kind(text, doc, &found),
            conversation: None,
            broken: None,
            value: None,
            remains: Vec::new(),
        };
        if is_nothing && !text.is_event {
            document.value = is_wanted.then(|| Payload::layer(frame, text.number));
            self.documents.push(document);
            return;
        }
        document.remains = if is_nothing {
            vec![Remain::new(frame, doc.root(), text.number)]
        } else {
            remains(frame, &found.items, text.number)
        };
        if text.is_event && !is_nothing {
            // Every event says the same of its stream: ids, times, names.
            document.remains.retain(|remain| matches!(remain.kind, Kind::Array | Kind::Object));
        }
        let is_whole = found.is_conversation && !text.is_event;
        let mut talk = if is_whole { Talk::default() } else { std::mem::take(&mut self.talk) };
        talk.is_of_events |= text.is_event;
        document.conversation = Some(self.number(&mut talk));
        self.documents.push(document);
        self.pass(Pass { frame, document: text.number, is_whole }, &found, &mut talk);
        if is_whole {
            self.end(&mut talk);
        } else {
            self.talk = talk;
        }
    }

    /// Notes what was recognised. Parts that are conversations of their own have their own calls.
    fn pass(&mut self, pass: Pass<'_>, found: &Recognised<'_>, talk: &mut Talk) {
        let mut at = 0;
        for part in &found.parts {
            self.items(pass, &found.items[at..part.start], talk);
            let mut own = Talk::default();
            self.items(Pass { is_whole: true, ..pass }, &found.items[part.clone()], &mut own);
            self.end(&mut own);
            at = part.end;
        }
        self.items(pass, &found.items[at..], talk);
    }

    fn items(&mut self, pass: Pass<'_>, items: &[Item<'_>], talk: &mut Talk) {
        let doc = pass.frame.doc;
        let replies: Vec<NodeId> = items
            .iter()
            .filter_map(|item| match item.row.atom {
                Atom::Reply { text } => item.member(doc, text),
                _ => None,
            })
            .collect();
        for (at, item) in items.iter().enumerate() {
            match item.row.atom {
                Atom::Definition { .. } => self.definition(pass, item, talk),
                Atom::Call { .. } => self.call(pass, item, talk),
                Atom::Result { .. } => self.result(pass, items, item, talk),
                Atom::Rpc => self.rpc(pass, item, items.get(at + 1), talk),
                Atom::Fragment { .. } => self.fragments(pass, item, talk),
                Atom::Event => talk.is_of_events = true,
                Atom::Continued => talk.is_continued = true,
                // In a stream each piece of an answer can say whose it is.
                Atom::Message if talk.is_of_events => {}
                Atom::Message => self.message(pass, item, &replies, talk),
                Atom::Format { schema, is_text, .. } => {
                    self.format(pass, item, schema, is_text, talk);
                }
                Atom::Reply { text } => self.reply(pass, item, text, talk),
                // A refusal was told as the message that it is.
                Atom::Refusal | Atom::Placeholder | Atom::Conversation => {}
            }
        }
    }

    /// Notes something at `node`; returns its number.
    pub(super) fn note(
        &mut self,
        pass: Pass<'_>,
        item: &Item<'_>,
        node: NodeId,
        what: What,
        talk: &mut Talk,
    ) -> usize {
        let conversation = self.number(talk);
        talk.is_begun = true;
        self.found.push(Found {
            spot: Spot::new(pass.frame, node, pass.document),
            dialect: item.row.dialect,
            row: item.row.id,
            conversation,
            what,
        });
        self.found.len() - 1
    }

    fn definition(&mut self, pass: Pass<'_>, item: &Item<'_>, talk: &mut Talk) {
        let Atom::Definition { name, input, output, .. } = item.row.atom else { return };
        let doc = pass.frame.doc;
        let schema = |path: Option<&str>| {
            let node = item.member(doc, path?).filter(|node| !doc.is_null(*node))?;
            Some(SchemaSeen::new(pass.frame, node, pass.document))
        };
        let named = item.member(doc, name).and_then(|node| doc.string(node));
        let definition = Definition {
            name: named.unwrap_or_default().to_owned(),
            input: schema(input),
            output: schema(output),
        };
        // Events repeat the definitions of their request.
        let is_repeated = talk.is_of_events
            && self.found.iter().any(|found| match &found.what {
                What::Definition(known) => {
                    found.conversation == talk.number && definition.is_same_as(known)
                }
                _ => false,
            });
        if !is_repeated {
            self.note(pass, item, item.node, What::Definition(definition), talk);
        }
    }

    fn message(&mut self, pass: Pass<'_>, item: &Item<'_>, replies: &[NodeId], talk: &mut Talk) {
        talk.conversation.turn();
        let doc = pass.frame.doc;
        let member = |name| doc.get(item.node, name).and_then(|node| doc.string(node));
        let text = text_of_message(doc, item.node);
        if text.is_some_and(|text| replies.contains(&text)) {
            // It is told as the answer.
            return;
        }
        let message = Message {
            role: member("role").or_else(|| member("type")).unwrap_or_default().to_owned(),
            text: text.and_then(|text| doc.string(text)).map(str::to_owned),
        };
        self.note(pass, item, item.node, What::Message(message), talk);
    }

    fn reply(&mut self, pass: Pass<'_>, item: &Item<'_>, path: &str, talk: &mut Talk) {
        let Some(text) = item.member(pass.frame.doc, path) else { return };
        let payload = Payload::new(pass.frame, text, pass.document);
        self.note(pass, item, text, What::Reply(payload), talk);
    }

    fn format(
        &mut self,
        pass: Pass<'_>,
        item: &Item<'_>,
        path: &str,
        is_text: bool,
        talk: &mut Talk,
    ) {
        let Some(node) = item.member(pass.frame.doc, path) else { return };
        let schema = if is_text {
            let text = pass.frame.doc.string(node).unwrap_or_default();
            with_tape(|tape| {
                parse(text, DEFAULT_DEPTH, tape).ok()?;
                let inner = Frame::inner(Doc::new(text, tape), pass.frame, node);
                Some(SchemaSeen::new(&inner, inner.doc.root(), pass.document))
            })
        } else {
            Some(SchemaSeen::new(pass.frame, node, pass.document))
        };
        if let Some(schema) = schema {
            self.note(pass, item, node, What::Format(schema), talk);
        }
    }
}

impl Take for Finder<'_> {
    fn take(&mut self, text: Text<'_>) {
        if text.bytes.len() > MAX_BYTES {
            let message = format!("the document has more than {MAX_BYTES} bytes");
            let span = Span::new(text.offset, text.offset);
            let broken = Broken { code: Code::JsonTooLarge, message, help: None, span };
            self.broken(&text, broken);
            return;
        }
        let file = self.file;
        let outcome = with_frame(&text, file, |frame| self.content(&text, frame));
        if let Err(broken) = outcome {
            self.broken(&text, broken);
        }
    }
}

impl Text<'_> {
    fn span(&self) -> Span {
        Span::new(self.offset, self.offset + self.bytes.len() as u64)
    }
}

/// Parses a document and hands it to `work`.
pub(super) fn with_frame<T>(
    text: &Text<'_>,
    file: FileId,
    work: impl FnOnce(&Frame<'_>) -> T,
) -> Result<T, Broken> {
    let mut notes = Vec::new();
    let Some((body, base)) = document_text(text.bytes, file, text.offset, &mut notes) else {
        let of = |finding: Finding| Broken {
            code: finding.code,
            message: finding.message,
            help: finding.help,
            span: finding.primary.span,
        };
        return Err(of(notes.pop().expect("a text that cannot be read has a finding")));
    };
    with_tape(|tape| {
        let parsed = parse(body, DEFAULT_DEPTH, tape);
        let nothing = Tape::new();
        let tape = if parsed.is_ok() { &*tape } else { &nothing };
        let doc = Doc::new(body, tape);
        let frame = match text.joined {
            Some(joined) => Frame::joined(doc, joined),
            None => Frame::document(doc, file, base),
        };
        match parsed {
            Ok(()) => Ok(work(&frame)),
            Err(error) => Err(Broken::new(&frame, &error)),
        }
    })
}

fn kind(text: &Text<'_>, doc: Doc<'_>, found: &Recognised<'_>) -> DocumentKind {
    let is_rpc = |node| doc.get(node, "jsonrpc").is_some();
    let is_definition = |item: &Item<'_>| matches!(item.row.atom, Atom::Definition { .. });
    let root = doc.root();
    match () {
        () if text.is_event => DocumentKind::Event,
        () if found.items.is_empty() && !found.is_conversation => DocumentKind::Bare,
        () if is_rpc(root) || doc.elements(root).next().is_some_and(is_rpc) => {
            DocumentKind::JsonRpc
        }
        () if !found.items.is_empty() && found.items.iter().all(is_definition) => {
            DocumentKind::Definitions
        }
        () if found.is_conversation => DocumentKind::Conversation,
        () => DocumentKind::Message,
    }
}

/// The text of a message: its content, or the first text part of it.
fn text_of_message(doc: Doc<'_>, message: NodeId) -> Option<NodeId> {
    let content = doc.get(message, "content").or_else(|| doc.get(message, "parts"))?;
    let text = |part| doc.get(part, "text").filter(|text| doc.is_string(*text));
    match () {
        () if doc.is_string(content) => Some(content).filter(|it| doc.string(*it) != Some("")),
        () => doc.elements(content).find_map(text),
    }
}
