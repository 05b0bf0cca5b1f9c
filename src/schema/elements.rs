//! Errors about elements of arrays: the validator names the array, a finding names the element.

use std::collections::HashSet;

use super::describe::Case;
use super::members::says_more;
use super::validator::is_valid;
use super::violation::Reporter;
use super::words::count;
use crate::finding::{Code, Finding};
use crate::json::{NodeId, first_repeat, shape};

impl Reporter<'_> {
    /// More elements than the schema describes, at the first of them.
    pub(super) fn additional_items(&self, case: &Case<'_, '_>, limit: usize) -> Finding {
        let code = match case.last_token() {
            "items" => Code::SchemaItems,
            _ => Code::SchemaAdditionalItems,
        };
        self.too_many_elements(case, (case.node, &case.address()), case.elements, code, limit)
    }

    /// An element where none is allowed: said once, of the first, for all that follow it.
    pub(super) fn surplus(&self, case: &Case<'_, '_>, code: Code, findings: &mut Vec<Finding>) {
        let doc = self.doc();
        let pointer = case.error.instance_path().as_str();
        let Some((parent, index)) = pointer.rsplit_once('/') else { return };
        let (Ok(index), Some((_, array))) =
            (index.parse::<usize>(), doc.pointer(case.root, parent))
        else {
            return;
        };
        if case.together.has_earlier(case.error) || self.has_earlier_prefix(case) {
            return;
        }
        let address = format!("{}{parent}", case.base);
        let elements = case.elements.map(|count| count.saturating_sub(1));
        findings.push(self.too_many_elements(case, (array, &address), elements, code, index));
    }

    /// Whether `prefixItems`, or a list of `items`, allows nothing at an earlier place already.
    fn has_earlier_prefix(&self, case: &Case<'_, '_>) -> bool {
        let place = case.error.absolute_keyword_location().map(jsonschema::Uri::as_str);
        let Some((list, at)) = place.and_then(|uri| uri.rsplit_once('/')) else { return false };
        let site = super::site::Site::at(self.catalog, list);
        let (Some(site), Ok(at)) = (site, at.parse()) else { return false };
        let is_false = |site: &super::site::Site<'_>| site.doc().source(site.node) == "false";
        site.doc().is_array(site.node) && site.children().iter().take(at).any(is_false)
    }

    fn too_many_elements(
        &self,
        case: &Case<'_, '_>,
        (array, address): (NodeId, &str),
        elements: Option<usize>,
        code: Code,
        limit: usize,
    ) -> Finding {
        let doc = self.doc();
        let has = count(doc.count(array) as u64, "element", "elements");
        let first = doc.elements(array).nth(limit).unwrap_or(array);
        let subject = super::words::subject_of(address, elements);
        let (message, words) = match limit {
            0 => (format!("{subject} must be empty, but has {has}"), "not allowed"),
            _ => (
                format!("{subject} has {has}, but only {limit} may be given"),
                "the first one too many",
            ),
        };
        let mut finding = Finding::new(code, message, self.label(doc.head(first), words))
            .at(format!("{address}/{limit}"));
        finding.keyword = case.keyword("no more elements");
        finding
    }

    /// Elements that nothing describes, each at its place.
    pub(super) fn unevaluated_items(
        &self,
        case: &Case<'_, '_>,
        unexpected: &[String],
        findings: &mut Vec<Finding>,
    ) {
        let doc = self.doc();
        // While errors are collected, a value's text is its node's number or its shape.
        let texts: HashSet<&String> = unexpected.iter().collect();
        let is_meant = |element: NodeId| {
            let number = element.0.to_string();
            texts.contains(&number) || texts.contains(&shape(doc, element).to_string())
        };
        let elements = doc.elements(case.node).enumerate();
        let mut meant: Vec<(usize, NodeId)> =
            elements.filter(|(_, element)| is_meant(*element)).collect();
        if let Some(schema) = self.schema_of_keyword(case) {
            for (_, element) in meant {
                self.hold_part(&schema, element, findings);
            }
            return;
        }
        if says_more(case) {
            let described = self.elements_described(case);
            meant.retain(|(at, _)| *at >= described);
        }
        // Said once of all those at the end.
        let total = doc.count(case.node);
        let run = meant.iter().rev().zip((0..total).rev()).take_while(|((at, _), n)| at == n);
        let run = run.count();
        meant.truncate(meant.len() - run.saturating_sub(1));
        for (place, (index, element)) in meant.iter().enumerate() {
            let address = format!("{}/{index}", case.address());
            let subject = super::words::subject_of(&address, case.elements.map(|count| count + 1));
            let after = if place + 1 == meant.len() { run.saturating_sub(1) } else { 0 };
            let (message, words) = match after {
                0 => {
                    (format!("{subject} is not described by the schema"), "not allowed".to_owned())
                }
                _ => (
                    format!("{subject} and what follows it are not described by the schema"),
                    format!("not allowed, like the {after} after it"),
                ),
            };
            let label = self.label(doc.head(*element), words);
            let mut finding =
                Finding::new(Code::SchemaUnevaluatedItems, message, label).at(address);
            finding.keyword = case.keyword("no other elements");
            findings.push(finding);
        }
    }

    /// Too few or too many elements of the kind that `contains` names: at the array's bracket, or at
    /// the first one too many.
    pub(super) fn contains(&self, case: &Case<'_, '_>) -> Finding {
        let doc = self.doc();
        let subject = case.subject();
        let site = self.site(case.error);
        let limit = site.as_ref().map(|site| site.doc().source(site.node)).unwrap_or_default();
        let matching = self.matching(case);
        let found = matching.len();
        let has = match found {
            0 => "no element".to_owned(),
            _ => count(found as u64, "element", "elements"),
        };
        let (code, message, demand) = match case.last_token() {
            "maxContains" if found > 0 => (
                Code::SchemaMaxContains,
                format!("{subject} has {has} that fit `contains`, but may have at most {limit}"),
                "at most this many",
            ),
            "minContains" => (
                Code::SchemaMinContains,
                format!("{subject} has {has} that fit `contains`, but must have at least {limit}"),
                "at least this many",
            ),
            _ => (
                Code::SchemaContains,
                format!("{subject} has no element that fits `contains`"),
                "at least one must fit this",
            ),
        };
        let message = message.replace("1 element that fit ", "1 element that fits ");
        let message = message.replace("no element that fit ", "no element that fits ");
        let surplus = (code == Code::SchemaMaxContains)
            .then(|| limit.parse::<usize>().ok().and_then(|most| matching.get(most)))
            .flatten();
        let mut finding = match surplus {
            Some(element) => Finding::new(
                code,
                message,
                self.label(doc.head(*element), "the first one too many"),
            )
            .at(self.frame.address_of(*element)),
            None => self.on_value(case, code, message, share(found, doc.count(case.node))),
        };
        if code == Code::SchemaContains && case.last_token() != "contains" {
            finding.keyword = self.keyword_beside(case, "contains", demand);
            return finding;
        }
        finding.keyword = case.keyword(demand);
        if code != Code::SchemaContains
            && let Some(beside) = self.keyword_beside(case, "contains", "what is counted")
        {
            finding.labels.push(beside.label);
        }
        finding
    }

    /// The elements that fit the `contains` beside the keyword.
    fn matching(&self, case: &Case<'_, '_>) -> Vec<NodeId> {
        let place = case.error.absolute_keyword_location();
        let Some((schema, _)) = place.and_then(|uri| uri.as_str().rsplit_once('/')) else {
            return Vec::new();
        };
        let Some(validator) = self.part(&format!("{schema}/contains")) else { return Vec::new() };
        let doc = self.doc();
        let fits = |element: &NodeId| is_valid(&validator, doc, *element) == Ok(true);
        doc.elements(case.node).filter(fits).collect()
    }

    /// Equal elements: the later one, with the first beside it.
    pub(super) fn repeated(&self, case: &Case<'_, '_>) -> Finding {
        let doc = self.doc();
        let Some((first, again)) = first_repeat(doc, case.node) else {
            let message = format!("two elements of {} are equal", case.subject());
            let mut finding = self.on_value(case, Code::SchemaUniqueItems, message, "");
            finding.keyword = case.keyword("elements must differ");
            return finding;
        };
        let address = |node| {
            let index = doc.elements(case.node).position(|element| element == node);
            format!("{}/{}", case.address(), index.unwrap_or_default())
        };
        let name =
            |node| super::words::subject_of(&address(node), case.elements.map(|count| count + 1));
        let mut finding = Finding::new(
            Code::SchemaUniqueItems,
            format!("{} equals {}", name(again), name(first)),
            self.label(doc.head(again), "the same again"),
        )
        .label(self.label(doc.head(first), "first given here"))
        .at(address(again));
        finding.keyword = case.keyword("elements must differ");
        finding
    }

    /// The keyword `name` of the schema that the broken keyword stands in.
    fn keyword_beside(
        &self,
        case: &Case<'_, '_>,
        name: &str,
        demand: &str,
    ) -> Option<crate::finding::Keyword> {
        let place = case.error.absolute_keyword_location()?.as_str();
        let (schema, _) = place.rsplit_once('/')?;
        let rule = super::place::Rule::at(self.catalog, &format!("{schema}/{name}"))?;
        Some(rule.keyword(demand))
    }
}

/// How many of an array's elements fit.
fn share(fitting: usize, total: usize) -> String {
    match (fitting, total) {
        (_, 0) => "empty".to_owned(),
        (0, 1) => "its one element does not fit".to_owned(),
        (0, _) => format!("none of {total} elements fits"),
        _ => format!("{fitting} of {total} fit"),
    }
}
