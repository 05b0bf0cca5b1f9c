//! Lines that fit.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `text` in lines of at most `width` columns, broken at spaces; a word that is wider is broken
/// anywhere. An empty text is one empty line.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for (number, word) in text.split(' ').enumerate() {
        let wide = word.width();
        if number > 0 && used + 1 + wide <= width {
            line.push(' ');
            used += 1;
        } else if number > 0 {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        for c in word.chars() {
            let taken = c.width().unwrap_or(0);
            if used + taken > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(c);
            used += taken;
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_at_spaces_and_long_words_anywhere() {
        insta::assert_snapshot!(wrap("a bc d 東京 abcdefghij", 5).join("\n"), @r"
        a bc
        d
        東京
        abcde
        fghij
        ");
        assert_eq!(wrap("", 5), [""]);
    }
}
