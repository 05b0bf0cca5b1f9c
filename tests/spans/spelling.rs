//! Random JSON values, and texts that spell one and the same value in many ways.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A JSON value before it is spelled. Names of one object differ.
#[derive(Debug, Clone)]
pub(crate) enum Tree {
    /// Anything that is written in one way only: a number, `true`, `false` or `null`.
    Word(String),
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

/// One layer around a text: its place among siblings.
#[derive(Debug, Clone)]
pub(crate) struct Wrapping {
    siblings: Vec<(String, Tree)>,
    name: String,
    place: usize,
    is_object: bool,
}

/// Characters that are spelled differently from each other, or that fool a careless decoder.
const CHARACTERS: &[char] = &[
    'a',
    'u',
    'Z',
    '0',
    '~',
    ' ',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    '/',
    '\'',
    '\u{0}',
    '\u{8}',
    '\u{c}',
    '\n',
    '\r',
    '\t',
    '\u{1f}',
    '\u{7f}',
    'é',
    'ß',
    '中',
    '\u{2028}',
    '\u{FEFF}',
    '\u{FFFD}',
    '\u{FFFF}',
    '🎉',
    '\u{10000}',
    '\u{10FFFF}',
];

const WORDS: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0",
    "7",
    "-12",
    "1.50",
    "1e400",
    "-2.5E-3",
    "123456789012345678901234567890",
];

fn text(longest: usize) -> impl Strategy<Value = String> {
    vec(select(CHARACTERS), 0..=longest).prop_map(String::from_iter)
}

/// A random value, most often a container.
pub(crate) fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        2 => select(WORDS).prop_map(|word| Tree::Word(word.to_owned())),
        3 => text(8).prop_map(Tree::Text),
    ];
    let any = leaf.prop_recursive(3, 12, 3, |inner| container(inner, 4)).boxed();
    prop_oneof![1 => any.clone(), 5 => container(any, 6)]
}

fn container(inner: BoxedStrategy<Tree>, size: usize) -> impl Strategy<Value = Tree> {
    prop_oneof![
        vec(inner.clone(), 0..size).prop_map(Tree::List),
        vec((text(3), inner), 0..size).prop_map(|members| Tree::Map(distinct(members))),
    ]
}

/// One to four layers, innermost first.
pub(crate) fn wrappings() -> impl Strategy<Value = Vec<Wrapping>> {
    let noise = prop_oneof![
        select(WORDS).prop_map(|word| Tree::Word(word.to_owned())),
        text(6).prop_map(Tree::Text),
        vec(text(3), 0..3)
            .prop_map(|texts| Tree::List(texts.into_iter().map(Tree::Text).collect())),
    ];
    let wrapping = (vec((text(3), noise), 0..3), text(3), 0..3_usize, any::<bool>()).prop_map(
        |(mut siblings, name, place, is_object)| {
            siblings.retain(|(sibling, _)| *sibling != name);
            let siblings = distinct(siblings);
            Wrapping { place: place.min(siblings.len()), siblings, name, is_object }
        },
    );
    vec(wrapping, 1..=4)
}

fn distinct(members: Vec<(String, Tree)>) -> Vec<(String, Tree)> {
    let mut seen = HashSet::new();
    members.into_iter().filter(|(name, _)| seen.insert(name.clone())).collect()
}

/// Spells values; every choice depends on the seed alone.
pub(crate) struct Speller {
    state: u64,
}

impl Speller {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number below `end` (`SplitMix64`).
    fn below(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }

    /// A text that spells `tree`.
    pub(crate) fn spell(&mut self, tree: &Tree) -> String {
        let mut out = String::new();
        self.value(tree, &mut out);
        out
    }

    /// Puts `inner` as a string into each of `wrappings`; the outermost text, and in which place of
    /// each layer, outermost first, the next one stands.
    pub(crate) fn wrap(&mut self, inner: String, wrappings: &[Wrapping]) -> (String, Vec<usize>) {
        let text = wrappings.iter().fold(inner, |inner, wrapping| {
            let mut members = wrapping.siblings.clone();
            members.insert(wrapping.place, (wrapping.name.clone(), Tree::Text(inner)));
            self.spell(&if wrapping.is_object {
                Tree::Map(members)
            } else {
                Tree::List(members.into_iter().map(|(_, value)| value).collect())
            })
        });
        (text, wrappings.iter().rev().map(|wrapping| wrapping.place).collect())
    }

    fn value(&mut self, tree: &Tree, out: &mut String) {
        self.space(out);
        match tree {
            Tree::Word(word) => out.push_str(word),
            Tree::Text(text) => self.string(text, out),
            Tree::List(elements) => {
                out.push('[');
                for (index, element) in elements.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.value(element, out);
                }
                out.push_str(if elements.is_empty() { " ]" } else { "]" });
            }
            Tree::Map(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.space(out);
                    self.string(name, out);
                    self.space(out);
                    out.push(':');
                    self.value(value, out);
                }
                out.push('}');
            }
        }
        self.space(out);
    }

    fn space(&mut self, out: &mut String) {
        let spaces = ["", "", "", "", " ", "\r\n", "\n\t", "\r\n  "];
        out.push_str(spaces[self.below(spaces.len() as u64) as usize]);
    }

    fn string(&mut self, text: &str, out: &mut String) {
        // Of 8 characters so many are escaped without need. Long texts are themselves spellings of
        // inner layers: escaping all of them four times over gives megabytes.
        let density = if text.len() > 400 { [0, 0, 0, 1] } else { [0, 1, 4, 8] };
        let density = density[self.below(4) as usize];
        out.push('"');
        for c in text.chars() {
            let must = c < ' ' || matches!(c, '"' | '\\');
            if must || self.below(8) < density {
                self.escape(c, out);
            } else {
                out.push(c);
            }
        }
        out.push('"');
    }

    fn escape(&mut self, c: char, out: &mut String) {
        let short = match c {
            '"' | '\\' | '/' => Some(c),
            '\u{8}' => Some('b'),
            '\u{c}' => Some('f'),
            '\n' => Some('n'),
            '\r' => Some('r'),
            '\t' => Some('t'),
            _ => None,
        };
        match short.filter(|_| self.below(4) > 0) {
            Some(letter) => out.extend(['\\', letter]),
            None => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let digits = format!("{unit:04x}");
                    let is_upper = self.below(2) == 0;
                    out.push_str("\\u");
                    out.push_str(&if is_upper { digits.to_uppercase() } else { digits });
                }
            }
        }
    }
}
