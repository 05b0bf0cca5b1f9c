//! `JSONTestSuite`: `y_` must be read, `n_` must be refused, and of `i_` each is decided here.

use std::fmt::Write;
use std::fs;

use wirecheck::finding::Finding;
use wirecheck::json::{
    DEFAULT_DEPTH, Doc, Frame, Tape, document_text, fault_findings, parse, syntax_finding,
};
use wirecheck::source::FileId;

use crate::{data, json_files};

/// Whether a file is read as JSON, and what is found in it.
fn read(bytes: &[u8]) -> (bool, Vec<Finding>) {
    let mut findings = Vec::new();
    let Some((text, base)) = document_text(bytes, FileId(0), 0, &mut findings) else {
        return (false, findings);
    };
    let mut tape = Tape::new();
    let outcome = parse(text, DEFAULT_DEPTH, &mut tape);
    let frame = Frame::document(Doc::new(text, &tape), FileId(0), base);
    match &outcome {
        Ok(()) => findings.extend(fault_findings(&frame)),
        Err(error) => findings.push(syntax_finding(&frame, error)),
    }
    (outcome.is_ok(), findings)
}

#[test]
fn every_text_is_read_or_refused_as_it_must_be() {
    let Some(folder) = data("json-parsing/test_parsing") else { return };
    let (mut read_count, mut refused_count) = (0, 0);
    let mut decided = String::new();
    for path in json_files(&folder) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("a readable file");
        let (is_read, findings) = read(&bytes);
        for label in
            findings.iter().flat_map(|finding| finding.labels.iter().chain([&finding.primary]))
        {
            assert!(label.span.start <= label.span.end, "{name}: {label:?}");
            assert!(label.span.end <= bytes.len() as u64, "{name}: {label:?}");
        }
        match name.split_once('_') {
            Some(("y", _)) => {
                assert!(is_read, "{name}: {findings:?}");
                read_count += 1;
            }
            Some(("n", _)) => {
                assert!(!is_read, "{name} is read");
                assert!(findings.iter().any(Finding::is_error), "{name} is refused without a word");
                refused_count += 1;
            }
            Some(("i", rest)) => {
                let _ = write!(decided, "{rest}: {}", if is_read { "read" } else { "refused" });
                for finding in &findings {
                    let _ = write!(decided, ", {}", finding.code);
                }
                decided.push('\n');
            }
            _ => panic!("{name} says not what is expected of it"),
        }
    }
    let count = decided.lines().count();
    eprintln!("JSONTestSuite: {read_count} read, {refused_count} refused, {count} decided");
    insta::assert_snapshot!(decided, @r"
    number_huge_exp: read
    number_neg_int_huge_exp: read
    number_pos_double_huge_exp: read
    number_real_underflow: read
    number_too_big_pos_int: read
    number_very_big_negative_int: read
    string_1st_surrogate_but_2nd_missing: read, json/lone-surrogate
    string_UTF-16LE_with_BOM: refused, json/encoding
    string_UTF-8_invalid_sequence: refused, json/invalid-utf8
    string_UTF8_surrogate_U+D800: refused, json/invalid-utf8
    string_incomplete_surrogates_escape_valid: read, json/lone-surrogate, json/lone-surrogate
    string_invalid_lonely_surrogate: read, json/lone-surrogate
    string_invalid_utf-8: refused, json/invalid-utf8
    string_inverted_surrogates_U+1D11E: read, json/lone-surrogate, json/lone-surrogate
    string_iso_latin_1: refused, json/invalid-utf8
    string_lone_second_surrogate: read, json/lone-surrogate
    string_not_in_unicode_range: refused, json/invalid-utf8
    string_overlong_sequence_2_bytes: refused, json/invalid-utf8
    string_overlong_sequence_6_bytes_null: refused, json/invalid-utf8
    string_truncated-utf-8: refused, json/invalid-utf8
    structure_500_nested_arrays: refused, json/too-deep
    ");
}
