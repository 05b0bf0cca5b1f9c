//! Places in JSON inside JSON: however a value is spelled, and however deep in strings it stands, a
//! span covers exactly the bytes of the file that spell it, and a finding points at exactly them.

#[path = "spans/layers.rs"]
mod layers;
#[path = "spans/schemas.rs"]
mod schemas;
#[path = "spans/spelling.rs"]
mod spelling;
#[path = "spans/streams.rs"]
mod streams;

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use wirecheck::finding::{Code, Finding, Label};
use wirecheck::json::{DEFAULT_DEPTH, Doc, NodeId, Tape, parse, syntax_finding};
use wirecheck::source::Span;

use layers::{FILE, Innermost, decoded, follow, open};
use schemas::{Step, compile, leaves, maps, member_mut, schema_at};
use spelling::{Speller, Tree, Wrapping, tree, wrappings};
use streams::{Form, Vendor};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x5EED),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A file whose innermost layer is `inner`.
fn file(
    speller: &mut Speller,
    inner: String,
    wrappings: &[Wrapping],
    has_mark: bool,
) -> (String, Vec<usize>) {
    let (text, places) = speller.wrap(inner, wrappings);
    (if has_mark { format!("\u{FEFF}{text}") } else { text }, places)
}

proptest! {
    #![proptest_config(config(8192))]

    #[test]
    fn every_node_and_range_is_found_in_the_file(
        tree in tree(),
        wrappings in wrappings(),
        has_mark in any::<bool>(),
        seed in any::<u64>(),
        cuts in vec(any::<(Index, Index)>(), 8),
    ) {
        let mut speller = Speller::new(seed);
        let inner = speller.spell(&tree);
        let (file, places) = file(&mut speller, inner, &wrappings, has_mark);
        open(&file, &places, |innermost| {
            assert_eq!(innermost.error, None);
            every_node_is_in_place(&file, &innermost);
            for (from, to) in &cuts {
                a_range_is_in_place(&file, &innermost, *from, *to);
            }
        });
    }
}

fn every_node_is_in_place(file: &str, innermost: &Innermost<'_>) {
    let Innermost { docs, frame, .. } = innermost;
    let doc = frame.doc;
    let placement = frame.placement();
    let nodes = || (0..doc.tape().len() as u32).map(NodeId);
    let keys: HashSet<NodeId> = nodes()
        .flat_map(|node| doc.members(node).map(|(key, _)| key).collect::<Vec<_>>())
        .collect();
    for node in nodes() {
        let span = frame.node_span(node);
        assert_eq!(decoded(file, span, frame.depth()), doc.source(node));
        assert_eq!(placement.span(doc.range(node)), span, "the placement agrees with the frame");
        let address = frame.address_of(node);
        let value = if keys.contains(&node) { NodeId(node.0 + 1) } else { node };
        assert_eq!(follow(docs, address.as_str()), (docs.len() - 1, value), "{address:?}");
        assert_eq!(address.decodes(), frame.depth());
    }
}

fn a_range_is_in_place(file: &str, innermost: &Innermost<'_>, from: Index, to: Index) {
    let frame = innermost.frame;
    let text = frame.doc.text();
    let boundary = |index: Index| {
        (0..=index.index(text.len() + 1)).rfind(|at| text.is_char_boundary(*at)).unwrap_or_default()
    };
    let (from, to) = (boundary(from), boundary(to));
    let (start, end) = (from.min(to), from.max(to));
    let range = start as u32..end as u32;
    let span = frame.span(range.clone());
    assert_eq!(decoded(file, span, frame.depth()), &text[start..end]);
    let placement = frame.placement();
    assert_eq!(placement.span(range.clone()), span);
    assert_eq!(placement.within(range.start).span(0..range.end - range.start), span);
    // An empty range is the place between what is before it and what is after it.
    let before = frame.span(0..range.start);
    let after = frame.span(range.end..text.len() as u32);
    assert_eq!((before.end, after.start), (span.start, span.end));
}

