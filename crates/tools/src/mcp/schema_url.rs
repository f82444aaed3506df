//! The `$schema` of servers and server cards.

use agent_description::json::Object;

/// The dates of the known schema releases.
pub(crate) const DATES: [&str; 3] = ["2025-09-29", "2025-10-17", "2025-12-11"];

/// Base URL of MCP's schemas, and the end of the URL of server schemas.
const SCHEMAS: &str = "https://static.modelcontextprotocol.io/schemas/";
const END: &str = "/server.schema.json";

/// The latest schema.
pub(crate) const LATEST: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// Whether a schema is for servers, including unreleased ones at other locations.
pub(crate) fn is_server(schema: &str) -> bool {
    let is_of_mcp = || schema.contains("modelcontextprotocol");
    schema.ends_with(END)
        || is_of_mcp() && (schema.ends_with("/server.json") || schema.ends_with("/registry-schema.json"))
}

/// The date of the document's schema, if it is known.
pub(crate) fn date(root: &Object) -> Option<&'static str> {
    let named = root.get("$schema")?.as_str()?.strip_prefix(SCHEMAS)?.strip_suffix(END)?;
    DATES.into_iter().find(|date| *date == named)
}

/// The `$schema` of a server card.
pub const SERVER_CARD: &str = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
/// The end of the `$schema` of any version.
pub(crate) const CARD_END: &str = "/server-card.schema.json";
