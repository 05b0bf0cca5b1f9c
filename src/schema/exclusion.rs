//! Values that `not` excludes.

use super::describe::Case;
use super::site::Site;
use super::violation::Reporter;
use crate::finding::{Code, Finding};
use crate::json::NodeId;
use crate::wording::{list, shorten};

impl Reporter<'_> {
    /// A value that fits the schema under a `not`.
    pub(super) fn excluded(&self, case: &Case<'_, '_>) -> Finding {
        let subject = case.subject();
        let what = self.site(case.error).and_then(|site| {
            self.forbidden_members(case, &site).or_else(|| {
                excluded_kind(&site).map(|what| {
                    let message = format!("{subject} must not be {what}");
                    self.on_value(case, Code::SchemaNot, message, "excluded")
                })
            })
        });
        let general = || {
            let message = format!("{subject} is of the kind that `not` excludes");
            self.on_value(case, Code::SchemaNot, message, "excluded")
        };
        let mut finding = what.unwrap_or_else(general);
        finding.keyword = case.keyword("must not fit this");
        finding
    }

    /// `not: {required: [..]}`: these members together are forbidden.
    fn forbidden_members(&self, case: &Case<'_, '_>, site: &Site<'_>) -> Option<Finding> {
        let doc = self.doc();
        let names = only_keyword(site, "required")?.children();
        let names: Vec<&str> = names.iter().filter_map(Site::string).collect();
        let key = |name: &&str| doc.member(case.node, name).map(|(key, _)| key);
        let keys: Vec<NodeId> = names.iter().map(key).collect::<Option<_>>()?;
        let (last, others) = keys.split_last()?;
        let shown: Vec<String> = names.iter().map(|name| format!("`{}`", shorten(name))).collect();
        let message = match others {
            [] => format!("{} must not be given", shown[0]),
            _ => format!("{} must not be given together", list(&shown, "and")),
        };
        let label = self.label(doc.range(*last), "not allowed");
        let mut finding = Finding::new(Code::SchemaNot, message, label);
        for other in others {
            finding = finding.label(self.label(doc.range(*other), "together with this"));
        }
        Some(finding.at(case.address_of_member(names.last()?)))
    }
}

/// What a schema of one keyword describes, with its article.
fn excluded_kind(site: &Site<'_>) -> Option<String> {
    if let Some(kind) = only_keyword(site, "type").and_then(|kind| kind.string()) {
        return Some(match kind {
            "null" => "null".to_owned(),
            "array" | "integer" | "object" => format!("an {}", shorten(kind)),
            _ => format!("a {}", shorten(kind)),
        });
    }
    if let Some(only) = only_keyword(site, "const") {
        return Some(shorten(only.doc().source(only.node)));
    }
    if let Some(values) = only_keyword(site, "enum") {
        let shown = values.children();
        let shown: Vec<String> =
            shown.iter().map(|value| shorten(value.doc().source(value.node))).collect();
        return Some(list(&shown, "or"));
    }
    None
}

/// What the keyword `name` holds, if the schema has no other that decides anything.
fn only_keyword<'a>(site: &Site<'a>, name: &str) -> Option<Site<'a>> {
    const SILENT: &[&str] = &["title", "description", "$comment"];
    let doc = site.doc();
    let is_alone = doc
        .members(site.node)
        .all(|(key, _)| doc.string(key).is_some_and(|key| key == name || SILENT.contains(&key)));
    site.child(name).filter(|_| is_alone)
}