proptest! {
    #![proptest_config(config(2048))]

    #[test]
    fn a_wrong_value_is_labelled_and_nothing_else(
        tree in tree(),
        wrappings in wrappings(),
        has_mark in any::<bool>(),
        seed in any::<u64>(),
        choice in any::<Index>(),
        // Nothing but a container keeps one of these. `false` is not among them: a member that is
        // forbidden is labelled at its name.
        broken in select(&[
            r#"{"const":{"x":1}}"#, r#"{"enum":[[1],{"x":1}]}"#, r#"{"type":"object"}"#,
            r#"{"not":{}}"#,
        ]),
    ) {
        // A container without a scalar gets one.
        let tree = Tree::List(vec![tree, Tree::Word("3".into())]);
        let path = choice.get(&leaves(&tree)).clone();
        let broken = serde_json::from_str(broken).expect("a schema");
        let schema = compile(&schema_at(&path, broken));
        let mut speller = Speller::new(seed);
        let inner = speller.spell(&tree);
        let (file, places) = file(&mut speller, inner, &wrappings, has_mark);
        open(&file, &places, |innermost| {
            let doc = innermost.frame.doc;
            let value = node_at(doc, &path);
            let finding = only_finding(&schema, &innermost);
            assert_eq!(finding.primary.span, innermost.frame.node_span(value));
            assert_eq!(labelled(&file, &finding.primary, &innermost), doc.source(value));
            let address = finding.address.as_ref().expect("an address").as_str();
            assert_eq!(follow(innermost.docs, address), (places.len(), value), "{address:?}");
        });
    }

    #[test]
    fn an_unknown_member_is_labelled_at_its_name(
        mut tree in tree(),
        wrappings in wrappings(),
        has_mark in any::<bool>(),
        seed in any::<u64>(),
        choices in any::<(Index, Index)>(),
        mut name in "[a-zé🎉\"\n]{0,4}",
    ) {
        // A value without an object gets one around it.
        if maps(&tree).is_empty() {
            tree = Tree::Map(vec![("value".into(), tree)]);
        }
        let path = choices.0.get(&maps(&tree)).clone();
        let members = member_mut(&mut tree, &path);
        while members.iter().any(|(other, _)| *other == name) {
            name.push('+');
        }
        let known: serde_json::Map<String, serde_json::Value> =
            members.iter().map(|(name, _)| (name.clone(), true.into())).collect();
        members.insert(choices.1.index(members.len() + 1), (name.clone(), Tree::Word("null".into())));
        let closed = serde_json::json!({ "properties": known, "additionalProperties": false });
        let schema = compile(&schema_at(&path, closed));
        let mut speller = Speller::new(seed);
        let inner = speller.spell(&tree);
        let (file, places) = file(&mut speller, inner, &wrappings, has_mark);
        open(&file, &places, |innermost| {
            let doc = innermost.frame.doc;
            let object = node_at(doc, &path);
            let (key, _) = doc.members(object)
                .find(|(key, _)| doc.string(*key) == Some(&name)).expect("the unknown member");
            let finding = only_finding(&schema, &innermost);
            assert_eq!(finding.primary.span, innermost.frame.node_span(key));
            assert_eq!(labelled(&file, &finding.primary, &innermost), doc.source(key));
        });
    }
}

