//! Strings that hold bytes in an encoding (RFC 4648): what they decode to, and what is said of those
//! that do not, or that decode to something else than was declared.

use std::sync::LazyLock;

use super::content::Declared;
use super::place::Rule;
use super::violation::Reporter;
use super::words;
use crate::finding::{Address, Code, Finding, Keyword};
use crate::json::{Doc, Frame, NodeId, parse, with_tape};
use crate::wording::shorten;

/// How the words at a string begin that are about what it decodes to.
pub(super) const DECODED: &str = "decoded: ";

/// Encodings of bytes in strings that can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Base64,
    Base64Url,
    Base32,
    Base16,
}

/// `encoding` that lets the last character have bits of no byte: RFC 4648 section 3.5 leaves it to
/// decoders, and common ones read such strings.
fn lenient(encoding: &data_encoding::Encoding) -> data_encoding::Encoding {
    let mut specification = encoding.specification();
    specification.check_trailing_bits = false;
    specification.encoding().expect("less is demanded than before")
}

static BASE64: LazyLock<data_encoding::Encoding> =
    LazyLock::new(|| lenient(&data_encoding::BASE64));
static BASE64URL: LazyLock<data_encoding::Encoding> =
    LazyLock::new(|| lenient(&data_encoding::BASE64URL));
static BASE64URL_NOPAD: LazyLock<data_encoding::Encoding> =
    LazyLock::new(|| lenient(&data_encoding::BASE64URL_NOPAD));
static BASE32: LazyLock<data_encoding::Encoding> =
    LazyLock::new(|| lenient(&data_encoding::BASE32));

impl Encoding {
    const ALL: [Self; 4] = [Self::Base64, Self::Base64Url, Self::Base32, Self::Base16];

    /// As `contentEncoding` names it, in whatever case.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name().eq_ignore_ascii_case(name))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Base64 => "base64",
            Self::Base64Url => "base64url",
            Self::Base32 => "base32",
            Self::Base16 => "base16",
        }
    }

    /// The bytes that `text` stands for. Line breaks are passed over, as in RFC 2045.
    pub(super) fn decode(self, text: &str) -> Option<Vec<u8>> {
        let plain: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
        let encoding = match self {
            Self::Base64 => &*BASE64,
            // Padding is optional there, and often left out.
            Self::Base64Url if plain.ends_with('=') => &*BASE64URL,
            Self::Base64Url => &*BASE64URL_NOPAD,
            Self::Base32 => &*BASE32,
            Self::Base16 => &data_encoding::HEXUPPER_PERMISSIVE,
        };
        encoding.decode(plain.as_bytes()).ok()
    }

    /// What is usually wrong with a string that does not decode.
    fn help(self, text: &str) -> Option<&'static str> {
        let decodes = |text: &str| self.decode(text).is_some();
        if text.starts_with("data:") && text.contains(";base64,") {
            return Some("this is a data URL: give only what follows the comma");
        }
        if (1..=6).any(|padding| decodes(&format!("{text}{}", "=".repeat(padding)))) {
            return Some("the padding `=` at its end is missing");
        }
        match self {
            Self::Base64 if Self::Base64Url.decode(text).is_some() => {
                Some("this is base64url: write `+` for `-` and `/` for `_`")
            }
            Self::Base64Url if text.contains(['+', '/']) && Self::Base64.decode(text).is_some() => {
                Some("this is base64: write `-` for `+` and `_` for `/`")
            }
            Self::Base32 if decodes(&text.to_ascii_uppercase()) => {
                Some("base32 is written in upper case")
            }
            _ => None,
        }
    }
}

impl Reporter<'_> {
    /// A string that is not encoded as declared, or whose bytes are not the JSON they should be.
    pub(super) fn encoded(
        &self,
        node: NodeId,
        encoding: Encoding,
        declared: &Declared,
        findings: &mut Vec<Finding>,
    ) {
        let text = self.doc().string(node).unwrap_or_default();
        let Some(bytes) = encoding.decode(text) else {
            let name = encoding.name();
            let message = format!("{} is not encoded as {name}", self.subject_of(node));
            let mut finding =
                self.on_string(node, Code::SchemaContentEncoding, message, format!("not {name}"));
            finding.help = encoding.help(text).map(str::to_owned);
            finding.keyword = self.declaration(declared, "contentEncoding");
            findings.push(finding);
            return;
        };
        let Ok(held) = std::str::from_utf8(&bytes) else {
            let words = "decodes to bytes that are not UTF-8".to_owned();
            findings.push(self.not_json(node, declared, words));
            return;
        };
        let from = findings.len();
        let depth = self.contents.map_or(0, |contents| contents.settings.depth);
        let is_json = with_tape(|tape| {
            let is_json = parse(held, depth, tape).is_ok();
            if is_json {
                self.inside_encoding(node, Doc::new(held, tape), encoding, declared, findings);
            }
            is_json
        });
        if !is_json {
            let words = match held.trim() {
                "" => "decodes to nothing".to_owned(),
                held => format!("decodes to `{}`", shorten(held)),
            };
            findings.push(self.not_json(node, declared, words));
        } else if findings.len() == from {
            let message = format!(
                "what {} holds in {} does not keep its schema",
                self.subject_of(node),
                encoding.name()
            );
            let mut finding = self.on_string(node, Code::SchemaFalseSchema, message, "");
            finding.keyword = self.declaration(declared, "contentSchema");
            findings.push(finding);
        }
    }

    /// What the JSON in an encoding breaks: said of the whole string, since no byte of the file is
    /// that of a byte in it.
    fn inside_encoding(
        &self,
        node: NodeId,
        held: Doc<'_>,
        encoding: Encoding,
        declared: &Declared,
        findings: &mut Vec<Finding>,
    ) {
        let Some((uri, contents)) = declared.schema.as_deref().zip(self.contents) else { return };
        let Some(validator) = contents.validator(uri) else { return };
        let inner = Frame::document(held, self.frame.file(), 0);
        let mut broken = Vec::new();
        self.within(&inner, uri).check(validator, held.root(), &mut broken);
        let subject = self.subject_of(node);
        for finding in broken {
            let message =
                format!("{}, inside the {} of {subject}", finding.message, encoding.name());
            let words = match &*finding.primary.text {
                "" => String::new(),
                words => format!("{DECODED}{words}"),
            };
            let mut said = self.on_string(node, finding.code, message, words);
            said.help = finding.help;
            said.keyword = finding.keyword;
            findings.push(said);
        }
    }

    fn not_json(&self, node: NodeId, declared: &Declared, words: String) -> Finding {
        let message = format!("{} decodes to something that is not JSON", self.subject_of(node));
        let mut finding = self.on_string(node, Code::SchemaContentMediaType, message, words);
        finding.keyword = self.declaration(declared, "contentMediaType");
        finding
    }

    fn on_string(
        &self,
        node: NodeId,
        code: Code,
        message: String,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Finding {
        let label = self.label(self.doc().range(node), words);
        Finding::new(code, message, label).at(self.address_of(node))
    }

    fn address_of(&self, node: NodeId) -> Address {
        self.frame.address_of(node)
    }

    fn subject_of(&self, node: NodeId) -> String {
        words::subject(self.address_of(node).as_str())
    }

    fn declaration(&self, declared: &Declared, name: &str) -> Option<Keyword> {
        let rule = Rule::at(self.catalog, &format!("{}/{name}", declared.place));
        rule.map(|rule| rule.keyword("declared here"))
    }
}
