//! Messages that a server has a model go on with: calls of tools, and their results.

use std::collections::HashSet;

use super::{Pass, Turn};
use crate::finding::Code;
use crate::json::{Doc, NodeId};
use crate::mcp::Version;
use crate::wording::shorten;

impl Pass<'_> {
    /// Checks the messages of the request for sampling of `turn`.
    pub(super) fn sampled(&mut self, turn: &Turn<'_>) {
        self.samples(turn.message.node);
        self.session.sampled.clear();
        if turn.force.version < Version::V2025_11_25 {
            return;
        }
        if let Some(params) = turn.message.params {
            self.sampling_messages(params);
        }
    }

    /// Notes that the message `node` asks for sampling, or answers it.
    pub(super) fn samples(&mut self, node: NodeId) {
        self.session.rpc.sampling = Some((self.context.document, self.frame.doc.range(node)));
    }

    /// Whether `node` stands inside a message about sampling: its calls are those of another conversation,
    /// which each request repeats.
    pub(in crate::check) fn is_sampled(&self, node: NodeId) -> bool {
        self.session.rpc.sampling.as_ref().is_some_and(|(document, bytes)| {
            let start = self.frame.doc.range(node).start;
            // The message itself can be a call of the session, which repeats what was sampled for it.
            *document == self.context.document && bytes.start < start && start < bytes.end
        })
    }

    /// Checks that each call among the messages of `params` has its result in the next one, and that
    /// results stand alone.
    pub(super) fn sampling_messages(&mut self, params: NodeId) {
        let doc = self.frame.doc;
        let Some(list) = doc.get(params, "messages") else { return };
        // The calls of the message before, and where their ids stand.
        let mut calls: Vec<(&str, NodeId)> = Vec::new();
        for message in doc.elements(list) {
            let blocks = blocks(doc, message);
            let of_kind = |kind: &'static str, id: &'static str| {
                let own = blocks.iter().filter(move |block| is_of(doc, **block, kind));
                own.filter_map(move |block| doc.get(*block, id))
                    .filter_map(|node| Some((doc.string(node)?, node)))
            };
            let results: Vec<(&str, NodeId)> = of_kind("tool_result", "toolUseId").collect();
            self.alone(&blocks);
            self.paired(&calls, &results);
            calls = of_kind("tool_use", "id").collect();
        }
    }

    /// Checks that results have no other blocks beside them.
    fn alone(&mut self, blocks: &[NodeId]) {
        let doc = self.frame.doc;
        let is_result = |block: &&NodeId| is_of(doc, **block, "tool_result");
        if !blocks.iter().any(|block| is_result(&block)) {
            return;
        }
        let Some(other) = blocks.iter().find(|block| !is_result(block)) else { return };
        let kind = doc.get(*other, "type");
        let shown = kind.and_then(|it| doc.string(it)).map(shorten).unwrap_or_default();
        let said = format!("a block \"{shown}\" stands among the results of tools");
        let finding = self.at(kind.unwrap_or(*other), Code::McpToolResultMixed, said);
        let help = "a message with results has nothing else: say the rest in the next one";
        self.say(finding.words("expected \"tool_result\"").help(help));
    }

    /// Checks the results of one message against the calls of the message before.
    fn paired(&mut self, calls: &[(&str, NodeId)], results: &[(&str, NodeId)]) {
        let asked: HashSet<&str> = calls.iter().map(|(id, _)| *id).collect();
        let given: HashSet<&str> = results.iter().map(|(id, _)| *id).collect();
        for (id, node) in calls.iter().filter(|(id, _)| !given.contains(id)) {
            let said = format!("the call \"{}\" has no result in the next message", shorten(id));
            let finding = self.at(*node, Code::McpToolResultMixed, said);
            self.say(finding.words("no result"));
        }
        for (id, node) in results.iter().filter(|(id, _)| !asked.contains(id)) {
            let said = format!("the message before has no call \"{}\"", shorten(id));
            let finding = self.at(*node, Code::McpToolResultMixed, said);
            self.say(finding.words("answers no call"));
        }
    }
}

/// The blocks of a message: one, or a list.
fn blocks(doc: Doc<'_>, message: NodeId) -> Vec<NodeId> {
    match doc.get(message, "content") {
        Some(content) if doc.is_array(content) => doc.elements(content).collect(),
        content => content.into_iter().collect(),
    }
}

fn is_of(doc: Doc<'_>, block: NodeId, kind: &str) -> bool {
    doc.get(block, "type").and_then(|it| doc.string(it)) == Some(kind)
}
