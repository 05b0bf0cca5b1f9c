//! Bytes to text: RFC 8259 section 8.1 wants UTF-8.

use std::ops::Range;

use crate::finding::Code;

/// Why bytes are no text. Offsets are bytes of the input, ends exclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The code of the catalogue.
    pub code: Code,
    /// The bytes that are wrong.
    pub range: Range<u64>,
    /// One sentence.
    pub message: String,
    /// A few words at the place itself.
    pub words: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

/// UTF-8's byte-order mark, which RFC 8259 section 8.1 does not allow a sender.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The text of `bytes`, which must not begin with [`BYTE_ORDER_MARK`].
///
/// # Errors
/// Another encoding, or the first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, TextError> {
    // Two zero bytes of four, or a mark, are sure signs; a JSON text begins with ASCII.
    if let Some((name, mark)) = encoding(bytes) {
        let is_marked = mark > 1;
        return Err(TextError {
            code: Code::JsonEncoding,
            range: 0..mark,
            message: format!("the text is {name}; JSON is exchanged in UTF-8"),
            words: if is_marked {
                "the first bytes show it"
            } else {
                "zero bytes between the characters"
            },
            help: "save the file as UTF-8; Windows PowerShell 5 writes UTF-16 with `>`",
        });
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let (words, help) = match error.error_len() {
            None => ("the character is cut here", "the text was cut inside a character"),
            Some(_) => (
                "not UTF-8",
                "the file is probably in Windows-1252 or another 8-bit encoding: save it as UTF-8",
            ),
        };
        TextError {
            code: Code::JsonInvalidUtf8,
            range: at as u64..at as u64 + 1,
            message: format!("the text is not UTF-8: byte 0x{:02X} does not fit", bytes[at]),
            words,
            help,
        }
    })
}

fn encoding(bytes: &[u8]) -> Option<(&'static str, u64)> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] => Some(("UTF-32LE", 4)),
        [0, 0, 0xFE, 0xFF, ..] => Some(("UTF-32BE", 4)),
        [0xFF, 0xFE, ..] => Some(("UTF-16LE", 2)),
        [0xFE, 0xFF, ..] => Some(("UTF-16BE", 2)),
        [0, 0, 0, ..] => Some(("UTF-32BE", 1)),
        [_, 0, 0, 0, ..] => Some(("UTF-32LE", 1)),
        [0, _, 0, ..] => Some(("UTF-16BE", 1)),
        [_, 0, _, 0, ..] => Some(("UTF-16LE", 1)),
        _ => None,
    }
}
