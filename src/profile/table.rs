//! The table: the limits of each provider.
//!
//! Taken from the providers' documentation, their published definitions and SDKs, and from errors
//! that their servers gave. A limit that is only hearsay is not here.

use super::Profile;
use super::rule::{Check, Count, Group, Only, PORTABLE, Part, Rule};
use crate::finding::Code;
use crate::wire::{Pairing, Spelling};
use crate::wording::NameForm;

pub(super) const PROFILES: &[Profile] = &[
    Profile { name: "anthropic", as_of: "2026-08", groups: &[&ANTHROPIC] },
    Profile {
        name: "anthropic-strict",
        as_of: "2026-08",
        groups: &[&ANTHROPIC, &ANTHROPIC_STRICT],
    },
    Profile { name: "bedrock", as_of: "2026-08", groups: &[&BEDROCK] },
    Profile { name: "cohere-strict", as_of: "2026-08", groups: &[&COHERE_STRICT] },
    Profile { name: "deepseek-strict", as_of: "2026-08", groups: &[&DEEPSEEK_STRICT] },
    Profile { name: "gemini", as_of: "2026-08", groups: &[&GEMINI] },
    Profile { name: "mistral", as_of: "2026-08", groups: &[&MISTRAL] },
    Profile { name: "openai", as_of: "2026-08", groups: &[&OPENAI] },
    Profile { name: "openai-strict", as_of: "2026-02", groups: &[&OPENAI, &OPENAI_STRICT] },
];

const fn rule(code: Code, part: Part) -> Rule {
    Rule::new(code, Check::Schema(part))
}

const OPENAI_DIALECTS: &[&str] =
    &["openai-agents", "openai-assistants", "openai-chat", "openai-realtime", "openai-responses"];
const CHAT: &[&str] = &["openai-chat"];
/// Of providers that follow Chat Completions.
const CHAT_LIKE: &[&str] = &["openai-chat", "cohere", "mistral-conversations", "ollama"];

static OPENAI: Group = Group {
    provider: "OpenAI",
    dialects: OPENAI_DIALECTS,
    is_strict: false,
    rules: &[
        Rule::new(Code::ProfileOpenaiName, Check::Name(NameForm::of(64, &['_', '-'])))
            .only(Only::In(CHAT)),
        Rule::new(Code::ProfileOpenaiName, Check::Name(NameForm::of(128, &['_', '-'])))
            .only(Only::NotIn(CHAT)),
        // Responses takes twice as many characters as Chat Completions.
        Rule::new(Code::ProfileOpenaiName, Check::Name(NameForm::of(64, &['_', '-'])))
            .only(Only::In(PORTABLE))
            .advice(),
        rule(Code::ProfileOpenaiRoot, Part::RootObject),
        rule(Code::ProfileOpenaiRoot, Part::RootProperties),
        rule(Code::ProfileOpenaiItemsMissing, Part::Items),
        Rule::new(Code::ProfileOpenaiTooManyTools, Check::AtMostTools(128)),
    ],
};

/// `https://github.com/UnitVectorY-Labs/jsonschemaprofiles`, and the guide to structured outputs.
static OPENAI_STRICT: Group = Group {
    provider: "OpenAI",
    dialects: OPENAI_DIALECTS,
    is_strict: true,
    rules: &[
        rule(Code::ProfileOpenaiStrictRoot, Part::RootPlain),
        rule(Code::ProfileOpenaiStrictOpen, Part::Closed),
        rule(Code::ProfileOpenaiStrictOptional, Part::AllRequired),
        rule(
            Code::ProfileOpenaiStrictKeyword,
            Part::Without(&[
                "allOf",
                "oneOf",
                "not",
                "if",
                "then",
                "else",
                "dependentRequired",
                "dependentSchemas",
            ]),
        ),
        rule(
            Code::ProfileOpenaiStrictFormat,
            Part::Formats(&[
                "date-time",
                "time",
                "date",
                "duration",
                "email",
                "hostname",
                "ipv4",
                "ipv6",
                "uuid",
            ]),
        ),
        rule(Code::ProfileOpenaiStrictRefSiblings, Part::RefBeside),
        rule(Code::ProfileOpenaiStrictTooLarge, Part::AtMost(Count::Properties, 5000)),
        rule(Code::ProfileOpenaiStrictTooLarge, Part::AtMost(Count::Levels, 10)),
        rule(Code::ProfileOpenaiStrictTooLarge, Part::AtMost(Count::EnumValues, 1000)),
        rule(Code::ProfileOpenaiStrictTooLarge, Part::AtMost(Count::LongEnum, 15_000)),
        rule(Code::ProfileOpenaiStrictTooLarge, Part::AtMost(Count::Text, 120_000)),
    ],
};

static ANTHROPIC: Group = Group {
    provider: "Anthropic",
    dialects: &["anthropic"],
    is_strict: false,
    rules: &[
        Rule::new(Code::ProfileAnthropicName, Check::Name(NameForm::of(128, &['_', '-']))),
        rule(Code::ProfileAnthropicRoot, Part::RootObject),
        rule(Code::ProfileAnthropicRoot, Part::RootPlain),
        rule(
            Code::ProfileAnthropicPropertyName,
            Part::RootNames(NameForm::of(64, &['_', '.', '-'])),
        ),
    ],
};

