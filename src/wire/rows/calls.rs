//! Calls of tools.

use crate::wire::table::Test::{
    ElementOf, Given, Has, Is, Lacks, NotOwner, NotUnder, Object, Prefix, Text, Word,
};
use crate::wire::table::{Atom, Encoding, Pairing, Row};

/// Calls in a message's `tool_calls`.
pub(super) const IN_TOOL_CALLS: &[Row] = &[
    // Ollama's calls say no type, and their arguments are objects.
    Row {
        id: "C1",
        dialect: "ollama",
        tests: &[
            ElementOf("tool_calls"),
            Object("function/arguments"),
            Lacks("type"),
            Lacks("id"),
            NotUnder("delta"),
        ],
        atom: OLLAMA,
    },
    Row {
        id: "C1",
        dialect: "ollama",
        tests: &[
            ElementOf("tool_calls"),
            Object("function/arguments"),
            Lacks("type"),
            Has("id"),
            NotUnder("delta"),
        ],
        atom: OLLAMA_WITH_ID,
    },
    // The index inside the function is Ollama's too, whatever its arguments are.
    Row {
        id: "C1",
        dialect: "ollama",
        tests: &[
            ElementOf("tool_calls"),
            Has("function/index"),
            Lacks("type"),
            Lacks("id"),
            NotUnder("delta"),
        ],
        atom: OLLAMA,
    },
    Row {
        id: "C1",
        dialect: "ollama",
        tests: &[
            ElementOf("tool_calls"),
            Has("function/index"),
            Lacks("type"),
            Has("id"),
            NotUnder("delta"),
        ],
        atom: OLLAMA_WITH_ID,
    },
    Row {
        id: "C1",
        dialect: "openai-chat",
        tests: &[
            ElementOf("tool_calls"),
            Object("function"),
            NotUnder("delta"),
            // A copy of the call that LangChain has beside its own.
            NotUnder("additional_kwargs"),
        ],
        atom: call(
            "function/name",
            "function/arguments",
            Encoding::Text,
            Some("id"),
            Pairing::Chat,
        ),
    },
    Row {
        id: "C5",
        dialect: "openai-chat",
        tests: &[ElementOf("tool_calls"), Object("custom"), NotUnder("delta")],
        atom: call("custom/name", "custom/input", Encoding::Free, Some("id"), Pairing::Chat),
    },
    Row {
        id: "C12",
        dialect: "langchain",
        tests: &[ElementOf("tool_calls"), Text("name"), Has("args"), Lacks("function")],
        atom: call("name", "args", Encoding::Value, Some("id"), Pairing::LangChain),
    },
];

