//! What a server without handshake says it can do, and requests that it should have refused.

use super::Pass;
use super::dialogue::{Capabilities, Request};
use crate::finding::{Code, Label};
use crate::json::NodeId;
use crate::mcp::{Capability, Party};
use crate::wording::{list, shorten};

/// The latest result of `server/discover`.
#[derive(Debug)]
pub(super) struct Discovered {
    /// The versions that the server supports; none if it did not say so.
    versions: Vec<Box<str>>,
    server: Option<Capabilities>,
}

impl Discovered {
    /// Where the server said what it has, if the capability is not among it.
    pub(super) fn lacks(&self, capability: Capability) -> Option<&Label> {
        let server = self.server.as_ref().filter(|_| capability.owner == Party::Server)?;
        (!server.has(capability.path)).then_some(&server.label)
    }

    /// What the server can do.
    pub(super) fn server(&self) -> Option<&Capabilities> {
        self.server.as_ref()
    }
}

impl Pass<'_> {
    /// Notes what the result of `server/discover` says.
    pub(super) fn discovered(&mut self, result: NodeId, request: &Request) {
        let doc = self.frame.doc;
        if &*request.method != "server/discover" {
            return;
        }
        let versions = doc.get(result, "supportedVersions").into_iter();
        let versions = versions.flat_map(|list| doc.elements(list));
        let versions = versions.filter_map(|it| doc.string(it)).map(Box::from).collect();
        let server = doc.get(result, "capabilities").filter(|it| doc.is_object(*it));
        if let Some(server) = server {
            self.extensions(server);
        }
        let server = server.map(|it| Capabilities::read(doc, it, self.label(it, "declared here")));
        self.session.rpc.discovered = Some(Discovered { versions, server });
    }

    /// Says of a result that its request should have been refused.
    pub(super) fn not_refused(&mut self, result: NodeId, request: &Request) {
        let modern = request.told.modern.as_ref();
        let Some((version, label)) = modern.and_then(|it| it.version.as_ref()) else { return };
        // A client may ask in any version which ones there are.
        let is_question = &*request.method == "server/discover";
        let Some(discovered) = self.session.rpc.discovered.as_ref().filter(|_| !is_question) else {
            return;
        };
        let versions = &discovered.versions;
        if versions.is_empty() || versions.contains(version) {
            return;
        }
        let known: Vec<String> = versions.iter().map(|it| shorten(it)).collect();
        let said = format!("a request in version {} is answered with a result", shorten(version));
        let finding = self.at(result, Code::McpVersionNotRefused, said);
        let words = format!("the server supports {}", list(&known, "and"));
        let help = "refuse it with -32022, and say in `data` which versions are supported";
        self.say(finding.words(words).label(label.clone()).help(help));
    }
}
