//! A result's text beside its structured content: the first thing in which they differ.

use crate::finding::{Address, Code, Finding};
use crate::json::{Doc, Frame, Kind, NodeId, first_difference, same_value};
use crate::wording::shorten;

const STRUCTURED: &str = "`structuredContent`";

/// Where the JSON `inner` of a text differs from `structured`. Servers that can only structure
/// objects wrap any other value, also the text itself, in an object of one member, and give the
/// elements of a list one text each: all that is the same result.
pub(super) fn difference(
    inner: &Frame<'_>,
    outer: &Frame<'_>,
    structured: NodeId,
) -> Option<Finding> {
    let (doc, text) = (outer.doc, inner.doc);
    let root = text.root();
    if !text.is_object(root) && !text.is_array(root) {
        return None;
    }
    let is_same = |value| same_value(text, root, doc, value);
    let only = doc.members(structured).next().filter(|_| doc.count(structured) == 1);
    let value = only.map_or(structured, |(_, value)| value);
    let is_text = doc.string(value) == Some(text.text());
    if is_text || is_same(structured) || is_same(value) || doc.elements(value).any(is_same) {
        return None;
    }
    let (here, there) = first_difference(text, root, doc, structured)?;
    let subject = subject(inner, here);
    let (here, there, words) = match lacking(text, here, doc, there) {
        Some(Lacking::There(key, name)) => {
            (key, there, format!("the text has `{name}`, {STRUCTURED} has not"))
        }
        Some(Lacking::Here(key, name)) => {
            (here, key, format!("{STRUCTURED} has `{name}`, the text has not"))
        }
        None => (here, there, contrast(subject.as_deref(), text, here, doc, there)),
    };
    let label =
        |frame: &Frame<'_>, node, words: &'static str| frame.label(frame.doc.head(node), words);
    let message = format!("the text of this result and its {STRUCTURED} differ: {words}");
    Some(
        Finding::new(Code::ResultTextDiffers, message, label(inner, here, "in the text"))
            .label(label(outer, there, "in `structuredContent`"))
            .at(inner.address_of(here)),
    )
}

/// The key of a member that one of two objects has and the other has not.
enum Lacking {
    Here(NodeId, String),
    There(NodeId, String),
}

fn lacking(text: Doc<'_>, here: NodeId, doc: Doc<'_>, there: NodeId) -> Option<Lacking> {
    if !text.is_object(here) || !doc.is_object(there) {
        return None;
    }
    let only = |one: Doc<'_>, a: NodeId, other: Doc<'_>, b: NodeId| {
        one.members(a).find_map(|(key, _)| {
            let name = one.string(key)?;
            other.get(b, name).is_none().then(|| (key, shorten(name)))
        })
    };
    let there_lacks = only(text, here, doc, there).map(|(key, name)| Lacking::There(key, name));
    there_lacks.or_else(|| only(doc, there, text, here).map(|(key, name)| Lacking::Here(key, name)))
}

/// How the two values are unlike. `subject` is their name, if they have one.
fn contrast(
    subject: Option<&str>,
    text: Doc<'_>,
    here: NodeId,
    doc: Doc<'_>,
    there: NodeId,
) -> String {
    let are_lists = text.is_array(here) && doc.is_array(there);
    let (verb, here, there) = if are_lists {
        ("has", elements(text.count(here)), elements(doc.count(there)))
    } else {
        ("is", shown(text, here), shown(doc, there))
    };
    match subject {
        Some(subject) => {
            format!("`{subject}` {verb} {here} in the text and {there} in {STRUCTURED}")
        }
        None => format!("the text {verb} {here}, {STRUCTURED} {verb} {there}"),
    }
}

fn elements(count: usize) -> String {
    format!("{count} element{}", if count == 1 { "" } else { "s" })
}

/// A scalar as written, shortened; what a container is.
fn shown(doc: Doc<'_>, node: NodeId) -> String {
    match doc.kind(node) {
        Kind::Object => "an object".to_owned(),
        Kind::Array => "an array".to_owned(),
        _ => shorten(doc.source(node)),
    }
}

/// The way to `node` inside its layer; `None` for the whole.
fn subject(frame: &Frame<'_>, node: NodeId) -> Option<String> {
    let (whole, address) = (frame.address(), frame.address_of(node));
    let way = address.as_str().strip_prefix(whole.as_str()).filter(|way| !way.is_empty())?;
    Some(shorten(&Address::from(way.to_owned()).display("").to_string()))
}
