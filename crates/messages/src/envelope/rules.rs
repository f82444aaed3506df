//! The rules of the envelope. Its source shows a template and two messages and says of no member that it is required:
//! what nothing can be done without is required here.

use agent_description::diagnostic::Edit::Swap;

const SOURCE: &str = "Agent-to-Agent communication, message format";

const REQUEST_DOCUMENT: &str = r#"{
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

const RESPONSE_DOCUMENT: &str = r#"{
  "version": "1.0",
  "messageId": "0a5b7c1d-93f2-4e0b-8c55-6d4e2b1a9f38",
  "timestamp": "2026-11-01T10:00:01.500Z",
  "source": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
  "target": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
  "message": {"type": "RESPONSE", "correlationId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c"},
  "payload": {"status": "success", "results": [], "metadata": {"processingTime": 1200}}
}
"#;

agent_description::rules! {
    /// Every rule.
    pub RULES;

    VERSION = "envelope-version" / Error {
        summary: "`version` is \"1.0\".",
        source: SOURCE,
        quote: "version: \"1.0\"",
        rationale: "A later version may give members another meaning.",
        fix: "Write \"1.0\".",
        wrong: REQUEST_DOCUMENT => [Swap("\"1.0\"", "\"2.0\"")],
    }
    MEMBERS = "envelope-members" / Error {
        summary: "An envelope has the objects `source`, `target`, `message` and `payload`.",
        source: SOURCE,
        quote: "{version, messageId, timestamp, source, target, message, payload, security}",
        rationale: "Without one of them nobody knows what to do with the message.",
        fix: "Write the member as an object.",
        wrong: RESPONSE_DOCUMENT => [Swap("{\"status\": \"success\", \"results\": [], \"metadata\": {\"processingTime\": 1200}}", "[]")],
    }
    ID = "envelope-id" / Error {
        summary: "`messageId` is a text of 1 to 512 bytes.",
        source: SOURCE,
        quote: "messageId: req_kb_001",
        rationale: "Receivers remember the ids of messages, to act once.",
        fix: "Write a text that no other message has.",
        wrong: REQUEST_DOCUMENT => [Swap("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "")],
    }
    UUID = "envelope-uuid" / Warning, strict Error {
        summary: "`messageId` is a random UUID.",
        source: SOURCE,
        quote: "messageId: uuid-v4-string (the source's own examples have none)",
        rationale: "Counted ids meet those of another process of the same agent.",
        fix: "Write a new random UUID for each message.",
        wrong: REQUEST_DOCUMENT => [Swap("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "req_kb_001")],
    }
    TIME = "envelope-time" / Error {
        summary: "`timestamp` is a date-time (RFC 3339).",
        source: SOURCE,
        quote: "timestamp: 2024-12-19T10:30:00.000Z",
        rationale: "Without an offset, two readers disagree on when it was.",
        fix: "Write a date-time with `Z` or an offset.",
        wrong: REQUEST_DOCUMENT => [Swap("2026-11-01T10:00:00.000Z", "2026-11-01 10:00:00")],
    }
    PARTY = "envelope-party" / Error {
        summary: "The source has an `agentId` and an `agentType`; those of the target are texts of 1 to 512 bytes too.",
        source: SOURCE,
        quote: "source: {agentId, agentType, instanceId}",
        rationale: "An answer has to find its way back.",
        fix: "Write `agentId` and `agentType`.",
        wrong: REQUEST_DOCUMENT => [Swap("\"did:wba:shop.example\"", "1")],
    }
    ROUTING = "envelope-routing" / Error {
        summary: "A direct message names an agent; a broadcast names a type of agents and no agent; load balancing names a type.",
        source: SOURCE,
        quote: "target: {agentId, agentType, routingStrategy: direct|broadcast|load-balance}",
        rationale: "A broadcast that names one agent could be shown to that agent as meant for it alone.",
        fix: "Name a type of agents for a broadcast, and no agent.",
        wrong: REQUEST_DOCUMENT => [Swap("\"direct\"", "\"broadcast\"")],
    }
    HEADER = "envelope-message" / Error {
        summary: "`type`, `subType` and `priority` are words that the format lists.",
        source: SOURCE,
        quote: "message: {type: REQUEST|RESPONSE|EVENT|HEARTBEAT, subType: query|command|notification, priority: low|normal|high|urgent}",
        rationale: "A word that is not listed is treated differently by every receiver.",
        fix: "Write one of the words that the message names.",
        wrong: REQUEST_DOCUMENT => [Swap("\"normal\"", "\"HIGH\"")],
    }
    CORRELATION = "envelope-correlation" / Error {
        summary: "A response has the id of the request that it answers.",
        source: SOURCE,
        quote: "correlationId: original-message-id",
        rationale: "The caller cannot tell which of its requests is answered.",
        fix: "Write the request's `messageId` as `correlationId`.",
        wrong: RESPONSE_DOCUMENT => [Swap(", \"correlationId\": \"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c\"", "")],
    }
    REQUEST = "envelope-request" / Error {
        summary: "A request names an action; its parameters are an object.",
        source: SOURCE,
        quote: "payload: {action: specific-capability-name, parameters: {}, metadata: {}}",
        rationale: "The action is the capability that is asked for.",
        fix: "Write the name of a capability of the target's card.",
        wrong: REQUEST_DOCUMENT => [Swap("\"action\": \"search\",", "")],
    }
    RESPONSE = "envelope-response" / Error {
        summary: "A response has a status.",
        source: SOURCE,
        quote: "payload: {status: success, results: [], metadata: {}}",
        rationale: "A caller cannot tell an answer from an error.",
        fix: "Write `status`: `success` where the request was carried out.",
        wrong: RESPONSE_DOCUMENT => [Swap("\"status\": \"success\", ", "")],
    }
    METADATA = "envelope-metadata" / Error {
        summary: "`timeout` is 1 to 3600000 (milliseconds), `retryCount` 0 to 100, `encoding` \"utf-8\".",
        source: SOURCE,
        quote: "metadata: {timeout: 5000, retryCount: 3, encoding: utf-8}",
        rationale: "A receiver gives up work that nobody waits for.",
        fix: "Write whole numbers within the limits.",
        wrong: REQUEST_DOCUMENT => [Swap("5000", "0")],
    }
    SECURITY = "envelope-security" / Error {
        summary: "`security` holds texts; with a signature it has the time of signing.",
        source: SOURCE,
        quote: "security: {signature, timestamp: message-creation-time, nonce: random-value}",
        rationale: "A signature without its time could be shown forever.",
        fix: "Sign the message again; signing writes time and nonce.",
        wrong: REQUEST_DOCUMENT => [Swap("\"timestamp\": \"2026-11-01T10:00:00Z\", ", "\"signature\": \"\", ")],
    }
    NONCE = "envelope-nonce" / Error {
        summary: "A signed message has a nonce of at least 128 bits: 22 to 256 characters of base64url.",
        source: "this software: whoever guesses nonces can replay; whoever sends long ones fills the store",
        quote: "nonce: random-value",
        rationale: "A nonce that somebody can guess protects nothing.",
        fix: "Make it of 16 random bytes or more, in base64url.",
        wrong: REQUEST_DOCUMENT => [Swap("q83vEjRWeJCrze8SNFZ4kA", "1")],
    }
    SPELLING = "envelope-spelling" / Error {
        summary: "No member of an envelope has a known name in another spelling: in another case, or with `_` or `-`.",
        source: "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        quote: "One reader takes the member for the known one, another ignores it.",
        rationale: "Readers that ignore case take the member for the known one: they read another document than the one that was signed.",
        fix: "Write the known name, or leave the member out.",
        wrong: REQUEST_DOCUMENT => [Swap("\"action\": \"search\"", "\"action\": \"search\", \"Action\": \"remove\"")],
    }
}
