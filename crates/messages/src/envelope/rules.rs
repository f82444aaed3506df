//! The rules of envelopes. The source shows a template and two messages and marks no member as required, so the
//! indispensable members are required here.

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
    /// All rules.
    pub RULES;

    VERSION = "envelope-version" / Error {
        summary: "`version` is \"1.0\".",
        source: SOURCE,
        quote: "version: \"1.0\"",
        rationale: "Later versions may define members differently.",
        fix: "Write \"1.0\".",
        wrong: REQUEST_DOCUMENT => [Swap("\"1.0\"", "\"2.0\"")],
    }
    MEMBERS = "envelope-members" / Error {
        summary: "An envelope has the objects `source`, `target`, `message` and `payload`.",
        source: SOURCE,
        quote: "{version, messageId, timestamp, source, target, message, payload, security}",
        rationale: "Receivers need all four to handle the message.",
        fix: "Write the member as an object.",
        wrong: RESPONSE_DOCUMENT => [Swap("{\"status\": \"success\", \"results\": [], \"metadata\": {\"processingTime\": 1200}}", "[]")],
    }
    ID = "envelope-id" / Error {
        summary: "`messageId` is a string of 1 to 512 bytes.",
        source: SOURCE,
        quote: "messageId: req_kb_001",
        rationale: "Receivers store message IDs to handle each message once.",
        fix: "Write a unique string.",
        wrong: REQUEST_DOCUMENT => [Swap("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "")],
    }
    UUID = "envelope-uuid" / Warning, strict Error {
        summary: "`messageId` is a random UUID.",
        source: SOURCE,
        quote: "messageId: uuid-v4-string (the source's own examples have none)",
        rationale: "Sequential IDs collide with those of other processes of the agent.",
        fix: "Write a new random UUID for each message.",
        wrong: REQUEST_DOCUMENT => [Swap("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "req_kb_001")],
    }
    TIME = "envelope-time" / Error {
        summary: "`timestamp` is a date-time (RFC 3339).",
        source: SOURCE,
        quote: "timestamp: 2024-12-19T10:30:00.000Z",
        rationale: "Without an offset, the time is ambiguous.",
        fix: "Write a date-time with `Z` or an offset.",
        wrong: REQUEST_DOCUMENT => [Swap("2026-11-01T10:00:00.000Z", "2026-11-01 10:00:00")],
    }
    PARTY = "envelope-party" / Error {
        summary: "The source has an `agentId` and an `agentType`; in source and target these are strings of 1 to 512 bytes.",
        source: SOURCE,
        quote: "source: {agentId, agentType, instanceId}",
        rationale: "Receivers send responses to the source.",
        fix: "Write `agentId` and `agentType`.",
        wrong: REQUEST_DOCUMENT => [Swap("\"did:wba:shop.example\"", "1")],
    }
    ROUTING = "envelope-routing" / Error {
        summary: "A direct message names an agent. Broadcasts name an agent type and no agent; load balancing names a type.",
        source: SOURCE,
        quote: "target: {agentId, agentType, routingStrategy: direct|broadcast|load-balance}",
        rationale: "A broadcast that names one agent could be replayed to it as a direct message.",
        fix: "Name a type of agents for a broadcast, and no agent.",
        wrong: REQUEST_DOCUMENT => [Swap("\"direct\"", "\"broadcast\"")],
    }
    HEADER = "envelope-message" / Error {
        summary: "`type`, `subType` and `priority` are values of the format.",
        source: SOURCE,
        quote: "message: {type: REQUEST|RESPONSE|EVENT|HEARTBEAT, subType: query|command|notification, priority: low|normal|high|urgent}",
        rationale: "Receivers treat other values differently.",
        fix: "Write one of the values in the message.",
        wrong: REQUEST_DOCUMENT => [Swap("\"normal\"", "\"HIGH\"")],
    }
    CORRELATION = "envelope-correlation" / Error {
        summary: "A response has the ID of its request.",
        source: SOURCE,
        quote: "correlationId: original-message-id",
        rationale: "Callers match responses to requests by this ID.",
        fix: "Write the request's `messageId` as `correlationId`.",
        wrong: RESPONSE_DOCUMENT => [Swap(", \"correlationId\": \"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c\"", "")],
    }
    REQUEST = "envelope-request" / Error {
        summary: "A request names an action; its parameters are an object.",
        source: SOURCE,
        quote: "payload: {action: specific-capability-name, parameters: {}, metadata: {}}",
        rationale: "The action names the capability to call.",
        fix: "Write the name of a capability of the target's card.",
        wrong: REQUEST_DOCUMENT => [Swap("\"action\": \"search\",", "")],
    }
    RESPONSE = "envelope-response" / Error {
        summary: "A response has a status.",
        source: SOURCE,
        quote: "payload: {status: success, results: [], metadata: {}}",
        rationale: "Callers distinguish results from errors by the status.",
        fix: "Write `status`: `success` if the request succeeded.",
        wrong: RESPONSE_DOCUMENT => [Swap("\"status\": \"success\", ", "")],
    }
    METADATA = "envelope-metadata" / Error {
        summary: "`timeout` is 1 to 3600000 (milliseconds), `retryCount` 0 to 100, `encoding` \"utf-8\".",
        source: SOURCE,
        quote: "metadata: {timeout: 5000, retryCount: 3, encoding: utf-8}",
        rationale: "Receivers stop work after the timeout of the caller.",
        fix: "Write integers within the limits.",
        wrong: REQUEST_DOCUMENT => [Swap("5000", "0")],
    }
    SECURITY = "envelope-security" / Error {
        summary: "The members of `security` are strings; a signature needs the time of signing.",
        source: SOURCE,
        quote: "security: {signature, timestamp: message-creation-time, nonce: random-value}",
        rationale: "A signature without a time could be replayed forever.",
        fix: "Sign the message again; signing writes time and nonce.",
        wrong: REQUEST_DOCUMENT => [Swap("\"timestamp\": \"2026-11-01T10:00:00Z\", ", "\"signature\": \"\", ")],
    }
    NONCE = "envelope-nonce" / Error {
        summary: "A signed message has a nonce of at least 128 bits: 22 to 256 characters of base64url.",
        source: "this software: guessable nonces allow replays, and long ones fill the store",
        quote: "nonce: random-value",
        rationale: "Guessable nonces do not prevent replays.",
        fix: "Use at least 16 random bytes in base64url.",
        wrong: REQUEST_DOCUMENT => [Swap("q83vEjRWeJCrze8SNFZ4kA", "1")],
    }
    SPELLING = "envelope-spelling" / Error {
        summary: "No member name differs from a known one only in case, `_` or `-`.",
        source: "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        quote: "Some parsers treat the member as the known one; others ignore it.",
        rationale: "Parsers that ignore case treat the member as the known one and read different data than was signed.",
        fix: "Write the known name, or remove the member.",
        wrong: REQUEST_DOCUMENT => [Swap("\"action\": \"search\"", "\"action\": \"search\", \"Action\": \"remove\"")],
    }
}
