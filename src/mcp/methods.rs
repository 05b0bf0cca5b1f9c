//! The methods of all versions, and the capability that each one needs.

use super::definitions::Party;

/// A capability: who declares it, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capability {
    /// The side that declares it.
    pub owner: Party,
    /// Its place among the capabilities, such as `resources/subscribe`.
    pub path: &'static str,
    /// Whether it only counts if it is `true`.
    pub is_switch: bool,
}

/// A method.
#[derive(Debug)]
struct Method {
    name: &'static str,
    needs: Option<Capability>,
}

const fn method(name: &'static str) -> Method {
    Method { name, needs: None }
}

const fn of_server(name: &'static str, path: &'static str) -> Method {
    Method { name, needs: Some(Capability { owner: Party::Server, path, is_switch: false }) }
}

const fn of_client(name: &'static str, path: &'static str) -> Method {
    Method { name, needs: Some(Capability { owner: Party::Client, path, is_switch: false }) }
}

const fn switch(name: &'static str, owner: Party, path: &'static str) -> Method {
    Method { name, needs: Some(Capability { owner, path, is_switch: true }) }
}

const REQUESTS: &[Method] = &[
    method("initialize"),
    method("ping"),
    method("server/discover"),
    method("subscriptions/listen"),
    of_server("tools/list", "tools"),
    of_server("tools/call", "tools"),
    of_server("resources/list", "resources"),
    of_server("resources/templates/list", "resources"),
    of_server("resources/read", "resources"),
    switch("resources/subscribe", Party::Server, "resources/subscribe"),
    switch("resources/unsubscribe", Party::Server, "resources/subscribe"),
    of_server("prompts/list", "prompts"),
    of_server("prompts/get", "prompts"),
    of_server("completion/complete", "completions"),
    of_server("logging/setLevel", "logging"),
    of_client("sampling/createMessage", "sampling"),
    of_client("roots/list", "roots"),
    of_client("elicitation/create", "elicitation"),
    method("tasks/get"),
    method("tasks/result"),
    method("tasks/cancel"),
    method("tasks/list"),
];

const NOTIFICATIONS: &[Method] = &[
    of_server("notifications/message", "logging"),
    switch("notifications/tools/list_changed", Party::Server, "tools/listChanged"),
    switch("notifications/prompts/list_changed", Party::Server, "prompts/listChanged"),
    switch("notifications/resources/list_changed", Party::Server, "resources/listChanged"),
    switch("notifications/resources/updated", Party::Server, "resources/subscribe"),
    switch("notifications/roots/list_changed", Party::Client, "roots/listChanged"),
];

/// Whether `name` is that of a notification.
#[must_use]
pub fn is_notification(name: &str) -> bool {
    name.starts_with("notifications/")
}

/// Whether `name` is that of a request in some version.
#[must_use]
pub fn is_request(name: &str) -> bool {
    REQUESTS.iter().any(|method| method.name == name)
}

/// The capability that must have been declared for the method `name`.
#[must_use]
pub fn needed(name: &str) -> Option<Capability> {
    let all = REQUESTS.iter().chain(NOTIFICATIONS);
    all.into_iter().find(|method| method.name == name).and_then(|method| method.needs)
}
