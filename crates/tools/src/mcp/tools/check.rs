//! Checks a list of tools.

use super::{McpVersion, result::result, rules, version};
use crate::{
    json_schema::Compiler,
    lenient_members::{flag, list, object, objects},
    mcp::server::values::ICON,
    registry_size_limit,
    text::{ItemNames, TextRules},
};
use agent_description::{
    Code, Document,
    diagnostic::{
        Finding, Findings, change,
        members::{Conventions, Direction, Field, Items, Meaning, Shape, Table},
        shortened,
    },
    format::Options,
    json::Object,
};

/// The tools, identified by name.
pub(crate) static TOOL_ITEMS: Items = Items::parts("the tool", &["name"]);

const TEXT: TextRules = TextRules::both(&rules::TEXT);

/// The members of a list of tools.
pub(super) static LIST: Table = Table::new(
    "the list",
    &rules::LIST,
    &[
        Field::required("tools", Shape::List(&Shape::Of(&TOOL))).means(Meaning::Items(&TOOL_ITEMS)),
        Field::optional("nextCursor", Shape::Text),
        Field::optional("_meta", Shape::Object),
    ],
)
.earlier(&RESPONSE);

/// The complete JSON-RPC response that contains a list.
static RESPONSE: Table = Table::compared(&[Field::inside("result", &LIST)]);

static RESULT: Table = Table::new(
    "the result",
    &rules::RESULT,
    &[
        Field::required("resultType", Shape::Text),
        Field::required("ttlMs", Shape::COUNT),
        Field::required("cacheScope", Shape::Word(&["public", "private"])),
    ],
);

/// The members of a tool.
pub(crate) static TOOL: Table = Table::new(
    "the tool",
    &rules::TOOL,
    &[
        Field::required("name", Shape::Text),
        Field::optional("title", Shape::Text).means(Meaning::Text),
        Field::optional("description", Shape::Text).means(Meaning::Text),
        Field::required("inputSchema", Shape::Object).means(Meaning::Schema(Direction::Input)),
        Field::optional("outputSchema", Shape::Object).means(Meaning::Schema(Direction::Output)),
        Field::optional("annotations", Shape::Of(&ANNOTATIONS)).means(Meaning::Inside),
        Field::optional("icons", Shape::List(&Shape::Of(&ICON))),
        Field::optional("execution", Shape::Of(&EXECUTION)).means(Meaning::Any(&change::PROTOCOL)),
        Field::optional("_meta", Shape::Object),
    ],
);

static ANNOTATIONS: Table = Table::new(
    "the object of annotations",
    &rules::TOOL,
    // the defaults of MCP 2026-07-28, `ToolAnnotations`
    &[
        Field::optional("title", Shape::Text).means(Meaning::Text),
        Field::optional("readOnlyHint", Shape::Flag).means(Meaning::Hint(false)),
        Field::optional("destructiveHint", Shape::Flag).means(Meaning::Hint(true)),
        Field::optional("idempotentHint", Shape::Flag).means(Meaning::Hint(false)),
        Field::optional("openWorldHint", Shape::Flag).means(Meaning::Hint(true)),
    ],
);

static EXECUTION: Table = Table::new(
    "the object of execution",
    &rules::TOOL,
    &[Field::optional("taskSupport", Shape::Word(&["forbidden", "optional", "required"]))],
);

