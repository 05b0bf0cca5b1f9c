//! Rows in words: what a row asks for, and what an object then is.

use std::fmt;

use super::table::{Atom, Encoding, Failed, Form, Pairing, Row, Spelling, Step, Test};

/// What decides, in one sentence without a full stop.
#[must_use]
pub fn conditions(row: &Row) -> String {
    let tests: Vec<String> = row.tests.iter().map(ToString::to_string).collect();
    tests.join("; ")
}

/// A path as people write it: `a.b`.
fn path(path: &str) -> String {
    format!("`{}`", path.replace('/', "."))
}

fn any_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match &quoted[..] {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Has(name) => write!(f, "has {}", path(name)),
            Self::Given(name) => write!(f, "has {}, not null", path(name)),
            Self::HasAny(names) => write!(f, "has {}", any_of(names)),
            Self::Lacks(name) => write!(f, "no {}", path(name)),
            Self::Is(name, words) => write!(f, "{} is {}", path(name), any_of(words)),
            Self::Empty(name) => write!(f, "nothing in {}", path(name)),
            Self::Text(name) => write!(f, "{} is a string", path(name)),
            Self::Word(name) => write!(f, "{} is a string that is not empty", path(name)),
            Self::Object(name) => write!(f, "{} is an object", path(name)),
            Self::Array(name) => write!(f, "{} is an array", path(name)),
            Self::Parts(name) => write!(f, "{} is a list of typed parts", path(name)),
            Self::Filled(name) => write!(f, "{} is not empty", path(name)),
            Self::Messages => f.write_str("some member is a list of messages"),
            Self::Choices => f.write_str("`choices` is a list of answers, without `delta`"),
            Self::Only(names) => write!(f, "nothing but {}", any_of(names)),
            Self::ElementOf(name) => write!(f, "element of `{name}`"),
            Self::NotUnder(name) => write!(f, "not inside `{name}`"),
            Self::Prefix(name, start) => write!(f, "{} begins with `{start}`", path(name)),
            Self::Owner(name, words) => {
                write!(f, "{} of the object around it is {}", path(name), any_of(words))
            }
            Self::NotOwner(name, words) => {
                write!(f, "{} of the object around it is not {}", path(name), any_of(words))
            }
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True(name) => write!(f, "{} is true", path(name)),
            Self::TrueOfText(name) => write!(f, "{} is true (then only text)", path(name)),
            Self::Is(name, words) => write!(f, "{} is {}", path(name), any_of(words)),
            Self::Given(name) => write!(f, "there is {}", path(name)),
        }
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gemini => "by id, else by name and order",
            Self::NextOfName => "by name and order",
            Self::JsonRpc => "by id and its type",
            _ => "by id",
        })
    }
}

/// What an object is that a row matches.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Definition { name, input, output, spelling } => {
                write!(f, "a definition: {}", path(name))?;
                match input {
                    Some(input) => write!(f, ", input schema {}", path(input))?,
                    None => f.write_str(", no schema")?,
                }
                if let Some(output) = output {
                    write!(f, ", output schema {}", path(output))?;
                }
                match spelling {
                    Spelling::JsonSchema => Ok(()),
                    Spelling::OpenApi => f.write_str(", in the spelling of OpenAPI"),
                }
            }
            Self::Call { .. } => self.write_call(f),
            Self::Result { .. } => self.write_result(f),
            Self::Refusal => f.write_str("a refusal of the call with its id"),
            Self::Rpc => f.write_str("a message of JSON-RPC"),
            Self::Fragment { .. } => self.write_fragment(f),
            Self::Format { schema, is_text, .. } => {
                let text = if *is_text { ", as text" } else { "" };
                write!(f, "the schema of the answer: {}{text}", path(schema))
            }
            Self::Reply { text } => write!(f, "the answer: {}", path(text)),
            Self::Placeholder => f.write_str("no call yet"),
            Self::Message => f.write_str("a message: the next turn of its conversation"),
            Self::Continued => f.write_str("a request whose conversation began elsewhere"),
            Self::Event => f.write_str("an event: calls in it repeat streamed ones"),
            Self::Conversation => f.write_str("a conversation of its own"),
        }
    }
}

impl Atom {
    fn write_call(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Call { name, prefix, arguments, encoding, may_lack, id, pairing, is_hosted } =
            self
        else {
            return Ok(());
        };
        write!(f, "a call: {}", path(name))?;
        if !prefix.is_empty() {
            write!(f, " without `{prefix}`")?;
        }
        let kind = match encoding {
            Encoding::Text => "as text",
            Encoding::Value => "as a value",
            Encoding::Either => "as text or value",
            Encoding::Free => "which are free text",
        };
        write!(f, ", arguments {kind} in {}", path(arguments))?;
        if *may_lack {
            f.write_str(", may be absent")?;
        }
        if let Some(id) = id {
            write!(f, ", id {}", path(id))?;
        }
        write!(f, "; answered {pairing}")?;
        if *is_hosted { f.write_str("; run by the provider") } else { Ok(()) }
    }

    fn write_result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Result { name, id, content, form, inner, structured, failed, pairing } = self
        else {
            return Ok(());
        };
        f.write_str("a result: ")?;
        if let Some(structured) = structured {
            write!(f, "{}, else ", path(structured))?;
        }
        f.write_str(&path(content))?;
        if let Some(inner) = inner {
            write!(f, " or its `{inner}`")?;
        }
        if *form == Form::Any {
            f.write_str(" (any value)")?;
        }
        for failed in *failed {
            write!(f, "; failed if {failed}")?;
        }
        match (pairing, id, name) {
            (None, _, _) => f.write_str("; answers no call"),
            (Some(pairing), Some(id), _) => write!(f, "; answers {} {pairing}", path(id)),
            (Some(pairing), None, Some(name)) => write!(f, "; answers {} {pairing}", path(name)),
            (Some(pairing), None, None) => write!(f, "; answers {pairing}"),
        }
    }

    fn write_fragment(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Fragment { list, key, text, step, .. } = self else { return Ok(()) };
        let of = key.map(|key| format!(" {}", path(key))).unwrap_or_default();
        match step {
            Step::End => write!(f, "the end of streamed calls{of}"),
            Step::Done => write!(f, "the whole text of the streamed call{of}"),
            Step::Go => {
                write!(f, "a piece of the streamed call{of}")?;
                if let Some(list) = list {
                    write!(f, " of each element of {}", path(list))?;
                }
                match text {
                    Some(text) => write!(f, ": {}", path(text)),
                    None => f.write_str(", its beginning"),
                }
            }
        }
    }
}
