//! `anyOf` and `oneOf`: the errors of the branch that was meant, or one sentence that covers all.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::branch::{Branches, Choice, Misfit, Why, only_requires};
use super::describe::Case;
use super::site::Site;
use super::violation::Reporter;
use super::words;
use crate::finding::{Address, Code, Finding, Label};
use crate::json::NodeId;
use crate::wording::{list, near, shorten};

impl Reporter<'_> {
    /// A value that fits no branch.
    pub(super) fn no_branch(
        &self,
        case: &Case<'_, '_>,
        branches: &Branches,
        findings: &mut Vec<Finding>,
    ) {
        let misfit = Misfit {
            doc: self.doc(),
            node: case.node,
            pointer: case.error.instance_path().as_str(),
            branches,
            site: self.site(case.error),
        };
        match misfit.choose() {
            Choice::Nothing => {
                let keyword = case.error.kind().keyword();
                let message = format!(
                    "no value is allowed for {}: every branch of this `{keyword}` is `false`",
                    case.subject()
                );
                let code = Code::of_keyword(keyword).unwrap_or(Code::SchemaAnyOf);
                let mut finding = self.on_value(case, code, message, "not allowed");
                finding.keyword = case.keyword("the branches");
                finding.help = (!case.address().is_empty()).then(|| "leave it out".to_owned());
                findings.push(finding);
            }
            Choice::Types(types) => {
                self.not_of_types(case, &types, "one of these types", findings);
            }
            Choice::Values { first, allowed } => {
                let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
                let shown = shorten(self.doc().source(case.node));
                let message = format!("{} is {shown}, which is not allowed", case.subject());
                let code = Code::of_keyword(first.kind().keyword()).unwrap_or(Code::SchemaConst);
                let place = (case.node, case.address());
                findings.push(self.unknown_value(case, code, message, place, &allowed));
            }
            Choice::Unknown { property, value, allowed } => {
                let keyword = case.error.kind().keyword();
                let message = format!(
                    "`{}` is {}, which names no branch of this `{keyword}`",
                    shorten(&property),
                    shorten(self.doc().source(value))
                );
                let address = case.address_of_member(&property);
                let place = (value, address);
                findings.push(self.unknown_value(
                    case,
                    Code::SchemaConst,
                    message,
                    place,
                    &allowed,
                ));
            }
            Choice::WrongTag { property, value, other } => {
                findings.extend(self.wrong_tag(case, branches, &property, &value, other));
            }
            Choice::Missing { property, allowed } => {
                findings.push(self.no_discriminator(case, &property, &allowed));
            }
            Choice::OneOfNames(names) => findings.push(self.one_of_names(case, &names)),
            Choice::Branch(best, why) => {
                let from = findings.len();
                if let Some(errors) = branches.get(best) {
                    self.describe_all(errors, case.base, case.root, findings);
                }
                let note = self.note(case, best, branches.len(), &why);
                if let Some(note) = note.and_then(|note| case.keyword(&note)) {
                    for finding in &mut findings[from..] {
                        let is_known = |label: &Label| {
                            label.file == note.label.file && label.span == note.label.span
                        };
                        // What is said of the outer union comes before what is said of the inner.
                        let own = finding.primary.file;
                        let at = finding.labels.iter().position(|label| label.file != own);
                        if !finding.labels.iter().any(is_known) {
                            let at = at.unwrap_or(finding.labels.len());
                            finding.labels.insert(at, note.label.clone());
                        }
                    }
                }
            }
        }
    }

    /// A value, the union's own or one of its members, that none of the branches allows.
    fn unknown_value(
        &self,
        case: &Case<'_, '_>,
        code: Code,
        message: String,
        (node, address): (NodeId, String),
        allowed: &[String],
    ) -> Finding {
        let doc = self.doc();
        let strings: Vec<String> =
            allowed.iter().filter_map(|value| serde_json::from_str(value).ok()).collect();
        let near = doc.string(node).and_then(|text| near(text, strings.iter().map(String::as_str)));
        let near = near.map(|near| (near, words::value(&near.name.into())));
        let mut shown: Vec<String> = allowed.iter().map(|value| shorten(value)).collect();
        // A long list is cut, but not before what was probably meant.
        shown.sort_by_key(|value| near.as_ref().is_none_or(|(_, near)| near != value));
        let label = self.label(doc.head(node), format!("expected {}", list(&shown, "or")));
        let mut finding = Finding::new(code, message, label).at(address);
        finding.help = near.map(|(near, shown)| near.question(&shown));
        if finding.help.is_none() {
            let held = doc.string(node).map(str::trim);
            let held = held.filter(|text| allowed.iter().any(|value| value == text));
            finding.help = held.map(|text| format!("write {} without the quotes", shorten(text)));
        }
        finding.keyword = case.keyword("the branches");
        finding
    }

    /// An object whose tag is that of one branch, while all else fits another.
    fn wrong_tag(
        &self,
        case: &Case<'_, '_>,
        branches: &Branches,
        property: &str,
        value: &str,
        other: usize,
    ) -> Option<Finding> {
        let doc = self.doc();
        let error = branches.get(other)?.first()?;
        let expected = match error.kind() {
            Kind::Constant { expected_value } => words::value(expected_value),
            Kind::Enum { options } => words::values(options.as_array()?),
            _ => return None,
        };
        let sites = self.site(case.error).map(|site| site.children()).unwrap_or_default();
        let name = sites.get(other).map_or(String::new(), |site| branch_name(site, other));
        let shown = shorten(property);
        let message = format!("`{shown}` is {value}, but all else fits {name}");
        let node = doc.get(case.node, property)?;
        let label = self.label(doc.head(node), format!("expected {expected}"));
        let mut finding =
            Finding::new(Code::SchemaConst, message, label).at(case.address_of_member(property));
        finding.keyword = case.keyword("the branches");
        Some(finding)
    }

    /// An object without the member that says which branch it is.
    fn no_discriminator(&self, case: &Case<'_, '_>, property: &str, allowed: &[String]) -> Finding {
        let shown = shorten(property);
        let keyword = case.error.kind().keyword();
        let message =
            format!("`{shown}` is missing, which tells the branches of this `{keyword}` apart");
        let mut finding =
            self.on_value(case, Code::SchemaRequired, message, format!("lacks `{shown}`"));
        let doc = self.doc();
        let is_tag = |value: NodeId| allowed.iter().any(|tag| doc.source(value) == tag);
        let other = doc.members(case.node).find(|(_, value)| is_tag(*value));
        if let Some((key, value)) = other {
            let given = shorten(doc.string(key).unwrap_or_default());
            let words = format!("{} stands here", shorten(doc.source(value)));
            finding.labels.push(self.label(doc.range(key), words));
            finding.help = Some(format!("is `{given}` meant to be `{shown}`?"));
        } else {
            let allowed: Vec<String> = allowed.iter().map(|value| shorten(value)).collect();
            finding.help = Some(format!("give `{shown}` as {}", list(&allowed, "or")));
        }
        finding.keyword = case.keyword("the branches");
        finding
    }

    /// An object that lacks what each branch asks for.
    fn one_of_names(&self, case: &Case<'_, '_>, names: &[String]) -> Finding {
        let shown: Vec<String> = names.iter().map(|name| format!("`{}`", shorten(name))).collect();
        let message = format!("{} is missing: one of them is required", list(&shown, "or"));
        let words = if names.len() == 2 { "lacks both" } else { "lacks all of them" };
        let mut finding = self.on_value(case, Code::SchemaRequired, message, words);
        finding.keyword = case.keyword("one of these is required");
        finding
    }

    /// Which branches there are, and why this one was taken; nothing where nobody would ask.
    fn note(&self, case: &Case<'_, '_>, best: usize, count: usize, why: &Why) -> Option<String> {
        let sites = self.site(case.error)?.children();
        let names: Vec<String> =
            sites.iter().enumerate().map(|(at, site)| branch_name(site, at)).collect();
        let chosen = names.get(best)?;
        Some(match why {
            Why::Told { property, value } => {
                format!("{chosen} is meant, because `{}` is {value}", shorten(property))
            }
            // Null beside one other type is no choice.
            Why::OnlyType if count == 2 => return None,
            Why::OnlyType => format!("only {chosen} is for values of this type"),
            Why::Nearest => match &names[..] {
                // Names that are descriptions would only fill the line.
                _ if names.iter().map(String::len).sum::<usize>() > 60 => {
                    format!("of {} branches, {chosen} comes nearest", names.len())
                }
                [one, other] => format!("neither {one} nor {other} fits; {chosen} comes nearest"),
                _ => format!("none of {} fits; {chosen} comes nearest", list(&names, "and")),
            },
        })
    }

    /// A value that fits several branches of `oneOf`.
    pub(super) fn several(&self, case: &Case<'_, '_>, branches: &Branches) -> Finding {
        let sites = self.site(case.error).map(|site| site.children()).unwrap_or_default();
        let fitting: Vec<usize> =
            (0..branches.len()).filter(|at| branches[*at].is_empty()).collect();
        if let Some(finding) = self.too_many_names(case, &fitting, &sites) {
            return finding;
        }
        let name = |at: &usize| match sites.get(*at) {
            Some(site) => branch_name(site, *at),
            None => format!("branch {}", at + 1),
        };
        let names: Vec<String> = fitting.iter().map(name).collect();
        let which = list(&names, "and");
        let message =
            format!("{} fits {which} of this `oneOf`, but may fit only one", case.subject());
        let words = format!("fits {} branches", fitting.len());
        let mut finding = self
            .on_value(case, Code::SchemaOneOf, message, words)
            .help("if several may fit, the schema should say `anyOf`");
        finding.keyword = case.keyword("only one may fit");
        finding
    }

    /// Several members of which only one may be given: all fitting branches only require one.
    fn too_many_names(
        &self,
        case: &Case<'_, '_>,
        fitting: &[usize],
        sites: &[Site<'_>],
    ) -> Option<Finding> {
        let doc = self.doc();
        let only_required = |at: &usize| {
            let site = sites.get(*at)?;
            let [name] = &site.child("required")?.children()[..] else { return None };
            let name = name.string()?.to_owned();
            only_requires(site).then_some(name)
        };
        let names: Vec<String> = fitting.iter().map(only_required).collect::<Option<_>>()?;
        let key = |name: &String| doc.member(case.node, name).map(|(key, _)| key);
        let keys: Vec<NodeId> = names.iter().map(key).collect::<Option<_>>()?;
        let (last, others) = keys.split_last()?;
        let shown: Vec<String> = names.iter().map(|name| format!("`{}`", shorten(name))).collect();
        let message = format!("only one of {} may be given", list(&shown, "and"));
        let label = self.label(doc.range(*last), "one too many");
        let mut finding = Finding::new(Code::SchemaOneOf, message, label)
            .at(case.address_of_member(names.last()?));
        let given = others.iter().map(|key| self.label(doc.range(*key), "given here"));
        finding.labels.extend(given);
        finding.help = Some(match others.len() {
            1 => "remove one of them".to_owned(),
            _ => "keep only one of them".to_owned(),
        });
        finding.keyword = case.keyword("only one may fit");
        Some(finding)
    }
}

