//! The rows: what each dialect looks like. Row names are those of the reference in `docs/`.

use std::sync::LazyLock;

use super::table::{Atom, Encoding, Pairing, Row, Table, Test};
use Test::{
    Array, ElementOf, Filled, Has, HasAny, Is, Lacks, Messages, NotUnder, Object, Only, Parts, Text,
};

/// The table of all dialects.
#[must_use]
pub fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(ROWS));
    &TABLE
}

const ROWS: &[Row] = &[
    // A message is noted before what it holds: its calls belong to the turn that it begins.
    Row {
        id: "M1",
        dialect: "openai-chat",
        tests: &[Is("role", ROLES), HasAny(&["content", "parts", "tool_calls"])],
        atom: Atom::Message,
    },
    // A call without arguments looks like a definition, but for where it stands.
    Row {
        id: "C1",
        dialect: "openai-chat",
        tests: &[ElementOf("tool_calls"), Object("function"), NotUnder("delta")],
        atom: Atom::Call {
            name: "function/name",
            arguments: "function/arguments",
            encoding: Encoding::Text,
            id: Some("id"),
            pairing: Pairing::Chat,
        },
    },
    // Definitions.
    Row {
        id: "D1",
        dialect: "openai-chat",
        tests: &[
            Is("type", &["function"]),
            Text("function/name"),
            Lacks("function/arguments"),
            NotUnder("tool_choice"),
        ],
        atom: Atom::Definition {
            name: "function/name",
            input: "function/parameters",
            output: None,
        },
    },
    Row {
        id: "D3",
        dialect: "anthropic",
        tests: &[Text("name"), Has("input_schema"), Lacks("type")],
        atom: Atom::Definition { name: "name", input: "input_schema", output: None },
    },
    Row {
        id: "D3",
        dialect: "anthropic",
        tests: &[Text("name"), Has("input_schema"), Is("type", &["custom"])],
        atom: Atom::Definition { name: "name", input: "input_schema", output: None },
    },
    Row {
        id: "D5",
        dialect: "mcp",
        tests: &[Text("name"), Object("inputSchema"), Lacks("type"), Lacks("inputSchema/json")],
        atom: Atom::Definition { name: "name", input: "inputSchema", output: Some("outputSchema") },
    },
    Row {
        id: "D9",
        dialect: "openai-chat",
        tests: &[ElementOf("functions"), Text("name"), Lacks("type"), Lacks("arguments")],
        atom: Atom::Definition { name: "name", input: "parameters", output: None },
    },
    // Calls.
    Row {
        id: "C2",
        dialect: "openai-chat",
        tests: &[Object("function_call"), Has("function_call/arguments"), NotUnder("delta")],
        atom: Atom::Call {
            name: "function_call/name",
            arguments: "function_call/arguments",
            encoding: Encoding::Text,
            id: None,
            pairing: Pairing::NextOfName,
        },
    },
    Row {
        id: "C7",
        dialect: "anthropic",
        tests: &[Is("type", &["tool_use"]), Text("name"), NotUnder("content_block")],
        atom: Atom::Call {
            name: "name",
            arguments: "input",
            encoding: Encoding::Value,
            id: Some("id"),
            pairing: Pairing::Anthropic,
        },
    },
    Row {
        id: "C14",
        dialect: "mcp",
        tests: &[Is("method", &["tools/call"]), Object("params")],
        atom: Atom::Call {
            name: "params/name",
            arguments: "params/arguments",
            encoding: Encoding::Value,
            id: Some("id"),
            pairing: Pairing::JsonRpc,
        },
    },
    // Results.
    Row {
        id: "R1",
        dialect: "openai-chat",
        tests: &[Is("role", &["tool"]), Has("content"), HasAny(&["tool_call_id"])],
        atom: Atom::Result {
            name: Some("name"),
            id: Some("tool_call_id"),
            content: "content",
            structured: None,
            failed: None,
            pairing: Some(Pairing::Chat),
        },
    },
    Row {
        id: "R2",
        dialect: "openai-chat",
        tests: &[Is("role", &["function"]), Has("content")],
        atom: Atom::Result {
            name: Some("name"),
            id: None,
            content: "content",
            structured: None,
            failed: None,
            pairing: Some(Pairing::NextOfName),
        },
    },
    Row {
        id: "R4",
        dialect: "anthropic",
        tests: &[Is("type", &["tool_result"]), Has("tool_use_id")],
        atom: Atom::Result {
            name: None,
            id: Some("tool_use_id"),
            content: "content",
            structured: None,
            failed: Some("is_error"),
            pairing: Some(Pairing::Anthropic),
        },
    },
    Row {
        id: "R11",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Parts("result/content"), Lacks("result/role")],
        atom: MCP_RESULT,
    },
    Row {
        id: "R11",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Has("result/structuredContent"), Lacks("result/role")],
        atom: MCP_RESULT,
    },
    Row {
        id: "R11b",
        dialect: "mcp",
        tests: &[
            Parts("content"),
            HasAny(&["isError", "structuredContent"]),
            Only(&["content", "structuredContent", "isError", "_meta", "resultType"]),
        ],
        atom: Atom::Result {
            name: None,
            id: None,
            content: "content",
            structured: Some("structuredContent"),
            failed: Some("isError"),
            pairing: None,
        },
    },
    Row {
        id: "R11b",
        dialect: "mcp",
        tests: &[Parts("content"), Filled("content"), Only(&["content"])],
        atom: Atom::Result {
            name: None,
            id: None,
            content: "content",
            structured: None,
            failed: None,
            pairing: None,
        },
    },
    Row {
        id: "R12",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Object("error"), Has("id"), Lacks("method")],
        atom: Atom::Refusal { id: "id", pairing: Pairing::JsonRpc },
    },
    // What uses up ids, or makes a conversation.
    Row {
        id: "J1",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Text("method")],
        atom: Atom::Exchange { id: "id", method: Some("method") },
    },
    Row {
        id: "J2",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Has("result")],
        atom: Atom::Exchange { id: "id", method: None },
    },
    Row {
        id: "S1",
        dialect: "openai-chat",
        tests: &[Array("choices"), NotUnder("jsonrpc")],
        atom: Atom::Conversation,
    },
    Row {
        id: "S2",
        dialect: "anthropic",
        tests: &[Is("type", &["message"]), Array("content"), Has("stop_reason")],
        atom: Atom::Conversation,
    },
    Row { id: "S3", dialect: "any", tests: &[Messages], atom: Atom::Conversation },
];

/// A tool's result in its JSON-RPC envelope.
const MCP_RESULT: Atom = Atom::Result {
    name: None,
    id: Some("id"),
    content: "result/content",
    structured: Some("result/structuredContent"),
    failed: Some("result/isError"),
    pairing: Some(Pairing::JsonRpc),
};

const ROLES: &[&str] = &["system", "developer", "user", "assistant", "model"];
