//! Lists that come in pages: their cursors, and whether the pages of one list fit together. A listing
//! begins with a request without a cursor and goes on with the cursor of the page before.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::dialogue::Request;
use super::{Pass, Turn};
use crate::finding::{Code, Label, Severity};
use crate::json::{Doc, NodeId};
use crate::mcp::{Kind, Version};
use crate::wording::shorten;

/// The methods that answer in pages.
const LISTS: &[&str] =
    &["tools/list", "prompts/list", "resources/list", "resources/templates/list", "tasks/list"];

/// The lists of a session, by their methods.
#[derive(Debug, Default)]
pub(super) struct Lists(BTreeMap<&'static str, List>);

/// What is known of one list.
#[derive(Debug, Default)]
struct List {
    /// The cursors that the server named.
    cursors: HashSet<Box<str>>,
    /// The listing whose pages still come.
    open: Option<Listing>,
    /// The names of the latest listing that came to its end.
    complete: Option<Vec<Named>>,
}

/// The pages of a list so far.
#[derive(Debug, Default)]
struct Listing {
    /// The cursor of the next page.
    next: Box<str>,
    /// Who may keep the first page.
    scope: Option<(Box<str>, Label)>,
    names: Vec<Named>,
    /// The places of names among them.
    known: HashMap<Arc<str>, usize>,
}

/// A name, and where it stands.
#[derive(Debug, Clone)]
struct Named {
    name: Arc<str>,
    label: Label,
}

impl<'d> Turn<'d> {
    /// The cursor with which a page of a list is asked for.
    pub(super) fn cursor(&self, doc: Doc<'d>) -> Option<(NodeId, &'d str)> {
        let is_list = self.message.kind == Kind::Request && LISTS.contains(&self.message.name());
        let cursor = self.message.param(doc, "cursor").filter(|_| is_list)?;
        Some((cursor, doc.string(cursor)?))
    }
}

impl Pass<'_> {
    /// Checks that a page is asked for by a cursor that the server named.
    pub(super) fn page_asked(&mut self, turn: &Turn<'_>) {
        let Some((node, cursor)) = turn.cursor(self.frame.doc) else { return };
        let method = turn.message.name();
        // Without an earlier page the cursor may be one of another session.
        let Some(list) = self.session.rpc.lists.0.get(method) else { return };
        if list.cursors.contains(cursor) {
            return;
        }
        let said =
            format!("no page of `{method}` named the cursor \"{}\" as the next", shorten(cursor));
        let finding = self.at(node, Code::McpUnknownCursor, said).words("nobody gave this");
        self.say(finding.help("repeat the `nextCursor` of the page before as it is"));
    }

    /// Follows the list, of whatever kind, that a response holds.
    pub(super) fn listed(&mut self, turn: &Turn<'_>, request: Option<&Request>) {
        let doc = self.frame.doc;
        let Some(result) = turn.message.result.filter(|it| doc.is_object(*it)) else { return };
        let method = request.map(|asked| &*asked.method).unwrap_or_default();
        if method == "tools/list" || request.is_none() && holds_tools(doc, result) {
            self.tools(turn.force, result);
        }
        let (Some(method), Some(asked)) = (LISTS.iter().find(|it| **it == method), request) else {
            return;
        };
        self.page(turn, method, asked, result);
    }

    fn page(&mut self, turn: &Turn<'_>, method: &'static str, asked: &Request, result: NodeId) {
        let doc = self.frame.doc;
        let list = self.session.rpc.lists.0.entry(method).or_default();
        let next = doc.get(result, "nextCursor").and_then(|it| doc.string(it));
        list.cursors.extend(next.map(Into::into));
        // What the server takes, it may have given in another session.
        list.cursors.extend(asked.cursor.clone());
        let open = list.open.take();
        let (mut listing, is_first) = match &asked.cursor {
            None => (Listing::default(), true),
            Some(cursor) => match open {
                Some(open) if open.next == *cursor => (open, false),
                // A page of a listing whose beginning was not seen, or one that is asked for again.
                other => {
                    self.session.rpc.lists.0.entry(method).or_default().open = other;
                    return;
                }
            },
        };
        let is_modern = turn.force.version == Version::V2026_07_28;
        if is_modern {
            self.scope(&mut listing, result);
        }
        // Names are needed where pages follow each other and where orders are compared.
        if method == "tools/list" && (is_modern || next.is_some() || !is_first) {
            self.names_of_page(&mut listing, result);
        }
        if next.is_none() && is_modern {
            self.order_of(method, &listing.names);
        }
        let Some(list) = self.session.rpc.lists.0.get_mut(method) else { return };
        match next {
            Some(next) => list.open = Some(Listing { next: next.into(), ..listing }),
            None if is_modern => list.complete = Some(listing.names),
            None => {}
        }
    }

    /// Whether the page `result` says of who may keep it what the first page of its listing said.
    fn scope(&mut self, listing: &mut Listing, result: NodeId) {
        let doc = self.frame.doc;
        let told = doc.get(result, "cacheScope").and_then(|it| Some((it, doc.string(it)?)));
        let Some((node, scope)) = told else { return };
        let Some((first, label)) = &listing.scope else {
            listing.scope = Some((scope.into(), self.label(node, "the first page")));
            return;
        };
        if &**first != scope {
            let said = format!(
                "this page of the list is \"{}\", the first one \"{}\"",
                shorten(scope),
                shorten(first)
            );
            let finding = self.at(node, Code::McpPagesDiffer, said).words("another scope");
            let help = "all pages of one list have the same `cacheScope`";
            self.say(finding.label(label.clone()).help(help));
        }
    }

    fn names(&self, result: NodeId) -> Vec<Named> {
        let doc = self.frame.doc;
        let Some(tools) = doc.get(result, "tools") else { return Vec::new() };
        let nodes = doc.elements(tools).filter_map(|tool| doc.get(tool, "name"));
        let named = |node| {
            let name = doc.string(node)?.into();
            Some(Named { name, label: self.label(node, "on an earlier page") })
        };
        nodes.filter_map(named).collect()
    }

    /// Adds the names on the page `result` to its listing, and says which ones the pages before it
    /// have too.
    fn names_of_page(&mut self, listing: &mut Listing, result: NodeId) {
        let before = listing.names.len();
        listing.names.extend(self.names(result));
        for at in before..listing.names.len() {
            let Named { name, label } = &listing.names[at];
            let first = *listing.known.entry(Arc::clone(name)).or_insert(at);
            if first >= before {
                continue;
            }
            let first = listing.names[first].label.clone();
            let said = format!("this list defines `{}` on two of its pages", shorten(name));
            let mut here = label.clone();
            here.text = "defined again".into();
            let mut finding = crate::finding::Finding::new(Code::ToolDuplicateName, said, here);
            finding.tool = Some(Arc::clone(name));
            self.say_as(finding.label(first), Severity::Warning);
        }
    }

    /// Whether a complete list has the order of the one before, if it has the same names.
    fn order_of(&mut self, method: &str, names: &[Named]) {
        let list = self.session.rpc.lists.0.get(method);
        let Some(before) = list.and_then(|list| list.complete.as_ref()) else { return };
        let sorted = |names: &[Named]| {
            let mut sorted: Vec<Arc<str>> = names.iter().map(|it| Arc::clone(&it.name)).collect();
            sorted.sort_unstable();
            sorted
        };
        let differing = before.iter().zip(names).find(|(old, new)| old.name != new.name);
        let Some((old, new)) = differing else { return };
        if before.len() != names.len() || sorted(before) != sorted(names) {
            return;
        }
        let said = format!(
            "the list comes in another order than before: `{}` stands where `{}` stood",
            shorten(&new.name),
            shorten(&old.name)
        );
        let (mut here, mut there) = (new.label.clone(), old.label.clone());
        here.text = "out of its place".into();
        there.text = "stood here before".into();
        let finding = crate::finding::Finding::new(Code::McpOrderChanged, said, here).label(there);
        self.say(finding.help("sort the tools: the same beginning is cheap for the model to read"));
    }
}

/// Whether a result whose request was not seen is a list of tools.
fn holds_tools(doc: Doc<'_>, result: NodeId) -> bool {
    let first = doc.get(result, "tools").and_then(|tools| doc.elements(tools).next());
    first.is_some_and(|tool| {
        doc.get(tool, "inputSchema").is_some() && doc.get(tool, "name").is_some()
    })
}
