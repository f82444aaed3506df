//! The rules of `server.json`.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const SCHEMA_SOURCE: &str = "MCP registry, server.schema.json 2025-12-11";

/// The server.
pub const SERVER: Rule = Rule::new(
    "mcp-server",
    "A server has a name, a description and a version; its other members have the right types.",
    SCHEMA_SOURCE,
    "\"required\": [\"name\", \"description\", \"version\"]",
    Severity::Error,
);

/// Members that readers ignore.
pub const UNKNOWN: Rule = Rule::new(
    "mcp-server-unknown",
    "A member that the schema does not know has no name that is nearly a known one, nor one that belongs elsewhere in the document.",
    SCHEMA_SOURCE,
    "\"properties\" of each definition: what they do not name is ignored",
    Severity::Warning,
);

/// The schema that it follows.
pub const SCHEMA: Rule = Rule::new(
    "mcp-server-schema",
    "`$schema` is that of a released version: 2025-09-29, 2025-10-17 or 2025-12-11.",
    "MCP registry, generic-server-json.md, CHANGELOG.md",
    "JSON Schema URI for this server.json format",
    Severity::Warning,
);

/// How names are formed.
pub const NAME: Rule = Rule::new(
    "mcp-server-name",
    "The name is a domain backwards, one slash and a name, 3 to 200 characters.",
    "MCP registry, server.schema.json 2025-12-11, ServerDetail.name",
    "Server name in reverse-DNS format. Must contain exactly one forward slash separating namespace from server name.",
    Severity::Error,
);

/// How long texts are.
pub const LENGTH: Rule = Rule::new(
    "mcp-server-length",
    "Title and description have 1 to 100 characters, a version at most 255.",
    "MCP registry, server.schema.json 2025-12-11, ServerDetail",
    "\"maxLength\": 100, \"minLength\": 1",
    Severity::Error,
);

/// One exact version.
pub const VERSION: Rule = Rule::new(
    "mcp-server-version",
    "A version is one version, no range; a package's is not `latest`.",
    "MCP registry, server.schema.json 2025-12-11, ServerDetail.version, Package.version",
    "Version ranges are rejected (e.g., '^1.2.3', '~1.2.3', '>=1.2.3', '1.x', '1.*').",
    Severity::Error,
);

/// A package.
pub const PACKAGE: Rule = Rule::new(
    "mcp-server-package",
    "A package has the type of its registry, an identifier and a transport; its other members have the right types.",
    "MCP registry, server.schema.json 2025-12-11, Package",
    "\"required\": [\"registryType\", \"identifier\", \"transport\"]",
    Severity::Error,
);

/// Its digest.
pub const DIGEST: Rule = Rule::new(
    "mcp-server-digest",
    "`fileSha256` has 64 lower-case hexadecimal digits, and every MCP bundle has one.",
    "MCP registry, server.schema.json 2025-12-11, Package.fileSha256",
    "Required for MCPB packages and optional for other package types.",
    Severity::Error,
);

/// Where it runs.
pub const REMOTE: Rule = Rule::new(
    "mcp-server-url",
    "A remote, and a package that is spoken to over HTTP, has an http or https URL, perhaps with {variables}.",
    "MCP registry, server.schema.json 2025-12-11, StreamableHttpTransport.url",
    "\"pattern\": \"^https?://[^\\\\s]+$\"",
    Severity::Error,
);

/// How it is reached.
pub const TLS: Rule = Rule::new(
    "mcp-server-tls",
    "A remote is reached over TLS.",
    "MCP 2025-11-25, Authorization, Communication Security",
    "Implementations MUST follow OAuth 2.1 Section 1.5 \"Communication Security\".",
    Severity::Warning,
);

/// What people follow.
pub const LINK: Rule = Rule::new(
    "mcp-server-link",
    "`websiteUrl`, the repository's `url` and the icons' `src` are absolute URLs.",
    "MCP registry, server.schema.json 2025-12-11, ServerDetail.websiteUrl, Repository.url, Icon.src",
    "\"format\": \"uri\"",
    Severity::Warning,
)
.hardening();

/// Texts that models read.
pub const TEXT: Rule = Rule::new(
    "mcp-server-text",
    "Texts have no characters that people cannot see, and none continues after hidden white space.",
    "this software: people and models should read the same text",
    "Descriptions go into the prompts of models.",
    Severity::Error,
);

/// What a registry keeps.
pub const META: Rule = Rule::new(
    "mcp-server-meta",
    "`_meta` of a server that is registered has only what the publisher provides.",
    "MCP registry, official-registry-requirements.md, `_meta` Namespace Restrictions",
    "Any other keys in the `_meta` object are silently dropped during publishing",
    Severity::Warning,
);

/// How much of it.
pub const META_SIZE: Rule = Rule::new(
    "mcp-server-meta-size",
    "What the publisher provides in `_meta` has at most 4,096 bytes.",
    "MCP registry, official-registry-requirements.md, Publisher-Provided Metadata",
    "The publisher-provided extension is limited to 4KB (4096 bytes) of JSON.",
    Severity::Error,
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &SERVER, &UNKNOWN, &SCHEMA, &NAME, &LENGTH, &VERSION, &PACKAGE, &DIGEST, &REMOTE, &TLS, &LINK, &TEXT, &META,
    &META_SIZE,
];
