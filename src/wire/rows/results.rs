//! Results of calls.

use crate::wire::table::Test::{
    ElementOf, Filled, Given, Has, HasAny, Is, Lacks, NotOwner, NotUnder, Object, Only, Owner,
    Parts, Text,
};
use crate::wire::table::{Atom, Failed, Form, Pairing, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "R1",
        dialect: "ollama",
        tests: &[Is("role", &["tool"]), Has("content"), Has("tool_name"), Lacks("tool_call_id")],
        atom: text(Some("tool_name"), None, "content", Pairing::NextOfName),
    },
    Row {
        id: "R1",
        dialect: "openai-chat",
        tests: &[Is("role", &["tool"]), Has("content"), Has("tool_call_id")],
        atom: text(Some("name"), Some("tool_call_id"), "content", Pairing::Chat),
    },
    Row {
        id: "R1",
        dialect: "ollama",
        tests: &[Is("role", &["tool"]), Text("content"), Lacks("tool_call_id")],
        atom: text(Some("name"), None, "content", Pairing::NextOfName),
    },
    Row {
        id: "R2",
        dialect: "openai-chat",
        tests: &[Is("role", &["function"]), Has("content"), Text("name")],
        atom: text(Some("name"), None, "content", Pairing::NextOfName),
    },
    Row {
        id: "R3",
        dialect: "openai-responses",
        tests: &[Is("type", &["function_call_output"]), Has("call_id")],
        atom: text(None, Some("call_id"), "output", Pairing::Responses),
    },
    Row {
        id: "R3",
        dialect: "openai-responses",
        tests: &[Is("type", &["custom_tool_call_output"]), Has("call_id")],
        atom: text(None, Some("call_id"), "output", Pairing::Custom),
    },
    // The other half of C6.
    Row {
        id: "C6",
        dialect: "openai-responses",
        tests: &[
            Is("type", &["mcp_call"]),
            HasAny(&["output", "error"]),
            Given("id"),
            NotOwner("type", &["response.output_item.added"]),
        ],
        atom: Atom::Result {
            name: Some("name"),
            id: Some("id"),
            content: "output",
            form: Form::Parts,
            inner: None,
            structured: None,
            failed: &[Failed::Given("error"), Failed::Is("status", &["failed", "incomplete"])],
            pairing: Some(Pairing::Responses),
        },
    },
    Row {
        id: "R4",
        dialect: "anthropic",
        tests: &[Is("type", &["tool_result", "mcp_tool_result"]), Has("tool_use_id")],
        atom: Atom::Result {
            name: None,
            id: Some("tool_use_id"),
            content: "content",
            form: Form::Parts,
            inner: None,
            structured: None,
            failed: &[Failed::TrueOfText("is_error")],
            pairing: Some(Pairing::Anthropic),
        },
    },
    // Results of tools that the provider runs, such as `web_search_tool_result`.
    Row {
        id: "R4",
        dialect: "anthropic",
        tests: &[Has("tool_use_id"), Text("type"), Has("content")],
        atom: any(None, "tool_use_id", "content", &[], Pairing::Anthropic),
    },
    Row {
        id: "R5",
        dialect: "gemini",
        tests: &[Object("functionResponse")],
        atom: Atom::Result {
            name: Some("functionResponse/name"),
            id: Some("functionResponse/id"),
            content: "functionResponse/response",
            form: Form::Any,
            inner: Some("output"),
            structured: None,
            failed: &[Failed::Given("functionResponse/response/error")],
            pairing: Some(Pairing::Gemini),
        },
    },
    Row {
        id: "R5",
        dialect: "gemini",
        tests: &[Object("function_response")],
        atom: Atom::Result {
            name: Some("function_response/name"),
            id: Some("function_response/id"),
            content: "function_response/response",
            form: Form::Any,
            inner: Some("output"),
            structured: None,
            failed: &[Failed::Given("function_response/response/error")],
            pairing: Some(Pairing::Gemini),
        },
    },
    Row {
        id: "R6",
        dialect: "gemini-interactions",
        tests: &[Is("type", &["function_result"]), Has("call_id")],
        atom: any(Some("name"), "call_id", "result", &[Failed::True("is_error")], Pairing::Gemini),
    },
    Row {
        id: "R7",
        dialect: "bedrock",
        tests: &[Has("toolResult/toolUseId")],
        atom: Atom::Result {
            name: None,
            id: Some("toolResult/toolUseId"),
            content: "toolResult/content",
            form: Form::Parts,
            inner: None,
            structured: None,
            failed: &[Failed::Is("toolResult/status", &["error"])],
            pairing: Some(Pairing::Bedrock),
        },
    },
    Row {
        id: "R8",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-result"]), Has("toolCallId"), Lacks("state"), Object("output")],
        atom: any(
            Some("toolName"),
            "toolCallId",
            "output/value",
            &[Failed::Is("output/type", &["error-text", "error-json", "execution-denied"])],
            Pairing::AiSdk,
        ),
    },
    Row {
        id: "R8",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-result"]), Has("toolCallId"), Lacks("state")],
        atom: any(
            Some("toolName"),
            "toolCallId",
            "result",
            &[Failed::True("isError")],
            Pairing::AiSdk,
        ),
    },
    Row {
        id: "R8",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-output-available"]), Has("toolCallId")],
        atom: any(None, "toolCallId", "output", &[], Pairing::AiSdk),
    },
    Row {
        id: "R8",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-output-error"]), Has("toolCallId")],
        atom: any(None, "toolCallId", "errorText", &[Failed::Given("errorText")], Pairing::AiSdk),
    },
    // The other half of C11.
    Row {
        id: "C11",
        dialect: "ai-sdk",
        tests: &[
            Has("toolCallId"),
            Is("state", &["output-available", "output-error", "output-denied"]),
            HasAny(&["type"]),
        ],
        atom: any(
            None,
            "toolCallId",
            "output",
            &[Failed::Is("state", &["output-error", "output-denied"])],
            Pairing::AiSdk,
        ),
    },
    Row {
        id: "C11",
        dialect: "ai-sdk",
        tests: &[Has("toolCallId"), Is("state", &["result"]), Has("result")],
        atom: any(Some("toolName"), "toolCallId", "result", &[], Pairing::AiSdk),
    },
    Row {
        id: "R9",
        dialect: "langchain",
        tests: &[Is("type", &["tool"]), Has("tool_call_id"), Lacks("role")],
        atom: LANGCHAIN,
    },
    Row {
        id: "R9",
        dialect: "langchain",
        tests: &[
            Has("tool_call_id"),
            Has("content"),
            Lacks("role"),
            Lacks("type"),
            Owner("type", &["constructor"]),
        ],
        atom: LANGCHAIN,
    },
    Row {
        id: "R10",
        dialect: "otel",
        tests: &[Is("type", &["tool_call_response"]), Has("id")],
        atom: any(None, "id", "response", &[], Pairing::Otel),
    },
    Row {
        id: "R11",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Parts("result/content"), Lacks("result/role")],
        atom: MCP,
    },
    Row {
        id: "R11",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Has("result/structuredContent"), Lacks("result/role")],
        atom: MCP,
    },
    Row {
        id: "R11b",
        dialect: "mcp",
        tests: &[
            Parts("content"),
            HasAny(&["isError", "structuredContent"]),
            Only(&["content", "structuredContent", "isError", "_meta", "resultType"]),
        ],
        atom: MCP_BARE,
    },
    Row {
        id: "R11b",
        dialect: "mcp",
        // The pieces of a streamed message look the same.
        tests: &[Parts("content"), Filled("content"), Only(&["content"]), NotUnder("delta")],
        atom: Atom::Result {
            name: None,
            id: None,
            content: "content",
            form: Form::Parts,
            inner: None,
            structured: None,
            failed: &[],
            pairing: None,
        },
    },
    Row {
        id: "R12",
        dialect: "mcp",
        tests: &[Has("jsonrpc"), Object("error"), Has("id"), Lacks("method")],
        atom: Atom::Refusal,
    },
    Row {
        id: "R13",
        dialect: "openai-assistants",
        tests: &[ElementOf("tool_outputs"), Has("tool_call_id")],
        atom: text(None, Some("tool_call_id"), "output", Pairing::Chat),
    },
    Row {
        id: "R14",
        dialect: "mistral-conversations",
        tests: &[Is("type", &["function.result"]), Has("tool_call_id")],
        atom: text(None, Some("tool_call_id"), "result", Pairing::Mistral),
    },
    // The other half of C16.
    Row {
        id: "C16",
        dialect: "openai-agents",
        tests: &[Is("type", &["function"]), Text("name"), Text("input"), Has("output")],
        atom: Atom::Result {
            name: Some("name"),
            id: None,
            content: "output",
            form: Form::Any,
            inner: None,
            structured: None,
            failed: &[],
            pairing: Some(Pairing::NextOfName),
        },
    },
];

