//! The rules of seed cards. The source shows one example and marks no member as required, so the indispensable members
//! are required here.

use agent_description::diagnostic::Edit::Swap;

const SOURCE: &str = "Agent-to-Agent communication, Agent Card";

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

agent_description::rules! {
    /// All rules.
    pub RULES;

    INFO = "seed-card-info" / Error {
        summary: "`agentInfo` has an id, a name and a type; its members are strings.",
        source: SOURCE,
        quote: "agentInfo: {id, name, type, version, description, vendor, license}",
        rationale: "Messages identify sender and receiver by this ID.",
        fix: "Write `id`, `name` and `type` as strings.",
        wrong: CARD => [Swap("\"id\": \"kb-1\"", "\"id\": 1")],
    }
    CAPABILITY = "seed-card-capability" / Error {
        summary: "Each capability has its own name; its schemas are objects, its performance values are numbers.",
        source: SOURCE,
        quote: "capabilities: [{name, displayName, description, inputSchema, outputSchema, performance}]",
        rationale: "Messages name a capability, and its schema validates their parameters.",
        fix: "Give each capability its own name, and write its schemas as objects.",
        wrong: CARD => [Swap("{\"type\": \"object\"}", "\"object\"")],
    }
    ENDPOINTS = "seed-card-endpoints" / Error {
        summary: "`endpoints` has a primary endpoint; each endpoint is an absolute URL.",
        source: SOURCE,
        quote: "endpoints: {primary, backup, healthCheck}",
        rationale: "Callers need an endpoint.",
        fix: "Write `primary` as an absolute URL.",
        wrong: CARD => [Swap("wss://kb.example/ws", "/ws")],
    }
    TLS = "seed-card-tls" / Warning, strict Error {
        summary: "Endpoints are https or wss.",
        source: "this software: messages must be encrypted in transit",
        quote: "primary: wss://…, backup: https://…",
        rationale: "Without TLS, anyone on the network path can read and change all data.",
        fix: "Serve the endpoint over TLS, and write https or wss.",
        wrong: CARD => [Swap("wss://kb.example/ws", "ws://kb.example/ws")],
    }
    SECURITY = "seed-card-security" / Error {
        summary: "`security` lists methods and permissions as strings.",
        source: SOURCE,
        quote: "security: {authMethods: [...], requiredPermissions: [...], dataClassification}",
        rationale: "Callers read here which credentials they need.",
        fix: "Write lists of strings.",
        wrong: CARD => [Swap("[\"read:kb\"]", "\"read:kb\"")],
    }
    CONSTRAINTS = "seed-card-constraints" / Error {
        summary: "Rate limits are positive integers.",
        source: SOURCE,
        quote: "constraints: {rateLimits: {requestsPerMinute, concurrentConnections}, availability}",
        rationale: "The limit is enforced, so it must be a number.",
        fix: "Write a positive integer.",
        wrong: CARD => [Swap("1000", "\"1000\"")],
    }
    TEXT = "seed-card-text" / Error {
        summary: "Texts and member names contain no invisible characters and no text after long white space.",
        source: "this software: people and models must see the same text",
        quote: "Descriptions go into the prompts of models.",
        rationale: "Invisible text can give instructions to a model.",
        fix: "Remove the characters.",
        wrong: CARD => [Swap("Knowledge base", "Knowledge\\u202e base")],
    }
    LOOK_ALIKE = "seed-card-look-alike" / Warning {
        summary: "No two capabilities have confusable names.",
        source: "Unicode Technical Standard 39, section 4",
        quote: "Two strings are confusable if their skeletons are the same.",
        rationale: "Models and people confuse the two.",
        fix: "Use clearly different names.",
        wrong: CARD => [Swap("{\"name\": \"search\"", "{\"name\": \"Se\\u0430rch\"}, {\"name\": \"search\"")],
    }
    SPELLING = "seed-spelling" / Error {
        summary: "No member name differs from a known one only in case, `_` or `-`.",
        source: "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        quote: "Some parsers treat the member as the known one; others ignore it.",
        rationale: "Parsers that ignore case treat the member as the known one and read different data than was signed.",
        fix: "Write the known name, or remove the member.",
        wrong: CARD => [
            Swap("\"primary\": \"wss://kb.example/ws\"", "\"primary\": \"wss://kb.example/ws\", \"Primary\": \"wss://other.example/ws\""),
        ],
    }
}
