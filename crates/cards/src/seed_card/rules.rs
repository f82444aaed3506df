//! The rules of the seed card. Its source shows one card and says of no member that it is required: what nothing can be
//! done without is required here.

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
    /// Every rule.
    pub RULES;

    INFO = "seed-card-info" / Error {
        summary: "`agentInfo` has an id, a name and a type; its members are strings.",
        source: SOURCE,
        quote: "agentInfo: {id, name, type, version, description, vendor, license}",
        rationale: "Messages name their sender and their receiver by this id.",
        fix: "Write `id`, `name` and `type` as strings.",
        wrong: CARD => [Swap("\"id\": \"kb-1\"", "\"id\": 1")],
    }
    CAPABILITY = "seed-card-capability" / Error {
        summary: "Each capability has its own name; its schemas are objects, its performance values are numbers.",
        source: SOURCE,
        quote: "capabilities: [{name, displayName, description, inputSchema, outputSchema, performance}]",
        rationale: "A message asks for a capability by its name, and its parameters are checked by the schema.",
        fix: "Give each capability its own name, and write its schemas as objects.",
        wrong: CARD => [Swap("{\"type\": \"object\"}", "\"object\"")],
    }
    ENDPOINTS = "seed-card-endpoints" / Error {
        summary: "`endpoints` has a primary endpoint; each endpoint is an absolute URL.",
        source: SOURCE,
        quote: "endpoints: {primary, backup, healthCheck}",
        rationale: "An agent without an address cannot be called.",
        fix: "Write `primary` as an absolute URL.",
        wrong: CARD => [Swap("wss://kb.example/ws", "/ws")],
    }
    TLS = "seed-card-tls" / Warning, strict Error {
        summary: "Endpoints are https or wss.",
        source: "this software: anyone who reads the connection reads the messages",
        quote: "primary: wss://…, backup: https://…",
        rationale: "Over a plain connection, anyone on the path can read and change everything.",
        fix: "Serve the endpoint over TLS, and write https or wss.",
        wrong: CARD => [Swap("wss://kb.example/ws", "ws://kb.example/ws")],
    }
    SECURITY = "seed-card-security" / Error {
        summary: "`security` lists methods and permissions as strings.",
        source: SOURCE,
        quote: "security: {authMethods: [...], requiredPermissions: [...], dataClassification}",
        rationale: "A caller looks here for what it must present.",
        fix: "Write lists of strings.",
        wrong: CARD => [Swap("[\"read:kb\"]", "\"read:kb\"")],
    }
    CONSTRAINTS = "seed-card-constraints" / Error {
        summary: "Rate limits are positive whole numbers.",
        source: SOURCE,
        quote: "constraints: {rateLimits: {requestsPerMinute, concurrentConnections}, availability}",
        rationale: "The limit is enforced; a value that is not a number limits nothing.",
        fix: "Write a positive whole number.",
        wrong: CARD => [Swap("1000", "\"1000\"")],
    }
    TEXT = "seed-card-text" / Error {
        summary: "No text, nor the name of a member, has characters that people cannot see, and none continues after hidden white space.",
        source: "this software: people and models should read the same text",
        quote: "Descriptions go into the prompts of models.",
        rationale: "Text that people cannot see can tell a model what to do.",
        fix: "Remove the characters.",
        wrong: CARD => [Swap("Knowledge base", "Knowledge\\u202e base")],
    }
    LOOK_ALIKE = "seed-card-look-alike" / Warning {
        summary: "No two capabilities have names that look alike.",
        source: "Unicode Technical Standard 39, section 4",
        quote: "Two strings are confusable if their skeletons are the same.",
        rationale: "A model, and the person watching it, takes one for the other.",
        fix: "Give each a name that looks different.",
        wrong: CARD => [Swap("{\"name\": \"search\"", "{\"name\": \"Se\\u0430rch\"}, {\"name\": \"search\"")],
    }
    SPELLING = "seed-spelling" / Error {
        summary: "No member of a seed card has a known name in another spelling: in another case, or with `_` or `-`.",
        source: "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        quote: "One reader takes the member for the known one, another ignores it.",
        rationale: "Readers that ignore case take the member for the known one: they read another document than the one that was signed.",
        fix: "Write the known name, or leave the member out.",
        wrong: CARD => [
            Swap("\"primary\": \"wss://kb.example/ws\"", "\"primary\": \"wss://kb.example/ws\", \"Primary\": \"wss://other.example/ws\""),
        ],
    }
}
