//! JSON as text in which nothing acts: what is neutralised elsewhere is escaped here, which changes
//! no value.

use std::io;

use serde::Serialize;

use super::neutral::is_active;

/// `value` on one line.
pub(super) fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(escaped(&serde_json::to_string(value)?))
}

/// `value` on many lines.
pub(super) fn pretty(value: &impl Serialize) -> io::Result<String> {
    Ok(escaped(&serde_json::to_string_pretty(value)?))
}

fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        // Line feeds are those between values: inside strings they are escaped already.
        if is_active(c) && c != '\n' {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|u| text.push_str(&format!("\\u{u:04x}")));
        } else {
            text.push(c);
        }
    }
    text
}