pub(super) const ROWS: &[Row] = &[
    // Some servers write each member that a message can have: a call without a name is none.
    Row {
        id: "C2",
        dialect: "openai-chat",
        tests: &[
            Word("function_call/name"),
            Has("function_call/arguments"),
            NotUnder("delta"),
            NotUnder("additional_kwargs"),
        ],
        atom: LEGACY,
    },
    Row {
        id: "C2",
        dialect: "openai-chat",
        tests: &[
            Word("function_call/arguments"),
            Lacks("function_call/name"),
            NotUnder("delta"),
            NotUnder("additional_kwargs"),
        ],
        atom: LEGACY,
    },
    Row {
        id: "C3",
        dialect: "openai-responses",
        tests: &[
            Is("type", &["function_call"]),
            Text("arguments"),
            NotOwner("type", &["response.output_item.added"]),
        ],
        atom: RESPONSES,
    },
    Row {
        id: "C3",
        dialect: "openai-responses",
        tests: &[
            Is("type", &["function_call"]),
            Has("call_id"),
            NotOwner("type", &["response.output_item.added"]),
        ],
        atom: RESPONSES,
    },
    Row {
        id: "C3",
        dialect: "openai-realtime",
        tests: &[
            Is("type", &["response.function_call_arguments.done"]),
            Has("call_id"),
            Text("name"),
        ],
        atom: RESPONSES,
    },
    Row {
        id: "C4",
        dialect: "gemini-interactions",
        tests: &[
            Is("type", &["function_call"]),
            Object("arguments"),
            NotOwner("event_type", &["step.start", "content.start"]),
        ],
        atom: call("name", "arguments", Encoding::Value, Some("id"), Pairing::Gemini),
    },
    Row {
        id: "C5",
        dialect: "openai-responses",
        tests: &[
            Is("type", &["custom_tool_call"]),
            Text("name"),
            NotOwner("type", &["response.output_item.added"]),
        ],
        atom: call("name", "input", Encoding::Free, Some("call_id"), Pairing::Custom),
    },
    Row {
        id: "C6",
        dialect: "openai-responses",
        tests: &[
            Is("type", &["mcp_call"]),
            Text("name"),
            NotOwner("type", &["response.output_item.added"]),
        ],
        atom: hosted("name", "arguments", Encoding::Text, "id", Pairing::Responses),
    },
    Row {
        id: "C7",
        dialect: "anthropic",
        tests: &[Is("type", &["tool_use"]), Text("name"), NotUnder("content_block")],
        atom: call("name", "input", Encoding::Value, Some("id"), Pairing::Anthropic),
    },
    Row {
        id: "C7",
        dialect: "anthropic",
        tests: &[
            Is("type", &["server_tool_use", "mcp_tool_use"]),
            Text("name"),
            NotUnder("content_block"),
        ],
        atom: hosted("name", "input", Encoding::Value, "id", Pairing::Anthropic),
    },
    // Vertex can send arguments piece by piece; such a part is no call yet.
    Row {
        id: "C8",
        dialect: "gemini",
        tests: &[
            Object("functionCall"),
            Text("functionCall/name"),
            Lacks("functionCall/willContinue"),
            Lacks("functionCall/partialArgs"),
        ],
        atom: gemini("functionCall/name", "functionCall/args", "functionCall/id"),
    },
    Row { id: "C8", dialect: "gemini", tests: &[Object("functionCall")], atom: Atom::Placeholder },
    Row {
        id: "C8",
        dialect: "gemini",
        tests: &[Object("function_call"), Has("function_call/args")],
        atom: gemini("function_call/name", "function_call/args", "function_call/id"),
    },
    Row {
        id: "C8",
        dialect: "gemini",
        tests: &[ElementOf("parts"), Text("function_call/name"), Lacks("function_call/arguments")],
        atom: gemini("function_call/name", "function_call/args", "function_call/id"),
    },
    Row {
        id: "C9",
        dialect: "bedrock",
        tests: &[Has("toolUse/toolUseId"), Has("toolUse/input")],
        atom: call(
            "toolUse/name",
            "toolUse/input",
            Encoding::Value,
            Some("toolUse/toolUseId"),
            Pairing::Bedrock,
        ),
    },
    Row {
        id: "C10",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-call"]), Has("toolCallId"), Lacks("state"), Has("args")],
        atom: call("toolName", "args", Encoding::Either, Some("toolCallId"), Pairing::AiSdk),
    },
    Row {
        id: "C10",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-call"]), Has("toolCallId"), Lacks("state")],
        atom: call("toolName", "input", Encoding::Either, Some("toolCallId"), Pairing::AiSdk),
    },
    Row {
        id: "C10",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-input-available"]), Has("toolCallId"), Has("input")],
        atom: call("toolName", "input", Encoding::Value, Some("toolCallId"), Pairing::AiSdk),
    },
    Row {
        id: "C11",
        dialect: "ai-sdk",
        tests: &[Has("toolCallId"), Is("state", &["input-streaming", "partial-call"])],
        atom: Atom::Placeholder,
    },
    Row {
        id: "C11",
        dialect: "ai-sdk",
        tests: &[Has("toolCallId"), Text("state"), Is("type", &["dynamic-tool"])],
        atom: call("toolName", "input", Encoding::Value, Some("toolCallId"), Pairing::AiSdk),
    },
    Row {
        id: "C11",
        dialect: "ai-sdk",
        tests: &[Has("toolCallId"), Text("state"), Prefix("type", "tool-")],
        atom: Atom::Call {
            name: "type",
            prefix: "tool-",
            arguments: "input",
            encoding: Encoding::Value,
            may_lack: false,
            id: Some("toolCallId"),
            pairing: Pairing::AiSdk,
            is_hosted: false,
        },
    },
    // Version 4 of the SDK.
    Row {
        id: "C11",
        dialect: "ai-sdk",
        tests: &[Has("toolCallId"), Is("state", &["call", "result"]), Text("toolName")],
        atom: call("toolName", "args", Encoding::Value, Some("toolCallId"), Pairing::AiSdk),
    },
    Row {
        id: "C12",
        dialect: "langchain",
        tests: &[Is("type", &["tool_call"]), Text("name"), Has("args")],
        atom: call("name", "args", Encoding::Value, Some("id"), Pairing::LangChain),
    },
    Row {
        id: "C12",
        dialect: "langchain",
        tests: &[Is("type", &["invalid_tool_call"]), Given("args")],
        atom: call("name", "args", Encoding::Text, Some("id"), Pairing::LangChain),
    },
    Row {
        id: "C13",
        dialect: "otel",
        tests: &[Is("type", &["tool_call"]), Text("name")],
        atom: call("name", "arguments", Encoding::Either, Some("id"), Pairing::Otel),
    },
    Row {
        id: "C14",
        dialect: "mcp",
        tests: &[Is("method", &["tools/call"]), Object("params")],
        // The protocol lets a call without arguments leave them out.
        atom: Atom::Call {
            name: "params/name",
            prefix: "",
            arguments: "params/arguments",
            encoding: Encoding::Value,
            may_lack: true,
            id: Some("id"),
            pairing: Pairing::JsonRpc,
            is_hosted: false,
        },
    },
    Row {
        id: "C15",
        dialect: "mistral-conversations",
        tests: &[Is("type", &["function.call"]), Text("name")],
        atom: call("name", "arguments", Encoding::Either, Some("tool_call_id"), Pairing::Mistral),
    },
    // A span of a trace: a call that was done.
    Row {
        id: "C16",
        dialect: "openai-agents",
        tests: &[Is("type", &["function"]), Text("name"), Text("input"), Has("output")],
        atom: call("name", "input", Encoding::Text, None, Pairing::NextOfName),
    },
];

