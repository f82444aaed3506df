//! What the members of MCP documents and of the skills index mean.

use agent_description::diagnostic::{
    change as rules,
    members::{Direction, Field, Items, Meaning, Shape, Table},
};

/// A list of tools, alone or as the result of a whole response.
pub(super) static TOOLS: Table = Table::compared(&[
    Field::optional("tools", Shape::List(&Shape::Of(&TOOL))).means(Meaning::Items(&Items::of("the tool", &["name"]))),
    Field::inside("result", &RESULT),
]);

static RESULT: Table =
    Table::compared(&[Field::optional("tools", Shape::List(&Shape::Of(&TOOL)))
        .means(Meaning::Items(&Items::of("the tool", &["name"])))]);

static TOOL: Table = Table::compared(&[
    Field::any("title", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("inputSchema", Meaning::Schema(Direction::Input)),
    Field::any("outputSchema", Meaning::Schema(Direction::Output)),
    Field::inside("annotations", &ANNOTATIONS),
    Field::any("execution", Meaning::Any(&rules::PROTOCOL)),
]);

/// MCP 2025-11-25, schema, `ToolAnnotations`: the defaults.
static ANNOTATIONS: Table = Table::compared(&[
    Field::any("title", Meaning::Text),
    Field::any("readOnlyHint", Meaning::Hint(false)),
    Field::any("destructiveHint", Meaning::Hint(true)),
    Field::any("idempotentHint", Meaning::Hint(false)),
    Field::any("openWorldHint", Meaning::Hint(true)),
]);

/// A server, as its card and the registry describe it.
pub(super) static SERVER: Table = Table::compared(&[
    Field::any("name", Meaning::Any(&rules::IDENTITY)),
    Field::any("title", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::optional("remotes", Shape::List(&Shape::Of(&REMOTE)))
        .means(Meaning::Items(&Items::endpoints("the remote", &["url"]))),
    Field::optional("packages", Shape::List(&Shape::Of(&PACKAGE)))
        .means(Meaning::Items(&Items::endpoints("the package", &["identifier"]))),
    // cards as they are about in other words
    Field::inside("serverInfo", &SERVER_INFO),
    Field::any("serverUrl", Meaning::Endpoint),
    Field::any("url", Meaning::Endpoint),
    Field::any("transport", Meaning::Any(&rules::ENDPOINT)),
    Field::any("protocolVersion", Meaning::Protocol(None)),
    Field::any("authentication", Meaning::Any(&rules::DEMAND)),
    Field::any("instructions", Meaning::Text),
    Field::optional("tools", Shape::List(&Shape::Of(&TOOL))).means(Meaning::Items(&Items::of("the tool", &["name"]))),
]);

static SERVER_INFO: Table = Table::compared(&[
    Field::any("name", Meaning::Any(&rules::IDENTITY)),
    Field::any("title", Meaning::Text),
    Field::any("description", Meaning::Text),
]);

static REMOTE: Table = Table::compared(&[
    Field::any("type", Meaning::Protocol(None)),
    Field::any("supportedProtocolVersions", Meaning::Offers(&rules::NARROWED, &rules::WIDENED)),
    Field::any("headers", Meaning::Any(&rules::DEMAND)),
    Field::any("variables", Meaning::Any(&rules::DEMAND)),
]);

/// Another version of a package is another program.
static PACKAGE: Table = Table::compared(&[]).rest(&rules::ENDPOINT);

/// An index of skills.
pub(super) static SKILLS: Table = Table::compared(&[Field::optional("skills", Shape::List(&Shape::Of(&SKILL)))
    .means(Meaning::Items(&Items::of("the skill", &["name"])))]);

/// What the digest is of, models read.
static SKILL: Table = Table::compared(&[
    Field::any("type", Meaning::Protocol(None)),
    Field::any("description", Meaning::Text),
    Field::any("url", Meaning::Endpoint),
    Field::any("digest", Meaning::Any(&rules::TEXT)),
]);
