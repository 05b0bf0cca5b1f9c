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
    b"{city: \"Paris\"}",
    b"{\"a\": 1, $b_2 : 2}",
    b"{'city': 'Paris'}",
    b"{\"city\": 'Paris'}",
    b"{\"a\": True}",
    b"[None, False]",
    b"[NaN]",
    b"{\"a\": -Infinity}",
    b"```json\n{\"a\": 1}\n```\n",
    b"\n```\n{'a': 1}\n```",
    b"{\"a\": \"one\ntwo\"}",
    b"[\"\x1b[31m\"]",
    // None of these.
    b"{\"a\" 1}",
    b"{\"a\": 1 \"b\": 2}",
    b"[1 2]",
    b"[1: 2]",
    b"[1}",
    b"{]",
    b"[,]",
    b"{\"a\": }",
    b"{\"a\", 1}",
    b"{1: 2}",
    b"[01]",
    b"[+1]",
    b"[.5]",
    b"{\"a\": 1.e5}",
    b"[\"\\x41\"]",
    b"[\"\\\n\"]",
    b"[\"\\u12G4\"]",
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
    b"\xFF\xFE{\0}\0",
    b"\0\0\0{\0\0\0}",
    b"\xEF\xBB\xBF{}",
    b"\xEF\xBB\xBF",
];

