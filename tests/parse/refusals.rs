//! A table of mistakes, each with the code, the words and the places it is reported with.

use std::collections::BTreeSet;
use std::fmt::Write;

use wirecheck::finding::{Code, Finding, Label};
use wirecheck::json::{Doc, Frame, Tape, document_text, fault_findings, parse, syntax_finding};
use wirecheck::source::FileId;

/// Few enough for a text of a readable length to be too deep.
const DEPTH: usize = 4;

const TEXTS: &[&[u8]] = &[
    b"",
    b" \r\n\t",
    // Cut off.
    b"{\"a\": 1",
    b"{\"a\":",
    b"{\"a\"",
    b"{\"a",
    b"[1, 2,",
    b"[[1], {\"b\": [\r\n\n",
    b"[\"\\u00",
    b"\"\\",
    b"-",
    b"[1.",
    b"{\"a\": tru",
    // More than one value.
    b"{\"a\": 1} and so on",
    b"[1, 2]]",
    b"null,",
    b"{\"a\": 1}{\"a\": 2}",
    b"{\"a\": 1}\n{\"a\": 2}\n[3]\n",
    b"1 \"two\" 3",
    // What other notations allow.
    b"[1, 2, ]",
    b"{\"a\": 1,\n}",
    b"{\"a\": 1, // one\n\"b\": 2}",
    b"[1, /* two */ 2]",
    b"# heading\n{}",
    b"[] // end",
    b"[1, // one\r\n2]",
    b"{city: \"Paris\"}",
    b"{\"a\": 1, $b_2 : 2}",
    b"{in-stock: true}",
    b"{1: 2}",
    b"{'city': 'Paris'}",
    b"{\"city\": 'Paris'}",
    b"{\"a\": True}",
    b"[None, False]",
    b"[NaN]",
    b"{\"a\": -Infinity}",
    b"```json\n{\"a\": 1}\n```\n",
    b"\n```\n{'a': 1}\n```",
    b"```json {\"a\": 1} ```",
    b"{\"a\": 1}\n```",
    b"{\"a\": \"one\ntwo\"}",
    b"[\"\x1b[31m\"]",
    // None of these.
    b"{\"a\" 1}",
    b"{\"a\": 1 \"b\": 2}",
    b"[1 22]",
    b"{\"a\": \"say \"hi\" now\"}",
    b"[\"a\" \"b\", `c`]",
    b"[`c`]",
    b"[1: 2]",
    b"[1}",
    b"[\"a\"}",
    b"{]",
    b"[,]",
    b"{\"a\": }",
    b"{\"a\", 1}",
    b"[01]",
    b"[0x1F, 2]",
    b"[1_000]",
    b"{\"on\":2025-01-02}",
    b"{\"at\":12:30}",
    b"[1.2.3]",
    b"[-]",
    b"{\"a\": 1.}",
    b"[+1]",
    b"[.5]",
    b"[-.5]",
    b"[1e]",
    b"{\"a\": 1.e5}",
    b"[\"\\x41\"]",
    b"{\"a\": \"C:\\Users\"}",
    b"[\"it\\'s\"]",
    b"[\"\\\n\"]",
    b"[\"\\u12G4\"]",
    b"[1, \\n2]",
    b"[undefined]",
    b"<html>",
    b"\xC2\xA0{}",
    b"[\"a\", \xE2\x80\x9Cb\xE2\x80\x9D]",
    // Read all the same.
    b"{\"a\": 1, \"b\": 2, \"a\": 3}",
    b"[{\"a\": 1, \"\\u0061\": 2, \"a\": 3}]",
    b"[\"\\ud83d\"]",
    b"{\"\\uDE00\\uD83D!\": 1}",
    // Limits.
    b"[[[[[1]]]]]",
    b"{\"a\": [[[{\"b\": 1}]]]}",
    // Not UTF-8.
    b"{\"a\": \"caf\xE9\"}",
    b"[\"\xED\xA0\x80\"]",
    b"[\"caf\xC3",
    b"{\0\"\0",
    b"\xFF\xFE{\0}\0",
    b"\0\0\0{\0\0\0}",
    b"\xEF\xBB\xBF{}",
    b"\xEF\xBB\xBF",
];

/// The codes that nothing in a single text can lead to.
const ELSEWHERE: &[Code] = &[Code::JsonTooLarge, Code::JsonTooManyLayers, Code::JsonUnsafeInteger];

