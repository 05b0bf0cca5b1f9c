//! Files of lines: blocks of lines are checked on all cores, and joined in order by one.
//!
//! A line that is a message of the file's conversation is checked by the joiner, which knows the
//! lines before it; any other is checked where it is read. What is kept is what was found, and the
//! open calls of the conversation: memory does not grow with the file.

use std::io;

use rayon::prelude::*;

use super::file::{Checked, Held};
use crate::check::{
    Checker, Document, Examined, Judged, Outcome, Role, Session, Shape, Strays, judge,
};
use crate::finding::{Expects, Sample, Severity};
use crate::json::parses;
use crate::pin::leftover;
use crate::source::{Block, Blocks, FileId, Files, Line};

/// Blocks that are read ahead, for each thread.
const AHEAD: usize = 32;

/// A run of lines that need nothing from each other, or one that needs the conversation.
enum Step {
    Done(Vec<BareLine>, Outcome),
    Lone(usize),
}

/// A line that is a payload by itself.
struct BareLine {
    /// Its place in its block, from 0.
    index: usize,
    judged: Judged,
    outcome: Outcome,
}

/// Checks the lines of `file`; if they `are_events`, they are chunks of one stream.
pub(super) fn check_lines(
    files: &Files,
    file: FileId,
    checker: &Checker<'_>,
    held: Held<'_>,
    are_events: bool,
) -> io::Result<Checked> {
    let mut blocks = Blocks::open(files, file)?;
    let lines = Lines { file, are_events };
    let mut joiner = Joiner::new(lines, checker, held);
    let mut wave = read_wave(&mut blocks)?;
    while !wave.is_empty() {
        // The next blocks are read while these are checked, so that no thread waits for the disk.
        let (steps, next) = rayon::join(
            || -> Vec<Vec<Step>> {
                wave.par_iter().map(|block| check_block(block, lines, checker, held.role)).collect()
            },
            || read_wave(&mut blocks),
        );
        for (block, steps) in wave.into_iter().zip(steps) {
            joiner.join(&block, steps);
            blocks.recycle(block);
        }
        wave = next?;
    }
    Ok(joiner.finish())
}

/// The next blocks: enough for all threads for a while.
fn read_wave(blocks: &mut Blocks<'_>) -> io::Result<Vec<Block>> {
    let mut wave = Vec::new();
    while wave.len() < AHEAD * rayon::current_num_threads() {
        let Some(block) = blocks.next_block()? else { break };
        wave.push(block);
    }
    Ok(wave)
}

fn check_block(block: &Block, lines: Lines, checker: &Checker<'_>, role: &Role) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut bare = Vec::new();
    let mut done = Outcome::default();
    for (index, line) in block.lines().enumerate() {
        match checker.examine(lines.document(line), role, None) {
            Examined::Done(outcome) if outcome.shape != Shape::Wire => {
                let judged = Judged {
                    file: lines.file,
                    document: Some(line.number),
                    start: line.offset,
                    is_numbered: true,
                };
                bare.push(BareLine { index, judged, outcome });
            }
            Examined::Done(outcome) => {
                done.shape = Shape::Wire;
                done.add(outcome);
            }
            Examined::Lone => {
                steps.push(Step::Done(std::mem::take(&mut bare), std::mem::take(&mut done)));
                steps.push(Step::Lone(index));
            }
        }
    }
    steps.push(Step::Done(bare, done));
    steps
}

/// What the lines of a file have in common.
#[derive(Clone, Copy)]
struct Lines {
    file: FileId,
    /// Whether they are chunks of a stream.
    are_events: bool,
}

impl Lines {
    fn document(self, line: Line<'_>) -> Document<'_> {
        Document {
            number: line.number,
            offset: line.offset,
            bytes: line.bytes,
            is_line: !self.are_events,
            is_event: self.are_events,
            ..Document::of_file(self.file)
        }
    }
}

/// Puts the lines together in order.
struct Joiner<'a> {
    lines: Lines,
    checker: &'a Checker<'a>,
    held: Held<'a>,
    session: Session,
    outcome: Outcome,
    /// Whether a line was recognised: then the file is one sample, not each line.
    is_wire: bool,
    samples: Vec<Sample>,
    /// Lines whose findings depend on whether each is a sample.
    pending: Vec<BareLine>,
    /// The lines before anything was recognised: should messages of JSON-RPC follow, they are
    /// strays.
    leading: Vec<BareLine>,
    /// Whether all that was recognised are messages of JSON-RPC.
    is_session: bool,
    strays: Strays,
}

/// Lines at the beginning of a file that can turn out to be strays.
const MOST_LEADING: usize = 1000;

