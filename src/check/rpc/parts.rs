//! Parts of messages that no schema can check: encoded data, keys of `_meta`, addresses of icons and
//! roots.

use super::Pass;
use super::dialogue::InForce;
use super::held::Held;
use crate::finding::{Code, Finding};
use crate::json::NodeId;
use crate::mcp::Version;
use crate::wording::shorten;

/// Media types by the first bytes of what they name.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"PK\x03\x04", "application/zip"),
];

/// The prefix of keys that the protocol itself uses.
const OWN_PREFIX: &str = "io.modelcontextprotocol";
/// Keys without a prefix that have a meaning of their own.
const PLAIN_KEYS: &[&str] = &["progressToken", "traceparent", "tracestate", "baggage"];

impl Pass<'_> {
    /// Checks that the part `node` holds text or data, not both, and that its data are of the type
    /// that it says.
    pub(super) fn data_of(&mut self, held: Held<'_>, node: NodeId) {
        let doc = self.frame.doc;
        let name = match (held.kind, held.name) {
            ("content" | "sampling", "image" | "audio") => "data",
            ("contents", _) => "blob",
            _ => return,
        };
        let Some((key, data)) = doc.member(node, name) else { return };
        if let Some((text, _)) = doc.member(node, "text").filter(|_| held.kind == "contents") {
            let said = "a resource holds `text` and `blob` together";
            let finding = self.at(key.max(text), Code::McpTextAndBlob, said);
            self.say(finding.words("only one may be given"));
        }
        let Some(text) = doc.string(data) else { return };
        let said = doc.get(node, "mimeType").and_then(|it| Some((it, doc.string(it)?)));
        if let (Some((place, said)), Some(is)) = (said, media_type(text))
            && !is_alike(said, is)
        {
            let message = format!("`{name}` begins like {is}, but is said to be {}", shorten(said));
            let finding = self.at(place, Code::McpMimeTypeDiffers, message);
            self.say(finding.words(format!("probably {is}")));
        }
    }

    /// Checks the schemes of `icons`.
    pub(super) fn icons(&mut self, force: InForce, icons: NodeId) {
        let doc = self.frame.doc;
        if force.version < Version::V2025_11_25 {
            return;
        }
        for icon in doc.elements(icons).filter(|icon| doc.is_object(*icon)) {
            let Some(src) = doc.get(icon, "src") else { continue };
            let Some(scheme) = doc.string(src).and_then(scheme) else { continue };
            if !["https", "http", "data"].contains(&scheme.as_str()) {
                let said = format!("the icon has the scheme `{}:`", shorten(&scheme));
                let finding = self.at(src, Code::McpIconScheme, said);
                self.say(finding.words("clients refuse it").help("use `https:` or `data:`"));
            }
        }
    }

    /// Checks the keys of a `_meta`.
    pub(super) fn meta_keys(&mut self, force: InForce, meta: NodeId) {
        let doc = self.frame.doc;
        if force.version < Version::V2025_06_18 {
            return;
        }
        for (key, _) in doc.members(meta) {
            let Some(name) = doc.string(key) else { continue };
            if let Some(finding) = self.meta_key(key, name, force.version) {
                self.say(finding);
            }
        }
    }

    fn meta_key(&self, key: NodeId, name: &str, version: Version) -> Option<Finding> {
        if PLAIN_KEYS.contains(&name) {
            return None;
        }
        let (prefix, own) = match name.rsplit_once('/') {
            Some((prefix, own)) => (Some(prefix), own),
            None => (None, name),
        };
        let shown = shorten(name);
        if prefix.is_some_and(|it| !it.split('.').all(is_label)) || !is_name(own) {
            let said = format!("`{shown}` is not formed like a key of `_meta`");
            let finding = self.at(key, Code::McpMetaKey, said);
            let help = "a prefix of labels with dots and a slash, if any, and a name that begins and \
                        ends with a letter or digit: `com.example/trace-id`";
            return Some(finding.words("not such a key").help(help));
        }
        let prefix = prefix?;
        (is_reserved(prefix, version) && prefix != OWN_PREFIX && !is_below_own(prefix)).then(|| {
            let said = format!("the prefix `{}/` is reserved for the protocol", shorten(prefix));
            let finding = self.at(key, Code::McpMetaKey, said).words("reserved");
            finding.help("begin with a domain of your own, such as `com.example/`")
        })
    }

    /// Checks the keys of `extensions`, which need a prefix.
    pub(super) fn extension_keys(&mut self, extensions: NodeId) {
        let doc = self.frame.doc;
        for (key, _) in doc.members(extensions) {
            let name = doc.string(key).unwrap_or_default();
            let is_formed = name
                .rsplit_once('/')
                .is_some_and(|(prefix, own)| prefix.split('.').all(is_label) && is_name(own));
            if !is_formed {
                let said = format!("the extension `{}` has no proper prefix", shorten(name));
                let finding = self.at(key, Code::McpMetaKey, said).words("no prefix");
                self.say(finding.help("such as `com.example/name`"));
            }
        }
    }

    /// Checks the addresses of the roots in the result of `roots/list`.
    pub(super) fn roots(&mut self, result: NodeId) {
        let doc = self.frame.doc;
        let Some(roots) = doc.get(result, "roots") else { return };
        for root in doc.elements(roots) {
            let Some(uri) = doc.get(root, "uri") else { continue };
            let is_file = doc.string(uri).is_none_or(|text| text.starts_with("file://"));
            if !is_file {
                let finding = self.at(uri, Code::McpRootScheme, "the root is no `file://` URI");
                self.say(finding.words("expected `file://`"));
            }
        }
    }
}