/// How a branch is called: by its title, the name it is referred to by, the value that tells it, its
/// type, or its number.
fn branch_name(site: &Site<'_>, at: usize) -> String {
    let doc = site.doc();
    let text = |name: &str| doc.get(site.node, name).and_then(|value| doc.string(value));
    if let Some(title) = text("title") {
        return format!("`{}`", shorten(title));
    }
    let referred =
        text("$ref").and_then(|uri| uri.rsplit(['/', '#']).find(|part| !part.is_empty()));
    if let Some(name) = referred {
        return format!("`{}`", shorten(name));
    }
    if let Some(value) = site.keyword("properties").and_then(|properties| told_by(&properties)) {
        return format!("the branch of {}", shorten(value));
    }
    let required = site.keyword("required").map(|names| names.children()).unwrap_or_default();
    let required: Vec<String> = required
        .iter()
        .filter_map(Site::string)
        .map(|name| format!("`{}`", shorten(name)))
        .collect();
    if !required.is_empty() {
        return format!("the branch that requires {}", list(&required, "and"));
    }
    match text("type") {
        Some(kind) if !doc.is_object(site.node) || kind != "object" => {
            format!("the branch of type {}", shorten(kind))
        }
        _ => format!("branch {}", at + 1),
    }
}

/// The first constant among the properties of a branch.
fn told_by<'a>(properties: &Site<'a>) -> Option<&'a str> {
    let constant = |property: Site<'a>| {
        let only = property.keyword("const")?;
        let is_scalar = !only.doc().is_object(only.node) && !only.doc().is_array(only.node);
        is_scalar.then(|| only.doc().source(only.node))
    };
    properties.children().into_iter().find_map(constant)
}

impl Case<'_, '_> {
    /// The address of the value's member `name`.
    pub(super) fn address_of_member(&self, name: &str) -> String {
        let mut address = Address::root();
        address.push_key(name);
        format!("{}{}", self.address(), address.as_str())
    }
}

impl<'a> Reporter<'a> {
    /// The keyword of `error` in its schema.
    pub(super) fn site(&self, error: &ValidationError<'_>) -> Option<Site<'a>> {
        Site::at(self.catalog, error.absolute_keyword_location()?.as_str())
    }
}
