//! The tree for people.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use super::found::{Document, DocumentKind, Found, VersionSource, What};
use super::pretty::{self, Style};
use super::remains::counted;
use super::tree::{Line, Node, STEP, Tone, write_head, write_line, write_nodes};
use super::{Inspected, Remain, Unit};
use crate::finding::Address;
use crate::report::Look;
use crate::source::{Places, Span};

/// Writes what was found as a tree; all of it if `is_full`, else without the ends of long values.
///
/// # Errors
/// What `out` says.
pub fn render(
    inspected: &Inspected,
    look: &Look,
    is_full: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let places = Places::resolve(
        &inspected.files,
        inspected.spans().into_iter().map(|span| (inspected.file, span)),
    );
    let view = View { inspected, places: &places, look, is_full };
    let groups = groups(inspected);
    let head = Line::new().with(Tone::Name, inspected.files.name(inspected.file));
    if let [only] = &groups[..] {
        view.write_head(head, view.title(only), out)?;
        let Node { body, children, .. } = view.group(only, STEP);
        for line in body {
            let mut indented = Line::new().with(Tone::Plain, "   ");
            indented.append(line);
            write_line(indented, look, out)?;
        }
        return write_nodes(children, look, out);
    }
    let count = counted(inspected.documents.len(), inspected.unit.name());
    view.write_head(head, Line::new().with(Tone::Plain, &count), out)?;
    let nodes = groups.iter().map(|group| {
        let mut node = view.group(group, 2 * STEP);
        node.head = view.title(group);
        node.right = view.place_of_group(group);
        node
    });
    write_nodes(nodes.collect(), look, out)
}

/// What belongs together: a conversation, or a document that is none.
struct Group<'i> {
    documents: Vec<&'i Document>,
    found: Vec<&'i Found>,
}

impl Group<'_> {
    fn start(&self) -> (u64, u64) {
        let document = self.documents.iter().map(|it| (it.number, it.span.start));
        let found = self.found.iter().map(|it| (it.spot.document, it.spot.start()));
        document.chain(found).min().unwrap_or_default()
    }
}

fn groups(inspected: &Inspected) -> Vec<Group<'_>> {
    let mut conversations: BTreeMap<u32, Group<'_>> = BTreeMap::new();
    let mut groups = Vec::new();
    let empty = || Group { documents: Vec::new(), found: Vec::new() };
    for document in &inspected.documents {
        match document.conversation {
            Some(number) => {
                conversations.entry(number).or_insert_with(empty).documents.push(document);
            }
            None => groups.push(Group { documents: vec![document], found: Vec::new() }),
        }
    }
    for found in &inspected.found {
        conversations.entry(found.conversation).or_insert_with(empty).found.push(found);
    }
    let held: HashSet<u64> = inspected.found.iter().map(|found| found.spot.document).collect();
    // What only holds conversations of their own says nothing beside them.
    let is_told = |group: &Group<'_>| {
        let mut documents = group.documents.iter();
        !group.found.is_empty()
            || documents.any(|it| !it.remains.is_empty() || !held.contains(&it.number))
    };
    groups.extend(conversations.into_values().filter(is_told));
    groups.sort_by_key(Group::start);
    groups
}

/// What all parts of the tree are made with.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    pub(super) inspected: &'v Inspected,
    pub(super) places: &'v Places,
    pub(super) look: &'v Look,
    pub(super) is_full: bool,
}

