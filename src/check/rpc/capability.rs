//! Features that are used against what the handshake, or `server/discover`, declared.

use super::{Pass, Turn};
use crate::finding::{Code, Severity};
use crate::mcp::{Version, needed};
use crate::wording::shorten;

impl Pass<'_> {
    /// Checks that the method of `turn` was declared by the side that must have it.
    pub(super) fn capability(&mut self, turn: &Turn<'_>) {
        let Some((method, name)) = turn.message.method else { return };
        let rpc = &self.session.rpc;
        let version = turn.force.version;
        if version.has_handshake() && !rpc.handshake.is_answered {
            return;
        }
        let Some(capability) = needed(name) else { return };
        // Completions had no capability of their own at first.
        if capability.path == "completions" && version == Version::V2024_11_05 {
            return;
        }
        let lacking = match &rpc.discovered {
            _ if version.has_handshake() => rpc.handshake.lacks(capability),
            discovered => discovered.as_ref().and_then(|it| it.lacks(capability)),
        };
        let Some(label) = lacking else { return };
        let mut label = label.clone();
        label.text = "what it declares".into();
        let owner = capability.owner.name();
        let path = capability.path.replace('/', ".");
        let said =
            format!("`{}` needs `{path}`, which the {owner} does not declare", shorten(name));
        let is_derived = name.ends_with("list_changed");
        let severity = match version {
            _ if is_derived => Severity::Error,
            Version::V2024_11_05 | Version::V2025_03_26 => Severity::Warning,
            _ => Severity::Error,
        };
        let finding = self.at(method, Code::McpCapabilityMissing, said);
        self.say_as(finding.words("not declared").label(label), severity);
    }
}
