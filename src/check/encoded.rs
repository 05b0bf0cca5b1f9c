//! Texts that were encoded as JSON more often than once.

use crate::json::{Doc, Frame, MAX_DEPTH, parse, with_tape};

/// How often the value that `text` leads to was encoded: once for JSON, once more for each string
/// that is all that the one before it holds. 0 if `text` is not JSON.
pub(super) fn encodings(text: &str) -> usize {
    with_tape(|tape| {
        if parse(text, MAX_DEPTH, tape).is_err() {
            return 0;
        }
        let doc = Doc::new(text, tape);
        1 + doc.string(doc.root()).map_or(0, encodings)
    })
}

/// A number of times, in a sentence.
pub(super) fn times(count: usize) -> String {
    match count {
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

/// Whether the layer `frame` is itself the inside of a string that held nothing but a string: then
/// what is to be said of that was said.
pub(super) fn is_encoded_again(frame: &Frame<'_>) -> bool {
    frame.depth() > 0 && frame.doc.is_string(frame.doc.root())
}

#[cfg(test)]
mod tests {
    use super::encodings;

    #[test]
    fn each_string_around_a_value_counts() {
        let texts = ["{}", r#""{}""#, r#""\"{}\"""#, r#""word""#, "word", ""];
        assert_eq!(texts.map(encodings), [1, 2, 3, 1, 0, 0]);
    }
}