impl<'a> Joiner<'a> {
    fn new(lines: Lines, checker: &'a Checker<'a>, held: Held<'a>) -> Self {
        Self {
            lines,
            checker,
            held,
            session: Session::of_file(),
            outcome: Outcome::default(),
            is_wire: false,
            samples: Vec::new(),
            pending: Vec::new(),
            leading: Vec::new(),
            is_session: false,
            strays: Strays::default(),
        }
    }

    fn join(&mut self, block: &Block, steps: Vec<Step>) {
        let mut lines = block.lines().enumerate();
        for step in steps {
            match step {
                Step::Done(bare, outcome) => {
                    if outcome.shape == Shape::Wire {
                        self.recognised(outcome.messages > 0);
                    }
                    self.outcome.add(outcome);
                    for line in bare {
                        self.bare(block, line);
                    }
                }
                Step::Lone(index) => {
                    let Some((_, line)) = lines.find(|(at, _)| *at == index) else { continue };
                    let document = self.lines.document(line);
                    let session = Some(&mut self.session);
                    if let Examined::Done(outcome) =
                        self.checker.examine(document, self.held.role, session)
                    {
                        self.recognised(outcome.messages > 0);
                        self.outcome.add(outcome);
                    }
                }
            }
        }
    }

    /// Something was recognised in a line: a message of JSON-RPC, or something else.
    fn recognised(&mut self, is_message: bool) {
        if !self.is_wire {
            (self.is_wire, self.is_session) = (true, is_message);
            for line in std::mem::take(&mut self.leading) {
                self.stray(line);
            }
        }
        self.is_session &= is_message;
    }

    /// A line of a file in which messages are, that is none.
    fn stray(&mut self, mut line: BareLine) {
        match line.outcome.stray.take().filter(|_| self.is_session) {
            Some(stray) => {
                self.strays.add(*stray);
                self.outcome.tally.documents += line.outcome.tally.documents;
            }
            None => self.outcome.add(line.outcome),
        }
    }

    fn bare(&mut self, block: &Block, line: BareLine) {
        let is_message = line.outcome.stray.as_ref().is_some_and(|stray| stray.is_message());
        if self.is_session && is_message {
            let Some(found) = block.lines().nth(line.index) else { return };
            let document = Document { is_message: true, ..self.lines.document(found) };
            let session = Some(&mut self.session);
            if let Examined::Done(outcome) = self.checker.examine(document, self.held.role, session)
            {
                self.outcome.add(outcome);
            }
        } else if self.is_wire {
            self.stray(line);
        } else if self.leading.len() < MOST_LEADING && self.samples.is_empty() {
            self.leading.push(line);
        } else {
            self.lead();
            self.single(line);
        }
    }

    /// The leading lines are samples of their own: nothing else came.
    fn lead(&mut self) {
        for line in std::mem::take(&mut self.leading) {
            self.single(line);
        }
    }

    fn single(&mut self, mut line: BareLine) {
        if self.held.role.expects == Expects::Invalid || self.held.pinning.is_used() {
            self.pending.push(line);
        } else {
            let sample = self.judge(line.judged, &mut line.outcome);
            self.samples.push(sample);
            self.outcome.add(line.outcome);
        }
    }

    fn judge(&self, line: Judged, outcome: &mut Outcome) -> Sample {
        judge(line, self.held.role, self.held.pinning, outcome)
    }

    fn finish(mut self) -> Checked {
        if !self.is_wire {
            self.lead();
            for mut line in std::mem::take(&mut self.pending) {
                let sample = self.judge(line.judged, &mut line.outcome);
                self.samples.push(sample);
                self.outcome.add(line.outcome);
            }
            let documents: Vec<_> = self.samples.iter().map(|sample| sample.document).collect();
            let left = self.held.pinning.pin().and_then(|pin| leftover(pin, &documents));
            // Beside a capture what is gone does no harm.
            let is_strict = self.held.role.expects == Expects::Invalid;
            let severity = if is_strict { Severity::Error } else { Severity::Warning };
            self.outcome.findings.extend(left.map(|finding| finding.severity(severity)));
            return Checked { samples: self.samples, outcome: self.outcome };
        }
        for line in std::mem::take(&mut self.pending) {
            self.outcome.add(line.outcome);
        }
        std::mem::take(&mut self.strays).finish(&mut self.outcome);
        self.checker.finish(&mut self.session, self.held.role, &mut self.outcome);
        let whole = Judged { file: self.lines.file, document: None, start: 0, is_numbered: true };
        let sample = judge(whole, self.held.role, self.held.pinning, &mut self.outcome);
        Checked { samples: vec![sample], outcome: self.outcome }
    }
}

/// Whether a file too large to be one document has a first line that is one.
pub(super) fn first_line_parses_alone(
    files: &Files,
    file: FileId,
    checker: &Checker<'_>,
) -> io::Result<bool> {
    let Some(start) = Blocks::open(files, file)?.first_line(checker.limits.bytes)? else {
        return Ok(false);
    };
    Ok(parses(&start, checker.limits.depth))
}
