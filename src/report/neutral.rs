//! Payloads are somebody else's text: what could steer a terminal, a log or the order of reading is
//! made visible instead.

use std::fmt::Write;

/// Whether `c` could act instead of being seen: controls, bidirectional marks, invisible characters,
/// tag characters.
pub(super) fn is_active(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Appends `c` as it may be shown.
pub(super) fn push(text: &mut String, c: char) {
    if c == '\t' {
        text.push_str("    ");
    } else if is_active(c) {
        let _ = write!(text, "<U+{:04X}>", c as u32);
    } else {
        text.push(c);
    }
}

/// `text` as it may be shown, on one line.
#[must_use]
pub fn neutral(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push(&mut shown, c));
    shown
}

#[cfg(test)]
mod tests {
    use super::neutral;

    #[test]
    fn what_acts_is_made_visible() {
        let hostile = "a\u{1b}[31m\u{202e}b\r\n::error::x\u{e0041}é東🎉\t.";
        insta::assert_snapshot!(
            neutral(hostile),
            @"a<U+001B>[31m<U+202E>b<U+000D><U+000A>::error::x<U+E0041>é東🎉    ."
        );
    }
}
