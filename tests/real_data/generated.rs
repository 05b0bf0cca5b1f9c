//! Values made from a schema, and changed at random. Every run makes the same.

use serde_json::{Map, Value, json};

/// A sequence of numbers that looks random: the same for the same name.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(name: &str) -> Self {
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(name.bytes().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    /// A number below `end` (`SplitMix64`).
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

fn junk(random: &mut Random) -> Value {
    let all = json!([
        null, "", "bogus", 0, 1, -1, 1.5, true, false, [], {}, [1], ["a"], [null], { "a": 1 },
        { "type": "text" }, "2.0", [{}], 101, { "a": 0.5, "b": null }
    ]);
    random.one(all.as_array().expect("a list")).clone()
}

/// Words that tell kinds of parts apart, and others.
const WORDS: &[&str] = &[
    "text",
    "image",
    "audio",
    "resource",
    "resource_link",
    "tool_use",
    "tool_result",
    "user",
    "assistant",
    "form",
    "url",
    "object",
    "string",
    "number",
    "integer",
    "boolean",
    "array",
    "complete",
    "input_required",
    "accept",
    "file:///a",
    "https://a.b/c",
    "ref/prompt",
    "ref/resource",
    "debug",
    "public",
    "working",
    "task",
];

/// A value of `schema`, which may refer to `definitions`.
pub(crate) fn generate(
    definitions: &Map<String, Value>,
    schema: &Value,
    random: &mut Random,
) -> Value {
    Generator { definitions }.value(schema, random, 0)
}

struct Generator<'d> {
    definitions: &'d Map<String, Value>,
}

impl Generator<'_> {
    fn value(&self, schema: &Value, random: &mut Random, depth: usize) -> Value {
        if let Some(name) = schema["$ref"].as_str().and_then(|it| it.rsplit('/').next()) {
            return self.value(&self.definitions[name], random, depth);
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        if let Some(words) = schema["enum"].as_array() {
            return random.one(words).clone();
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            let branch = random.one(branches).clone();
            return self.value(&branch, random, depth + 1);
        }
        if let Some(all) = schema["allOf"].as_array() {
            let parts = all.iter().map(|part| self.value(part, random, depth));
            let mut whole = Value::Object(Map::new());
            parts.for_each(|part| merge(&mut whole, part));
            return whole;
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => random.one(kinds).as_str().unwrap_or_default().to_owned(),
            kind => kind.as_str().unwrap_or_default().to_owned(),
        };
        match kind.as_str() {
            "array" => {
                let most = if depth < 8 { 3 } else { 1 };
                let count = random.below(most);
                (0..count).map(|_| self.value(&schema["items"], random, depth + 1)).collect()
            }
            "string" if schema["format"] == "uri" => json!("file:///a/b"),
            "string" => json!(random.one(&["a", "héllo", "", "dGV4dA=="])),
            "integer" => json!(random.one(&[0_u64, 1, 3, 50, 1_000_000_000_000])),
            "number" => json!(random.one(&[0.0, 0.25, 1.0, 0.5])),
            "boolean" => json!(random.below(2) == 0),
            "null" => Value::Null,
            _ if kind == "object" || schema["properties"].is_object() => {
                self.object(schema, random, depth)
            }
            _ => junk(random),
        }
    }

    fn object(&self, schema: &Value, random: &mut Random, depth: usize) -> Value {
        let mut made = Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let share = if depth < 5 { 2 } else { 7 };
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&json!(name)) || random.below(share) == 0 {
                made.insert(name.clone(), self.value(member, random, depth + 1));
            }
        }
        if schema["additionalProperties"].is_object() && depth < 7 {
            for _ in 0..random.below(3) {
                let name = (*random.one(&["a", "b", "city", "x"])).to_owned();
                made.insert(name, self.value(&schema["additionalProperties"], random, depth + 1));
            }
        }
        Value::Object(made)
    }
}

fn merge(whole: &mut Value, part: Value) {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            for (name, value) in part {
                merge(whole.entry(name).or_insert(Value::Null), value);
            }
        }
        (whole, part) => *whole = part,
    }
}

/// `value` with a change or two somewhere in it; one in ten stays as it is.
pub(crate) fn mutate(value: Option<Value>, random: &mut Random) -> Option<Value> {
    let mut value = value;
    let times = [0, 1, 1, 1, 1, 1, 1, 2, 2, 2][random.below(10)];
    for _ in 0..times {
        value = change(value, random);
    }
    value
}

fn change(value: Option<Value>, random: &mut Random) -> Option<Value> {
    let Some(mut value) = value else { return Some(junk(random)) };
    let mut pointers = Vec::new();
    collect(&value, String::new(), &mut pointers);
    let at = random.one(&pointers).clone();
    let Some((above, name)) = at.rsplit_once('/') else {
        return match random.below(8) {
            0 => None,
            1 => Some(junk(random)),
            _ => Some(value),
        };
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    let old = value.pointer(&at).cloned().unwrap_or_default();
    match value.pointer_mut(above) {
        Some(Value::Object(members)) => change_member(members, &name, old, random),
        Some(Value::Array(elements)) => {
            let at: usize = name.parse().unwrap_or_default();
            match random.below(4) {
                0 => drop(elements.remove(at)),
                1 => elements.push(old),
                2 => elements[at] = junk(random),
                _ => elements[at] = Value::Null,
            }
        }
        _ => {}
    }
    Some(value)
}

fn change_member(members: &mut Map<String, Value>, name: &str, old: Value, random: &mut Random) {
    const EXTRA: &[&str] =
        &["zzz", "id", "text", "blob", "_meta", "structuredContent", "uri", "type"];
    match random.below(9) {
        0 => drop(members.remove(name)),
        1 | 2 => drop(members.insert(name.to_owned(), junk(random))),
        3 => drop(members.insert(name.to_owned(), json!(random.one(WORDS)))),
        4 => drop(members.insert(name.to_owned(), Value::Null)),
        5 => drop(members.insert(name.to_owned(), json!([old]))),
        6 => {
            let extra = (*random.one(EXTRA)).to_owned();
            members.insert(extra, junk(random));
        }
        7 => {
            members.remove(name);
            members.insert(format!("{name}_"), old);
        }
        _ => {
            if let Some(one) = old.as_array().and_then(|all| all.first()) {
                let count = 100 + random.below(2);
                members.insert(name.to_owned(), vec![one.clone(); count].into());
            }
        }
    }
}

/// The pointers to all values in `value`.
fn collect(value: &Value, at: String, pointers: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                collect(value, format!("{at}/{name}"), pointers);
            }
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                collect(value, format!("{at}/{index}"), pointers);
            }
        }
        _ => {}
    }
    pointers.push(at);
}