/// The codes that nothing in a single text can lead to.
const ELSEWHERE: &[Code] = &[Code::JsonTooLarge, Code::JsonTooManyLayers];

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
            format!("{range:?} `{}`", bytes[range.clone()].escape_ascii())
        };
        let _ = write!(table, "  {} {}", finding.code, place(&finding.primary));
        let _ = write!(table, " | {}", finding.message);
        for label in &finding.labels {
            let _ = write!(table, " | {} {}", place(label), label.text);
        }
        table.push('\n');
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
      json/empty 0..0 `` | the text is empty, which is not JSON
    ` \r\n\t`
      json/empty 0..4 ` \r\n\t` | the text is empty, which is not JSON
    `{\"a\": 1`
      json/truncated 7..7 `` | the text ends inside an object | 0..1 `{` the object begins here
    `{\"a\":`
      json/truncated 5..5 `` | the text ends inside an object | 0..1 `{` the object begins here
    `{\"a\"`
      json/truncated 4..4 `` | the text ends inside an object | 0..1 `{` the object begins here
    `{\"a`
      json/truncated 3..3 `` | the text ends inside a string | 1..2 `\"` the string begins here
    `[1, 2,`
      json/truncated 6..6 `` | the text ends inside an array | 0..1 `[` the array begins here
    `[[1], {\"b\": [\r\n\n`
      json/truncated 13..13 `` | the text ends inside an array | 12..13 `[` the array begins here
    `[\"\\u00`
      json/truncated 6..6 `` | the text ends inside a string | 1..2 `\"` the string begins here
    `\"\\`
      json/truncated 2..2 `` | the text ends inside a string | 0..1 `\"` the string begins here
    `-`
      json/truncated 1..1 `` | the text ends inside a number
    `[1.`
      json/truncated 3..3 `` | the text ends inside a number | 0..1 `[` the array begins here
    `{\"a\": tru`
      json/truncated 9..9 `` | the text ends inside a word | 0..1 `{` the object begins here
    `{\"a\": 1} and so on`
      json/trailing-text 9..18 `and so on` | `and so on` follows the JSON value
    `[1, 2]]`
      json/trailing-text 6..7 `]` | `]` follows the JSON value
    `null,`
      json/trailing-text 4..5 `,` | `,` follows the JSON value
    `{\"a\": 1}{\"a\": 2}`
      json/multiple-values 8..9 `{` | 2 JSON values stand where one is expected
    `{\"a\": 1}\n{\"a\": 2}\n[3]\n`
      json/multiple-values 9..10 `{` | 3 JSON values stand where one is expected
    `1 \"two\" 3`
      json/multiple-values 2..7 `\"two\"` | 3 JSON values stand where one is expected
    `[1, 2, ]`
      json/trailing-comma 5..6 `,` | JSON allows no comma before a closing bracket
    `{\"a\": 1,\n}`
      json/trailing-comma 7..8 `,` | JSON allows no comma before a closing bracket
    `{\"a\": 1, // one\n\"b\": 2}`
      json/comment 9..15 `// one` | JSON has no comments
    `[1, /* two */ 2]`
      json/comment 4..13 `/* two */` | JSON has no comments
    `# heading\n{}`
      json/comment 0..9 `# heading` | JSON has no comments
    `[] // end`
      json/comment 3..9 `// end` | JSON has no comments
    `{city: \"Paris\"}`
      json/unquoted-key 1..5 `city` | a member name must stand in double quotes
    `{\"a\": 1, $b_2 : 2}`
      json/unquoted-key 9..13 `$b_2` | a member name must stand in double quotes
    `{\'city\': \'Paris\'}`
      json/single-quotes 1..2 `\'` | JSON strings stand in double quotes
    `{\"city\": \'Paris\'}`
      json/single-quotes 9..10 `\'` | JSON strings stand in double quotes
    `{\"a\": True}`
      json/python-literal 6..10 `True` | `True` is Python; JSON writes `true`
    `[None, False]`
      json/python-literal 1..5 `None` | `None` is Python; JSON writes `null`
    `[NaN]`
      json/not-a-number 1..4 `NaN` | `NaN` is not JSON
    `{\"a\": -Infinity}`
      json/not-a-number 6..15 `-Infinity` | `-Infinity` is not JSON
    ````json\n{\"a\": 1}\n```\n`
      json/markdown-fence 0..3 ````` | valid JSON, but wrapped in a Markdown fence
    `\n```\n{\'a\': 1}\n````
      json/markdown-fence 1..4 ````` | a Markdown fence, and what it holds is not JSON either
    `{\"a\": \"one\ntwo\"}`
      json/control-character 10..11 `\n` | a line feed (U+000A) stands unescaped in a string | 6..7 `\"` the string begins here
    `[\"\x1b[31m\"]`
      json/control-character 2..3 `\x1b` | an escape character (U+001B) stands unescaped in a string | 1..2 `\"` the string begins here
    `{\"a\" 1}`
      json/syntax 5..6 `1` | expected `:` after the member name, found `1`
    `{\"a\": 1 \"b\": 2}`
      json/syntax 8..9 `\"` | expected `,` or `}`, found `"` | 0..1 `{` the object begins here
    `[1 2]`
      json/syntax 3..4 `2` | expected `,` or `]`, found `2` | 0..1 `[` the array begins here
    `[1: 2]`
      json/syntax 2..3 `:` | expected `,` or `]`, found `:` | 0..1 `[` the array begins here
    `[1}`
      json/syntax 2..3 `}` | expected `,` or `]`, found `}` | 0..1 `[` the array begins here
    `{]`
      json/syntax 1..2 `]` | expected a member name in double quotes or `}`, found `]`
    `[,]`
      json/syntax 1..2 `,` | expected a value or `]`, found `,`
    `{\"a\": }`
      json/syntax 6..7 `}` | expected a value, found `}`
    `{\"a\", 1}`
      json/syntax 4..5 `,` | expected `:` after the member name, found `,`
    `{1: 2}`
      json/syntax 1..2 `1` | expected a member name in double quotes or `}`, found `1`
    `[01]`
      json/syntax 1..3 `01` | expected a number as JSON writes it, found `01`
    `[+1]`
      json/syntax 1..2 `+` | expected a value or `]`, found `+`
    `[.5]`
      json/syntax 1..2 `.` | expected a value or `]`, found `.`
    `{\"a\": 1.e5}`
      json/syntax 6..10 `1.e5` | expected a number as JSON writes it, found `1.e5`
    `[\"\\x41\"]`
      json/syntax 2..4 `\\x` | expected one of the escapes \" \\ \/ \b \f \n \r \t \uXXXX, found `\x`
    `[\"\\\n\"]`
      json/syntax 2..4 `\\\n` | expected one of the escapes \" \\ \/ \b \f \n \r \t \uXXXX, found `\U+000A`
    `[\"\\u12G4\"]`
      json/syntax 2..7 `\\u12G` | expected one of the escapes \" \\ \/ \b \f \n \r \t \uXXXX, found `\u12G`
    `[undefined]`
      json/syntax 1..10 `undefined` | expected a value or `]`, found `undefined`
    `<html>`
      json/syntax 0..1 `<` | expected a value, found `<`
    `\xc2\xa0{}`
      json/syntax 0..2 `\xc2\xa0` | expected a value, found `U+00A0`
    `[\"a\", \xe2\x80\x9cb\xe2\x80\x9d]`
      json/syntax 6..9 `\xe2\x80\x9c` | expected a value, found `“`
    `{\"a\": 1, \"b\": 2, \"a\": 3}`
      json/duplicate-key 17..20 `\"a\"` | member `a` stands more than once in this object | 1..4 `\"a\"` first used here
    `[{\"a\": 1, \"\\u0061\": 2, \"a\": 3}]`
      json/duplicate-key 10..18 `\"\\u0061\"` | member `a` stands more than once in this object | 2..5 `\"a\"` first used here
      json/duplicate-key 23..26 `\"a\"` | member `a` stands more than once in this object | 2..5 `\"a\"` first used here
    `[\"\\ud83d\"]`
      json/lone-surrogate 2..8 `\\ud83d` | unpaired surrogate `\ud83d`
    `{\"\\uDE00\\uD83D!\": 1}`
      json/lone-surrogate 2..8 `\\uDE00` | unpaired surrogate `\uDE00`
      json/lone-surrogate 8..14 `\\uD83D` | unpaired surrogate `\uD83D`
    `[[[[[1]]]]]`
      json/too-deep 4..5 `[` | more than 4 nested arrays and objects
    `{\"a\": [[[{\"b\": 1}]]]}`
      json/too-deep 9..10 `{` | more than 4 nested arrays and objects
    `{\"a\": \"caf\xe9\"}`
      json/invalid-utf8 10..11 `\xe9` | byte 0xE9 is not UTF-8 here
    `[\"\xed\xa0\x80\"]`
      json/invalid-utf8 2..3 `\xed` | byte 0xED is not UTF-8 here
    `\xff\xfe{\x00}\x00`
      json/encoding 0..2 `\xff\xfe` | the text is UTF-16LE; JSON is exchanged in UTF-8
    `\x00\x00\x00{\x00\x00\x00}`
      json/encoding 0..1 `\x00` | the text is UTF-32BE; JSON is exchanged in UTF-8
    `\xef\xbb\xbf{}`
      json/byte-order-mark 0..3 `\xef\xbb\xbf` | the text begins with a byte-order mark, which many parsers refuse
    `\xef\xbb\xbf`
      json/byte-order-mark 0..3 `\xef\xbb\xbf` | the text begins with a byte-order mark, which many parsers refuse
      json/empty 3..3 `` | the text is empty, which is not JSON
    "#);
}