impl View<'_> {
    /// The first line: the file, what it is, and its size.
    fn write_head(self, mut head: Line, title: Line, out: &mut dyn Write) -> io::Result<()> {
        let size = self.size();
        let is_wide = head.width() + title.width() + size.width() + 4 > self.look.width;
        let mut below = Line::new().with(Tone::Plain, "   ");
        if is_wide {
            below.append(title);
        } else {
            head.push(Tone::Plain, "  ");
            head.append(title);
        }
        write_head(head, size, self.look, out)?;
        if is_wide { write_line(below, self.look, out) } else { Ok(()) }
    }

    fn size(self) -> Line {
        Line::new().with(Tone::Dim, &counted(self.inspected.size as usize, "byte"))
    }

    /// What a group is, in a few words.
    fn title(self, group: &Group<'_>) -> Line {
        if let ([document], []) = (&group.documents[..], &group.found[..])
            && let Some(line) = self.title_of_document(document)
        {
            return line;
        }
        let kinds: Vec<DocumentKind> = group.documents.iter().map(|it| it.kind).collect();
        let is_all = |kind| !kinds.is_empty() && kinds.iter().all(|it| *it == kind);
        let count = group.documents.len();
        let mut line = Line::new();
        let kind = match () {
            () if is_all(DocumentKind::Event) => format!("stream of {}", counted(count, "event")),
            () if is_all(DocumentKind::JsonRpc) => counted(count, "JSON-RPC message"),
            () if is_all(DocumentKind::Message) => counted(count, "message"),
            () if kinds.is_empty() || is_all(DocumentKind::Conversation) => {
                "conversation".to_owned()
            }
            () => format!("conversation in {}", counted(count, self.inspected.unit.name())),
        };
        let holds = holds(&group.found);
        match () {
            () if is_all(DocumentKind::Definitions) => line.push(Tone::Plain, &holds),
            () if holds.is_empty() => line.push(Tone::Plain, &kind),
            () => {
                line.push(Tone::Plain, &kind);
                line.push(Tone::Dim, &format!(": {holds}"));
            }
        }
        if let Some(version) = self.version(group) {
            line.push(Tone::Dim, &version);
        }
        line
    }

    /// The version of MCP that a group speaks, after what it is.
    fn version(self, group: &Group<'_>) -> Option<String> {
        let conversation = group.found.first()?.conversation;
        let mut versions = self.inspected.versions.iter();
        let seen = versions.find(|seen| seen.conversation == conversation)?;
        let why = match seen.source {
            VersionSource::Handshake => "",
            VersionSource::Requests => ", as its requests say",
            VersionSource::Fit => ", the newest that fits",
            VersionSource::Nearest => ", though not all fits",
        };
        Some(format!("; MCP {}{why}", seen.version))
    }

    fn title_of_document(self, document: &Document) -> Option<Line> {
        if let Some(broken) = &document.broken {
            let place = match self.inspected.unit {
                Unit::File => String::new(),
                unit => format!("{} {} is ", unit.name(), document.number),
            };
            let message = format!("{place}no JSON: {}", broken.message);
            return Some(Line::new().with(Tone::Bad, &message));
        }
        document.value.as_ref()?;
        Some(Line::new().with(Tone::Doubtful, "nothing recognised: a bare payload"))
    }

    fn place_of_group(self, group: &Group<'_>) -> Line {
        let unit = self.inspected.unit;
        let numbers = group.documents.iter().map(|document| document.number);
        let (first, last) = (numbers.clone().min(), numbers.max());
        let broken = group.documents.first().and_then(|document| document.broken.as_ref());
        let place = match (broken, first, last) {
            (Some(broken), _, _) => self.position(broken.span),
            (_, Some(first), Some(last)) if first < last => {
                format!("{}s {first} to {last}", unit.name())
            }
            (_, Some(first), _) if unit != Unit::File => format!("{} {first}", unit.name()),
            _ => {
                group.found.first().map_or_else(String::new, |it| self.position_of(&it.spot.spans))
            }
        };
        Line::new().with(Tone::Dim, &place)
    }

    fn group(self, group: &Group<'_>, used: usize) -> Node {
        let mut node = Node::default();
        for document in &group.documents {
            if let Some(value) = &document.value {
                node.body.extend(pretty::lines(value, self.style(used)));
                node.body.extend(self.nested(value));
            }
        }
        // A turn without a text is told by what else stands in it.
        let is_told = |found: &&&Found| !matches!(&found.what, What::Message(message) if message.text.is_none());
        let told = group.found.iter().filter(is_told);
        node.children.extend(told.map(|found| self.found(found, used)));
        node.children.extend(self.remains(group));
        node
    }

    fn found(self, found: &Found, used: usize) -> Node {
        let width = used + STEP;
        let mut node = match &found.what {
            What::Definition(definition) => self.definition(definition),
            What::Call(call) => self.call(call, width),
            What::Result(result) => self.result(result, width),
            What::Request(request) => self.request(request, width),
            What::Message(message) => self.message(message, used),
            What::Reply(payload) => self.reply(payload, width),
            What::Format(schema) => Node {
                head: Line::new().with(Tone::Plain, "schema of the answer"),
                body: self.schema("", schema),
                ..Node::default()
            },
        };
        let is_plain = matches!(found.what, What::Message(_));
        node.right = if is_plain {
            self.place(found.spot.document, &found.spot.spans)
        } else {
            self.right(found.dialect, found.row, found.spot.document, &found.spot.spans)
        };
        node
    }

    pub(super) fn right(self, dialect: &str, row: &str, document: u64, spans: &[Span]) -> Line {
        let mut line = Line::new().with(Tone::Dim, &format!("{dialect} {row}  "));
        line.append(self.place(document, spans));
        line
    }

    /// Where something stands: line and column; in a stream its event too.
    fn place(self, document: u64, spans: &[Span]) -> Line {
        let position = self.position_of(spans);
        let place = match self.inspected.unit {
            Unit::Event => format!("event {document}, {position}"),
            Unit::File | Unit::Line => format!("{position:>5}"),
        };
        Line::new().with(Tone::Dim, &place)
    }

    pub(super) fn position_of(self, spans: &[Span]) -> String {
        spans.first().map_or_else(String::new, |span| self.position(*span))
    }

    pub(super) fn position(self, span: Span) -> String {
        let start = self.places.get(self.inspected.file, span).start;
        format!("{}:{}", start.line, start.character)
    }

    /// How values are written after so many columns.
    pub(super) fn style(self, used: usize) -> Style {
        Style {
            width: self.look.width.saturating_sub(used).max(24),
            is_full: self.is_full,
            arrow: self.arrow(),
            bar: if self.look.ink.is_unicode { "│ " } else { "| " },
            ellipsis: if self.look.ink.is_unicode { "…" } else { "..." },
        }
    }

    fn arrow(self) -> &'static str {
        if self.look.ink.is_unicode { "»" } else { ">>" }
    }

    pub(super) fn address(self, address: &Address) -> String {
        match address.display(self.arrow()).to_string().trim() {
            "" => "root".to_owned(),
            way => way.to_owned(),
        }
    }

    /// What was not recognised; the same thing in several documents once. What stands beside the
    /// rest as a member comes first, on one line.
    fn remains(self, group: &Group<'_>) -> Option<Node> {
        const SHOWN: usize = 12;
        let remains = merged(group);
        let is_member = |remain: &Remain| remain.spot.address.raw_tokens().count() == 1;
        let (members, others): (Vec<_>, Vec<_>) =
            remains.into_iter().partition(|(remain, _)| is_member(remain));
        let count = others.len();
        let shown = if self.is_full || count <= SHOWN + 2 { count } else { SHOWN };
        let mut body = Vec::new();
        let mut line = Line::new();
        for (number, (remain, count)) in members.iter().enumerate() {
            line.push(Tone::Dim, if number > 0 { ", " } else { "" });
            line.append(self.remain(remain, *count, false));
        }
        if !members.is_empty() {
            body.push(line);
        }
        body.extend(others.iter().take(shown).map(|(it, count)| self.remain(it, *count, true)));
        if shown < count {
            let left = format!("and {} more (--full)", count - shown);
            body.push(Line::new().with(Tone::Dim, &left));
        }
        let head = Line::new().with(Tone::Doubtful, "not recognised");
        (!body.is_empty()).then(|| Node { head, body, ..Node::default() })
    }

    fn remain(self, remain: &Remain, count: usize, has_place: bool) -> Line {
        let mut line = Line::new();
        if !remain.spot.address.as_str().is_empty() {
            line.push(Tone::Key, &self.address(&remain.spot.address));
            line.push(Tone::Plain, " ");
        }
        line.push(Tone::Dim, &remain.summary);
        if count > 1 {
            let places = counted(count, self.inspected.unit.name());
            line.push(Tone::Dim, &format!(" in {places}"));
        } else if has_place {
            line.push(Tone::Dim, &format!("  {}", self.position_of(&remain.spot.spans)));
        }
        line
    }
}

