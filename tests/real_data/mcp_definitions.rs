//! The definitions of MCP messages against the official schemas: generated and mutated parameters,
//! results and errors of every method in every version. Both must say the same, but for a list of
//! reasons; what is not on the list fails.

use std::collections::BTreeMap;
use std::fs;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use wirecheck::json::{DEFAULT_DEPTH, Doc, Tape, parse};
use wirecheck::mcp::{Definition, Protocol, Version};

use crate::data;
use crate::generated::{Random, generate, mutate};

/// Messages of each method, result and error.
const COUNT: usize = 120;

/// The official schema of one version.
struct Official {
    schema: Value,
    key: &'static str,
    ready: BTreeMap<String, Validator>,
}

impl Official {
    fn read(text: &str) -> Self {
        let schema: Value = serde_json::from_str(text).expect("the schema is JSON");
        let key = if schema["$defs"].is_object() { "$defs" } else { "definitions" };
        Self { schema, key, ready: BTreeMap::new() }
    }

    fn definitions(&self) -> &Map<String, Value> {
        self.schema[self.key].as_object().expect("definitions")
    }

    /// The name of the definition of a method.
    fn of_method(&self, kind: &str, method: &str) -> Option<String> {
        let is_meant = |name: &str, definition: &Value| {
            name.ends_with(kind) && definition["properties"]["method"]["const"] == method
        };
        let mut all = self.definitions().iter();
        all.find(|(name, definition)| is_meant(name, definition)).map(|(name, _)| name.clone())
    }

    /// The name of the definition of the result to the request that `name` defines.
    fn result_of(&self, name: &str) -> String {
        let own = name.replace("Request", "Result");
        if self.definitions().contains_key(&own) { own } else { "Result".to_owned() }
    }

    fn accepts(&mut self, name: &str, value: &Value) -> bool {
        if !self.ready.contains_key(name) {
            let mut schema = self.schema.clone();
            schema["$ref"] = json!(format!("#/{}/{name}", self.key));
            let options = jsonschema::options().should_validate_formats(true);
            let ready = options.build(&schema).expect("the schema compiles");
            self.ready.insert(name.to_owned(), ready);
        }
        self.ready[name].is_valid(value)
    }
}

/// Whether our definition accepts the value.
fn ours(protocol: &Protocol, definition: &Definition, value: Option<&Value>) -> bool {
    let Some(value) = value else { return !definition.needs_params };
    let (text, mut tape) = (value.to_string(), Tape::new());
    parse(&text, DEFAULT_DEPTH, &mut tape).expect("it was written as JSON");
    let doc = Doc::new(&text, &tape);
    protocol.accepts(definition, doc, doc.root())
}

/// Why both may differ. `label` is the definition, `value` what was judged.
fn reason(
    version: Version,
    label: &str,
    value: &Value,
    is_ours_stricter: bool,
) -> Option<&'static str> {
    let text = value.to_string();
    let holds = |value: &Value, path: &str| value.pointer(path).is_some();
    let has_task_meta = label.contains("tasks/") || label.contains("elicitation/complete");
    Some(match is_ours_stricter {
        true if label == "variant:input_required"
            && !holds(value, "/inputRequests")
            && !holds(value, "/requestState") =>
        {
            "text: one of inputRequests and requestState must be there"
        }
        true if value["completion"]["values"].as_array().is_some_and(|it| it.len() > 100) => {
            "text: at most 100 completion values"
        }
        true if text.contains("requestedSchema") => {
            "official union: a broken enum passes as an unknown member of the plain string"
        }
        true if text.contains("\"text\":") && text.contains("\"blob\":") => {
            "official union: text and blob together, one of them wrong"
        }
        true if text.contains("\"data\":\"") || text.contains("\"blob\":\"") => {
            "text: data and blob are base64"
        }
        true if has_task_meta && holds(value, "/_meta") => {
            "official params of tasks and of elicitation/complete leave out `_meta`"
        }
        true if text.contains("related-task") => "text: related-task holds taskId",
        false
            if version == Version::V2026_07_28
                && (text.contains("apabilities") || text.contains("metadata")) =>
        {
            "generator: JSON values refuse null and fractions"
        }
        false if label.contains("elicitation/create") => {
            "generator: elicited fractions are refused"
        }
        _ => return None,
    })
}

/// What is compared: a kind and name of ours, the official definition, and the member of a message
/// of that definition that ours is about.
struct Target {
    kind: &'static str,
    name: String,
    official: String,
    member: Option<&'static str>,
}

