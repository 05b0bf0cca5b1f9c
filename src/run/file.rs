//! The files of a job, on all cores; what they give is in the order of the files.

use std::path::Path;

use rayon::prelude::*;

use super::lines::{check_lines, first_line_parses_alone, lines_parse_alone};
use super::plan::Place;
use crate::check::{Checker, Document, Examined, Judged, Outcome, Role, Session, judge};
use crate::finding::{Code, Finding, Sample};
use crate::source::{FileId, Files};

/// What a file gave.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) samples: Vec<Sample>,
    pub(super) outcome: Outcome,
}

/// Checks `documents`.
pub(super) fn check_all(
    files: &Files,
    documents: &[(FileId, Place)],
    checker: &Checker<'_>,
    role: &(dyn Fn(&Place) -> Role + Sync),
) -> Vec<Checked> {
    documents
        .par_iter()
        .map(|(file, place)| check_file(files, *file, checker, &role(place)))
        .collect()
}

fn check_file(files: &Files, file: FileId, checker: &Checker<'_>, role: &Role) -> Checked {
    let extension = Path::new(files.name(file)).extension();
    let is_lines = extension
        .is_some_and(|it| it.eq_ignore_ascii_case("jsonl") || it.eq_ignore_ascii_case("ndjson"));
    let given = if is_lines {
        check_lines(files, file, checker, role)
    } else {
        check_whole(files, file, checker, role)
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
    role: &Role,
) -> std::io::Result<Checked> {
    let size = files.size(file)?;
    if size > checker.limits.bytes as u64 {
        // Not read as a whole: if its first line is a document, so are the others.
        return if first_line_parses_alone(files, file, checker)? {
            check_lines(files, file, checker, role)
        } else {
            Ok(too_large(file, size, checker, role))
        };
    }
    let bytes = files.read(file)?;
    let document = Document { file, number: 1, offset: 0, bytes: &bytes };
    let mut session = Session::default();
    let Examined::Done(mut outcome) = checker.examine(document, role, Some(&mut session)) else {
        unreachable!("a document with a session is always checked");
    };
    let is_several =
        |f: &Finding| matches!(f.code, Code::JsonMultipleValues | Code::JsonTrailingText);
    if outcome.findings.iter().any(is_several) && lines_parse_alone(&bytes, checker) {
        return check_lines(files, file, checker, role);
    }
    session.finish(None, &mut outcome);
    let sample = judge(Judged { file, document: None, start: 0 }, role, &mut outcome);
    Ok(Checked { samples: vec![sample], outcome })
}

fn too_large(file: FileId, size: u64, checker: &Checker<'_>, role: &Role) -> Checked {
    let mut finding = checker.limits.too_large(file, 0, size);
    finding.document = Some(1);
    finding.tool.clone_from(&role.tool);
    let mut outcome = Outcome { findings: vec![finding], ..Outcome::default() };
    outcome.tally.documents = 1;
    let sample = judge(Judged { file, document: None, start: 0 }, role, &mut outcome);
    Checked { samples: vec![sample], outcome }
}
