//! One small document for each dialect and shape, and documents that fool a careless recogniser:
//! what each of them is.

use std::path::Path;

use crate::captures::{codes, report};
use crate::found::found;
use crate::{data, json_files};

/// A file without `.json`; dialects and rows; definitions, calls, results, exchanges; findings.
type Line = (&'static str, &'static str, [u64; 4], &'static str);

/// The line that a file should have, from what is found in it.
fn line(path: &Path) -> String {
    let report = report(path);
    let found = found(path);
    let rows: Vec<String> = found.rows.into_iter().collect();
    let count = |name: &str| report["summary"][name].as_u64().expect("a count");
    let counts = [found.definitions, count("calls"), count("results"), found.exchanges];
    shown((&name(path), &rows.join(", "), counts, &codes(&report)))
}

fn shown((name, rows, counts, codes): (&str, &str, [u64; 4], &str)) -> String {
    format!("{name}: {rows} {counts:?} {codes}")
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Compares the files of `folder` with the lines of a table: no file may be without one.
fn compare(folder: &Path, expected: impl Iterator<Item = Line>) {
    let found: Vec<String> = json_files(folder).iter().map(|path| line(path)).collect();
    let expected: Vec<String> = expected.map(shown).collect();
    let wrong: Vec<String> = found
        .iter()
        .filter(|line| !expected.contains(line))
        .map(|line| format!("+ {line}"))
        .chain(expected.iter().filter(|it| !found.contains(it)).map(|it| format!("- {it}")))
        .collect();
    assert!(wrong.is_empty(), "- expected, + found\n{}", wrong.join("\n"));
    eprintln!("{}: {} documents", folder.display(), found.len());
}

#[test]
fn every_example_is_what_its_name_says() {
    let Some(folder) = data("wire-examples") else { return };
    compare(&folder, EXAMPLES.iter().copied());
}

#[test]
fn no_trap_is_misread() {
    let Some(folder) = data("wire-traps") else { return };
    compare(&folder, TRAPS.iter().map(|trap| trap.1));
}

#[rustfmt::skip]
const EXAMPLES: &[Line] = &[
    ("ai-sdk.definition", "ai-sdk D6", [1, 0, 0, 0], ""),
    ("ai-sdk.model-messages", "ai-sdk C10, ai-sdk R8", [0, 1, 1, 1], ""),
    ("ai-sdk.provider-call", "ai-sdk C10", [0, 1, 0, 0], ""),
    ("ai-sdk.ui-message", "ai-sdk C11", [0, 2, 2, 2], ""),
    ("ai-sdk.ui-stream", "ai-sdk C10, ai-sdk F7, ai-sdk R8", [0, 1, 1, 1], ""),
    ("anthropic-batch-input.line", "anthropic D3", [1, 0, 0, 0], ""),
    ("anthropic-batch-output.line", "anthropic C7", [0, 1, 0, 0], ""),
    ("anthropic.call", "anthropic C7", [0, 1, 0, 0], ""),
    ("anthropic.definition", "anthropic D3", [1, 0, 0, 0], ""),
    ("anthropic.mcp", "anthropic C7, anthropic R4", [0, 1, 1, 1], ""),
    ("anthropic.result", "anthropic R4", [0, 0, 1, 0], ""),
    ("anthropic.stream", "anthropic F3", [0, 1, 0, 0], ""),
    ("bedrock.call", "bedrock C9", [0, 1, 0, 0], ""),
    ("bedrock.definition", "bedrock D7", [1, 0, 0, 0], ""),
    ("bedrock.result", "bedrock R7", [0, 0, 1, 0], ""),
    ("bedrock.stream", "bedrock F4", [0, 1, 0, 0], ""),
    ("cohere.call", "openai-chat C1", [0, 1, 0, 0], ""),
    ("cohere.definition", "openai-chat D1", [1, 0, 0, 0], ""),
    ("cohere.result", "openai-chat R1", [0, 0, 1, 0], ""),
    ("cohere.stream", "cohere F5", [0, 1, 0, 0], ""),
    ("gemini-batch-output.line", "gemini C8", [0, 1, 0, 0], ""),
    ("gemini-interactions.call", "gemini-interactions C4, gemini-interactions R6", [0, 1, 1, 1], ""),
    ("gemini-interactions.definition", "openai-responses D2", [1, 0, 0, 0], ""),
    ("gemini.call", "gemini C8", [0, 1, 0, 0], ""),
    ("gemini.definition", "gemini D8", [2, 0, 0, 0], ""),
    ("gemini.result", "gemini R5", [0, 0, 1, 0], ""),
    // The arguments that LangChain could not read are cut off.
    ("langchain.message", "langchain C12", [0, 2, 0, 0], "json/truncated 1"),
    ("langchain.result", "langchain R9", [0, 0, 1, 0], ""),
    ("mcp.call", "mcp C14", [0, 1, 0, 0], ""),
    ("mcp.definition", "mcp D5", [1, 0, 0, 0], ""),
    ("mcp.error", "mcp R12", [0, 0, 0, 0], ""),
    ("mcp.result", "mcp R11", [0, 0, 1, 0], ""),
    ("mistral-conversations.call", "mistral-conversations C15", [0, 1, 0, 0], ""),
    ("mistral-conversations.result", "mistral-conversations R14", [0, 0, 1, 0], ""),
    ("mistral.call", "openai-chat C1", [0, 1, 0, 0], ""),
    ("mistral.result", "openai-chat R1", [0, 0, 1, 0], ""),
    ("ollama.call", "ollama C1", [0, 1, 0, 0], ""),
    ("ollama.result", "ollama R1", [0, 0, 1, 0], ""),
    ("openai-batch-input.line", "openai-chat D1", [1, 0, 0, 0], ""),
    ("openai-batch-output.line", "openai-chat C1", [0, 1, 0, 0], ""),
    ("openai-chat.call", "openai-chat C1", [0, 1, 0, 0], ""),
    ("openai-chat.custom", "openai-chat C5, openai-chat D10, openai-chat R1", [1, 1, 1, 1], ""),
    ("openai-chat.definition", "openai-chat D1", [1, 0, 0, 0], ""),
    ("openai-chat.legacy", "openai-chat C2, openai-chat D9, openai-chat R2", [1, 1, 1, 1], ""),
    ("openai-chat.result", "openai-chat R1", [0, 0, 1, 0], ""),
    ("openai-chat.stream", "openai-chat F1", [0, 1, 0, 0], ""),
    ("openai-finetune-dpo.line", "openai-chat C1, openai-chat D1", [1, 1, 0, 0], ""),
    ("openai-finetune.line", "openai-chat C1, openai-chat D1, openai-chat R1", [1, 1, 1, 1], ""),
    ("openai-realtime.call", "openai-realtime C3", [0, 1, 0, 0], ""),
    ("openai-realtime.definition", "openai-responses D2", [1, 0, 0, 0], ""),
    ("openai-realtime.result", "openai-responses R3", [0, 0, 1, 0], ""),
    ("openai-responses.call", "openai-responses C3, openai-responses C5", [0, 2, 0, 0], ""),
    ("openai-responses.definition", "openai-responses D10, openai-responses D11, openai-responses D2", [4, 0, 0, 0], ""),
    // The second call is one that its server refused: two arguments are missing.
    ("openai-responses.mcp", "openai-responses C6, openai-responses D4", [1, 2, 2, 2], "schema/required 2"),
    ("openai-responses.result", "openai-responses C3, openai-responses R3", [0, 1, 2, 1], ""),
    ("openai-responses.stream", "openai-responses F2", [0, 1, 0, 0], ""),
    ("otel-genai.messages", "otel C13, otel R10", [0, 1, 1, 1], ""),
];

/// What each trap must not be, and what it is.
#[rustfmt::skip]
const TRAPS: &[(&str, Line)] = &[
    ("a call with the arguments `{}`: they are still to come",
        ("anthropic-block-start-empty-input", "anthropic F3", [0, 1, 0, 0], "")),
    ("a call whose string passes for an object",
        ("anthropic-input-string", "anthropic C7", [0, 1, 0, 0], "call/arguments-wrong-kind 1")),
    ("a definition: it stands in arguments",
        ("args-that-look-like-a-definition", "openai-chat C1", [0, 1, 0, 0], "call/arguments-wrong-kind 1")),
    ("a call",
        ("assistants-tool_outputs", "openai-assistants R13", [0, 0, 1, 0], "")),
    ("a definition of MCP",
        ("bedrock-schema-without-json-wrapper", "bedrock D7", [1, 0, 0, 0], "")),
    ("a call that lacks its arguments: Gemini leaves out what is empty",
        ("gemini-no-args", "gemini C8", [0, 1, 0, 0], "")),
    ("a constructor's data",
        ("langchain-lc1", "langchain C12", [0, 1, 0, 0], "")),
    ("a call of Chat without a function",
        ("langchain-no-type", "langchain C12", [0, 1, 0, 0], "")),
    ("an error: some servers send objects, and most clients cope",
        ("llamacpp-object-args", "openai-chat C1", [0, 1, 0, 0], "call/arguments-wrong-kind 1")),
    ("a call whose string passes for an object",
        ("mcp-arguments-string", "mcp C14", [0, 1, 0, 0], "call/arguments-wrong-kind 1")),
    ("a result with parts: its text is the JSON of parts",
        ("mcp-wrapped-in-tool-message", "openai-chat R1", [0, 0, 1, 0], "")),
    ("a call with empty arguments: they are still to come",
        ("responses-item-added-empty-args", "openai-responses F2", [0, 1, 0, 0], "")),
    ("a definition: it names the tool to call",
        ("responses-tool_choice", "", [0, 0, 0, 0], "")),
    ("a result that passes",
        ("role-tool-object-content", "openai-chat R1", [0, 0, 1, 0], "result/wrong-kind 1")),
    ("a call of the provider level: the tool's name is `call`",
        ("ui-tool-named-call", "ai-sdk C11", [0, 1, 0, 0], "")),
    ("a call with the arguments `{}`",
        ("vllm-null-args", "openai-chat C1", [0, 1, 0, 0], "call/arguments-null 1")),
];
