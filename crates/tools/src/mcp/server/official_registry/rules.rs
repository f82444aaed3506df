//! What the official MCP registry refuses, a row each, with its source and the date on which that was read.

use crate::ten_times;
use agent_description::diagnostic::Edit::Swap;

const SERVER_DOCUMENT: &str = r#"{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "io.github.hotel/rooms",
  "description": "Books rooms.",
  "version": "1.0.2",
  "websiteUrl": "https://hotel.example",
  "repository": {"url": "https://github.com/hotel/rooms", "source": "github"},
  "packages": [
    {"registryType": "npm", "identifier": "@hotel/rooms", "version": "1.0.2", "transport": {"type": "stdio"},
     "packageArguments": [{"type": "named", "name": "--port", "value": "8080"}],
     "environmentVariables": [{"name": "KEY", "isSecret": true}]}
  ],
  "remotes": [{"type": "streamable-http", "url": "https://{tenant}.hotel.example/mcp", "variables": {"tenant": {}}}]
}
"#;

agent_description::rules! {
    /// All rules.
    pub RULES;

    SCHEMA = "mcp-registry-schema" / Error {
        summary: "MCP registry: the document names its `$schema`, and is valid by it.",
        source: "MCP registry, internal/validators/schema.go, and server.schema.json of the named date, read 2026-11-29",
        quote: "Empty schema is always checked and always produces an error",
        rationale: "The registry refuses the document.",
        fix: "Write the member as the message says.",
        wrong: SERVER_DOCUMENT => [Swap("\"repository\"", concat!("\"icons\": [{\"src\": \"https://hotel.example", ten_times!("/a-folder-with-a-long-name"), "\"}], \"repository\""))],
    }
    CURRENT = "mcp-registry-current" / Warning {
        summary: "MCP registry: `$schema` is the latest, 2025-12-11.",
        source: "MCP registry, docs/reference/server-json/CHANGELOG.md, and the error of `mcp-publisher`, read 2026-11-29",
        quote: "deprecated schema detected",
        rationale: "`mcp-publisher` refuses documents of older schemas.",
        fix: "Write the URL of the latest schema, and members as it has them.",
        wrong: SERVER_DOCUMENT => [Swap("2025-12-11", "2025-10-17")],
    }
    NAME = "mcp-registry-name" / Error {
        summary: "MCP registry: both parts of the name have two characters or more and begin and end with a letter or digit; a title is not blank.",
        source: "MCP registry, internal/validators/validators.go, serverNameRegex and validateTitle, read 2026-11-29",
        quote: "Name must start and end with alphanumeric characters",
        rationale: "The registry refuses the document.",
        fix: "Correct the name.",
        wrong: SERVER_DOCUMENT => [Swap("hotel/rooms\",\n", "hotel/rooms-\",\n")],
    }
    VERSION = "mcp-registry-version" / Error {
        summary: "MCP registry: the version of the server is not `latest`.",
        source: "MCP registry, internal/validators/constants.go, ErrReservedVersionString, read 2026-11-29",
        quote: "version string 'latest' is reserved and cannot be used",
        rationale: "The registry refuses the document.",
        fix: "Write the published version.",
        wrong: SERVER_DOCUMENT => [Swap("\"version\": \"1.0.2\",\n", "\"version\": \"latest\",\n")],
    }
    REPOSITORY = "mcp-registry-repository" / Error {
        summary: "MCP registry: a repository is of `github` or `gitlab`, at its host; `subfolder` is a clean relative path.",
        source: "MCP registry, internal/validators/utils.go, IsValidRepositoryURL and IsValidSubfolderPath, read 2026-11-29",
        quote: "invalid repository URL",
        rationale: "The registry refuses the document.",
        fix: "Write the URL of the repository at the host of `source`, or leave `repository` out.",
        wrong: SERVER_DOCUMENT => [Swap("https://github.com", "https://gitlab.com")],
    }
    LINK = "mcp-registry-link" / Error {
        summary: "MCP registry: `websiteUrl` and the icons' `src` are https URLs.",
        source: "MCP registry, internal/validators/validators.go, validateWebsiteURL and validateIcon, read 2026-11-29",
        quote: "Only allow HTTPS scheme for security (no HTTP or data: URIs)",
        rationale: "The registry refuses the document.",
        fix: "Write an https URL.",
        wrong: SERVER_DOCUMENT => [Swap("\"https://hotel.example\"", "\"http://hotel.example\"")],
    }
    PACKAGE = "mcp-registry-package" / Error {
        summary: "MCP registry: a package is of npm, pypi, nuget, cargo, oci or mcpb, from their public registries, with the members of its type.",
        source: "MCP registry, internal/validators/package.go and registries/, official-registry-requirements.md; error quoted in https://github.com/aliasunder/vault-cortex/pull/59, read 2026-11-29",
        quote: "OCI packages must not have 'version' field - include version in 'identifier' instead",
        rationale: "The registry refuses the document, after the package was published.",
        fix: "Write the package as the message says.",
        wrong: SERVER_DOCUMENT => [Swap("\"npm\", \"identifier\": \"@hotel/rooms\"", "\"oci\", \"identifier\": \"ghcr.io/hotel/rooms\"")],
    }
    ARGUMENT = "mcp-registry-argument" / Error {
        summary: "MCP registry: the name of a named argument has no blank, `<`, `>` or `$`, and its value does not start with it.",
        source: "MCP registry, internal/validators/validators.go, validateNamedArgumentName and validateArgumentValueFields, read 2026-11-29",
        quote: "invalid named argument name format; argument value cannot start with the argument name",
        rationale: "The registry refuses the document.",
        fix: "Write the flag as the name, and what follows it as the value.",
        wrong: SERVER_DOCUMENT => [Swap("\"--port\"", "\"--port 8080\"")],
    }
    URL = "mcp-registry-url" / Error {
        summary: "MCP registry: remotes have https URLs of other hosts than this one, all variables of a URL are declared, and a transport over stdio has no URL.",
        source: "MCP registry, internal/validators/utils.go, IsValidRemoteURL and IsValidTemplatedURL, read 2026-11-29",
        quote: "template variables in URL reference undefined variables",
        rationale: "The registry refuses the document.",
        fix: "Declare the variable: under `variables` of a remote, as an argument or environment variable of a package.",
        wrong: SERVER_DOCUMENT => [Swap("\"tenant\": {}", "\"host\": {}")],
    }
    SECRET = "mcp-registry-secret" / Warning {
        summary: "MCP registry: a secret has no literal `value` or `default`.",
        source: "this software: what is published is no secret; isSecret of server.schema.json",
        quote: "Indicates whether the input is a secret value (e.g., password, token).",
        rationale: "Anyone can read the value in the registry.",
        fix: "Remove the value, and replace the secret where it is used.",
        wrong: SERVER_DOCUMENT => [Swap("\"isSecret\": true", "\"isSecret\": true, \"value\": \"k-123\"")],
    }
    OWNER = "mcp-registry-owner" / Note {
        summary: "MCP registry: the publisher owns the namespace and each package, which the document cannot show.",
        source: "MCP registry, official-registry-requirements.md, Namespace Authentication and Package Ownership Verification, read 2026-11-29",
        quote: "Publishers must prove ownership of their namespace. All packages must include metadata proving the publisher owns them.",
        rationale: "The registry refuses the document otherwise.",
        fix: "Do what the message says before `mcp-publisher publish`.",
        wrong: SERVER_DOCUMENT => [Swap("io.github.hotel", "com.hotel")],
    }
}