pub(super) fn check(found: &mut Findings<'_>, document: &Document, options: &Options) {
    let root = document.root();
    let holder =
        if std::ptr::eq(result(root), root) { document.json() } else { root.get("result").unwrap_or(document.json()) };
    LIST.check(found, holder, &Conventions::DEFAULT);
    let result = result(root);
    if let Some(named) = object(result, "_meta").and_then(|meta| meta.get(version::MEMBER)) {
        found.check(&rules::VERSION, McpVersion::from_root(root).is_some(), named.offset(), || {
            let said = named.as_str().map_or_else(|| named.kind().to_owned(), shortened);
            let known = McpVersion::ALL.iter().map(|version| version.as_str()).collect::<Vec<_>>().join(", ");
            Finding::new(
                Code::UNSUPPORTED_VERSION,
                format!("the version of the list is {said}, expected one of {known}"),
            )
        });
    }
    let version = McpVersion::from_root(root).unwrap_or(McpVersion::V2026_07_28);
    if version::MARKS.iter().any(|mark| result.contains(mark))
        || version::named(root) == Some(McpVersion::V2026_07_28.as_str())
    {
        RESULT.check(found, holder, &Conventions::DEFAULT);
    }
    let mut compiler = Compiler::default();
    for tool in objects(result, "tools") {
        check_tool(found, tool, version, &mut compiler);
    }
    let names = ItemNames::new(list(result, "tools"), "tool", "name");
    names.unique(found, &rules::UNIQUE);
    names.look_alikes(found, &rules::LOOK_ALIKE);
    if options.for_registry {
        let sizes = [&rules::SIZE, &rules::SIZE_NEAR];
        registry_size_limit::check(found, document, sizes, "the list");
    }
}

/// Checks a tool, except the types of its members.
fn check_tool(found: &mut Findings<'_>, tool: &Object, version: McpVersion, compiler: &mut Compiler) {
    if let Some(execution) = tool.member("execution") {
        found.check(&rules::EXECUTION, version == McpVersion::V2025_11_25, execution.name_offset(), || {
            let message = format!("the tool has `execution`, which tools of {version} do not have");
            Finding::new(Code::UNKNOWN_MEMBER, message)
        });
    }
    if let Some((value, name)) = tool.get("name").and_then(|value| Some((value, value.as_str()?))) {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let is_valid = (1..=128).contains(&name.len()) && name.bytes().all(is_letter);
        found.check(&rules::NAME, is_valid, value.offset(), || {
            let message =
                format!("the name is {}, expected 1 to 128 letters, digits, `_`, `-` and `.`", shortened(name));
            Finding::new(Code::INVALID_NAME, message)
        });
    }
    schemas(found, tool, version, compiler);
    if let Some(hints) = object(tool, "annotations") {
        found.exercise(&rules::HINTS);
        if flag(hints, "readOnlyHint") == Some(true)
            && let Some(destructive) = hints.get("destructiveHint").filter(|hint| hint.as_bool() == Some(true))
        {
            found.add(&rules::HINTS, destructive.offset(), || {
                Finding::new(Code::CONTRADICTION, "the tool is both destructive and read-only, expected one of them")
            });
        }
        TEXT.lint_members(found, hints, &["title"]);
    }
    TEXT.lint_members(found, tool, &["name", "title", "description"]);
    for name in ["inputSchema", "outputSchema"] {
        tool.get(name).into_iter().for_each(|schema| TEXT.lint_all(found, schema));
    }
}

fn schemas(found: &mut Findings<'_>, tool: &Object, version: McpVersion, compiler: &mut Compiler) {
    for (name, rule) in [("inputSchema", &rules::ROOT), ("outputSchema", &rules::OUTPUT)] {
        let Some(schema) = tool.get(name) else { continue };
        let Some(root) = schema.as_object() else { continue };
        if name == "inputSchema" || version < McpVersion::V2026_07_28 {
            found.exercise(rule);
            match root.get("type") {
                None => found.add_missing(rule, schema.offset(), || {
                    Finding::missing(Code::MISSING, "the root of the schema", "type")
                        .with_help("add `\"type\": \"object\"`")
                }),
                Some(kind) if kind.as_str() == Some("object") => {}
                Some(kind) => found.add(rule, kind.offset(), || {
                    let said = kind.as_str().map_or_else(|| kind.kind().to_owned(), shortened);
                    Finding::new(
                        Code::INVALID_VALUE,
                        format!("the root of `{name}` has the type {said}, expected \"object\""),
                    )
                }),
            }
        }
        compiler.check(found, schema, [&rules::SCHEMA, &rules::USABLE]);
    }
}