/// The SDKs take these keywords out of a schema before they send it.
static ANTHROPIC_STRICT: Group = Group {
    provider: "Anthropic",
    dialects: &["anthropic"],
    is_strict: true,
    rules: &[
        rule(Code::ProfileAnthropicStrictOpen, Part::Closed),
        rule(
            Code::ProfileAnthropicStrictKeyword,
            Part::Without(&[
                "minimum",
                "maximum",
                "multipleOf",
                "minLength",
                "maxLength",
                "maxItems",
                "uniqueItems",
            ]),
        ),
        rule(Code::ProfileAnthropicStrictKeyword, Part::MinItemsOne),
        rule(Code::ProfileAnthropicStrictKeyword, Part::EnumOfScalars),
        rule(
            Code::ProfileAnthropicStrictFormat,
            Part::Formats(&[
                "date-time",
                "time",
                "date",
                "duration",
                "email",
                "hostname",
                "uri",
                "ipv4",
                "ipv6",
                "uuid",
            ]),
        ),
        rule(Code::ProfileAnthropicStrictReference, Part::NoRecursion),
        rule(Code::ProfileAnthropicStrictTooLarge, Part::AtMost(Count::Optional, 24)),
    ],
};

/// The members of Gemini's `Schema`, and those that its protocol keeps for references.
const GEMINI_MEMBERS: &[&str] = &[
    "$defs",
    "$ref",
    "additionalProperties",
    "additional_properties",
    "anyOf",
    "any_of",
    "default",
    "defs",
    "description",
    "enum",
    "example",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "max_items",
    "max_length",
    "max_properties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "min_items",
    "min_length",
    "min_properties",
    "minimum",
    "nullable",
    "pattern",
    "properties",
    "propertyOrdering",
    "property_ordering",
    "ref",
    "required",
    "title",
    "type",
];

const GEMINI_OWN: Only = Only::Written(Spelling::OpenApi);

static GEMINI: Group = Group {
    provider: "Gemini",
    dialects: &["gemini", "gemini-interactions"],
    is_strict: false,
    rules: &[
        Rule::new(
            Code::ProfileGeminiName,
            Check::Name(NameForm {
                begins_as_word: true,
                ..NameForm::of(128, &['_', '.', ':', '-'])
            }),
        ),
        rule(
            Code::ProfileGeminiPropertyName,
            Part::RootNames(NameForm { begins_as_word: true, ..NameForm::of(64, &['_']) }),
        ),
        rule(Code::ProfileGeminiKeyword, Part::Only(GEMINI_MEMBERS)).only(GEMINI_OWN),
        rule(Code::ProfileGeminiTypeList, Part::OneType).only(GEMINI_OWN),
        rule(Code::ProfileGeminiEnum, Part::EnumOfStrings).only(GEMINI_OWN),
        rule(Code::ProfileGeminiItemsMissing, Part::Items).only(GEMINI_OWN),
        rule(Code::ProfileGeminiRequiredUndeclared, Part::RequiredDeclared).only(GEMINI_OWN),
        // Many hosts turn the schemas of MCP into Gemini's own, in which there is no place for these.
        rule(Code::ProfileGeminiTypeList, Part::OneType).only(Only::In(PORTABLE)).advice(),
        rule(Code::ProfileGeminiEnum, Part::EnumOfStrings).only(Only::In(PORTABLE)).advice(),
        rule(Code::ProfileGeminiItemsMissing, Part::Items).only(Only::In(PORTABLE)).advice(),
        rule(Code::ProfileGeminiRequiredUndeclared, Part::RequiredDeclared)
            .only(Only::In(PORTABLE))
            .advice(),
    ],
};

static BEDROCK: Group = Group {
    provider: "Bedrock",
    dialects: &["bedrock"],
    is_strict: false,
    rules: &[
        Rule::new(Code::ProfileBedrockName, Check::Name(NameForm::of(64, &['_', '-']))),
        Rule::new(Code::ProfileBedrockDescriptionEmpty, Check::Described),
        rule(Code::ProfileBedrockPropertyName, Part::RootNames(NameForm::of(64, &['_', '.', '-']))),
    ],
};

static MISTRAL: Group = Group {
    provider: "Mistral",
    dialects: CHAT_LIKE,
    is_strict: false,
    rules: &[Rule::new(
        Code::ProfileMistralId,
        Check::CallId(&[Pairing::Chat], NameForm { least: 9, ..NameForm::of(9, &[]) }),
    )],
};

static COHERE_STRICT: Group = Group {
    provider: "Cohere",
    dialects: CHAT_LIKE,
    is_strict: true,
    rules: &[
        rule(Code::ProfileCohereStrictNoneRequired, Part::SomeRequired),
        rule(Code::ProfileCohereStrictTooLarge, Part::AtMost(Count::Properties, 200)),
    ],
};

static DEEPSEEK_STRICT: Group = Group {
    provider: "DeepSeek",
    dialects: CHAT_LIKE,
    is_strict: true,
    rules: &[
        rule(Code::ProfileDeepseekStrictOpen, Part::Closed),
        rule(Code::ProfileDeepseekStrictOptional, Part::AllRequired),
        rule(
            Code::ProfileDeepseekStrictKeyword,
            Part::Without(&["minLength", "maxLength", "minItems", "maxItems"]),
        ),
        rule(
            Code::ProfileDeepseekStrictFormat,
            Part::Formats(&["email", "hostname", "ipv4", "ipv6", "uuid"]),
        ),
    ],
};
