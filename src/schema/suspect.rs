//! Files that JSON Schema would take for a schema that accepts everything, and nobody meant so.

use super::library::SchemaText;
use super::walk::is_keyword;
use crate::finding::{Address, Code, Finding};
use crate::wording::{nearest, shorten};

/// The members of definitions that hold schemas.
const HOLDERS: &[&str] =
    &["inputSchema", "input_schema", "parameters", "outputSchema", "function", "toolSpec"];

/// What is wrong with a file without a recognised definition, if it is no schema either: an object
/// with members, none of which a schema has, or a tool's name beside a misspelt member.
#[must_use]
pub fn not_a_schema(text: &SchemaText) -> Option<Finding> {
    let doc = text.doc();
    let root = doc.root();
    let names: Vec<&str> = doc.members(root).filter_map(|(key, _)| doc.string(key)).collect();
    let near = names.iter().find_map(|name| {
        let near = nearest(name, HOLDERS.iter().copied()).filter(|_| !HOLDERS.contains(name))?;
        Some((*name, near))
    });
    let is_misspelt = near.is_some() && doc.get(root, "name").is_some();
    let is_foreign = !names.is_empty() && !names.iter().any(|name| is_keyword(name));
    if !is_misspelt && !is_foreign {
        return None;
    }
    let label = text.label(doc.head(root), "");
    let message = "this is neither a tool definition nor a JSON Schema";
    let finding = Finding::new(Code::ToolInvalidSchema, message, label).at(Address::root());
    Some(match near {
        Some((name, near)) => {
            finding.help(format!("did you mean `{near}` for `{}`?", shorten(name)))
        }
        None => finding,
    })
}