fn targets(protocol: &Protocol, official: &Official) -> Vec<Target> {
    let mut targets = Vec::new();
    for (kind, ending) in [("request", "Request"), ("notification", "Notification")] {
        for name in protocol.names(kind).map(str::to_owned) {
            let own = official.of_method(ending, &name);
            let own = own.unwrap_or_else(|| panic!("{}: no {name}", protocol.version));
            if kind == "request" {
                let result = official.result_of(&own);
                targets.push(Target {
                    kind: "result",
                    name: name.clone(),
                    official: result,
                    member: None,
                });
            }
            targets.push(Target { kind, name, official: own, member: Some("params") });
        }
    }
    for (name, own) in [("task", "CreateTaskResult"), ("input_required", "InputRequiredResult")] {
        if protocol.definition("variant", name).is_some() {
            let official = own.to_owned();
            targets.push(Target { kind: "variant", name: name.to_owned(), official, member: None });
        }
    }
    let codes = [
        ("-32042", "URLElicitationRequiredError"),
        ("-32021", "MissingRequiredClientCapabilityError"),
        ("-32022", "UnsupportedProtocolVersionError"),
    ];
    for (name, own) in codes {
        if protocol.definition("error", name).is_some() {
            let (name, official) = (name.to_owned(), own.to_owned());
            targets.push(Target { kind: "error", name, official, member: Some("error") });
        }
    }
    targets
}

/// A changed value; of an error only the data, since its code and message are a matter of the frame.
fn changed(kind: &str, value: Option<Value>, random: &mut Random) -> Option<Value> {
    if kind != "error" {
        return mutate(value, random);
    }
    let mut error = value.unwrap_or_default();
    let data = mutate(error.get("data").cloned(), random);
    let members = error.as_object_mut().expect("an error");
    match data {
        Some(data) => members.insert("data".to_owned(), data),
        None => members.remove("data"),
    };
    Some(error)
}

#[test]
fn definitions_agree_with_the_official_schemas() {
    let Some(folder) = data("mcp-spec") else { return };
    let mut table = String::new();
    let mut unexplained = Vec::new();
    for version in Version::ALL {
        let text = fs::read_to_string(folder.join(version.name()).join("schema.json"));
        let mut official = Official::read(&text.expect("a schema"));
        let protocol = Protocol::of(version);
        let (mut accepted, mut refused) = (0_u32, 0_u32);
        let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
        for target in targets(protocol, &official) {
            let Target { kind, name, official: own, member } = &target;
            let label = format!("{kind}:{name}");
            let definition = protocol.definition(kind, name).expect("it was listed");
            let mut random = Random::new(&format!("{version}{label}"));
            let root = official.definitions()[own].clone();
            for _ in 0..COUNT {
                let made = generate(official.definitions(), &root, &mut random);
                let message = match member {
                    // The frame has checks of its own.
                    Some(member) => {
                        let mut message = made.clone();
                        message["jsonrpc"] = json!("2.0");
                        if kind != &"notification" {
                            message["id"] = json!(1);
                        }
                        let value = changed(kind, made.get(*member).cloned(), &mut random);
                        let fields = message.as_object_mut().expect("a message");
                        match value {
                            Some(value) => fields.insert((*member).to_owned(), value),
                            None => fields.remove(*member),
                        };
                        message
                    }
                    None => mutate(Some(made), &mut random).unwrap_or_default(),
                };
                let mut message = message;
                if label == "variant:input_required" && message.is_object() {
                    // It is picked by that.
                    message["resultType"] = json!("input_required");
                }
                let value = match member {
                    Some(member) => message.get(*member),
                    None => Some(&message),
                };
                // Until 2025-06-18 a definition says nothing of the frame, which types `_meta`.
                let frame = match *kind {
                    "request" => "JSONRPCRequest",
                    "notification" => "JSONRPCNotification",
                    _ => own,
                };
                let is_right = official.accepts(own, &message) && official.accepts(frame, &message);
                let is_ours = ours(protocol, definition, value);
                *(if is_right { &mut accepted } else { &mut refused }) += 1;
                if is_right == is_ours {
                    continue;
                }
                let judged = value.unwrap_or(&Value::Null);
                match reason(version, &label, judged, is_right) {
                    Some(reason) => *reasons.entry(reason).or_default() += 1,
                    None => unexplained.push(format!("{version} {label} ({is_right}): {judged}")),
                }
            }
        }
        table.push_str(&format!(
            "{version}: {accepted} accepted, {refused} refused by the official schema\n"
        ));
        eprintln!("{version}: {} messages compared", accepted + refused);
        for (reason, count) in reasons {
            table.push_str(&format!("    {count} differ: {reason}\n"));
        }
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
    insta::assert_snapshot!(table);
}
