//! One document: read, recognised, and handed to the checks of what stands in it.

use std::cell::RefCell;

use super::outcome::{Context, Outcome, Shape};
use super::pass::Pass;
use super::role::Role;
use super::rpc::Stray;
use super::session::Session;
use super::streamed::end_all;
use super::strings::named_strings;
use crate::contract::{Contract, Seen, Slot};
use crate::finding::{Code, Expects, Finding, Label, Side};
use crate::json::{
    Doc, Frame, Joined, Tape, document_text, fault_findings, parse, syntax_finding, with_tape,
};
use crate::profile::Profiles;
use crate::source::{FileId, Span};
use crate::wire::{Atom, Recognised, Table, recognise};

/// What documents may at most be.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Nested containers.
    pub depth: usize,
    /// JSON inside strings inside strings.
    pub layers: usize,
    /// Bytes.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: crate::json::DEFAULT_DEPTH, layers: 8, bytes: crate::json::MAX_BYTES }
    }
}

/// What documents are held to.
#[derive(Debug, Clone, Copy)]
pub struct Checker<'a> {
    /// The definitions of `schemas/`.
    pub contract: &'a Contract,
    /// The dialects.
    pub table: &'a Table,
    /// The definitions met in documents.
    pub seen: &'a Seen,
    /// The limits of providers that definitions and calls are held to.
    pub profiles: &'a Profiles,
    /// The limits.
    pub limits: Limits,
}

/// A JSON text of a file.
#[derive(Debug, Clone, Copy)]
pub struct Document<'b> {
    /// The file.
    pub file: FileId,
    /// Its number in the file, from 1.
    pub number: u64,
    /// Its first byte in the file.
    pub offset: u64,
    /// Its bytes.
    pub bytes: &'b [u8],
    /// Whether it is a line of its file.
    pub is_line: bool,
    /// Whether it is an event of a stream: then it is part of its file's conversation, whatever it
    /// holds.
    pub is_event: bool,
    /// Whether it is a message of JSON-RPC although it does not say so.
    pub is_message: bool,
    /// The text, if it is put together from several places; then `bytes` are those of the text.
    pub joined: Option<&'b Joined>,
}

impl Document<'_> {
    /// A document without text: the one that `file` is as a whole.
    #[must_use]
    pub fn of_file(file: FileId) -> Self {
        Self {
            file,
            number: 1,
            offset: 0,
            bytes: &[],
            is_line: false,
            is_event: false,
            is_message: false,
            joined: None,
        }
    }

    /// The layer that `doc` is, whose text begins at byte `base` of the file.
    fn frame<'d>(&'d self, doc: Doc<'d>, base: u64) -> Frame<'d> {
        match self.joined {
            Some(joined) => Frame::joined(doc, joined),
            None => Frame::document(doc, self.file, base),
        }
    }
}

impl Limits {
    /// The finding of a document of `size` bytes, too many, that begins at byte `offset` of `file`.
    #[must_use]
    pub fn too_large(&self, file: FileId, offset: u64, size: u64) -> Finding {
        let (size, limit) = (grouped(size), grouped(self.bytes as u64));
        let message = format!("the document has {size} bytes; the limit is {limit}");
        let label = Label::new(file, Span::new(offset, offset), "");
        Finding::new(Code::JsonTooLarge, message, label)
            .help("keep recordings as `.jsonl`, one document a line")
    }
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// The conversation that a document belongs to, where it is given.
struct Conversing<'s> {
    session: Option<&'s mut Session>,
    /// Whether it belongs to it whatever it holds.
    is_event: bool,
    /// Whether it is a line of its file.
    is_line: bool,
    /// Whether it is a message of JSON-RPC although it does not say so.
    is_message: bool,
}

thread_local! {
    /// The conversation of documents that are conversations of their own: cleared for each, so that
    /// its room is there already.
    static SPARE: RefCell<Session> = RefCell::default();
}

/// What became of a document.
#[derive(Debug)]
pub enum Examined {
    /// It was checked.
    Done(Outcome),
    /// It is a message of the conversation that its file is, which was not given.
    Lone,
}

