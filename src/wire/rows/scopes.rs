//! Messages, requests and responses: what makes turns and conversations, and what the answer of a
//! model is held to.

use crate::wire::table::Test::{
    Array, ElementOf, Empty, Given, Has, HasAny, Is, Lacks, Messages, NotUnder, Object, Prefix,
    Text,
};
use crate::wire::table::{Atom, Row, Spelling, Test};

/// Methods of MCP: what has one is a message, even if it does not say that it is JSON-RPC.
const METHODS: &[&str] = &[
    "initialize",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "sampling/createMessage",
    "roots/list",
    "elicitation/create",
    "subscriptions/listen",
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/progress",
    "notifications/message",
];

/// What is noted beside whatever else an object is.
pub(super) const ASIDE: &[Row] = &[
    Row { id: "J1", dialect: "mcp", tests: &[Has("jsonrpc")], atom: Atom::Rpc },
    Row {
        id: "J2",
        dialect: "mcp",
        // A server's questions inside a result have no frame.
        tests: &[Lacks("jsonrpc"), Is("method", METHODS), NotUnder("inputRequests")],
        atom: Atom::Rpc,
    },
    Row {
        id: "M1",
        dialect: "openai-chat",
        tests: &[Is("role", ROLES), HasAny(&["content", "parts", "tool_calls"])],
        atom: Atom::Message,
    },
    // LangChain's messages.
    Row {
        id: "M2",
        dialect: "langchain",
        tests: &[Is("type", &["human", "ai", "system"]), Has("content"), Lacks("role")],
        atom: Atom::Message,
    },
    Row {
        id: "E1",
        dialect: "openai-responses",
        tests: &[Prefix("type", "response.")],
        atom: Atom::Event,
    },
    Row {
        id: "E1",
        dialect: "openai-realtime",
        tests: &[Prefix("type", "conversation.item.")],
        atom: Atom::Event,
    },
    Row {
        id: "E2",
        dialect: "openai-responses",
        tests: &[Given("previous_response_id"), Has("input")],
        atom: Atom::Continued,
    },
    Row {
        id: "E2",
        dialect: "openai-responses",
        tests: &[Given("conversation"), Has("input"), Has("model")],
        atom: Atom::Continued,
    },
    Row {
        id: "E2",
        dialect: "gemini-interactions",
        tests: &[Given("previous_interaction_id"), Has("input")],
        atom: Atom::Continued,
    },
    // What the answer is held to.
    Row {
        id: "O1",
        dialect: "openai-chat",
        tests: &[
            Is("response_format/type", &["json_schema"]),
            Object("response_format/json_schema/schema"),
        ],
        atom: format("response_format/json_schema/schema"),
    },
    // Servers with the shape of OpenAI's, such as llama.cpp and Together.
    Row {
        id: "O1",
        dialect: "openai-chat",
        tests: &[
            Is("response_format/type", &["json_object", "json_schema"]),
            Object("response_format/schema"),
        ],
        atom: format("response_format/schema"),
    },
    Row {
        id: "O2",
        dialect: "openai-responses",
        tests: &[Is("text/format/type", &["json_schema"])],
        atom: format("text/format/schema"),
    },
    Row {
        id: "O3",
        dialect: "anthropic",
        tests: &[Is("output_format/type", &["json_schema"])],
        atom: format("output_format/schema"),
    },
    Row {
        id: "O3",
        dialect: "anthropic",
        tests: &[Is("output_config/format/type", &["json_schema"])],
        atom: format("output_config/format/schema"),
    },
    Row {
        id: "O4",
        dialect: "gemini",
        tests: &[Object("generationConfig/responseSchema")],
        atom: Atom::Format {
            schema: "generationConfig/responseSchema",
            spelling: Spelling::OpenApi,
            is_text: false,
        },
    },
    Row {
        id: "O4",
        dialect: "gemini",
        tests: &[Object("generationConfig/responseJsonSchema")],
        atom: format("generationConfig/responseJsonSchema"),
    },
    Row {
        id: "O4",
        dialect: "gemini",
        tests: &[Object("generationConfig/response_schema")],
        atom: Atom::Format {
            schema: "generationConfig/response_schema",
            spelling: Spelling::OpenApi,
            is_text: false,
        },
    },
    Row {
        id: "O4",
        dialect: "gemini",
        tests: &[Object("generationConfig/response_json_schema")],
        atom: format("generationConfig/response_json_schema"),
    },
    Row {
        id: "O5",
        dialect: "ollama",
        tests: &[Object("format"), Array("messages"), Has("model")],
        atom: format("format"),
    },
    Row {
        id: "O6",
        dialect: "bedrock",
        tests: &[Text("outputConfig/textFormat/structure/jsonSchema/schema")],
        atom: Atom::Format {
            schema: "outputConfig/textFormat/structure/jsonSchema/schema",
            spelling: Spelling::JsonSchema,
            is_text: true,
        },
    },
    // The answer itself.
    Row {
        id: "A1",
        dialect: "openai-chat",
        tests: &[ElementOf("choices"), Text("message/content"), Empty("message/tool_calls")],
        atom: Atom::Reply { text: "message/content" },
    },
    Row {
        id: "A2",
        dialect: "openai-responses",
        tests: &[Is("type", &["output_text"]), Text("text"), NotUnder("input")],
        atom: Atom::Reply { text: "text" },
    },
    Row {
        id: "A3",
        dialect: "anthropic",
        tests: &[
            ElementOf("content"),
            Is("type", &["text"]),
            Text("text"),
            Test::Owner("type", &["message"]),
            Test::Owner("role", &["assistant"]),
            Test::NotOwner("stop_reason", &["tool_use", "refusal"]),
        ],
        atom: Atom::Reply { text: "text" },
    },
    Row {
        id: "A4",
        dialect: "gemini",
        tests: &[
            ElementOf("parts"),
            Text("text"),
            Lacks("thought"),
            Test::Owner("role", &["model"]),
            NotUnder("contents"),
        ],
        atom: Atom::Reply { text: "text" },
    },
    Row {
        id: "A5",
        dialect: "ollama",
        tests: &[Has("done"), Text("message/content"), Empty("message/tool_calls")],
        atom: Atom::Reply { text: "message/content" },
    },
];

