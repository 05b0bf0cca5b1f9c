//! Requests that are to run as tasks, in the one version that has them.

use std::collections::HashMap;

use super::dialogue::Request;
use super::{Pass, Turn};
use crate::finding::{Code, Label};
use crate::json::{Doc, NodeId};
use crate::mcp::Version;
use crate::wording::shorten;

/// The task that a message belongs to, in `_meta`.
const RELATED: &str = "io.modelcontextprotocol/related-task";

/// What a server says about tasks.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    /// Whether it runs calls of tools as tasks.
    is_offered: bool,
    /// Where it said what it can do.
    declared: Option<Label>,
    /// What its tools say about tasks, by their names.
    tools: HashMap<Box<str>, Support>,
}

/// What a tool says about tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Support {
    Forbidden,
    Optional,
    Required,
}

impl Support {
    fn read(doc: Doc<'_>, tool: NodeId) -> Self {
        let said = doc.get(tool, "execution").and_then(|it| doc.get(it, "taskSupport"));
        match said.and_then(|it| doc.string(it)) {
            Some("required") => Self::Required,
            Some("optional") => Self::Optional,
            _ => Self::Forbidden,
        }
    }
}

impl Turn<'_> {
    /// Whether it is of the version that has tasks.
    fn has_tasks(&self) -> bool {
        self.force.is_known && self.force.version == Version::V2025_11_25
    }
}

impl Pass<'_> {
    /// Checks that a call is a task, or none, as its server and its tool want it.
    pub(super) fn task_of_call(&mut self, turn: &Turn<'_>) {
        let doc = self.frame.doc;
        let tasks = &self.session.rpc.tasks;
        let Some(mut declared) = tasks.declared.clone().filter(|_| turn.has_tasks()) else {
            return;
        };
        let name = turn.message.param(doc, "name").and_then(|it| Some((it, doc.string(it)?)));
        let Some((named, name)) = name else { return };
        let shown = shorten(name);
        let support = tasks.tools.get(name).copied().filter(|_| tasks.is_offered);
        let is_offered = tasks.is_offered;
        let asked = turn.message.params.and_then(|params| doc.member(params, "task"));
        let (place, said, words) = match asked {
            Some((key, _)) if !is_offered => {
                let said = "a call is to run as a task, which the server does not offer";
                (key, said.to_owned(), "not offered")
            }
            Some((key, _)) if support == Some(Support::Forbidden) => {
                let said = format!("`{shown}` does not say that it can run as a task");
                (key, said, "not for this tool")
            }
            None if support == Some(Support::Required) => {
                (named, format!("`{shown}` can only run as a task"), "called without `task`")
            }
            _ => return,
        };
        let finding = self.at(place, Code::McpTaskMisused, said).words(words);
        self.say(match (is_offered, asked) {
            (false, _) => {
                declared.text = "what it declares".into();
                finding.label(declared).help("it would declare `tasks.requests.tools.call`")
            }
            (true, Some(_)) => finding.help("it would say so under `execution.taskSupport`"),
            (true, None) => finding.help("add `\"task\": {}`"),
        });
    }

    /// Follows a result as far as tasks go.
    pub(super) fn task_of_result(&mut self, turn: &Turn<'_>, result: NodeId, request: &Request) {
        let doc = self.frame.doc;
        match &*request.method {
            "initialize" => self.offers_tasks(result),
            "tools/list" if self.session.rpc.tasks.is_offered => {
                let tools = doc.get(result, "tools").into_iter().flat_map(|it| doc.elements(it));
                for tool in tools {
                    if let Some(name) = doc.get(tool, "name").and_then(|it| doc.string(it)) {
                        let support = Support::read(doc, tool);
                        self.session.rpc.tasks.tools.insert(name.into(), support);
                    }
                }
            }
            "tools/call" if request.has_task && turn.has_tasks() => {
                let is_due = self.session.rpc.tasks.is_offered && doc.get(result, "task").is_none();
                if is_due {
                    let said = "a call that is to run as a task has its result at once";
                    let finding = self.at(result, Code::McpTaskMisused, said).words("no task");
                    let mut first = request.label.clone();
                    first.text = "the call".into();
                    let help = "answer with `task`, and give the result to `tasks/result`";
                    self.say(finding.label(first).help(help));
                }
            }
            "tasks/get" | "tasks/cancel" => self.task_status(result),
            "tasks/result" if turn.has_tasks() && self.session.rpc.handshake.is_begun() => {
                self.related_task(result, request);
            }
            _ => {}
        }
    }

    /// Notes the end of a task.
    pub(super) fn task_status(&mut self, task: NodeId) {
        let doc = self.frame.doc;
        let text = |name| doc.get(task, name).and_then(|it| doc.string(it));
        if let (Some(id), Some("completed" | "failed" | "cancelled")) =
            (text("taskId"), text("status"))
        {
            self.session.rpc.progress.task_ends(id, None);
        }
    }

    fn offers_tasks(&mut self, result: NodeId) {
        let doc = self.frame.doc;
        let Some(capabilities) = doc.get(result, "capabilities") else { return };
        let way = ["tasks", "requests", "tools", "call"];
        let call = way.iter().try_fold(capabilities, |node, name| doc.get(node, name));
        let tasks = &mut self.session.rpc.tasks;
        tasks.is_offered = call.is_some_and(|it| doc.is_object(it));
        tasks.declared = Some(self.frame.label(doc.head(capabilities), ""));
    }

    /// Checks that the final result of a task names it.
    fn related_task(&mut self, result: NodeId, request: &Request) {
        let doc = self.frame.doc;
        let Some(task) = &request.told.task else { return };
        let related = doc.get(result, "_meta").and_then(|meta| doc.get(meta, RELATED));
        let named = related.and_then(|related| doc.get(related, "taskId"));
        let shown = shorten(task);
        let (place, said, words) = match named {
            Some(named) if doc.string(named) == Some(&**task) => return,
            Some(named) => {
                let said = format!("the result of the task `{shown}` names another one");
                (named, said, "another task")
            }
            None => {
                let said = format!("the result of the task `{shown}` does not name it");
                (result, said, "which task?")
            }
        };
        let finding = self.at(place, Code::McpTaskMisused, said).words(words);
        self.say(finding.help(format!("say it under `{RELATED}` in `_meta`")));
    }
}