/// Ollama's call, whose arguments are an object.
const OLLAMA: Atom =
    call("function/name", "function/arguments", Encoding::Value, None, Pairing::NextOfName);
const OLLAMA_WITH_ID: Atom =
    call("function/name", "function/arguments", Encoding::Value, Some("id"), Pairing::Chat);

/// A call as it was before there were tools.
const LEGACY: Atom = call(
    "function_call/name",
    "function_call/arguments",
    Encoding::Text,
    None,
    Pairing::NextOfName,
);

/// A call in the form of OpenAI's item.
const RESPONSES: Atom =
    call("name", "arguments", Encoding::Text, Some("call_id"), Pairing::Responses);

const fn call(
    name: &'static str,
    arguments: &'static str,
    encoding: Encoding,
    id: Option<&'static str>,
    pairing: Pairing,
) -> Atom {
    let (prefix, may_lack, is_hosted) = ("", false, false);
    Atom::Call { name, prefix, arguments, encoding, may_lack, id, pairing, is_hosted }
}

/// A call of a tool that the provider runs.
const fn hosted(
    name: &'static str,
    arguments: &'static str,
    encoding: Encoding,
    id: &'static str,
    pairing: Pairing,
) -> Atom {
    let (prefix, may_lack, is_hosted) = ("", true, true);
    Atom::Call { name, prefix, arguments, encoding, may_lack, id: Some(id), pairing, is_hosted }
}

/// A call of Gemini's, which leaves out arguments where there are none.
const fn gemini(name: &'static str, arguments: &'static str, id: &'static str) -> Atom {
    Atom::Call {
        name,
        prefix: "",
        arguments,
        encoding: Encoding::Value,
        may_lack: true,
        id: Some(id),
        pairing: Pairing::Gemini,
        is_hosted: false,
    }
}
