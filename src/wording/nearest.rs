//! The known name that somebody may have meant.

use super::quote::shorten;

/// A known name, and how the written one differs from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near<'a> {
    /// The known name.
    pub name: &'a str,
    /// The difference.
    pub how: How,
}

/// How two names differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// Only in upper and lower case.
    Case,
    /// Only in `_`, `-`, `.` and spaces.
    Separators,
    /// In those and in upper and lower case.
    CaseAndSeparators,
    /// The one has something before or after it that the other has not.
    Affix,
    /// In a few letters.
    Letters,
}

impl Near<'_> {
    /// `did you mean X?`, with the difference where it is easily overlooked. `shown` is the name as
    /// it should be shown.
    #[must_use]
    pub fn question(&self, shown: &str) -> String {
        let difference = match self.how {
            How::Case => " Only upper and lower case differ",
            How::Separators => " Only the separators differ",
            How::CaseAndSeparators => " Only case and separators differ",
            How::Affix | How::Letters => "",
        };
        format!("did you mean {shown}?{difference}")
    }

    /// The same about `word`, with what one of the two names has around it and the other has not.
    #[must_use]
    pub fn question_about(&self, word: &str, shown: &str) -> String {
        let around = Some(self.how).filter(|how| *how == How::Affix);
        let more = around.and_then(|_| added(word, self.name));
        let less = around.and_then(|_| added(self.name, word));
        let difference = match (more, less) {
            (Some((what, place)), _) => {
                format!(" Only `{}` {place} it differs", shorten(what))
            }
            (_, Some((what, _))) => format!(" Only its `{}` is missing", shorten(what)),
            _ => String::new(),
        };
        format!("{}{difference}", self.question(shown))
    }
}

/// What `word` has beyond `part`, and on which side of it.
fn added<'w>(word: &'w str, part: &str) -> Option<(&'w str, &'static str)> {
    let before = word.strip_suffix(part).map(|before| (before, "before"));
    before.or_else(|| word.strip_prefix(part).map(|after| (after, "after")))
}

/// The candidate that is nearest to `word`, if one is near enough to suggest: the same but for case
/// and separators, or but for markup around one of them, or few edits away (optimal string alignment).
#[must_use]
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Near<'a>> {
    let plain = fold(word);
    let measured = candidates.into_iter().filter(|candidate| *candidate != word);
    let measured = measured.filter_map(|candidate| {
        if candidate.to_lowercase() == word.to_lowercase() {
            return Some((How::Case, 0, candidate));
        }
        if !plain.is_empty() && fold(candidate) == plain {
            let is_case_alike = letters(candidate).eq(letters(word));
            let how = if is_case_alike { How::Separators } else { How::CaseAndSeparators };
            return Some((how, 0, candidate));
        }
        if is_marked(word, candidate) || is_marked(candidate, word) {
            return Some((How::Affix, 0, candidate));
        }
        let longest = word.chars().count().max(candidate.chars().count());
        let distance = distance(word, candidate);
        (distance <= longest / 3).then_some((How::Letters, distance, candidate))
    });
    let (how, _, name) = measured.min()?;
    Some(Near { name, how })
}

/// As [`near`], for names that travel with something around them: `functions.get_weather`,
/// `mcp__server__get_weather`, `get_weather<|channel|>json`.
#[must_use]
pub fn near_tool<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<Near<'a>> {
    near(word, candidates.clone()).or_else(|| {
        // The longest of the names that stand in the word, or in which the word stands.
        let stands = |candidate: &&str| is_part(candidate, word) || is_part(word, candidate);
        let name = candidates.into_iter().filter(stands).max_by_key(|name| name.len())?;
        Some(Near { name, how: How::Affix })
    })
}

/// The name alone of what [`near`] finds.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, candidates).map(|near| near.name)
}

