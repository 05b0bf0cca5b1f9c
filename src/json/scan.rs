//! Byte scanning for the parser: eight bytes at a time, without unsafe code.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A word whose lowest set high bit marks the first zero byte of `word`. Bits above it may be wrong.
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

/// The first byte at or after `at` that a string cannot simply hold: `"`, `\` or a control
/// character; the length of the text if there is none.
#[inline]
pub(super) fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..at + 8) {
        let word = u64::from_le_bytes(chunk.try_into().expect("the slice has eight bytes"));
        let quote = zero_bytes(word ^ (ONES * u64::from(b'"')));
        let backslash = zero_bytes(word ^ (ONES * u64::from(b'\\')));
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
        let found = quote | backslash | control;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            return at;
        }
        at += 1;
    }
    bytes.len()
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
    use super::string_end;

    #[test]
    fn string_end_agrees_with_a_plain_search_for_every_byte_and_place() {
        for special in 0..=255_u8 {
            for place in 0..24 {
                let mut bytes = [b'a'; 24];
                bytes[place] = special;
                let plain = bytes
                    .iter()
                    .position(|&b| b == b'"' || b == b'\\' || b < 0x20)
                    .unwrap_or(bytes.len());
                assert_eq!(string_end(&bytes, 0), plain, "byte {special:#x} at {place}");
            }
        }
    }
}
