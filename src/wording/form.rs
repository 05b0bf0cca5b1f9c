//! Of what characters a name or an id may be.

use super::quote::{list, shorten};

/// The characters that a provider takes in a name or an id, and how many of them.
#[derive(Debug, Clone, Copy)]
pub struct NameForm {
    /// The fewest characters (Unicode scalar values).
    pub least: usize,
    /// The most characters.
    pub most: usize,
    /// What is taken beside ASCII letters and digits; `None` takes any character.
    pub others: Option<&'static [char]>,
    /// Whether the first character must be a letter or `_`.
    pub begins_as_word: bool,
}

impl NameForm {
    /// At most `most` characters: ASCII letters, digits and `others`.
    #[must_use]
    pub const fn of(most: usize, others: &'static [char]) -> Self {
        Self { least: 1, most, others: Some(others), begins_as_word: false }
    }

    /// In what `text`, which is a `what` for people, is not of this form: a sentence, and a few words
    /// for the place.
    #[must_use]
    pub fn breach(&self, what: &str, text: &str) -> Option<(String, String)> {
        let length = text.chars().count();
        if length > self.most || length < self.least {
            return Some(self.wrong_length(what, length));
        }
        let first = text.chars().next().filter(|_| self.begins_as_word);
        if let Some(first) = first.filter(|it| !it.is_ascii_alphabetic() && *it != '_') {
            let shown = shown(first);
            let message = format!("the {what} begins with `{shown}`, which is not taken there");
            return Some((message, "must begin with a letter or `_`".to_owned()));
        }
        let others = self.others?;
        let is_taken = |it: &char| it.is_ascii_alphanumeric() || others.contains(it);
        let letter = text.chars().find(|it| !is_taken(it))?;
        let message = format!("the {what} holds `{}`, which is not taken", shown(letter));
        let taken = ["letters".to_owned(), "digits".to_owned()];
        let others = others.iter().map(|it| format!("`{it}`"));
        let taken: Vec<String> = taken.into_iter().chain(others).collect();
        Some((message, format!("may hold {}", list(&taken, "and"))))
    }

    fn wrong_length(&self, what: &str, length: usize) -> (String, String) {
        let Self { least, most, .. } = *self;
        let has = match length {
            0 => format!("the {what} is empty"),
            1 => format!("the {what} has 1 character"),
            _ => format!("the {what} has {length} characters"),
        };
        if least == most {
            return (format!("{has}; exactly {most} are taken"), format!("not {most} characters"));
        }
        if length < least {
            let words =
                format!("shorter than {least} character{}", if least == 1 { "" } else { "s" });
            return (has, words);
        }
        (format!("{has}; at most {most} are taken"), format!("longer than {most} characters"))
    }
}

fn shown(letter: char) -> String {
    shorten(letter.encode_utf8(&mut [0; 4]))
}