impl Checker<'_> {
    /// Checks a document. A lone message needs the `session` of its file; without one it is only
    /// recognised as such.
    #[must_use]
    pub fn examine(
        &self,
        document: Document<'_>,
        role: &Role,
        session: Option<&mut Session>,
    ) -> Examined {
        let mut outcome = Outcome::default();
        outcome.tally.documents = 1;
        let context = Context::of_document(document.number, role);
        if document.bytes.len() > self.limits.bytes {
            let size = document.bytes.len() as u64;
            let finding = self.limits.too_large(document.file, document.offset, size);
            context.note(&mut outcome, finding);
            return Examined::Done(outcome);
        }
        let mut notes = Vec::new();
        let text = document_text(document.bytes, document.file, document.offset, &mut notes);
        context.note_all(&mut outcome, notes);
        let Some((text, base)) = text else { return Examined::Done(outcome) };
        with_tape(|tape| {
            if let Err(error) = parse(text, self.limits.depth, tape) {
                let nothing = Tape::new();
                let frame = document.frame(Doc::new(text, &nothing), base);
                context.note(&mut outcome, syntax_finding(&frame, &error));
                if document.is_line {
                    let stray = Stray::of_text(&frame, &error, document.number);
                    outcome.stray = Some(Box::new(stray));
                }
                return Examined::Done(outcome);
            }
            let frame = document.frame(Doc::new(text, tape), base);
            for finding in fault_findings(&frame) {
                context.note(&mut outcome, finding);
            }
            let Document { is_event, is_line, is_message, .. } = document;
            let session = Conversing { session, is_event, is_line, is_message };
            self.content(&frame, &context, role, session, outcome)
        })
    }

    /// Ends a conversation: what was still streaming is checked, and it is said which calls were never
    /// answered.
    pub fn finish(&self, session: &mut Session, role: &Role, outcome: &mut Outcome) {
        end_all(self, role, session, outcome);
        session.finish(None, outcome);
    }

    fn content(
        &self,
        frame: &Frame<'_>,
        context: &Context<'_>,
        role: &Role,
        conversing: Conversing<'_>,
        mut outcome: Outcome,
    ) -> Examined {
        let doc = frame.doc;
        let found = if role.is_bare {
            Recognised::default()
        } else {
            recognise(self.table, doc, doc.root())
        };
        if conversing.is_message {
            outcome.shape = Shape::Wire;
            if let Some(session) = conversing.session {
                self.pass(frame, context, role, session, &mut outcome).unframed();
            }
            return Examined::Done(outcome);
        }
        let is_nothing = found.items.is_empty() && !found.is_conversation;
        if is_nothing && conversing.is_event {
            // An event without calls: a piece of text, a ping.
            outcome.shape = Shape::Wire;
            return Examined::Done(outcome);
        }
        if is_nothing || self.is_payload_like_a_message(frame, role, &found) {
            self.bare(frame, context, role, &mut outcome);
            if conversing.is_line && is_nothing {
                outcome.stray = Some(Box::new(Stray::of_json(frame, context.document)));
            }
            return Examined::Done(outcome);
        }
        outcome.shape = Shape::Wire;
        if found.is_conversation && !conversing.is_event {
            SPARE.with_borrow_mut(|own| {
                own.clear();
                let mut pass = self.pass(frame, context, role, own, &mut outcome);
                pass.is_line = conversing.is_line;
                pass.run(&found);
                end_all(self, role, own, &mut outcome);
                own.finish(Some(frame), &mut outcome);
            });
            return Examined::Done(outcome);
        }
        let Some(session) = conversing.session else { return Examined::Lone };
        session.is_of_events |= conversing.is_event;
        let mut pass = self.pass(frame, context, role, session, &mut outcome);
        pass.is_line = conversing.is_line || conversing.is_event;
        pass.run(&found);
        Examined::Done(outcome)
    }

    fn pass<'p>(
        &'p self,
        frame: &'p Frame<'p>,
        context: &'p Context<'p>,
        role: &'p Role,
        session: &'p mut Session,
        outcome: &'p mut Outcome,
    ) -> Pass<'p> {
        Pass { checker: self, frame, context, role, session, outcome, is_line: false }
    }

    /// Arguments may look like messages: `{"role": .., "content": ..}`, `{"choices": [..]}`. They are
    /// none where the path names a tool whose schema they keep, or which has properties of at least
    /// half of their names.
    fn is_payload_like_a_message(
        &self,
        frame: &Frame<'_>,
        role: &Role,
        found: &Recognised<'_>,
    ) -> bool {
        let only_messages = found.items.iter().all(|item| matches!(item.row.atom, Atom::Message));
        let schema = self.bare_slot(role).and_then(|slot| slot.schema()).filter(|_| only_messages);
        schema.is_some_and(|schema| {
            let (doc, root) = (frame.doc, frame.doc.root());
            let properties = schema.properties();
            let names = doc.members(root).filter_map(|(key, _)| doc.string(key));
            let known = names.filter(|name| properties.contains(name)).count();
            (known > 0 && 2 * known >= doc.count(root)) || schema.accepts(doc, root) == Ok(true)
        })
    }

    /// The schema of a bare payload.
    fn bare_slot(&self, role: &Role) -> Option<&Slot> {
        let tool = role.tool.as_deref()?;
        match role.side {
            Side::Arguments => self.contract.definition(tool, "bare").map(|found| &found.input),
            Side::Result => Some(self.contract.output(tool, "bare")),
        }
    }

    fn bare(&self, frame: &Frame<'_>, context: &Context<'_>, role: &Role, outcome: &mut Outcome) {
        outcome.shape = Shape::Bare;
        let slot = self.bare_slot(role);
        let own = Context { side: Some(role.side), dialect: Some("bare"), ..*context };
        if let Some(schema) = slot.and_then(Slot::schema) {
            match role.side {
                Side::Arguments => outcome.tally.calls += 1,
                Side::Result => outcome.tally.results += 1,
            }
            own.hold(frame, frame.doc.root(), schema, outcome);
        } else {
            outcome.tally.unchecked_documents += 1;
            if role.tool.is_none() && role.expects != Expects::Clean {
                let label = frame.label(0..0, "");
                context.note(outcome, unknown_tool_of_path(label, role));
            }
        }
        if role.side == Side::Result {
            named_strings(self, role, frame, frame.doc.root(), &own, outcome);
        }
    }
}

fn unknown_tool_of_path(label: Label, role: &Role) -> Finding {
    let finding = Finding::new(
        Code::SampleUnknownTool,
        "no folder on this sample's path is named like a tool of the contract",
        label,
    );
    match &role.near_tool {
        Some(near) => finding.help(format!("did you mean `{}`?", crate::wording::shorten(near))),
        None => finding
            .help("keep samples of a tool in `samples/<tool>/valid` and `samples/<tool>/invalid`"),
    }
}
