//! The typed model of a list of tools, for all versions.

use super::{McpVersion, result::result};
use crate::{
    lenient_members::{flag, object, other, text},
    model,
    typed_model::{ModelMember, ModelPart},
};
use agent_description::json::{Json, Object, Text};

model! {
    /// The unverified tools of an MCP server: the result of `tools/list`, or only `{"tools": […]}`.
    pub struct ToolList {
        /// The version; `None` if the list names an unknown one.
        version: Option<McpVersion> as "version" => McpVersion::from_root,
        /// The tools, in order.
        tools: Vec<Tool> as "tools" => |root| ModelMember::read(result(root), "tools"),
        /// Cursor of the next page; the list is incomplete.
        next_cursor: Option<Text> as "nextCursor" => |root| text(result(root), "nextCursor"),
        /// Other members of the result, unchanged: `ttlMs`, `cacheScope`, `_meta`.
        other: Object as "other" => |root| other(result(root), &["tools", "nextCursor"]),
    }

    /// A tool.
    pub struct Tool {
        /// Name in calls.
        name: Option<Text> = "name",
        /// Display name.
        title: Option<Text> = "title",
        /// Description.
        description: Option<Text> = "description",
        /// JSON Schema of the arguments.
        input_schema: Option<Json> = "inputSchema",
        /// JSON Schema of structured results.
        output_schema: Option<Json> = "outputSchema",
        /// Hints about the tool's behavior.
        annotations: Annotations = "annotations",
        /// Icons.
        icons: Vec<Icon> = "icons",
        /// `execution.taskSupport`: `forbidden`, `optional` or `required` (only 2025-11-25).
        task_support: Option<Text> as "taskSupport" => |tool| text(object(tool, "execution")?, "taskSupport"),
        /// Other members, unchanged, including `_meta`.
        other: Object as "other" => |tool| other(tool, &[Self::MEMBERS, &["execution"]].concat()),
    }

    /// An icon.
    #[derive(Eq)]
    pub struct Icon {
        /// An https or `data:` URL.
        src: Option<Text> = "src",
        /// Media type.
        mime_type: Option<Text> = "mimeType",
        /// Sizes, such as `48x48` or `any`.
        sizes: Vec<Text> = "sizes",
        /// `light` or `dark`.
        theme: Option<Text> = "theme",
    }

    /// Hints about a tool's behavior, with the defaults of the specification.
    ///
    /// The hints are claims of the server. A client that does not ask before "read-only" calls trusts the server.
    pub struct Annotations {
        /// Display name.
        title: Option<Text> = "title",
        /// The tool changes nothing (default: `false`).
        read_only: bool = "readOnlyHint",
        /// The tool may destroy data (default: `true`). Irrelevant for read-only tools.
        destructive: bool = "destructiveHint" => |hints| flag(hints, "destructiveHint").unwrap_or(true),
        /// Repeating a call has no further effect (default: `false`). Irrelevant for read-only tools.
        idempotent: bool = "idempotentHint",
        /// The tool interacts with systems outside the server (default: `true`).
        open_world: bool = "openWorldHint" => |hints| flag(hints, "openWorldHint").unwrap_or(true),
        /// The hints that the server set explicitly.
        written: Vec<Text> as "written" => |hints| {
            let is_hint = |name: &&&str| name.ends_with("Hint") && flag(hints, name).is_some();
            Self::MEMBERS.iter().filter(is_hint).map(|name| Text::from_static(name)).collect()
        },
        /// Always false, because the hints are claims of the server.
        trusted: bool as "trusted" => |_| false,
        /// Other members, unchanged.
        other: Object as "other" => |hints| other(hints, Self::MEMBERS),
    }
}

impl ModelPart for McpVersion {
    fn from_json(json: &Json) -> Option<Self> {
        json.as_str().and_then(Self::from_name)
    }

    fn to_json(&self) -> Json {
        self.as_str().into()
    }
}
