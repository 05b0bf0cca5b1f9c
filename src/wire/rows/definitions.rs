//! Definitions of tools.

use crate::wire::table::Test::{ElementOf, Has, Is, Lacks, NotUnder, Object, Owner, Text};
use crate::wire::table::{Atom, Row, Spelling};

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "D1",
        dialect: "openai-chat",
        tests: &[
            Is("type", &["function"]),
            Text("function/name"),
            Lacks("function/arguments"),
            NotUnder("tool_choice"),
        ],
        atom: definition("function/name", Some("function/parameters"), None),
    },
    // Mistral lets the type be left out.
    Row {
        id: "D1",
        dialect: "openai-chat",
        tests: &[
            ElementOf("tools"),
            Lacks("type"),
            Text("function/name"),
            Object("function/parameters"),
        ],
        atom: definition("function/name", Some("function/parameters"), None),
    },
    Row {
        id: "D6",
        dialect: "ai-sdk",
        tests: &[Is("type", &["function"]), Text("name"), Has("inputSchema")],
        atom: definition("name", Some("inputSchema"), None),
    },
    // Realtime and Gemini's interactions write theirs in the same way.
    Row {
        id: "D2",
        dialect: "openai-responses",
        tests: &[
            Is("type", &["function"]),
            Text("name"),
            Lacks("function"),
            Lacks("arguments"),
            Lacks("input"),
            NotUnder("tool_choice"),
        ],
        atom: definition("name", Some("parameters"), Some("output_schema")),
    },
    Row {
        id: "D4",
        dialect: "openai-responses",
        tests: &[Text("name"), Has("input_schema"), Owner("type", &["mcp_list_tools"])],
        atom: definition("name", Some("input_schema"), None),
    },
    Row {
        id: "D3",
        dialect: "anthropic",
        tests: &[Text("name"), Has("input_schema"), Lacks("type")],
        atom: definition("name", Some("input_schema"), None),
    },
    Row {
        id: "D3",
        dialect: "anthropic",
        tests: &[Text("name"), Has("input_schema"), Is("type", &["custom"])],
        atom: definition("name", Some("input_schema"), None),
    },
    Row {
        id: "D5",
        dialect: "mcp",
        tests: &[Text("name"), Object("inputSchema"), Lacks("type"), Lacks("inputSchema/json")],
        atom: definition("name", Some("inputSchema"), Some("outputSchema")),
    },
    Row {
        id: "D7",
        dialect: "bedrock",
        tests: &[Text("toolSpec/name")],
        atom: definition("toolSpec/name", Some("toolSpec/inputSchema/json"), None),
    },
    // Both spellings of a name are legal, and clients mix them.
    Row {
        id: "D8",
        dialect: "gemini",
        tests: &[ElementOf("functionDeclarations"), Text("name"), Has("parametersJsonSchema")],
        atom: GEMINI_JSON,
    },
    Row {
        id: "D8",
        dialect: "gemini",
        tests: &[ElementOf("function_declarations"), Text("name"), Has("parametersJsonSchema")],
        atom: GEMINI_JSON,
    },
    Row {
        id: "D8",
        dialect: "gemini",
        tests: &[ElementOf("functionDeclarations"), Text("name"), Has("parameters_json_schema")],
        atom: GEMINI_JSON_SNAKE,
    },
    Row {
        id: "D8",
        dialect: "gemini",
        tests: &[ElementOf("function_declarations"), Text("name"), Has("parameters_json_schema")],
        atom: GEMINI_JSON_SNAKE,
    },
    Row {
        id: "D8",
        dialect: "gemini",
        tests: &[ElementOf("functionDeclarations"), Text("name")],
        atom: GEMINI,
    },
    Row {
        id: "D8",
        dialect: "gemini",
        tests: &[ElementOf("function_declarations"), Text("name")],
        atom: GEMINI,
    },
    Row {
        id: "D9",
        dialect: "openai-chat",
        tests: &[ElementOf("functions"), Text("name"), Lacks("type"), Lacks("arguments")],
        atom: definition("name", Some("parameters"), None),
    },
    // Tools that take a text, or that the provider runs: they have names and no schemas.
    Row {
        id: "D10",
        dialect: "openai-responses",
        tests: &[Is("type", &["custom"]), Text("name"), Lacks("input_schema"), Lacks("input")],
        atom: definition("name", None, None),
    },
    Row {
        id: "D10",
        dialect: "openai-chat",
        tests: &[Is("type", &["custom"]), Text("custom/name"), Lacks("custom/input")],
        atom: definition("custom/name", None, None),
    },
    Row {
        id: "D11",
        dialect: "anthropic",
        tests: &[
            ElementOf("tools"),
            Text("type"),
            Text("name"),
            Lacks("tools"),
            NotUnder("tool_choice"),
        ],
        atom: definition("name", None, None),
    },
    Row {
        id: "D11",
        dialect: "bedrock",
        tests: &[Text("systemTool/name")],
        atom: definition("systemTool/name", None, None),
    },
    Row {
        id: "D11",
        dialect: "openai-responses",
        tests: &[
            ElementOf("tools"),
            Text("type"),
            Lacks("name"),
            Lacks("function"),
            Lacks("content"),
            NotUnder("tool_choice"),
        ],
        atom: definition("type", None, None),
    },
];

/// Gemini's way to take JSON Schema as it is.
const GEMINI_JSON: Atom =
    definition("name", Some("parametersJsonSchema"), Some("responseJsonSchema"));
const GEMINI_JSON_SNAKE: Atom =
    definition("name", Some("parameters_json_schema"), Some("response_json_schema"));

const fn definition(
    name: &'static str,
    input: Option<&'static str>,
    output: Option<&'static str>,
) -> Atom {
    Atom::Definition { name, input, output, spelling: Spelling::JsonSchema }
}

const GEMINI: Atom = Atom::Definition {
    name: "name",
    input: Some("parameters"),
    output: Some("response"),
    spelling: Spelling::OpenApi,
};
