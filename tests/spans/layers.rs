//! A file opened layer by layer with the crate, and the same way gone without it.

use wirecheck::finding::DECODE;
use wirecheck::json::{DEFAULT_DEPTH, Doc, Frame, NodeId, SyntaxError, parse, with_tape};
use wirecheck::source::{FileId, Span};

/// The file that everything is in.
pub(crate) const FILE: FileId = FileId(3);

/// The innermost layer, while all layers are open.
pub(crate) struct Innermost<'a> {
    /// All layers, outermost first.
    pub(crate) docs: &'a [Doc<'a>],
    pub(crate) frame: &'a Frame<'a>,
    /// Why the innermost layer is no JSON.
    pub(crate) error: Option<SyntaxError>,
}

/// Opens `file` and its layers: each stands in the given place of the one around it.
pub(crate) fn open(file: &str, places: &[usize], visit: impl FnOnce(Innermost<'_>)) {
    let base = if file.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let text = &file[base..];
    with_tape(|tape| {
        let error = parse(text, DEFAULT_DEPTH, tape).err();
        let doc = Doc::new(text, tape);
        descend(&[doc], &Frame::document(doc, FILE, base as u64), error, places, visit);
    });
}

fn descend(
    docs: &[Doc<'_>],
    frame: &Frame<'_>,
    error: Option<SyntaxError>,
    places: &[usize],
    visit: impl FnOnce(Innermost<'_>),
) {
    let Some((place, inner_places)) = places.split_first() else {
        return visit(Innermost { docs, frame, error });
    };
    assert_eq!(error, None, "only the innermost layer may be broken");
    let (doc, root) = (frame.doc, frame.doc.root());
    let member = doc.members(root).map(|(_, value)| value).nth(*place);
    let node = member.or_else(|| doc.elements(root).nth(*place)).expect("the wrapped string");
    let text = doc.string(node).expect("a string");
    // A trait object, since each layer would otherwise be another type.
    let visit: Box<dyn FnOnce(Innermost<'_>) + '_> = Box::new(visit);
    with_tape(|tape| {
        let error = parse(text, DEFAULT_DEPTH, tape).err();
        let inner = Doc::new(text, tape);
        let docs: Vec<Doc<'_>> = docs.iter().copied().chain([inner]).collect();
        descend(&docs, &Frame::inner(inner, frame, node), error, inner_places, visit);
    });
}

/// The bytes of the file under `span`, un-escaped so many times by a decoder that is not ours.
pub(crate) fn decoded(file: &str, span: Span, layers: usize) -> String {
    let bytes = &file[span.start as usize..span.end as usize];
    (0..layers).fold(bytes.to_owned(), |text, _| {
        let string: Result<String, _> = serde_json::from_str(&format!("\"{text}\""));
        string.unwrap_or_else(|error| panic!("the span cuts an escape ({error}): {text}"))
    })
}

/// Where `address` leads, one token after the other: number of the layer, and node.
pub(crate) fn follow(docs: &[Doc<'_>], address: &str) -> (usize, NodeId) {
    let (mut layer, mut node) = (0, docs[0].root());
    for token in address.split('/').skip(1) {
        let doc = docs[layer];
        if token == DECODE {
            assert_eq!(doc.string(node), docs.get(layer + 1).map(|inner| inner.text()));
            layer += 1;
            node = docs[layer].root();
            continue;
        }
        let name = token.replace("~1", "/").replace("~0", "~");
        node = if doc.is_object(node) {
            let member = doc.members(node).find(|(key, _)| doc.string(*key) == Some(&name));
            member.unwrap_or_else(|| panic!("no member {name:?} on the way {address:?}")).1
        } else {
            let index = name.parse().expect("an index");
            doc.elements(node).nth(index).expect("an element")
        };
    }
    (layer, node)
}
