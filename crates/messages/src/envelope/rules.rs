//! The rules of the envelope. Its source shows a template and two messages and says of no member that it is required:
//! what nothing can be done without is required here.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const SOURCE: &str = "Agent-to-Agent communication, message format";

/// The one version there is.
pub const VERSION: Rule =
    Rule::new("envelope-version", "`version` is \"1.0\".", SOURCE, "version: \"1.0\"", Severity::Error);

/// Its parts.
pub const MEMBERS: Rule = Rule::new(
    "envelope-members",
    "An envelope has the objects `source`, `target`, `message` and `payload`.",
    SOURCE,
    "{version, messageId, timestamp, source, target, message, payload, security}",
    Severity::Error,
);

/// What tells it from all others.
pub const ID: Rule = Rule::new(
    "envelope-id",
    "`messageId` is a text of 1 to 512 bytes.",
    SOURCE,
    "messageId: req_kb_001",
    Severity::Error,
);

/// An id that nobody else makes.
pub const UUID: Rule = Rule::new(
    "envelope-uuid",
    "`messageId` is a random UUID.",
    SOURCE,
    "messageId: uuid-v4-string (the source's own examples have none)",
    Severity::Warning,
)
.hardening();

/// When it was made.
pub const TIME: Rule = Rule::new(
    "envelope-time",
    "`timestamp` is a date-time (RFC 3339).",
    SOURCE,
    "timestamp: 2024-12-19T10:30:00.000Z",
    Severity::Error,
);

/// Who sends it, and who is to have it.
pub const PARTY: Rule = Rule::new(
    "envelope-party",
    "The source has an `agentId` and an `agentType`; those of the target are texts of 1 to 512 bytes too.",
    SOURCE,
    "source: {agentId, agentType, instanceId}",
    Severity::Error,
);

/// To whom of them it goes.
pub const ROUTING: Rule = Rule::new(
    "envelope-routing",
    "A direct message names an agent; a broadcast names a type of agents and no agent; load balancing names a type.",
    SOURCE,
    "target: {agentId, agentType, routingStrategy: direct|broadcast|load-balance}",
    Severity::Error,
);

/// What it is.
pub const HEADER: Rule = Rule::new(
    "envelope-message",
    "`type`, `subType` and `priority` are words that the format lists.",
    SOURCE,
    "message: {type: REQUEST|RESPONSE|EVENT|HEARTBEAT, subType: query|command|notification, priority: low|normal|high|urgent}",
    Severity::Error,
);

/// What it answers.
pub const CORRELATION: Rule = Rule::new(
    "envelope-correlation",
    "A response has the id of the request that it answers.",
    SOURCE,
    "correlationId: original-message-id",
    Severity::Error,
);

/// What it asks for.
pub const REQUEST: Rule = Rule::new(
    "envelope-request",
    "A request names an action; its parameters are an object.",
    SOURCE,
    "payload: {action: specific-capability-name, parameters: {}, metadata: {}}",
    Severity::Error,
);

/// How it went.
pub const RESPONSE: Rule = Rule::new(
    "envelope-response",
    "A response has a status.",
    SOURCE,
    "payload: {status: success, results: [], metadata: {}}",
    Severity::Error,
);

/// How long to wait and how often to try.
pub const METADATA: Rule = Rule::new(
    "envelope-metadata",
    "`timeout` is 1 to 3600000 (milliseconds), `retryCount` 0 to 100, `encoding` \"utf-8\".",
    SOURCE,
    "metadata: {timeout: 5000, retryCount: 3, encoding: utf-8}",
    Severity::Error,
);

/// What secures it.
pub const SECURITY: Rule = Rule::new(
    "envelope-security",
    "`security` holds texts; with a signature it has the time of signing.",
    SOURCE,
    "security: {signature, timestamp: message-creation-time, nonce: random-value}",
    Severity::Error,
);

/// What makes it unique.
pub const NONCE: Rule = Rule::new(
    "envelope-nonce",
    "A signed message has a nonce of at least 128 bits: 22 to 256 characters of base64url.",
    "this software: whoever guesses nonces can replay; whoever sends long ones fills the store",
    "nonce: random-value",
    Severity::Error,
);

/// The spelling of names.
pub const SPELLING: Rule = Rule::new(
    "envelope-spelling",
    "No member of an envelope has a known name in another spelling: in another case, or with `_` or `-`.",
    "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
    "One reader takes the member for the known one, another ignores it.",
    Severity::Error,
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &VERSION,
    &MEMBERS,
    &ID,
    &UUID,
    &TIME,
    &PARTY,
    &ROUTING,
    &HEADER,
    &CORRELATION,
    &REQUEST,
    &RESPONSE,
    &METADATA,
    &SECURITY,
    &NONCE,
    &SPELLING,
];
