//! The form of the table of limits: what is asked of which definitions.

use super::tool::Tool;
use crate::finding::{Code, Finding};
use crate::wire::{Pairing, Spelling};
use crate::wording::NameForm;

/// Rules of one provider, or of one mode of it.
#[derive(Debug)]
pub(super) struct Group {
    /// Whose they are.
    pub(super) provider: &'static str,
    /// The dialects that its definitions are written in. Those of dialects that no provider owns,
    /// as MCP, are held to every group.
    pub(super) dialects: &'static [&'static str],
    /// Whether the rules are those of a strict mode: a definition that says it is not strict is not
    /// held to them.
    pub(super) is_strict: bool,
    pub(super) rules: &'static [Rule],
}

/// Dialects whose definitions go to any provider.
pub(super) const PORTABLE: &[&str] = &["mcp", "ai-sdk", "langchain", "otel"];

impl Group {
    /// Whose the rules are, in words.
    pub(super) fn whose(&self) -> String {
        let strict = if self.is_strict { "'s strict mode" } else { "" };
        format!("{}{strict}", self.provider)
    }

    /// What comes of a definition that breaks them.
    pub(super) fn refusal(&self) -> String {
        format!("{} refuses a request that holds this definition", self.provider)
    }

    pub(super) fn holds_for(&self, tool: &Tool<'_>) -> bool {
        let is_its = self.dialects.contains(&tool.dialect) || PORTABLE.contains(&tool.dialect);
        is_its && !(self.is_strict && tool.is_loose())
    }
}

/// One thing that is asked.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) code: Code,
    pub(super) only: Only,
    /// Whether it does no harm everywhere: then what breaks it is a warning.
    pub(super) is_advice: bool,
    pub(super) check: Check,
}

impl Rule {
    pub(super) const fn new(code: Code, check: Check) -> Self {
        Self { code, only: Only::All, is_advice: false, check }
    }

    pub(super) const fn only(self, only: Only) -> Self {
        Self { only, ..self }
    }

    pub(super) const fn advice(self) -> Self {
        Self { is_advice: true, ..self }
    }

    pub(super) fn holds_for(&self, tool: &Tool<'_>) -> bool {
        match self.only {
            Only::All => true,
            Only::In(dialects) => dialects.contains(&tool.dialect),
            Only::NotIn(dialects) => !dialects.contains(&tool.dialect),
            Only::Written(spelling) => tool.spelling == spelling,
        }
    }

    pub(super) fn check(&self, tool: &Tool<'_>, of: &Group, findings: &mut Vec<Finding>) {
        match self.check {
            Check::Name(form) => findings.extend(tool.name_form(self.code, form, of)),
            Check::Described => findings.extend(tool.empty_description(self.code, of)),
            Check::AtMostTools(most) => findings.extend(tool.too_many(self.code, most, of)),
            Check::Schema(part) => tool.schema_rule(self.code, part, of, findings),
            // Asked of calls.
            Check::CallId(..) => {}
        }
    }
}

/// Which definitions a rule is for.
#[derive(Debug)]
pub(super) enum Only {
    All,
    /// Those of these dialects.
    In(&'static [&'static str]),
    /// Those of all others.
    NotIn(&'static [&'static str]),
    /// Those whose schemas are written so.
    Written(Spelling),
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub(super) enum Check {
    /// The name is of this form.
    Name(NameForm),
    /// The description is not an empty string.
    Described,
    /// A list has at most so many tools.
    AtMostTools(usize),
    /// The ids of calls that are paired so are of this form.
    CallId(&'static [Pairing], NameForm),
    /// The schema of the arguments.
    Schema(Part),
}

/// What is asked of a schema.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// The root says that it is an object.
    RootObject,
    /// The root has `properties`.
    RootProperties,
    /// The root is no union: it has none of `anyOf`, `oneOf`, `allOf`.
    RootPlain,
    /// The names of the root's properties are of this form.
    RootNames(NameForm),
    /// Every object says `additionalProperties: false`.
    Closed,
    /// Every property is required.
    AllRequired,
    /// Some property of the root is required.
    SomeRequired,
    /// `required` names properties only.
    RequiredDeclared,
    /// Every array has `items`.
    Items,
    /// None of these keywords is used.
    Without(&'static [&'static str]),
    /// No keywords but these are used.
    Only(&'static [&'static str]),
    /// `minItems` is at most 1.
    MinItemsOne,
    /// `format` is one of these.
    Formats(&'static [&'static str]),
    /// Nothing that says something of a value stands beside `$ref`.
    RefBeside,
    /// References stay in the schema, and none leads back to where it stands.
    NoRecursion,
    /// `type` is one name.
    OneType,
    /// `enum` lists strings that are not empty.
    EnumOfStrings,
    /// `enum` lists no arrays and objects.
    EnumOfScalars,
    /// What is counted is at most so much.
    AtMost(Count, usize),
}

/// What is counted in a schema.
#[derive(Debug, Clone, Copy)]
pub(super) enum Count {
    /// The properties of all objects.
    Properties,
    /// Properties that are not required.
    Optional,
    /// How deep objects stand in objects.
    Levels,
    /// The values of all `enum`s.
    EnumValues,
    /// The characters of an `enum` of more than 250 strings.
    LongEnum,
    /// The characters of property names, names of definitions, and strings of `enum` and `const`.
    Text,
}