/// What makes a conversation.
pub(super) const ROWS: &[Row] = &[
    Row {
        id: "S1",
        dialect: "openai-chat",
        tests: &[Test::Choices, NotUnder("jsonrpc")],
        atom: Atom::Conversation,
    },
    Row {
        id: "S2",
        dialect: "anthropic",
        tests: &[Is("type", &["message"]), Array("content"), Given("stop_reason")],
        atom: Atom::Conversation,
    },
    Row { id: "S3", dialect: "any", tests: &[Messages], atom: Atom::Conversation },
    Row {
        id: "S4",
        dialect: "openai-responses",
        tests: &[Is("object", &["response", "interaction", "conversation.response"])],
        atom: Atom::Conversation,
    },
    Row {
        id: "S5",
        dialect: "openai-responses",
        tests: &[Has("input"), Has("model"), Lacks("jsonrpc"), Lacks("type")],
        atom: Atom::Conversation,
    },
    Row {
        id: "S6",
        dialect: "gemini",
        tests: &[Array("contents"), Lacks("jsonrpc")],
        atom: Atom::Conversation,
    },
    Row {
        id: "S6",
        dialect: "gemini",
        tests: &[Array("candidates"), Lacks("jsonrpc")],
        atom: Atom::Conversation,
    },
    Row {
        id: "S7",
        dialect: "bedrock",
        tests: &[Object("output/message"), Has("stopReason")],
        atom: Atom::Conversation,
    },
    Row {
        id: "S8",
        dialect: "ollama",
        tests: &[Object("message"), Has("done")],
        atom: Atom::Conversation,
    },
    Row {
        id: "S9",
        dialect: "cohere",
        tests: &[Object("message"), Has("finish_reason"), Has("usage")],
        atom: Atom::Conversation,
    },
];

const fn format(schema: &'static str) -> Atom {
    Atom::Format { schema, spelling: Spelling::JsonSchema, is_text: false }
}

const ROLES: &[&str] = &["system", "developer", "user", "assistant", "model"];
