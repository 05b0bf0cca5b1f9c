//! The version of a message that nobody says the version of.

use super::definitions::{Definition, Protocol};
use super::message::{Kind, Message};
use super::version::Version;
use crate::json::Doc;

/// The member of `_meta` in which a request names its version.
pub const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

impl Protocol {
    /// The newest version with a handshake that `message`, or the response to a request of `method`,
    /// fits, and whether it does: else it is the newest that has its method at all, or just the newest.
    #[must_use]
    pub fn newest_that_fits(doc: Doc<'_>, message: &Message<'_>, method: &str) -> (Version, bool) {
        let (kind, value) = match message.kind {
            Kind::Request => ("request", message.params),
            Kind::Notification => ("notification", message.params),
            _ => ("result", message.result),
        };
        let fits = |protocol: &Self, definition: &Definition| match value {
            Some(value) => protocol.accepts(definition, doc, value),
            None => !definition.needs_params,
        };
        let mut newest = None;
        let versions = Version::ALL.into_iter().rev();
        for version in versions.filter(|version| version.has_handshake()) {
            let protocol = Self::of(version);
            let Some(definition) = protocol.definition(kind, method) else { continue };
            if fits(protocol, definition) {
                return (version, true);
            }
            newest = newest.or(Some(version));
        }
        (newest.unwrap_or(Version::V2025_11_25), false)
    }
}