/// The media type that the base64 `text` begins like.
fn media_type(text: &str) -> Option<&'static str> {
    let letters = text.bytes().take(16).map(|byte| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    });
    let letters: Vec<u8> = letters.collect();
    let bytes: Vec<u8> = letters
        .chunks_exact(4)
        .flat_map(|it| [it[0] << 2 | it[1] >> 4, it[1] << 4 | it[2] >> 2, it[2] << 6 | it[3]])
        .collect();
    MAGIC.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, name)| *name)
}

/// Whether a declared type can be that of what begins like `is`: formats in a zip have many names.
fn is_alike(said: &str, is: &str) -> bool {
    let kind = said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == is
        || (is == "application/zip" && kind.starts_with("application/"))
        || (is == "image/jpeg" && kind == "image/jpg")
        || (is == "audio/mpeg" && kind == "audio/mp3")
        || (is == "audio/ogg" && kind.ends_with("/ogg"))
        || kind == "application/octet-stream"
}

/// The scheme of a URI (RFC 3986, section 3.1), in lower case.
fn scheme(uri: &str) -> Option<String> {
    let (scheme, _) = uri.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn is_name(name: &str) -> bool {
    let is_end = |c: char| c.is_ascii_alphanumeric();
    name.is_empty()
        || name.starts_with(is_end)
            && name.ends_with(is_end)
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// Whether a prefix is the protocol's: until 2025-06-18 one that ends in its name and one more label,
/// from then on one whose second label is its name.
fn is_reserved(prefix: &str, version: Version) -> bool {
    let is_own = |label: &str| matches!(label, "modelcontextprotocol" | "mcp");
    let labels: Vec<&str> = prefix.split('.').collect();
    match version {
        Version::V2025_06_18 => labels.len() >= 2 && is_own(labels[labels.len() - 2]),
        _ => labels.get(1).is_some_and(|label| is_own(label)),
    }
}

/// Whether a prefix is below the one that the protocol uses.
fn is_below_own(prefix: &str) -> bool {
    prefix.strip_prefix(OWN_PREFIX).is_some_and(|rest| rest.starts_with('.'))
}