fn findings(bytes: &[u8]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some((text, base)) = document_text(bytes, FileId(0), 0, &mut findings) else {
        return findings;
    };
    let mut tape = Tape::new();
    let outcome = parse(text, DEPTH, &mut tape);
    let frame = Frame::document(Doc::new(text, &tape), FileId(0), base);
    match outcome {
        Ok(()) => findings.extend(fault_findings(&frame)),
        Err(error) => findings.push(syntax_finding(&frame, &error)),
    }
    findings
}

fn describe(bytes: &[u8], table: &mut String) {
    let _ = writeln!(table, "`{}`", bytes.escape_ascii());
    for finding in findings(bytes) {
        let place = |label: &Label| {
            let range = label.span.start as usize..label.span.end as usize;
            let text = &bytes[range.clone()];
            format!("{range:?} `{}` {}", text.escape_ascii(), label.text)
        };
        let _ = writeln!(table, "  {} | {}", finding.code, finding.message);
        for label in [&finding.primary].into_iter().chain(&finding.labels) {
            let _ = writeln!(table, "    {}", place(label));
        }
        if let Some(help) = finding.help {
            let _ = writeln!(table, "    help: {help}");
        }
    }
}

#[test]
fn every_code_has_two_texts() {
    let mut texts: BTreeSet<(Code, &[u8])> = BTreeSet::new();
    for bytes in TEXTS {
        let found = findings(bytes);
        assert!(!found.is_empty(), "{}", bytes.escape_ascii());
        texts.extend(found.iter().map(|finding| (finding.code, *bytes)));
    }
    for code in Code::ALL.iter().filter(|code| code.group() == "json") {
        let count = texts.iter().filter(|(other, _)| other == code).count();
        assert_eq!(count < 2, ELSEWHERE.contains(code), "{code} has {count} texts");
    }
}

