//! The way to a value through layers, for machines and for people.

use std::borrow::Cow;
use std::fmt;

/// The token that stands for one decode. RFC 6901 section 3 lets `~` be followed by `0` or `1`
/// only, so no plain pointer can contain it.
pub const DECODE: &str = "~json";

/// The token for going from the first of the strings that a stream cut a text into to the whole text.
pub const JOIN: &str = "~join";

/// A JSON Pointer (RFC 6901) with the token [`DECODE`] for each string that was decoded on the way.
/// Without such a token it is a plain pointer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Address(String);

impl From<String> for Address {
    /// Reads the machine's spelling.
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Address {
    /// The address of the whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The machine's spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How many strings are decoded on the way.
    #[must_use]
    pub fn decodes(&self) -> usize {
        self.0.split('/').filter(|token| *token == DECODE).count()
    }

    /// Goes on to a member.
    pub fn push_key(&mut self, key: &str) {
        self.0.push('/');
        for c in key.chars() {
            match c {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                _ => self.0.push(c),
            }
        }
    }

    /// Goes on to an array element.
    pub fn push_index(&mut self, index: usize) {
        self.0.push('/');
        self.0.push_str(&index.to_string());
    }

    /// Goes on into the JSON that the string at this address holds.
    pub fn push_decode(&mut self) {
        self.0.push('/');
        self.0.push_str(DECODE);
    }

    /// Goes on into the text that begins with the string at this address and goes on in others.
    pub fn push_join(&mut self) {
        self.0.push('/');
        self.0.push_str(JOIN);
    }

    /// Goes on along a plain pointer.
    pub fn push_pointer(&mut self, pointer: &str) {
        self.0.push_str(pointer);
    }

    /// Reads either spelling: the machine's, which begins with `/` or is empty, or the people's, where
    /// `»` and `>>` are the same.
    ///
    /// # Errors
    /// Why it is neither, in a few words.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if !text.is_empty() && !text.starts_with('/') {
            return Reader { rest: text.trim(), address: Self::root() }.read();
        }
        let is_token = |token: &str| {
            let mut escapes = token.split('~').skip(1);
            matches!(token, DECODE | JOIN) || escapes.all(|it| it.starts_with(['0', '1']))
        };
        if text.split('/').skip(1).all(is_token) {
            Ok(Self(text.to_owned()))
        } else {
            Err("`~` stands only in `~0`, `~1`, `~json` and `~join`")
        }
    }

    /// The tokens of the machine's spelling. Those that are [`DECODE`] or [`JOIN`] are no names; the
    /// others still have their escapes, which [`Address::name`] undoes.
    pub fn raw_tokens(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').skip(1)
    }

    /// The name or number that a token stands for.
    #[must_use]
    pub fn name(token: &str) -> Cow<'_, str> {
        unescape(token)
    }

    /// The people's spelling: `tool_calls[0].function.arguments » city`. `decoded` stands for a
    /// decode, `»` where the terminal has it.
    #[must_use]
    pub fn display<'a>(&'a self, decoded: &'a str) -> impl fmt::Display + 'a {
        Human { address: self, decoded }
    }
}

/// Reads the people's spelling.
struct Reader<'t> {
    rest: &'t str,
    address: Address,
}

