//! Fragments of streamed calls.

use crate::wire::table::Test::{ElementOf, Given, Has, Is, Lacks, Object, Text};
use crate::wire::table::{Atom, Pairing, Row, Step};

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "F1",
        dialect: "openai-chat",
        tests: &[ElementOf("choices"), Has("delta/tool_calls")],
        atom: Atom::Fragment {
            list: Some("delta/tool_calls"),
            scope: Some("index"),
            key: Some("index"),
            id: Some("id"),
            name: Some("function/name"),
            text: Some("function/arguments"),
            step: Step::Go,
            ends: Some("finish_reason"),
            pairing: Pairing::Chat,
            is_hosted: false,
        },
    },
    Row {
        id: "F1",
        dialect: "openai-chat",
        tests: &[ElementOf("choices"), Object("delta/function_call")],
        atom: Atom::Fragment {
            list: None,
            scope: Some("index"),
            key: Some("delta/function_call/index"),
            id: None,
            name: Some("delta/function_call/name"),
            text: Some("delta/function_call/arguments"),
            step: Step::Go,
            ends: Some("finish_reason"),
            pairing: Pairing::NextOfName,
            is_hosted: false,
        },
    },
    Row {
        id: "F1",
        dialect: "openai-chat",
        tests: &[ElementOf("choices"), Has("delta"), Given("finish_reason")],
        atom: end(Some("index"), None, Pairing::Chat),
    },
    Row {
        id: "F2",
        dialect: "openai-responses",
        tests: &[Is("type", &["response.output_item.added"]), Is("item/type", &["function_call"])],
        atom: Atom::Fragment {
            list: None,
            scope: None,
            key: Some("item/id"),
            id: Some("item/call_id"),
            name: Some("item/name"),
            text: Some("item/arguments"),
            step: Step::Go,
            ends: None,
            pairing: Pairing::Responses,
            is_hosted: false,
        },
    },
    Row {
        id: "F2",
        dialect: "openai-responses",
        tests: &[Is("type", &["response.output_item.added"]), Is("item/type", &["mcp_call"])],
        atom: Atom::Fragment {
            list: None,
            scope: None,
            key: Some("item/id"),
            id: Some("item/id"),
            name: Some("item/name"),
            text: Some("item/arguments"),
            step: Step::Go,
            ends: None,
            pairing: Pairing::Responses,
            is_hosted: true,
        },
    },
    Row {
        id: "F2",
        dialect: "openai-responses",
        tests: &[
            Is(
                "type",
                &["response.function_call_arguments.delta", "response.mcp_call_arguments.delta"],
            ),
            Text("delta"),
        ],
        atom: Atom::Fragment {
            list: None,
            scope: None,
            key: Some("item_id"),
            id: Some("call_id"),
            name: None,
            text: Some("delta"),
            step: Step::Go,
            ends: None,
            pairing: Pairing::Responses,
            is_hosted: false,
        },
    },
    Row {
        id: "F2",
        dialect: "openai-responses",
        tests: &[
            Is(
                "type",
                &["response.function_call_arguments.done", "response.mcp_call_arguments.done"],
            ),
            Lacks("call_id"),
        ],
        atom: Atom::Fragment {
            list: None,
            scope: None,
            key: Some("item_id"),
            id: None,
            name: Some("name"),
            text: Some("arguments"),
            step: Step::Done,
            ends: None,
            pairing: Pairing::Responses,
            is_hosted: false,
        },
    },
    Row {
        id: "F3",
        dialect: "anthropic",
        tests: &[Is("type", &["content_block_start"]), Is("content_block/type", &["tool_use"])],
        atom: anthropic(false),
    },
    Row {
        id: "F3",
        dialect: "anthropic",
        tests: &[
            Is("type", &["content_block_start"]),
            Is("content_block/type", &["server_tool_use", "mcp_tool_use"]),
        ],
        atom: anthropic(true),
    },
    Row {
        id: "F3",
        dialect: "anthropic",
        tests: &[Is("type", &["content_block_delta"]), Text("delta/partial_json")],
        atom: go(None, "index", None, None, "delta/partial_json", Pairing::Anthropic),
    },
    Row {
        id: "F3",
        dialect: "anthropic",
        tests: &[Is("type", &["message_delta"]), Given("delta/stop_reason")],
        atom: end(None, None, Pairing::Anthropic),
    },
    Row {
        id: "F3",
        dialect: "anthropic",
        tests: &[Is("type", &["message_start", "message_stop"])],
        atom: end(None, None, Pairing::Anthropic),
    },
    Row {
        id: "F4",
        dialect: "bedrock",
        tests: &[Object("contentBlockStart/start/toolUse")],
        atom: go(
            None,
            "contentBlockStart/contentBlockIndex",
            Some("contentBlockStart/start/toolUse/toolUseId"),
            Some("contentBlockStart/start/toolUse/name"),
            "contentBlockStart/start/toolUse/input",
            Pairing::Bedrock,
        ),
    },
    Row {
        id: "F4",
        dialect: "bedrock",
        tests: &[Text("contentBlockDelta/delta/toolUse/input")],
        atom: go(
            None,
            "contentBlockDelta/contentBlockIndex",
            None,
            None,
            "contentBlockDelta/delta/toolUse/input",
            Pairing::Bedrock,
        ),
    },
    Row {
        id: "F4",
        dialect: "bedrock",
        tests: &[Object("messageStop")],
        atom: end(None, None, Pairing::Bedrock),
    },
    Row {
        id: "F5",
        dialect: "cohere",
        tests: &[
            Is("type", &["tool-call-start", "tool-call-delta"]),
            Object("delta/message/tool_calls"),
        ],
        atom: go(
            None,
            "index",
            Some("delta/message/tool_calls/id"),
            Some("delta/message/tool_calls/function/name"),
            "delta/message/tool_calls/function/arguments",
            Pairing::Chat,
        ),
    },
    Row {
        id: "F5",
        dialect: "cohere",
        tests: &[Is("type", &["tool-call-end"]), Has("index")],
        atom: end(None, Some("index"), Pairing::Chat),
    },
    Row {
        id: "F6",
        dialect: "gemini-interactions",
        tests: &[Is("event_type", &["step.start"]), Is("step/type", &["function_call"])],
        // The arguments that stand here are a placeholder.
        atom: Atom::Fragment {
            list: None,
            scope: None,
            key: Some("index"),
            id: Some("step/id"),
            name: Some("step/name"),
            text: None,
            step: Step::Go,
            ends: None,
            pairing: Pairing::Gemini,
            is_hosted: false,
        },
    },
    Row {
        id: "F6",
        dialect: "gemini-interactions",
        tests: &[Is("event_type", &["step.delta"]), Is("delta/type", &["arguments_delta"])],
        atom: go(None, "index", None, None, "delta/arguments", Pairing::Gemini),
    },
    Row {
        id: "F6",
        dialect: "gemini-interactions",
        tests: &[Is("event_type", &["step.stop"])],
        atom: end(None, Some("index"), Pairing::Gemini),
    },
    Row {
        id: "F7",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-input-start"]), Has("toolCallId")],
        atom: go(
            None,
            "toolCallId",
            Some("toolCallId"),
            Some("toolName"),
            "inputTextDelta",
            Pairing::AiSdk,
        ),
    },
    Row {
        id: "F7",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-input-delta"]), Has("toolCallId")],
        atom: go(None, "toolCallId", None, None, "inputTextDelta", Pairing::AiSdk),
    },
    Row {
        id: "F7",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-input-start"]), Has("id")],
        atom: go(None, "id", Some("id"), Some("toolName"), "delta", Pairing::AiSdk),
    },
    Row {
        id: "F7",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-input-delta"]), Has("id")],
        atom: go(None, "id", None, None, "delta", Pairing::AiSdk),
    },
    Row {
        id: "F7",
        dialect: "ai-sdk",
        tests: &[Is("type", &["tool-input-end"]), Has("id")],
        atom: end(None, Some("id"), Pairing::AiSdk),
    },
];

const fn go(
    scope: Option<&'static str>,
    key: &'static str,
    id: Option<&'static str>,
    name: Option<&'static str>,
    text: &'static str,
    pairing: Pairing,
) -> Atom {
    Atom::Fragment {
        list: None,
        scope,
        key: Some(key),
        id,
        name,
        text: Some(text),
        step: Step::Go,
        ends: None,
        pairing,
        is_hosted: false,
    }
}

const fn end(scope: Option<&'static str>, key: Option<&'static str>, pairing: Pairing) -> Atom {
    Atom::Fragment {
        list: None,
        scope,
        key,
        id: None,
        name: None,
        text: None,
        step: Step::End,
        ends: None,
        pairing,
        is_hosted: false,
    }
}

/// The start of a block; the `input` that stands in it is a placeholder.
const fn anthropic(is_hosted: bool) -> Atom {
    Atom::Fragment {
        list: None,
        scope: None,
        key: Some("index"),
        id: Some("content_block/id"),
        name: Some("content_block/name"),
        text: None,
        step: Step::Go,
        ends: None,
        pairing: Pairing::Anthropic,
        is_hosted,
    }
}