#[test]
#[allow(clippy::too_many_lines, reason = "most of it is the table")]
fn mistakes_have_names_and_places() {
    let mut table = String::new();
    for bytes in TEXTS {
        describe(bytes, &mut table);
    }
    insta::assert_snapshot!(table, @r#"
    ``
      json/empty | the text is empty, which is not JSON
        0..0 `` nothing here
        help: for no value write `null`, for an object without members `{}`
    ` \r\n\t`
      json/empty | the text is only white space, which is not JSON
        0..4 ` \r\n\t` nothing here
        help: for no value write `null`, for an object without members `{}`
    `{\"a\": 1`
      json/truncated | the text ends inside an object
        7..7 `` the text ends here
        0..1 `{` the object begins here
    `{\"a\":`
      json/truncated | the text ends inside an object
        5..5 `` the text ends here
        0..1 `{` the object begins here
    `{\"a\"`
      json/truncated | the text ends inside an object
        4..4 `` the text ends here
        0..1 `{` the object begins here
    `{\"a`
      json/truncated | the text ends inside a string
        3..3 `` the text ends here
        1..2 `\"` the string begins here
    `[1, 2,`
      json/truncated | the text ends inside an array
        6..6 `` the text ends here
        0..1 `[` the array begins here
    `[[1], {\"b\": [\r\n\n`
      json/truncated | the text ends inside an array
        13..13 `` the text ends here
        12..13 `[` the array begins here
    `[\"\\u00`
      json/truncated | the text ends inside a string
        6..6 `` the text ends here
        1..2 `\"` the string begins here
    `\"\\`
      json/truncated | the text ends inside a string
        2..2 `` the text ends here
        0..1 `\"` the string begins here
    `-`
      json/truncated | the text ends inside a number
        1..1 `` the text ends here
    `[1.`
      json/truncated | the text ends inside a number
        3..3 `` the text ends here
        0..1 `[` the array begins here
    `{\"a\": tru`
      json/truncated | the text ends inside a word
        9..9 `` the text ends here
        0..1 `{` the object begins here
    `{\"a\": 1} and so on`
      json/trailing-text | `and so on` follows the JSON value
        9..18 `and so on` no JSON from here on
    `[1, 2]]`
      json/trailing-text | `]` follows the JSON value
        6..7 `]` no JSON from here on
    `null,`
      json/trailing-text | `,` follows the JSON value
        4..5 `,` no JSON from here on
    `{\"a\": 1}{\"a\": 2}`
      json/multiple-values | 2 JSON values stand where one is expected
        8..9 `{` the second value begins here
    `{\"a\": 1}\n{\"a\": 2}\n[3]\n`
      json/multiple-values | 3 JSON values stand where one is expected
        9..10 `{` the second value begins here
    `1 \"two\" 3`
      json/multiple-values | 3 JSON values stand where one is expected
        2..7 `\"two\"` the second value begins here
    `[1, 2, ]`
      json/trailing-comma | a comma stands before `]`
        5..6 `,` remove this comma
    `{\"a\": 1,\n}`
      json/trailing-comma | a comma stands before `}`
        7..8 `,` remove this comma
    `{\"a\": 1, // one\n\"b\": 2}`
      json/comment | JSON has no comments
        9..15 `// one` a comment
    `[1, /* two */ 2]`
      json/comment | JSON has no comments
        4..13 `/* two */` a comment
    `# heading\n{}`
      json/comment | JSON has no comments
        0..9 `# heading` a comment
    `[] // end`
      json/comment | JSON has no comments
        3..9 `// end` a comment
    `[1, // one\r\n2]`
      json/comment | JSON has no comments
        4..10 `// one` a comment
    `{city: \"Paris\"}`
      json/unquoted-key | the member name `city` has no quotes
        1..5 `city` needs double quotes
        help: write `"city"`
    `{\"a\": 1, $b_2 : 2}`
      json/unquoted-key | the member name `$b_2` has no quotes
        9..13 `$b_2` needs double quotes
        help: write `"$b_2"`
    `{in-stock: true}`
      json/unquoted-key | the member name `in-stock` has no quotes
        1..9 `in-stock` needs double quotes
        help: write `"in-stock"`
    `{1: 2}`
      json/unquoted-key | the member name `1` has no quotes
        1..2 `1` needs double quotes
        help: write `"1"`
    `{\'city\': \'Paris\'}`
      json/single-quotes | a string stands in single quotes; JSON wants double quotes
        1..2 `\'` needs double quotes
        help: if Python printed this, serialise it with `json.dumps`, not `str`
    `{\"city\": \'Paris\'}`
      json/single-quotes | a string stands in single quotes; JSON wants double quotes
        9..10 `\'` needs double quotes
        help: if Python printed this, serialise it with `json.dumps`, not `str`
    `{\"a\": True}`
      json/python-literal | `True` is Python; JSON writes `true`
        6..10 `True` Python writes this, JSON does not
        help: serialise Python values with `json.dumps`, not `str`
    `[None, False]`
      json/python-literal | `None` is Python; JSON writes `null`
        1..5 `None` Python writes this, JSON does not
        help: serialise Python values with `json.dumps`, not `str`
    `[NaN]`
      json/not-a-number | `NaN` is not JSON
        1..4 `NaN` not a number of JSON
        help: Python's `json.dumps` writes this unless `allow_nan=False`; give null or a string
    `{\"a\": -Infinity}`
      json/not-a-number | `-Infinity` is not JSON
        6..15 `-Infinity` not a number of JSON
        help: Python's `json.dumps` writes this unless `allow_nan=False`; give null or a string
    ````json\n{\"a\": 1}\n```\n`
      json/markdown-fence | the text is wrapped in a Markdown fence; what it holds is JSON
        0..3 ````` the fence
        help: pass only what stands between the fences
    `\n```\n{\'a\': 1}\n````
      json/markdown-fence | the text is wrapped in a Markdown fence; what it holds is not JSON either
        1..4 ````` the fence
        help: pass only what stands between the fences
    ````json {\"a\": 1} ````
      json/markdown-fence | the text is wrapped in a Markdown fence; what it holds is JSON
        0..3 ````` the fence
        help: pass only what stands between the fences
    `{\"a\": 1}\n````
      json/trailing-text | a Markdown fence follows the JSON value
        9..12 ````` no JSON from here on
        help: pass only what stands before the fence
    `{\"a\": \"one\ntwo\"}`
      json/control-character | a line feed (U+000A) stands unescaped in a string
        10..11 `\n` unescaped
        6..7 `\"` the string begins here
        help: write `\n`
    `[\"\x1b[31m\"]`
      json/control-character | an escape character (U+001B) stands unescaped in a string
        2..3 `\x1b` unescaped
        1..2 `\"` the string begins here
        help: write `\u001b`
    `{\"a\" 1}`
      json/syntax | expected `:` after the member name, found `1`
        5..6 `1` not expected
    `{\"a\": 1 \"b\": 2}`
      json/syntax | expected `,` or `}`, found `"b"`
        8..11 `\"b\"` not expected
        0..1 `{` the object begins here
        help: is a comma missing before it?
    `[1 22]`
      json/syntax | expected `,` or `]`, found `22`
        3..5 `22` not expected
        0..1 `[` the array begins here
        help: is a comma missing before it?
    `{\"a\": \"say \"hi\" now\"}`
      json/syntax | expected `,` or `}`, found `hi`
        12..14 `hi` not expected
        0..1 `{` the object begins here
        help: is a quote inside the string before it not escaped as `\"`?
    `[\"a\" \"b\", `c`]`
      json/syntax | expected `,` or `]`, found `"b"`
        5..8 `\"b\"` not expected
        0..1 `[` the array begins here
        help: is a comma missing before it?
    `[`c`]`
      json/syntax | expected a value or `]`, found "`"
        1..2 ``` not expected
    `[1: 2]`
      json/syntax | expected `,` or `]`, found `:`
        2..3 `:` not expected
        0..1 `[` the array begins here
    `[1}`
      json/syntax | expected `,` or `]`, found `}`
        2..3 `}` not expected
        0..1 `[` the array begins here
    `[\"a\"}`
      json/syntax | expected `,` or `]`, found `}`
        4..5 `}` not expected
        0..1 `[` the array begins here
    `{]`
      json/syntax | expected a member name in double quotes or `}`, found `]`
        1..2 `]` not expected
    `[,]`
      json/syntax | expected a value or `]`, found `,`
        1..2 `,` not expected
    `{\"a\": }`
      json/syntax | expected a value, found `}`
        6..7 `}` not expected
    `{\"a\", 1}`
      json/syntax | expected `:` after the member name, found `,`
        4..5 `,` not expected
    `[01]`
      json/syntax | `01` is not a number of JSON
        1..3 `01` not a number
        help: leave out the zeros before it; a code that begins with 0 is a string
    `[0x1F, 2]`
      json/syntax | `0x1F` is not a number of JSON
        1..5 `0x1F` not a number
        help: JSON has decimal numbers only
    `[1_000]`
      json/syntax | `1_000` is not a number of JSON
        1..6 `1_000` not a number
        help: write `1000`, without `_`
    `{\"on\":2025-01-02}`
      json/syntax | `2025-01-02` is not a number of JSON
        6..16 `2025-01-02` not a number
        help: a text, such as a date or a version, stands in double quotes
    `{\"at\":12:30}`
      json/syntax | `12:30` is not a number of JSON
        6..11 `12:30` not a number
        help: a text, such as a date or a version, stands in double quotes
    `[1.2.3]`
      json/syntax | `1.2.3` is not a number of JSON
        1..6 `1.2.3` not a number
        help: a text, such as a date or a version, stands in double quotes
    `[-]`
      json/syntax | `-` is not a number of JSON
        1..2 `-` not a number
        help: a digit must follow the sign
    `{\"a\": 1.}`
      json/syntax | `1.` is not a number of JSON
        6..8 `1.` not a number
        help: a digit must follow the point
    `[+1]`
      json/syntax | `+1` is not a number of JSON
        1..3 `+1` not a number
        help: write `1`, without the plus
    `[.5]`
      json/syntax | `.5` is not a number of JSON
        1..3 `.5` not a number
        help: a digit must stand before the point: `0.5`
    `[-.5]`
      json/syntax | `-.5` is not a number of JSON
        1..4 `-.5` not a number
        help: a digit must stand before the point: `-0.5`
    `[1e]`
      json/syntax | `1e` is not a number of JSON
        1..3 `1e` not a number
        help: a digit must follow the exponent's `e`
    `{\"a\": 1.e5}`
      json/syntax | `1.e5` is not a number of JSON
        6..10 `1.e5` not a number
        help: a digit must follow the point
    `[\"\\x41\"]`
      json/syntax | `\x` is not an escape of JSON
        2..4 `\\x` no such escape
        help: write `\\` for a backslash; JSON escapes are \" \\ \/ \b \f \n \r \t \uXXXX
    `{\"a\": \"C:\\Users\"}`
      json/syntax | `\U` is not an escape of JSON
        9..11 `\\U` no such escape
        help: write `\\` for a backslash; JSON escapes are \" \\ \/ \b \f \n \r \t \uXXXX
    `[\"it\\\'s\"]`
      json/syntax | `\'` is not an escape of JSON
        4..6 `\\\'` no such escape
        help: a single quote needs no backslash in JSON
    `[\"\\\n\"]`
      json/syntax | `\U+000A` is not an escape of JSON
        2..4 `\\\n` no such escape
        help: write `\\` for a backslash; JSON escapes are \" \\ \/ \b \f \n \r \t \uXXXX
    `[\"\\u12G4\"]`
      json/syntax | `\u12G` is not an escape of JSON
        2..7 `\\u12G` no such escape
        help: four hexadecimal digits must follow `\u`; a backslash itself is `\\`
    `[1, \\n2]`
      json/syntax | expected a value, found `\`
        4..5 `\\` not expected
        help: a backslash outside a string: the text was escaped once too often
    `[undefined]`
      json/syntax | expected a value or `]`, found `undefined`
        1..10 `undefined` not expected
        help: JSON has no `undefined`: leave the member out, or write null
    `<html>`
      json/syntax | expected a value, found `<`
        0..1 `<` not expected
    `\xc2\xa0{}`
      json/syntax | expected a value, found `U+00A0`
        0..2 `\xc2\xa0` not expected
    `[\"a\", \xe2\x80\x9cb\xe2\x80\x9d]`
      json/syntax | expected a value, found `“`
        6..9 `\xe2\x80\x9c` not expected
        help: JSON strings stand in straight double quotes, not in typographic ones
    `{\"a\": 1, \"b\": 2, \"a\": 3}`
      json/duplicate-key | the member `a` is given twice
        17..20 `\"a\"` most parsers silently keep this one
        1..4 `\"a\"` first given here
        help: keep one of them
    `[{\"a\": 1, \"\\u0061\": 2, \"a\": 3}]`
      json/duplicate-key | the member `a` is given twice
        10..18 `\"\\u0061\"` given again here
        2..5 `\"a\"` first given here
        help: keep one of them
      json/duplicate-key | the member `a` is given twice
        23..26 `\"a\"` most parsers silently keep this one
        2..5 `\"a\"` first given here
        help: keep one of them
    `[\"\\ud83d\"]`
      json/lone-surrogate | `\ud83d` is half of a character: its other half is missing
        2..8 `\\ud83d` stands alone
        help: the text was probably cut between the two halves of a character
    `{\"\\uDE00\\uD83D!\": 1}`
      json/lone-surrogate | `\uDE00` is half of a character: its other half is missing
        2..8 `\\uDE00` stands alone
        help: the text was probably cut between the two halves of a character
      json/lone-surrogate | `\uD83D` is half of a character: its other half is missing
        8..14 `\\uD83D` stands alone
        help: the text was probably cut between the two halves of a character
    `[[[[[1]]]]]`
      json/too-deep | more than 4 arrays and objects are nested in one another
        4..5 `[` one too many
        help: deeper texts are refused on purpose: few programs can read them
    `{\"a\": [[[{\"b\": 1}]]]}`
      json/too-deep | more than 4 arrays and objects are nested in one another
        9..10 `{` one too many
        help: deeper texts are refused on purpose: few programs can read them
    `{\"a\": \"caf\xe9\"}`
      json/invalid-utf8 | the text is not UTF-8: byte 0xE9 does not fit
        10..11 `\xe9` not UTF-8
        help: the file is probably in Windows-1252 or another 8-bit encoding: save it as UTF-8
    `[\"\xed\xa0\x80\"]`
      json/invalid-utf8 | the text is not UTF-8: byte 0xED does not fit
        2..3 `\xed` not UTF-8
        help: the file is probably in Windows-1252 or another 8-bit encoding: save it as UTF-8
    `[\"caf\xc3`
      json/invalid-utf8 | the text is not UTF-8: byte 0xC3 does not fit
        5..6 `\xc3` the character is cut here
        help: the text was cut inside a character
    `{\x00\"\x00`
      json/encoding | the text is UTF-16LE; JSON is exchanged in UTF-8
        0..1 `{` zero bytes between the characters
        help: save the file as UTF-8; Windows PowerShell 5 writes UTF-16 with `>`
    `\xff\xfe{\x00}\x00`
      json/encoding | the text is UTF-16LE; JSON is exchanged in UTF-8
        0..2 `\xff\xfe` the first bytes show it
        help: save the file as UTF-8; Windows PowerShell 5 writes UTF-16 with `>`
    `\x00\x00\x00{\x00\x00\x00}`
      json/encoding | the text is UTF-32BE; JSON is exchanged in UTF-8
        0..1 `\x00` zero bytes between the characters
        help: save the file as UTF-8; Windows PowerShell 5 writes UTF-16 with `>`
    `\xef\xbb\xbf{}`
      json/byte-order-mark | the text begins with a byte-order mark, which many parsers refuse
        0..3 `\xef\xbb\xbf` U+FEFF
        help: save the file as UTF-8 without a mark
    `\xef\xbb\xbf`
      json/byte-order-mark | the text begins with a byte-order mark, which many parsers refuse
        0..3 `\xef\xbb\xbf` U+FEFF
        help: save the file as UTF-8 without a mark
      json/empty | the text is empty, which is not JSON
        3..3 `` nothing here
        help: for no value write `null`, for an object without members `{}`
    "#);
}
