//! The rules of MCP server cards.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// What is served in the place of cards.
pub const DE_FACTO: Rule = Rule::new(
    "mcp-card-de-facto",
    "What is served as a server card is one: it has the `$schema` of SEP-2127, and lists no tools.",
    "SEP-2127, discovery.md, MCP Server Cards, Hosted Server Card Location",
    "Server Cards do not enumerate primitives (tools, resources, prompts)",
    Severity::Warning,
);

/// The card.
pub const CARD: Rule = Rule::new(
    "mcp-card",
    "A server card has `$schema`, a name, a version and a description; its other members have the right types.",
    "SEP-2127, schema.ts, ServerCard",
    "\"required\": [\"$schema\", \"description\", \"name\", \"version\"]",
    Severity::Error,
);

/// Members that readers ignore.
pub const UNKNOWN: Rule = Rule::new(
    "mcp-card-unknown",
    "A member that the schema does not know has no name that is nearly a known one, nor one that belongs elsewhere in the card.",
    "SEP-2127, schema.ts, ServerCard",
    "what its interfaces do not name is ignored",
    Severity::Warning,
);

/// Its schema.
pub const SCHEMA: Rule = Rule::new(
    "mcp-card-schema",
    "`$schema` is https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json.",
    "SEP-2127, schema.ts, ServerCard.$schema",
    "The Server Card JSON Schema URI that this document conforms to.",
    Severity::Error,
);

/// How names are formed.
pub const NAME: Rule = Rule::new(
    "mcp-card-name",
    "The name is a domain backwards, one slash and a name, 3 to 200 characters.",
    "SEP-2127, schema.ts, ServerCard.name",
    "Server name in reverse-DNS format. Must contain exactly one forward slash separating namespace from server name.",
    Severity::Error,
);

/// How long texts are.
pub const LENGTH: Rule = Rule::new(
    "mcp-card-length",
    "Title and description have 1 to 100 characters, a version at most 255.",
    "SEP-2127, schema.ts, ServerCard",
    "@minLength 1 @maxLength 100",
    Severity::Error,
);

/// Where it runs.
pub const REMOTE: Rule = Rule::new(
    "mcp-card-remote",
    "A remote has an http or https URL, perhaps with {variables}.",
    "SEP-2127, schema.ts, Remote.url",
    "@pattern ^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$",
    Severity::Error,
);

/// How it is reached.
pub const TLS: Rule = Rule::new(
    "mcp-card-tls",
    "A remote is reached over TLS.",
    "MCP 2025-11-25, Authorization, Communication Security",
    "Implementations MUST follow OAuth 2.1 Section 1.5 \"Communication Security\".",
    Severity::Warning,
);

/// What people follow.
pub const LINK: Rule = Rule::new(
    "mcp-card-link",
    "`websiteUrl`, the repository's `url` and the icons' `src` are absolute URLs.",
    "SEP-2127, schema.ts, ServerCard.websiteUrl, Repository.url, Icon.src",
    "@format uri",
    Severity::Warning,
)
.hardening();

/// Texts that models read.
pub const TEXT: Rule = Rule::new(
    "mcp-card-text",
    "Texts have no characters that people cannot see, and none continues after hidden white space.",
    "this software: people and models should read the same text",
    "Descriptions go into the prompts of models.",
    Severity::Error,
);

/// Every rule.
pub const ALL: &[&Rule] = &[&DE_FACTO, &CARD, &UNKNOWN, &SCHEMA, &NAME, &LENGTH, &REMOTE, &TLS, &LINK, &TEXT];