/// Whether `word` is `part` with something before it or after it, set off by a separator.
fn is_part(part: &str, word: &str) -> bool {
    const SHORTEST: usize = 3;
    let is_set_off = |c: char| !c.is_alphanumeric();
    let ends = word.strip_suffix(part).is_some_and(|before| before.ends_with(is_set_off));
    let begins = word.strip_prefix(part).is_some_and(|after| after.starts_with(is_set_off));
    part.len() >= SHORTEST && (ends || begins)
}

/// Whether `word` is `name` with markup around it that was left in: `path</arg_key>`.
fn is_marked(word: &str, name: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    let has_markup = word.contains(['<', '>', '|']) && !name.contains(['<', '>', '|']);
    let first = || word.split(|c| !is_name(c)).find(|part| !part.is_empty());
    has_markup && first() == Some(name)
}

fn fold(word: &str) -> String {
    letters(word).flat_map(char::to_lowercase).collect()
}

/// A name without its separators.
fn letters(word: &str) -> impl Iterator<Item = char> {
    word.chars().filter(|c| !matches!(c, '_' | '-' | '.' | ' '))
}

/// Edits between two words: insertions, deletions, replacements, and swaps of neighbours. Long
/// words are not compared: nobody mistypes them.
fn distance(left: &str, right: &str) -> usize {
    const LONGEST: usize = 64;
    let left: Vec<char> = left.chars().take(LONGEST + 1).collect();
    let right: Vec<char> = right.chars().take(LONGEST + 1).collect();
    if left.len() > LONGEST || right.len() > LONGEST {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, a) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, b) in right.iter().enumerate() {
            let replaced = last[column] + usize::from(a != b);
            let mut best = replaced.min(last[column + 1] + 1).min(line[column] + 1);
            let swapped = row > 0 && column > 0 && *a == right[column - 1] && left[row - 1] == *b;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut last, line);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{How, Near, near, near_tool, nearest};

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["celsius", "fahrenheit"];
        assert_eq!(nearest("celcius", names), Some("celsius"));
        assert_eq!(nearest("kelvin", names), None);
        assert_eq!(nearest("ctiy", ["city"]), Some("city"));
        assert_eq!(nearest("city", ["city"]), None);
        assert_eq!(nearest("c", ["a", "b"]), None);
        assert_eq!(nearest("", ["a", "-"]), None);
    }

    #[test]
    fn differences_are_told_apart() {
        let how = |word, name| near(word, [name]).map(|near| near.how);
        assert_eq!(how("Celsius", "celsius"), Some(How::Case));
        assert_eq!(how("get-weather", "get_weather"), Some(How::Separators));
        assert_eq!(how("getWeather", "get_weather"), Some(How::CaseAndSeparators));
        assert_eq!(how("path</arg_key>", "path"), Some(How::Affix));
        assert_eq!(how("path", "<path>"), Some(How::Affix));
        assert_eq!(how("path</arg_key>", "arg_key"), None);
        assert_eq!(how("get_whether", "get_weather"), Some(How::Letters));
    }

    #[test]
    fn tools_are_found_inside_longer_names() {
        let names = ["get_weather", "weather"];
        let found = Some(Near { name: "get_weather", how: How::Affix });
        for word in ["functions.get_weather", "mcp__srv__get_weather", "get_weather<|channel|>x"] {
            assert_eq!(near_tool(word, names), found, "{word}");
        }
        assert_eq!(near_tool("weathering_heights", names), None);
    }

    #[test]
    fn what_stands_around_a_name_is_said() {
        let question = |word, name| {
            let near = near_tool(word, [name]).expect("a name inside the other");
            near.question_about(word, "it")
        };
        let before = "did you mean it? Only `functions.` before it differs";
        assert_eq!(question("functions.get_weather", "get_weather"), before);
        let after = "did you mean it? Only `<|end|>` after it differs";
        assert_eq!(question("get_weather<|end|>", "get_weather"), after);
        let missing = "did you mean it? Only its `mcp__srv__` is missing";
        assert_eq!(question("get_weather", "mcp__srv__get_weather"), missing);
        let case = "did you mean it? Only upper and lower case differ";
        assert_eq!(question("Get_weather", "get_weather"), case);
    }
}
