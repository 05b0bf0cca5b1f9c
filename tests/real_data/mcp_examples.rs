//! The official examples of messages and their parts: each gets the verdict of its definition.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use wirecheck::json::{DEFAULT_DEPTH, Doc, Tape, parse};
use wirecheck::mcp::{Definition, Protocol, Version};

use crate::{data, json_files};

/// Folders of parts: the kind and name of our definition.
const PARTS: &[(&str, &str, &str)] = &[
    ("AudioContent", "content", "audio"),
    ("BlobResourceContents", "contents", "blob"),
    ("BooleanSchema", "field", "boolean"),
    ("ElicitRequest", "input-request", "elicitation/create"),
    ("ElicitRequestFormParams", "elicitation", "form"),
    ("ElicitRequestURLParams", "elicitation", "url"),
    ("ElicitResult", "input-response", "elicitation/create"),
    ("EmbeddedResource", "content", "resource"),
    ("ImageContent", "content", "image"),
    ("InputRequiredResult", "variant", "input_required"),
    ("ListRootsRequest", "input-request", "roots/list"),
    ("ListRootsResult", "input-response", "roots/list"),
    ("CreateMessageRequest", "input-request", "sampling/createMessage"),
    ("CreateMessageRequestParams", "input-request", "sampling/createMessage"),
    ("CreateMessageResult", "input-response", "sampling/createMessage"),
    ("NumberSchema", "field", "number"),
    ("PaginatedRequestParams", "request", "tools/list"),
    ("ResourceLink", "content", "resource_link"),
    ("StringSchema", "field", "string"),
    ("TextContent", "content", "text"),
    ("TextResourceContents", "contents", "text"),
    ("TitledMultiSelectEnumSchema", "field", "array"),
    ("TitledSingleSelectEnumSchema", "field", "string"),
    ("ToolResultContent", "sampling", "tool_result"),
    ("ToolUseContent", "sampling", "tool_use"),
    ("UntitledMultiSelectEnumSchema", "field", "array"),
    ("UntitledSingleSelectEnumSchema", "field", "string"),
];

/// Folders of parts whose definition has no kind.
const WHOLE: &[(&str, &str)] = &[
    ("ClientCapabilities", "client-capabilities"),
    ("Implementation", "implementation"),
    ("ModelPreferences", "model-preferences"),
    ("Prompt", "prompt"),
    ("Resource", "resource"),
    ("ResourceTemplate", "resource-template"),
    ("Root", "root"),
    ("SamplingMessage", "sampling-message"),
    ("ServerCapabilities", "server-capabilities"),
    ("Tool", "tool"),
];

/// Folders of errors.
const ERRORS: &[(&str, &str)] = &[
    ("HeaderMismatchError", "-32020"),
    ("InternalError", "-32603"),
    ("InvalidParamsError", "-32602"),
    ("InvalidRequestError", "-32600"),
    ("MethodNotFoundError", "-32601"),
    ("MissingRequiredClientCapabilityError", "-32021"),
    ("ParseError", "-32700"),
    ("UnsupportedProtocolVersionError", "-32022"),
];

/// The names of the official requests and notifications, with their methods.
fn methods(schema: &Value) -> Vec<(String, String)> {
    let definitions = schema["$defs"].as_object().expect("definitions").iter();
    let named = definitions.filter_map(|(name, definition)| {
        let method = definition["properties"]["method"]["const"].as_str()?;
        Some((name.clone(), method.to_owned()))
    });
    named.collect()
}

/// Our definition of what stands in the folder `name`, and the part of the example that it is about.
fn definition(
    protocol: &'static Protocol,
    methods: &[(String, String)],
    name: &str,
    example: &Value,
) -> Option<(&'static Definition, Value)> {
    let listed = |kind: &str, name: &str| protocol.definition(kind, name);
    if let Some((_, kind, own)) = PARTS.iter().find(|(folder, ..)| *folder == name) {
        let definition = listed(kind, own)?;
        // Parameters alone, of a request that only stands inside a result.
        let is_params = name == "CreateMessageRequestParams";
        let whole = || json!({ "method": own, "params": example });
        return Some((definition, if is_params { whole() } else { example.clone() }));
    }
    if let Some((_, own)) = WHOLE.iter().find(|(folder, _)| *folder == name) {
        return Some((protocol.whole(own)?, example.clone()));
    }
    if let Some((_, code)) = ERRORS.iter().find(|(folder, _)| *folder == name) {
        return Some((listed("error", code)?, example.get("error").unwrap_or(example).clone()));
    }
    let method = |request: &str| {
        methods.iter().find(|(known, _)| known == request).map(|(_, method)| method.as_str())
    };
    let (stem, is_response) = match name.strip_suffix("Response") {
        Some(stem) => (stem, true),
        None => (name, false),
    };
    if let Some(stem) = stem.strip_suffix("Result") {
        let own = method(&format!("{stem}Request"))?;
        let result = if is_response { &example["result"] } else { example };
        if result["resultType"] == "input_required" {
            return Some((listed("variant", "input_required")?, result.clone()));
        }
        return Some((listed("result", own)?, result.clone()));
    }
    let (stem, is_params) = match stem.strip_suffix("Params") {
        Some(stem) => (stem, true),
        None => (stem, false),
    };
    let own = method(stem)?;
    let found = listed("request", own).or_else(|| listed("notification", own))?;
    Some((found, if is_params { example.clone() } else { example["params"].clone() }))
}

fn accepts(protocol: &Protocol, definition: &Definition, value: &Value) -> bool {
    if value.is_null() {
        return !definition.needs_params;
    }
    let (text, mut tape) = (value.to_string(), Tape::new());
    parse(&text, DEFAULT_DEPTH, &mut tape).expect("it was written as JSON");
    let doc = Doc::new(&text, &tape);
    protocol.accepts(definition, doc, doc.root())
}

#[test]
fn official_examples() {
    let Some(folder) = data("mcp-spec/2026-07-28") else { return };
    let schema = fs::read_to_string(folder.join("schema.json")).expect("the schema");
    let methods = methods(&serde_json::from_str(&schema).expect("the schema is JSON"));
    let protocol = Protocol::of(Version::V2026_07_28);
    let (mut accepted, mut refused, mut unknown) = (0, Vec::new(), Vec::new());
    for path in json_files(&folder.join("examples")) {
        let text = fs::read_to_string(&path).expect("an example");
        let example: Value = serde_json::from_str(&text).expect("an example is JSON");
        let name =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let of = name(path.parent().expect("a folder"));
        let shown = format!("{of}/{}", name(&path));
        match definition(protocol, &methods, &of, &example) {
            None => unknown.push(shown),
            Some((definition, value)) if accepts(protocol, definition, &value) => accepted += 1,
            Some(_) => refused.push(shown),
        }
    }
    eprintln!("{accepted} official examples accepted, {} refused", refused.len());
    insta::assert_snapshot!(format!(
        "{accepted} accepted\nrefused: {refused:#?}\nwithout a definition: {unknown:#?}"
    ));
}
