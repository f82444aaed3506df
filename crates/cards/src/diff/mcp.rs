//! What the members of MCP documents and of the skills index mean.

use super::{
    meaning::{Direction, Items, Meaning, Spelling, Table},
    rules,
};

/// A list of tools, alone or as the result of a whole response.
pub(super) static TOOLS: Table =
    exact(&[("tools", Meaning::Items(&Items::of("the tool", &["name"], &TOOL))), ("result", Meaning::Object(&RESULT))]);

static RESULT: Table = exact(&[("tools", Meaning::Items(&Items::of("the tool", &["name"], &TOOL)))]);

static TOOL: Table = exact(&[
    ("title", Meaning::Text),
    ("description", Meaning::Text),
    ("inputSchema", Meaning::Schema(Direction::Input)),
    ("outputSchema", Meaning::Schema(Direction::Output)),
    ("annotations", Meaning::Object(&ANNOTATIONS)),
    ("execution", Meaning::Any(&rules::PROTOCOL)),
]);

/// MCP 2025-11-25, schema, `ToolAnnotations`: the defaults.
static ANNOTATIONS: Table = exact(&[
    ("title", Meaning::Text),
    ("readOnlyHint", Meaning::Hint(false)),
    ("destructiveHint", Meaning::Hint(true)),
    ("idempotentHint", Meaning::Hint(false)),
    ("openWorldHint", Meaning::Hint(true)),
]);

/// A server, as its card and the registry describe it.
pub(super) static SERVER: Table = exact(&[
    ("name", Meaning::Any(&rules::IDENTITY)),
    ("title", Meaning::Text),
    ("description", Meaning::Text),
    ("remotes", Meaning::Items(&Items::endpoints("the remote", &["url"], &REMOTE))),
    ("packages", Meaning::Items(&Items::endpoints("the package", &["identifier"], &PACKAGE))),
    // cards as they are about in other words
    ("serverInfo", Meaning::Object(&SERVER_INFO)),
    ("serverUrl", Meaning::Endpoint),
    ("url", Meaning::Endpoint),
    ("transport", Meaning::Any(&rules::ENDPOINT)),
    ("protocolVersion", Meaning::Protocol(None)),
    ("authentication", Meaning::Any(&rules::DEMAND)),
    ("instructions", Meaning::Text),
    ("tools", Meaning::Items(&Items::of("the tool", &["name"], &TOOL))),
]);

static SERVER_INFO: Table =
    exact(&[("name", Meaning::Any(&rules::IDENTITY)), ("title", Meaning::Text), ("description", Meaning::Text)]);

static REMOTE: Table = exact(&[
    ("type", Meaning::Protocol(None)),
    ("supportedProtocolVersions", Meaning::Offers(&rules::NARROWED, &rules::WIDENED)),
    ("headers", Meaning::Any(&rules::DEMAND)),
    ("variables", Meaning::Any(&rules::DEMAND)),
]);

/// Another version of a package is another program.
static PACKAGE: Table = Table { members: &[], rest: &rules::ENDPOINT, spelling: Spelling::Exact };

/// An index of skills.
pub(super) static SKILLS: Table = exact(&[("skills", Meaning::Items(&Items::of("the skill", &["name"], &SKILL)))]);

/// What the digest is of, models read.
static SKILL: Table = exact(&[
    ("type", Meaning::Protocol(None)),
    ("description", Meaning::Text),
    ("url", Meaning::Endpoint),
    ("digest", Meaning::Any(&rules::TEXT)),
]);

const fn exact(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::Exact }
}
