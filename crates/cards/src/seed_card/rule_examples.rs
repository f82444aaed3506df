//! A wrong and a right card for each rule, and why it matters.

use super::rules;
use agent_description::diagnostic::{Edit::Swap, RuleExample, Severity};

const CARD: &str = r#"{
  "agentInfo": {"id": "kb-1", "name": "Knowledge base", "type": "knowledge-base"},
  "capabilities": [
    {"name": "search", "inputSchema": {"type": "object"}, "performance": {"reliability": 0.99}}
  ],
  "endpoints": {"primary": "wss://kb.example/ws"},
  "security": {"authMethods": ["bearer-token"], "requiredPermissions": ["read:kb"]},
  "constraints": {"rateLimits": {"requestsPerMinute": 1000}}
}
"#;

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    RuleExample {
        rule: &rules::INFO,
        why: "Messages name their sender and their receiver by this id.",
        fix: "Write `id`, `name` and `type` as strings.",
        severity: Severity::Error,
        base: CARD,
        wrong: &[Swap("\"id\": \"kb-1\"", "\"id\": 1")],
        right: &[],
    },
    RuleExample {
        rule: &rules::CAPABILITY,
        why: "A message asks for a capability by its name, and its parameters are checked by the schema.",
        fix: "Give each capability its own name, and write its schemas as objects.",
        severity: Severity::Error,
        base: CARD,
        wrong: &[Swap("{\"type\": \"object\"}", "\"object\"")],
        right: &[],
    },
    RuleExample {
        rule: &rules::ENDPOINTS,
        why: "An agent without an address cannot be called.",
        fix: "Write `primary` as an absolute URL.",
        severity: Severity::Error,
        base: CARD,
        wrong: &[Swap("wss://kb.example/ws", "/ws")],
        right: &[],
    },
    RuleExample {
        rule: &rules::TLS,
        why: "Over a plain connection, anyone on the path can read and change everything.",
        fix: "Serve the endpoint over TLS, and write https or wss.",
        severity: Severity::Warning,
        base: CARD,
        wrong: &[Swap("wss://kb.example/ws", "ws://kb.example/ws")],
        right: &[],
    },
    RuleExample {
        rule: &rules::SECURITY,
        why: "A caller looks here for what it must present.",
        fix: "Write lists of strings.",
        severity: Severity::Error,
        base: CARD,
        wrong: &[Swap("[\"read:kb\"]", "\"read:kb\"")],
        right: &[],
    },
    RuleExample {
        rule: &rules::CONSTRAINTS,
        why: "The limit is enforced; a value that is not a number limits nothing.",
        fix: "Write a positive whole number.",
        severity: Severity::Error,
        base: CARD,
        wrong: &[Swap("1000", "\"1000\"")],
        right: &[],
    },
    RuleExample {
        rule: &rules::TEXT,
        why: "Text that people cannot see can tell a model what to do.",
        fix: "Remove the characters.",
        severity: Severity::Error,
        base: CARD,
        wrong: &[Swap("Knowledge base", "Knowledge\\u202e base")],
        right: &[],
    },
    RuleExample {
        rule: &rules::LOOK_ALIKE,
        why: "A model, and the person watching it, takes one for the other.",
        fix: "Give each a name that looks different.",
        severity: Severity::Warning,
        base: CARD,
        wrong: &[Swap("{\"name\": \"search\"", "{\"name\": \"Se\\u0430rch\"}, {\"name\": \"search\"")],
        right: &[],
    },
    RuleExample {
        rule: &rules::SPELLING,
        why: "Readers that ignore case take the member for the known one: they read another document than the one that was signed.",
        fix: "Write the known name, or leave the member out.",
        severity: Severity::Error,
        base: CARD,
        wrong: &[Swap(
            "\"primary\": \"wss://kb.example/ws\"",
            "\"primary\": \"wss://kb.example/ws\", \"Primary\": \"wss://other.example/ws\"",
        )],
        right: &[],
    },
];
