//! The rules of the seed card. Its source shows one card and says of no member that it is required: what nothing can be
//! done without is required here.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const SOURCE: &str = "Agent-to-Agent communication, Agent Card";

/// Who the agent is.
pub const INFO: Rule = Rule::new(
    "seed-card-info",
    "`agentInfo` has an id, a name and a type; its members are strings.",
    SOURCE,
    "agentInfo: {id, name, type, version, description, vendor, license}",
    Severity::Error,
);

/// What it can do.
pub const CAPABILITY: Rule = Rule::new(
    "seed-card-capability",
    "Each capability has its own name; its schemas are objects, its performance values are numbers.",
    SOURCE,
    "capabilities: [{name, displayName, description, inputSchema, outputSchema, performance}]",
    Severity::Error,
);

/// Where it is.
pub const ENDPOINTS: Rule = Rule::new(
    "seed-card-endpoints",
    "`endpoints` has a primary endpoint; each endpoint is an absolute URL.",
    SOURCE,
    "endpoints: {primary, backup, healthCheck}",
    Severity::Error,
);

/// By TLS.
pub const TLS: Rule = Rule::new(
    "seed-card-tls",
    "Endpoints are https or wss.",
    "this software: anyone who reads the connection reads the messages",
    "primary: wss://…, backup: https://…",
    Severity::Warning,
)
.hardening();

/// What it asks of callers.
pub const SECURITY: Rule = Rule::new(
    "seed-card-security",
    "`security` lists methods and permissions as strings.",
    SOURCE,
    "security: {authMethods: [...], requiredPermissions: [...], dataClassification}",
    Severity::Error,
);

/// How much of it there is.
pub const CONSTRAINTS: Rule = Rule::new(
    "seed-card-constraints",
    "Rate limits are positive whole numbers.",
    SOURCE,
    "constraints: {rateLimits: {requestsPerMinute, concurrentConnections}, availability}",
    Severity::Error,
);

/// Texts that models read.
pub const TEXT: Rule = Rule::new(
    "seed-card-text",
    "No text, nor the name of a member, has characters that people cannot see, and none continues after hidden white space.",
    "this software: people and models should read the same text",
    "Descriptions go into the prompts of models.",
    Severity::Error,
);

/// Names that look alike.
pub const LOOK_ALIKE: Rule = Rule::new(
    "seed-card-look-alike",
    "No two capabilities have names that look alike.",
    "Unicode Technical Standard 39, section 4",
    "Two strings are confusable if their skeletons are the same.",
    Severity::Warning,
);

/// The spelling of names.
pub const SPELLING: Rule = Rule::new(
    "seed-spelling",
    "No member of a seed card has a known name in another spelling: in another case, or with `_` or `-`.",
    "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
    "One reader takes the member for the known one, another ignores it.",
    Severity::Error,
);

/// Every rule.
pub const ALL: &[&Rule] =
    &[&INFO, &CAPABILITY, &ENDPOINTS, &TLS, &SECURITY, &CONSTRAINTS, &TEXT, &LOOK_ALIKE, &SPELLING];
