//! Texts that are nearly JSON: seeds with a few edits.

/// A bit of everything that the grammar has, and what models and tools send.
const SEEDS: &[&str] = &[
    "{}",
    "[]",
    "null",
    " true ",
    "\r\n\tfalse\n",
    "0",
    "-0",
    "-12.5e-3",
    "1E+2",
    "18446744073709551615",
    "-9223372036854775808",
    "123456789012345678901234567890",
    "0.1234567890123456789",
    "1e308",
    r#""""#,
    r#""plain text""#,
    r#""é 中 🎉 \u2028""#,
    r#""\"\\\/\b\f\n\r\t""#,
    r#""\u00e9\uD83C\uDF89 \u0000""#,
    r#""\ud83c\udf89\ud83c\udf89""#,
    r#"["a", "b" , "c"]"#,
    "[1, 2.5, -3e4, 0]",
    "[[[[]]], [[{}]]]",
    r#"[{"a": 1}, {"a": 2}, {}]"#,
    r#"{"a": null, "b": true, "c": false}"#,
    r#"{"": "", " ": " ", "a\nb": "\n"}"#,
    r#"{"one": {"two": {"three": [1, {"four": "five"}]}}}"#,
    "{\r\n  \"city\": \"São Paulo\",\r\n  \"unit\": \"celsius\"\r\n}\r\n",
    r#"{"id":"call_1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}"#,
    r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{}"}],"isError":false}}"#,
    r#"{"tools":[{"name":"t","inputSchema":{"type":"object","required":["q"]}}]}"#,
    "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]",
    r#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":1,"l":2,"m":3,"n":4,"o":5,"p":6,"q":7,"r":8}"#,
    r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":38}}"#,
    r#"{"price":1.0,"count":1e3,"ratio":-0.25,"big":1e22,"small":5e-324}"#,
    "[\n\t\"deep\",\n\t[\n\t\t\"deeper\"\n\t]\n]",
];

/// What is put in: single characters, tokens and what people write instead of JSON.
const INSERTIONS: &[&str] = &[
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "-",
    "+",
    ".",
    "e",
    "E",
    "0",
    "7",
    "/",
    "'",
    "#",
    "`",
    " ",
    "\n",
    "\r",
    "\t",
    "\u{0}",
    "\u{b}",
    "\u{1f}",
    "\u{7f}",
    "\u{a0}",
    "\u{feff}",
    "é",
    "🎉",
    "\\u",
    "\\u00",
    "\\u0041",
    "\\uD83D",
    "\\uDE00",
    "\\x",
    "\\\"",
    "\\\n",
    "true",
    "False",
    "None",
    "nul",
    "null",
    "NaN",
    "Infinity",
    "undefined",
    "//",
    "/*",
    "*/",
    "```json\n",
    "\"k\":",
    "1e400",
    "00",
    "1.",
    "{\"a\":",
    "[[",
    "]]",
    "\"x\"",
];

/// Makes texts, the same ones for the same seed.
pub(crate) struct Mutator {
    state: u64,
}

impl Mutator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number below `end` (`SplitMix64`).
    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    /// A seed after no, one or a few edits.
    pub(crate) fn text(&mut self) -> String {
        let mut text: Vec<char> = self.pick(SEEDS).chars().collect();
        for _ in 0..self.below(4) {
            self.edit(&mut text);
        }
        text.into_iter().collect()
    }

    fn edit(&mut self, text: &mut Vec<char>) {
        let at = self.below(text.len() + 1);
        let end = (at + 1 + self.below(6)).min(text.len());
        match self.below(9) {
            0 | 1 => drop(text.splice(at..at, self.pick(INSERTIONS).chars())),
            2 => drop(text.splice(at..end, self.pick(INSERTIONS).chars())),
            3 => drop(text.drain(at..end)),
            4 => text.truncate(at),
            // Another value in place of a part, or beside it.
            5 => drop(text.splice(at..end, self.pick(SEEDS).chars())),
            6 => {
                let copy = text[at..end].to_vec();
                text.splice(at..at, copy);
            }
            7 if at + 1 < text.len() => text.swap(at, at + 1),
            // One element more of what is there keeps most texts JSON.
            _ => {
                let place = text.iter().skip(at).position(|c| *c == ',').map(|ahead| at + ahead);
                if let Some(place) = place {
                    let value = self.pick(&SEEDS[..20]);
                    let name = if text.first() == Some(&'{') { ",\"new\":" } else { "," };
                    text.splice(place..place, name.chars().chain(value.chars()));
                }
            }
        }
    }
}
