//! Which version of the protocol a message is held to.

use super::Pass;
use super::dialogue::InForce;
use crate::mcp::{META_VERSION, Message, Protocol, Version};

impl InForce {
    pub(super) fn known(version: Version) -> Self {
        Self { version, is_known: true }
    }

    fn guessed(version: Version) -> Self {
        Self { version, is_known: false }
    }
}

impl Pass<'_> {
    /// The version of a request or notification.
    pub(super) fn force_of(&self, message: &Message<'_>) -> InForce {
        let doc = self.frame.doc;
        if let Some(named) = message.meta(doc, META_VERSION) {
            // A version without handshake that is not known is newer than those that are.
            let version = doc.string(named).and_then(Version::from_name);
            let modern = version.filter(|version| !version.has_handshake());
            return InForce { is_known: modern.is_some(), version: Version::V2026_07_28 };
        }
        if message.name() == "initialize" {
            let asked = message.param(doc, "protocolVersion").and_then(|it| doc.string(it));
            if let Some(version) =
                asked.and_then(Version::from_name).filter(|it| it.has_handshake())
            {
                return InForce::known(version);
            }
        }
        if let Some(force) = self.force_of_session() {
            return force;
        }
        if self.session.rpc.is_modern {
            return InForce::known(Version::V2026_07_28);
        }
        InForce::guessed(Protocol::newest_that_fits(doc, message, message.name()).0)
    }

    /// The version that the handshake, or the user, settled.
    pub(super) fn force_of_session(&self) -> Option<InForce> {
        let negotiated = self.session.rpc.handshake.version;
        negotiated.or(self.role.mcp_version).map(InForce::known)
    }

    /// The version of a result to the method `method`, whose request says nothing about it.
    pub(super) fn force_of_result(&self, message: &Message<'_>, method: &str) -> InForce {
        let doc = self.frame.doc;
        let told = message.result.and_then(|result| doc.get(result, "resultType"));
        if told.is_some() {
            return InForce::known(Version::V2026_07_28);
        }
        InForce::guessed(Protocol::newest_that_fits(doc, message, method).0)
    }
}
