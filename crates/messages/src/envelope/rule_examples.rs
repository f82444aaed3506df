//! A wrong and a right envelope for each rule, and why it matters.

use super::rules;
use agent_description::diagnostic::{Edit::Swap, RuleExample, Severity};

const REQUEST: &str = r#"{
  "version": "1.0",
  "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c",
  "timestamp": "2026-11-01T10:00:00.000Z",
  "source": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
  "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base", "routingStrategy": "direct"},
  "message": {"type": "REQUEST", "subType": "query", "priority": "normal"},
  "payload": {
    "action": "search",
    "parameters": {"query": "refunds"},
    "metadata": {"timeout": 5000, "retryCount": 3, "encoding": "utf-8"}
  },
  "security": {"timestamp": "2026-11-01T10:00:00Z", "nonce": "q83vEjRWeJCrze8SNFZ4kA"}
}
"#;

const RESPONSE: &str = r#"{
  "version": "1.0",
  "messageId": "0a5b7c1d-93f2-4e0b-8c55-6d4e2b1a9f38",
  "timestamp": "2026-11-01T10:00:01.500Z",
  "source": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
  "target": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
  "message": {"type": "RESPONSE", "correlationId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c"},
  "payload": {"status": "success", "results": [], "metadata": {"processingTime": 1200}}
}
"#;

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    RuleExample {
        rule: &rules::VERSION,
        why: "A later version may give members another meaning.",
        fix: "Write \"1.0\".",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("\"1.0\"", "\"2.0\"")],
        right: &[],
    },
    RuleExample {
        rule: &rules::MEMBERS,
        why: "Without one of them nobody knows what to do with the message.",
        fix: "Write the member as an object.",
        severity: Severity::Error,
        base: RESPONSE,
        wrong: &[Swap("{\"status\": \"success\", \"results\": [], \"metadata\": {\"processingTime\": 1200}}", "[]")],
        right: &[],
    },
    RuleExample {
        rule: &rules::ID,
        why: "Receivers remember the ids of messages, to act once.",
        fix: "Write a text that no other message has.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::UUID,
        why: "Counted ids meet those of another process of the same agent.",
        fix: "Write a new random UUID for each message.",
        severity: Severity::Warning,
        base: REQUEST,
        wrong: &[Swap("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "req_kb_001")],
        right: &[],
    },
    RuleExample {
        rule: &rules::TIME,
        why: "Without an offset, two readers disagree on when it was.",
        fix: "Write a date-time with `Z` or an offset.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("2026-11-01T10:00:00.000Z", "2026-11-01 10:00:00")],
        right: &[],
    },
    RuleExample {
        rule: &rules::PARTY,
        why: "An answer has to find its way back.",
        fix: "Write `agentId` and `agentType`.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("\"did:wba:shop.example\"", "1")],
        right: &[],
    },
    RuleExample {
        rule: &rules::ROUTING,
        why: "A broadcast that names one agent could be shown to that agent as meant for it alone.",
        fix: "Name a type of agents for a broadcast, and no agent.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("\"direct\"", "\"broadcast\"")],
        right: &[],
    },
    RuleExample {
        rule: &rules::HEADER,
        why: "A word that is not listed is treated differently by every receiver.",
        fix: "Write one of the words that the message names.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("\"normal\"", "\"HIGH\"")],
        right: &[],
    },
    RuleExample {
        rule: &rules::CORRELATION,
        why: "The caller cannot tell which of its requests is answered.",
        fix: "Write the request's `messageId` as `correlationId`.",
        severity: Severity::Error,
        base: RESPONSE,
        wrong: &[Swap(", \"correlationId\": \"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c\"", "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::REQUEST,
        why: "The action is the capability that is asked for.",
        fix: "Write the name of a capability of the target's card.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("\"action\": \"search\",", "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::RESPONSE,
        why: "A caller cannot tell an answer from an error.",
        fix: "Write `status`: `success` where the request was carried out.",
        severity: Severity::Error,
        base: RESPONSE,
        wrong: &[Swap("\"status\": \"success\", ", "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::METADATA,
        why: "A receiver gives up work that nobody waits for.",
        fix: "Write whole numbers within the limits.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("5000", "0")],
        right: &[],
    },
    RuleExample {
        rule: &rules::SECURITY,
        why: "A signature without its time could be shown forever.",
        fix: "Sign the message again; signing writes time and nonce.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("\"timestamp\": \"2026-11-01T10:00:00Z\", ", "\"signature\": \"\", ")],
        right: &[],
    },
    RuleExample {
        rule: &rules::NONCE,
        why: "A nonce that somebody can guess protects nothing.",
        fix: "Make it of 16 random bytes or more, in base64url.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("q83vEjRWeJCrze8SNFZ4kA", "1")],
        right: &[],
    },
    RuleExample {
        rule: &rules::SPELLING,
        why: "Readers that ignore case take the member for the known one: they read another document than the one that was signed.",
        fix: "Write the known name, or leave the member out.",
        severity: Severity::Error,
        base: REQUEST,
        wrong: &[Swap("\"action\": \"search\"", "\"action\": \"search\", \"Action\": \"remove\"")],
        right: &[],
    },
];