/// A text or typed parts, in a dialect that cannot say that a tool failed.
const fn text(
    name: Option<&'static str>,
    id: Option<&'static str>,
    content: &'static str,
    pairing: Pairing,
) -> Atom {
    Atom::Result {
        name,
        id,
        content,
        form: Form::Parts,
        inner: None,
        structured: None,
        failed: &[],
        pairing: Some(pairing),
    }
}

/// Any value.
const fn any(
    name: Option<&'static str>,
    id: &'static str,
    content: &'static str,
    failed: &'static [Failed],
    pairing: Pairing,
) -> Atom {
    Atom::Result {
        name,
        id: Some(id),
        content,
        form: Form::Any,
        inner: None,
        structured: None,
        failed,
        pairing: Some(pairing),
    }
}

/// A tool's result in its JSON-RPC envelope.
const MCP: Atom = Atom::Result {
    name: None,
    id: Some("id"),
    content: "result/content",
    form: Form::Parts,
    inner: None,
    structured: Some("result/structuredContent"),
    failed: &[Failed::True("result/isError")],
    pairing: Some(Pairing::JsonRpc),
};

const MCP_BARE: Atom = Atom::Result {
    name: None,
    id: None,
    content: "content",
    form: Form::Parts,
    inner: None,
    structured: Some("structuredContent"),
    failed: &[Failed::True("isError")],
    pairing: None,
};

const LANGCHAIN: Atom = Atom::Result {
    name: Some("name"),
    id: Some("tool_call_id"),
    content: "content",
    form: Form::Parts,
    inner: None,
    structured: None,
    failed: &[Failed::Is("status", &["error"])],
    pairing: Some(Pairing::LangChain),
};
