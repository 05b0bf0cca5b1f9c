//! Byte scanning for the parser: eight bytes at a time, without unsafe code.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A word whose lowest set bit lies in the first byte of `word` that a string cannot simply hold:
/// `"`, `\` or a control character. Bits above it may be wrong, since a borrow runs upwards.
#[inline]
fn specials(word: u64) -> u64 {
    let quote = word ^ (ONES * u64::from(b'"'));
    let backslash = word ^ (ONES * u64::from(b'\\'));
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (quote | backslash | control) & HIGHS
}

fn is_special(byte: u8) -> bool {
    byte == b'"' || byte == b'\\' || byte < 0x20
}

/// Bytes after which a string counts as long: names and most values are shorter.
const LONG: usize = 32;

/// The first byte at or after `at` that a string cannot simply hold: `"`, `\` or a control
/// character; the length of the text if there is none.
#[inline]
pub(super) fn string_end(bytes: &[u8], mut at: usize) -> usize {
    let long = at + LONG;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = specials(u64::from_le_bytes(*chunk));
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
        if at >= long {
            return long_string_end(bytes, at);
        }
    }
    while bytes.get(at).is_some_and(|byte| !is_special(*byte)) {
        at += 1;
    }
    at
}

/// As [`string_end`], for texts: whole registers at a time.
fn long_string_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let length = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
    // Without a way out of the loop, many bytes are compared at once.
    let controls = rest[..length].iter().fold(0, |any, byte| any | u8::from(*byte < 0x20));
    if controls != 0 {
        let control = rest.iter().position(|byte| *byte < 0x20);
        return at + control.unwrap_or(length);
    }
    at + length
}

/// As [`string_end`], and appends the bytes up to there to `copy`. Between two escapes stand few
/// bytes: eight at a time is cheaper than finding the end first and then copying.
#[inline]
pub(super) fn copy_to_string_end(bytes: &[u8], mut at: usize, copy: &mut Vec<u8>) -> usize {
    let long = at + LONG;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = specials(u64::from_le_bytes(*chunk));
        copy.extend_from_slice(chunk);
        if found != 0 {
            let plain = (found.trailing_zeros() / 8) as usize;
            copy.truncate(copy.len() - (8 - plain));
            return at + plain;
        }
        at += 8;
        if at >= long {
            let end = long_string_end(bytes, at);
            copy.extend_from_slice(&bytes[at..end]);
            return end;
        }
    }
    while let Some(&byte) = bytes.get(at).filter(|byte| !is_special(**byte)) {
        copy.push(byte);
        at += 1;
    }
    at
}

/// The first byte at or after `at` that is not JSON whitespace (RFC 8259 section 2).
#[inline]
pub(super) fn skip_whitespace(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        // One comparison for the common case: everything above a space is no whitespace.
        if byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
            return at;
        }
        at += 1;
    }
    at
}

/// The end of the digits that start at `at`.
#[inline]
pub(super) fn digits(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{copy_to_string_end, string_end};

    #[test]
    fn string_end_agrees_with_a_plain_search_for_every_byte_and_place() {
        for special in 0..=255_u8 {
            for place in 0..80 {
                let mut bytes = [b'a'; 80];
                bytes[place] = special;
                let plain = bytes
                    .iter()
                    .position(|&b| b == b'"' || b == b'\\' || b < 0x20)
                    .unwrap_or(bytes.len());
                assert_eq!(string_end(&bytes, 0), plain, "byte {special:#x} at {place}");
                let mut copy = Vec::new();
                assert_eq!(copy_to_string_end(&bytes, 0, &mut copy), plain);
                assert_eq!(copy, bytes[..plain]);
            }
        }
    }
}