/// What was not recognised, and in how many documents.
fn merged<'g>(group: &Group<'g>) -> Vec<(&'g Remain, usize)> {
    let mut remains: Vec<(&Remain, usize)> = Vec::new();
    for remain in group.documents.iter().flat_map(|document| &document.remains) {
        let is_root = remain.spot.address.as_str().is_empty();
        let is_same = |(other, _): &&mut (&Remain, usize)| {
            other.spot.address == remain.spot.address
                && (!is_root || other.summary == remain.summary)
        };
        match remains.iter_mut().find(is_same) {
            Some((_, count)) => *count += 1,
            None => remains.push((remain, 1)),
        }
    }
    remains
}

/// What a group holds, in numbers.
fn holds(found: &[&Found]) -> String {
    let (mut definitions, mut calls, mut results) = (0, 0, 0);
    for found in found {
        match &found.what {
            What::Definition(_) => definitions += 1,
            What::Call(call) => {
                calls += 1;
                results += call.results.len();
            }
            What::Result(_) => results += 1,
            _ => {}
        }
    }
    let all = [(definitions, "definition"), (calls, "call"), (results, "result")];
    let told = all.iter().filter(|(count, _)| *count > 0);
    told.map(|(count, noun)| counted(*count, noun)).collect::<Vec<String>>().join(", ")
}
