//! The files of a job, on all cores; what they give is in the order of the files.

use std::path::Path;

use rayon::prelude::*;

use super::lines::{check_lines, first_line_parses_alone};
use super::pins::Pins;
use super::plan::Place;
use crate::check::{Checker, Document, Examined, Judged, Outcome, Role, Session, judge};
use crate::finding::{Code, Finding, Sample};
use crate::json::{BYTE_ORDER_MARK, Joined, event_text, lines_parse_alone};
use crate::pin::Pinning;
use crate::source::{FileId, Files, events, looks_like_events};

/// How the name of a file ends whose lines are the chunks of a stream.
const CHUNKS: &str = ".chunks.txt";

/// What a file gave.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) samples: Vec<Sample>,
    pub(super) outcome: Outcome,
}

/// Checks `documents`, each read as `reading` says.
pub(super) fn check_all<'c>(
    files: &Files,
    documents: &[(FileId, Place)],
    reading: &(dyn Fn(FileId, &Place) -> (Role, Checker<'c>) + Sync),
    pins: &Pins,
) -> Vec<Checked> {
    documents
        .par_iter()
        .map(|(file, place)| {
            let (role, checker) = reading(*file, place);
            let held = Held { role: &role, pinning: pins.of(*file) };
            check_file(files, *file, &checker, held)
        })
        .collect()
}

/// What the documents of a file are held to beside the contract.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held<'h> {
    pub(super) role: &'h Role,
    pub(super) pinning: Pinning<'h>,
}

fn check_file(files: &Files, file: FileId, checker: &Checker<'_>, held: Held<'_>) -> Checked {
    let extension = Path::new(files.name(file)).extension();
    let is = |name: &str| extension.is_some_and(|it| it.eq_ignore_ascii_case(name));
    let given = if is("jsonl") || is("ndjson") {
        check_lines(files, file, checker, held, false)
    } else if files.name(file).ends_with(CHUNKS) {
        check_lines(files, file, checker, held, true)
    } else if is("sse") {
        check_events(files, file, checker, held)
    } else {
        check_whole(files, file, checker, held)
    };
    given.unwrap_or_else(|error| {
        let findings = vec![Finding::unreadable(file, &error)];
        Checked { outcome: Outcome { findings, ..Outcome::default() }, samples: Vec::new() }
    })
}

/// A file that is one document, unless its lines turn out to be documents.
fn check_whole(
    files: &Files,
    file: FileId,
    checker: &Checker<'_>,
    held: Held<'_>,
) -> std::io::Result<Checked> {
    let size = files.size(file)?;
    if size > checker.limits.bytes as u64 {
        // Not read as a whole: if its first line is a document, so are the others.
        return if first_line_parses_alone(files, file, checker)? {
            check_lines(files, file, checker, held, false)
        } else {
            Ok(too_large(file, size, checker, held))
        };
    }
    let bytes = files.read(file)?;
    if looks_like_events(&bytes) {
        return check_events(files, file, checker, held);
    }
    let document = Document { bytes: &bytes, ..Document::of_file(file) };
    let mut session = Session::of_file();
    let Examined::Done(mut outcome) = checker.examine(document, held.role, Some(&mut session))
    else {
        unreachable!("a document with a session is always checked");
    };
    let is_several =
        |f: &Finding| matches!(f.code, Code::JsonMultipleValues | Code::JsonTrailingText);
    if outcome.findings.iter().any(is_several) && lines_parse_alone(&bytes, checker.limits.depth) {
        return check_lines(files, file, checker, held, false);
    }
    checker.finish(&mut session, held.role, &mut outcome);
    let sample = judge_file(file, false, held, &mut outcome);
    Ok(Checked { samples: vec![sample], outcome })
}

/// A file that is an event stream: its events are one conversation, in order.
fn check_events(
    files: &Files,
    file: FileId,
    checker: &Checker<'_>,
    held: Held<'_>,
) -> std::io::Result<Checked> {
    let size = files.size(file)?;
    if size > checker.limits.bytes as u64 {
        return Ok(too_large(file, size, checker, held));
    }
    let bytes = files.read(file)?;
    let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut session = Session::of_file();
    let mut outcome = Outcome::default();
    for event in events(&bytes[start..]) {
        let joined = event_text(&bytes[start..], file, start, &event.lines);
        let (offset, text) = match (&joined, &event.lines[..]) {
            (None, [line]) => (start + line.start, &bytes[start..][line.clone()]),
            (joined, _) => (0, joined.as_ref().map_or("", Joined::text).as_bytes()),
        };
        let document = Document {
            number: event.number,
            offset: offset as u64,
            bytes: text,
            is_event: true,
            joined: joined.as_ref(),
            ..Document::of_file(file)
        };
        if let Examined::Done(found) = checker.examine(document, held.role, Some(&mut session)) {
            outcome.add(found);
        }
    }
    checker.finish(&mut session, held.role, &mut outcome);
    let sample = judge_file(file, true, held, &mut outcome);
    Ok(Checked { samples: vec![sample], outcome })
}

/// The verdict of a file that is one sample.
fn judge_file(file: FileId, is_numbered: bool, held: Held<'_>, outcome: &mut Outcome) -> Sample {
    let whole = Judged { file, document: None, start: 0, is_numbered };
    judge(whole, held.role, held.pinning, outcome)
}

fn too_large(file: FileId, size: u64, checker: &Checker<'_>, held: Held<'_>) -> Checked {
    let mut finding = checker.limits.too_large(file, 0, size);
    finding.document = Some(1);
    finding.tool.clone_from(&held.role.tool);
    let mut outcome = Outcome { findings: vec![finding], ..Outcome::default() };
    outcome.tally.documents = 1;
    let sample = judge_file(file, false, held, &mut outcome);
    Checked { samples: vec![sample], outcome }
}