proptest! {
    #![proptest_config(config(4096))]

    #[test]
    fn a_character_that_does_not_fit_is_labelled(
        tree in tree(),
        wrappings in wrappings(),
        has_mark in any::<bool>(),
        seed in any::<u64>(),
        choice in any::<Index>(),
        wrong in select(&['@', '?', '\\', '%', '\'', '\u{1}', 'é', '中', '🎉', '\u{FEFF}']),
    ) {
        let mut speller = Speller::new(seed);
        let mut inner = speller.spell(&tree);
        inner.insert(*choice.get(&token_boundaries(&inner)), wrong);
        let (file, places) = file(&mut speller, inner, &wrappings, has_mark);
        open(&file, &places, |innermost| {
            let error = innermost.error.as_ref().expect("the innermost layer is broken");
            let finding = syntax_finding(innermost.frame, error);
            assert_eq!(labelled(&file, &finding.primary, &innermost), wrong.to_string());
            for label in &finding.labels {
                let opening = labelled(&file, label, &innermost);
                assert!(matches!(opening.as_str(), "[" | "{" | "\""), "{label:?}");
            }
        });
    }
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn what_is_wrong_in_a_stream_is_labelled_in_each_of_its_fragments(
        tree in tree(),
        cuts in vec(any::<Index>(), 0..12),
        vendor in select(&[Vendor::Chat, Vendor::Anthropic, Vendor::Responses]),
        form in select(&[Form::Event, Form::Lines, Form::Windows, Form::Chunks]),
        seed in any::<u64>(),
        choice in any::<Index>(),
        broken in select(&[
            r#"{"const":{"x":1}}"#, r#"{"enum":[[1],{"x":1}]}"#, r#"{"type":"object"}"#,
            r#"{"not":{}}"#,
        ]),
    ) {
        let arguments = Tree::Map(vec![
            ("value".into(), tree),
            ("more".into(), Tree::Text("é\"🎉".into())),
        ]);
        let path = choice.get(&leaves(&arguments)).clone();
        let broken = serde_json::from_str(broken).expect("a schema");
        let mut speller = Speller::new(seed);
        let inner = speller.spell(&arguments);
        let fragments = streams::fragments(&inner, &cuts);
        let schema = schema_at(&path, broken);
        let file = streams::stream(&mut speller, &schema, &fragments, vendor, form);
        let mut findings = streams::findings(&file, form);
        // Large numbers of the tree are named beside.
        findings.retain(|finding| finding.code != Code::JsonUnsafeInteger);
        let mut tape = Tape::new();
        parse(&inner, DEFAULT_DEPTH, &mut tape).expect("JSON");
        let doc = Doc::new(&inner, &tape);
        assert_eq!(findings.len(), 1, "{findings:#?}\n{file}");
        let wrong = doc.source(node_at(doc, &path));
        assert_eq!(streams::joined(&file, &findings[0].primary), wrong, "{file}");
        assert!(streams::leads_through_fragments(&findings[0]), "{:?}", findings[0].address);
    }

    #[test]
    fn a_character_that_does_not_fit_is_labelled_in_its_fragment(
        tree in tree(),
        cuts in vec(any::<Index>(), 0..12),
        vendor in select(&[Vendor::Chat, Vendor::Anthropic, Vendor::Responses]),
        form in select(&[Form::Event, Form::Lines, Form::Windows, Form::Chunks]),
        seed in any::<u64>(),
        choice in any::<Index>(),
        wrong in select(&['@', '?', '\\', '%', '\'', '\u{1}', 'é', '中', '🎉', '\u{FEFF}']),
    ) {
        let mut speller = Speller::new(seed);
        let mut inner = speller.spell(&Tree::Map(vec![("value".into(), tree)]));
        inner.insert(*choice.get(&token_boundaries(&inner)), wrong);
        let fragments = streams::fragments(&inner, &cuts);
        let file = streams::stream(&mut speller, &true.into(), &fragments, vendor, form);
        let findings = streams::findings(&file, form);
        assert_eq!(findings.len(), 1, "{findings:#?}\n{file}");
        let labelled = streams::joined(&file, &findings[0].primary);
        assert_eq!(labelled, wrong.to_string(), "{findings:#?}\n{file}");
        for label in &findings[0].labels {
            let opening = streams::joined(&file, label);
            assert!(matches!(opening.as_str(), "[" | "{" | "\""), "{label:?}");
        }
    }
}

/// The bytes of `text` between two tokens, where nothing but a comma, a colon, whitespace or a
/// bracket may stand.
fn token_boundaries(text: &str) -> Vec<usize> {
    let mut tape = Tape::new();
    parse(text, DEFAULT_DEPTH, &mut tape).expect("JSON");
    let doc = Doc::new(text, &tape);
    let ranges = (0..tape.len() as u32).map(|node| doc.range(NodeId(node)));
    ranges.flat_map(|range| [range.start as usize, range.end as usize]).collect()
}

fn node_at(doc: Doc<'_>, path: &[Step]) -> NodeId {
    path.iter().fold(doc.root(), |node, step| match step {
        Step::Member(name) => {
            let member = doc.members(node).find(|(key, _)| doc.string(*key) == Some(name));
            member.expect("a member of the tree").1
        }
        Step::Element(index) => doc.elements(node).nth(*index).expect("an element of the tree"),
    })
}

fn only_finding(schema: &wirecheck::schema::Schema, innermost: &Innermost<'_>) -> Finding {
    let mut findings = Vec::new();
    let frame = innermost.frame;
    schema.check(frame, frame.doc.root(), &mut findings);
    assert_eq!(findings.len(), 1, "{findings:#?}");
    findings.remove(0)
}

/// What a label covers, as the innermost layer has it.
fn labelled(file: &str, label: &Label, innermost: &Innermost<'_>) -> String {
    assert_eq!(label.file, FILE);
    let Span { start, end } = label.span;
    assert!(start < end && end <= file.len() as u64, "{label:?}");
    decoded(file, label.span, innermost.frame.depth())
}
