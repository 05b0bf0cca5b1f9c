//! A part of a message against its definition.

use super::Pass;
use super::dialogue::InForce;
use super::input::is_of_input;
use crate::finding::{Address, Code, Finding};
use crate::json::NodeId;
use crate::mcp::{Definition, Picked, Protocol, Sight, Version};
use crate::wording::{How, list, near, shorten};

/// Parts inside parts that are looked into: content of results inside content of messages.
const MOST_PARTS: usize = 8;

/// What is held to a definition, in words.
#[derive(Clone, Copy)]
pub(super) struct Held<'h> {
    pub(super) definition: &'h Definition,
    pub(super) protocol: &'static Protocol,
    /// The method or kind of part that the definition is named after.
    pub(super) name: &'h str,
    pub(super) force: InForce,
    /// The kind of definition: `request`, `result`, `content`...
    pub(super) kind: &'h str,
}

impl Pass<'_> {
    /// Holds `node` to a definition, and its parts to theirs.
    pub(super) fn hold_message(&mut self, held: Held<'_>, node: NodeId) {
        self.hold_part(held, node, 0);
    }

    fn hold_part(&mut self, held: Held<'_>, node: NodeId, depth: usize) {
        self.outcome.tally.checked += u64::from(depth == 0);
        let doc = self.frame.doc;
        let mut broken = Vec::new();
        if let Some(schema) = held.definition.schema() {
            schema.check(self.frame, node, &mut broken);
        }
        // Keys that were said to be meant for a member which is missing.
        let mut renamed = Vec::new();
        for finding in broken {
            renamed.push(finding.primary.span);
            let is_own = is_of_input(held, &finding) || self.is_of_meta(held, node, &finding);
            if !is_own && !self.is_said_elsewhere(held, node, &finding) {
                self.say(of_protocol(finding, held));
            }
        }
        let mut seen = Vec::new();
        held.protocol.look(held.definition, doc, node, &mut |sight| seen.push(sight));
        for sight in seen {
            match sight {
                Sight::Picked(part, family) => self.picked(held, part, family, depth),
                Sight::Misspelt(key, _) if renamed.contains(&self.frame.node_span(key)) => {}
                Sight::Misspelt(key, near) => {
                    let written = shorten(doc.string(key).unwrap_or_default());
                    let said = format!("`{written}` is no member of the protocol");
                    let finding = self.at(key, Code::McpMisspeltMember, said);
                    let finding = finding.words("nobody reads this");
                    let right = format!("`{}`", near.name);
                    let advice = match near.how {
                        How::Letters | How::Affix => format!("did you mean {right}?"),
                        _ => near.question(&right),
                    };
                    self.say(finding.help(advice));
                }
                Sight::Undeclared(key, path) => self.of_other_version(held, key, &path),
                Sight::Meta(meta) => self.meta_keys(held.force, meta),
                Sight::Icons(icons) => self.icons(held.force, icons),
            }
        }
        self.data_of(held, node);
    }

    /// Whether a finding is said by other checks: the arguments of a call have their own, and the
    /// keywords of a schema are those of its draft.
    fn is_said_elsewhere(&self, held: Held<'_>, node: NodeId, finding: &Finding) -> bool {
        let address = finding.address.as_ref().map(Address::as_str).unwrap_or_default();
        let of_draft = ["/inputSchema/required", "/outputSchema/required"];
        if of_draft.iter().any(|keyword| address.contains(keyword)) {
            return true;
        }
        let is_call = held.kind == "request" && held.name == "tools/call";
        let arguments = self.frame.doc.get(node, "arguments").filter(|_| is_call);
        arguments.is_some_and(|it| {
            let own = self.frame.span(self.frame.doc.range(it));
            own.start <= finding.primary.span.start && finding.primary.span.end <= own.end
        })
    }

    fn picked(&mut self, held: Held<'_>, part: NodeId, family: &str, depth: usize) {
        match held.protocol.pick(family, self.frame.doc, part) {
            Picked::Definition(name, definition) if depth < MOST_PARTS => {
                let name = name.as_str();
                self.hold_part(Held { definition, name, kind: family, ..held }, part, depth + 1);
            }
            Picked::Unknown(told, word) => {
                let finding = self.unknown_block(held, told, family, &word);
                self.say(finding);
            }
            Picked::Neither(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let said = format!("{} is missing: one of them must be there", list(&names, "or"));
                let finding = self.at(part, Code::McpMissingMember, said).words("lacks it");
                let place = place_of(Held { name: family, kind: "", ..held });
                self.say(finding.help(format!("by MCP {}: {place}", held.force.version)));
            }
            Picked::Definition(..) | Picked::Untold => {}
        }
    }

    fn unknown_block(&self, held: Held<'_>, told: NodeId, family: &str, word: &str) -> Finding {
        let version = held.force.version;
        let known: Vec<&str> = held.protocol.names(family).collect();
        let shown: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
        let said = format!("MCP {version} has no \"{}\" here", shorten(word));
        let finding = self
            .at(told, Code::McpUnknownBlock, said)
            .words(format!("expected {}", list(&shown, "or")));
        let has = |version: &Version| Protocol::of(*version).definition(family, word).is_some();
        let others: Vec<Version> = Version::ALL.into_iter().filter(has).collect();
        match (others.first(), near(word, known.iter().copied())) {
            (Some(first), _) if *first > version => finding.help(format!("it came with {first}")),
            (Some(_), _) => finding.help("other versions have it"),
            (None, Some(near)) => finding.help(near.question(&format!("\"{}\"", near.name))),
            (None, None) => finding,
        }
    }

    /// Says of a key that no definition of this version has if another version's has it.
    fn of_other_version(&mut self, held: Held<'_>, key: NodeId, path: &str) {
        if !held.force.is_known {
            return;
        }
        let has = |version: &Version| {
            let protocol = Protocol::of(*version);
            let definition = protocol.definition(held.kind, held.name);
            definition.is_some_and(|definition| protocol.describes(definition, path))
        };
        let others: Vec<Version> = Version::ALL.into_iter().filter(has).collect();
        let (Some(first), Some(last)) = (others.first(), others.last()) else { return };
        let version = held.force.version;
        let name = shorten(self.frame.doc.string(key).unwrap_or_default());
        let advice = if *first > version {
            format!("it came with {first}")
        } else {
            format!("it went with {last}")
        };
        let said = format!("MCP {version} has no `{name}` here");
        let finding = self.at(key, Code::McpOtherVersionMember, said);
        self.say(finding.words("of another version").help(advice));
    }
}

