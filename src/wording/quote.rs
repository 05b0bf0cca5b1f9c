//! Values in messages: shortened, on one line.

/// Characters of a value that a message shows.
const SHOWN: usize = 40;

/// `text` on one line, cut after a number of characters that a message can bear.
#[must_use]
pub fn shorten(text: &str) -> String {
    shorten_to(text, SHOWN)
}

/// The same with another number of characters.
#[must_use]
pub fn shorten_to(text: &str, shown: usize) -> String {
    let mut short = String::new();
    let mut space = false;
    for (count, c) in text.chars().enumerate() {
        if count >= shown {
            short.push('…');
            break;
        }
        if c.is_whitespace() {
            if !space {
                short.push(' ');
            }
            space = true;
        } else {
            short.push(c);
            space = false;
        }
    }
    short
}

/// `a, b or c`; of more than a handful, the first ones and how many there are.
#[must_use]
pub fn list(items: &[String], joiner: &str) -> String {
    const LISTED: usize = 6;
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] if items.len() <= LISTED => {
            format!("{} {joiner} {last}", init.join(", "))
        }
        _ => format!("{}, … ({} in all)", items[..LISTED].join(", "), items.len()),
    }
}