impl<'t> Reader<'t> {
    fn read(mut self) -> Result<Address, &'static str> {
        while !self.rest.is_empty() {
            let rest = self.rest;
            if let Some(rest) = rest.strip_prefix('»').or_else(|| rest.strip_prefix(">>")) {
                self.address.push_decode();
                self.rest = rest;
            } else if let Some(rest) = rest.strip_prefix('+') {
                self.address.push_join();
                self.rest = rest;
            } else if let Some(rest) = rest.strip_prefix("[\"") {
                self.quoted(rest)?;
            } else if let Some(rest) = rest.strip_prefix('[') {
                let (number, rest) = rest.split_once(']').ok_or("a `[` is not closed")?;
                index(number).ok_or("between `[` and `]` stands a number or a quoted name")?;
                self.address.push_key(number);
                self.rest = rest;
            } else {
                let name = rest.strip_prefix('.').unwrap_or(rest);
                let is_end = |c: char| c.is_whitespace() || matches!(c, '.' | '[' | '»' | '>');
                let end = name.find(is_end).unwrap_or(name.len());
                if end == 0 {
                    return Err("a name is missing");
                }
                self.address.push_key(&name[..end]);
                self.rest = &name[end..];
            }
            self.rest = self.rest.trim_start();
        }
        Ok(self.address)
    }

    /// A name in quotes, of which the first is read.
    fn quoted(&mut self, text: &'t str) -> Result<(), &'static str> {
        let mut name = String::new();
        let mut chars = text.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => name.extend(chars.next().map(|(_, c)| c)),
                '"' => {
                    let rest = text[at + 1..].strip_prefix(']');
                    self.rest = rest.ok_or("after a quoted name stands `]`")?;
                    self.address.push_key(&name);
                    return Ok(());
                }
                _ => name.push(c),
            }
        }
        Err("a quoted name is not closed")
    }
}

struct Human<'a> {
    address: &'a Address,
    decoded: &'a str,
}

impl fmt::Display for Human<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut first, mut after_decode) = (true, false);
        for token in self.address.0.split('/').skip(1) {
            if token == DECODE {
                write!(f, " {}", self.decoded)?;
                (first, after_decode) = (true, true);
                continue;
            }
            if token == JOIN {
                f.write_str(" +")?;
                continue;
            }
            let token = unescape(token);
            if after_decode {
                f.write_str(" ")?;
            }
            after_decode = false;
            if index(&token).is_some() {
                write!(f, "[{token}]")?;
            } else if is_identifier(&token) {
                write!(f, "{}{token}", if first { "" } else { "." })?;
            } else {
                write!(f, "[\"{}\"]", token.replace('\\', "\\\\").replace('"', "\\\""))?;
            }
            first = false;
        }
        Ok(())
    }
}

fn is_identifier(token: &str) -> bool {
    let mut chars = token.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))
}

/// The tokens of a plain pointer, unescaped.
pub fn tokens(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(unescape)
}

fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

/// An array index as RFC 6901 section 4 writes it: no sign, no leading zero.
#[must_use]
pub fn index(token: &str) -> Option<usize> {
    let canonical = token == "0" || !token.starts_with('0');
    let digits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    (canonical && digits).then(|| token.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn people_and_machines_read_the_same_way() {
        let mut address = Address::root();
        for key in ["tool_calls", "", "b c", "a/b~c"] {
            address.push_key(key);
        }
        address.push_index(7);
        address.push_decode();
        address.push_key("city");
        insta::assert_snapshot!(address.as_str(), @"/tool_calls//b c/a~1b~0c/7/~json/city");
        insta::assert_snapshot!(address.display(">>"), @r#"tool_calls[""]["b c"]["a/b~c"][7] >> city"#);
        assert_eq!(address.decodes(), 1);
        for decoded in [">>", "»"] {
            assert_eq!(Address::parse(&address.display(decoded).to_string()), Ok(address.clone()));
        }
        assert_eq!(Address::parse(address.as_str()), Ok(address));
    }

    #[test]
    fn what_people_write_is_read() {
        let read = |text| Address::parse(text).map(|address| address.as_str().to_owned());
        let read_to =
            |text, address: &str| assert_eq!(read(text), Ok(address.to_owned()), "{text}");
        read_to("", "");
        read_to("» x", "/~json/x");
        read_to("delta.partial_json + » unit", "/delta/partial_json/~join/~json/unit");
        read_to("a>>b[0][1].c", "/a/~json/b/0/1/c");
        read_to(r#"["say \"hi\" \\ / ~"] >> [0]"#, "/say \"hi\" \\ ~1 ~0/~json/0");
        for wrong in ["a[", "a[x]", "a..b", "[\"a\"", "[\"a]", "/a~2", "/~jsn/a"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