/// A finding against a definition as one against the protocol: the definition itself stands in no
/// file that could be shown.
fn of_protocol(finding: Finding, held: Held<'_>) -> Finding {
    let code = match finding.code {
        Code::SchemaRequired | Code::SchemaDependentRequired => Code::McpMissingMember,
        Code::SchemaType => Code::McpWrongType,
        Code::SchemaContentEncoding => Code::McpNotBase64,
        Code::SchemaFormat | Code::SchemaPattern => Code::McpWrongFormat,
        Code::SchemaMaximum
        | Code::SchemaMinimum
        | Code::SchemaExclusiveMaximum
        | Code::SchemaExclusiveMinimum
        | Code::SchemaMaxItems
        | Code::SchemaMinItems
        | Code::SchemaMaxLength
        | Code::SchemaMinLength => Code::McpOutOfRange,
        // The one thing that a definition forbids.
        Code::SchemaProperties => Code::RpcIdUnexpected,
        Code::SchemaTooManyErrors | Code::SchemaUndecided => finding.code,
        _ => Code::McpWrongValue,
    };
    let own = format!("by MCP {}: {}", held.force.version, place_of(held));
    // What models do with values of a wrong type says nothing about messages.
    let of_schema = finding.help.as_ref().filter(|_| code != Code::McpWrongType);
    let advice = match of_schema {
        Some(more) => format!("{more}; {own}"),
        None => own,
    };
    Finding {
        code,
        severity: code.severity(),
        help: Some(advice),
        keyword: None,
        labels: Vec::new(),
        ..finding
    }
}

/// What is held to a definition, in words.
fn place_of(held: Held<'_>) -> String {
    match held.kind {
        "envelope" => format!("the `params` of a {}", held.name),
        "request" | "notification" => format!("the `params` of `{}`", shorten(held.name)),
        "result" => format!("the result of `{}`", shorten(held.name)),
        "" => format!("a part of {}", held.name),
        "error" => format!("an error {}", held.name),
        kind => format!("a part \"{}\" of {kind}", shorten(held.name)),
    }
}
