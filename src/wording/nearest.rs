//! The known name that somebody may have meant.

/// The candidate that is nearest to `word`, if one is near enough to suggest: the same but for case
/// and separators, or few edits away (optimal string alignment).
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = fold(word);
    let limit = word.chars().count() / 3;
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let distance = if fold(candidate) == plain { 0 } else { distance(word, candidate) };
            (distance <= limit.max(1) && candidate != word).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

fn fold(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-' | '.' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
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
    use super::nearest;

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["celsius", "fahrenheit"];
        assert_eq!(nearest("celcius", names), Some("celsius"));
        assert_eq!(nearest("Celsius", names), Some("celsius"));
        assert_eq!(nearest("kelvin", names), None);
        assert_eq!(nearest("get-weather", ["get_weather"]), Some("get_weather"));
        assert_eq!(nearest("ctiy", ["city"]), Some("city"));
        assert_eq!(nearest("city", ["city"]), None);
    }
}
