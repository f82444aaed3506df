//! The typed model of a list of tools, for all versions.

use super::{Version, result};
use crate::{
    members::{flag, object, other, text},
    model::{ModelMember, Part, model},
};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

model! {
    /// The unverified tools of an MCP server: the result of `tools/list`, or only `{"tools": […]}`.
    pub struct ToolList {
        /// The version; `None` if the list names an unknown one.
        version: Option<Version> as "version" => |root| Version::from_root(root),
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
}

/// Hints about a tool's behavior, with the defaults of the specification.
///
/// The hints are claims of the server. A client that does not ask before "read-only" calls trusts the server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// Display name.
    pub title: Option<Text>,
    /// The tool changes nothing (default: `false`).
    pub read_only: bool,
    /// The tool may destroy data (default: `true`). Irrelevant for read-only tools.
    pub destructive: bool,
    /// Repeating a call has no further effect (default: `false`). Irrelevant for read-only tools.
    pub idempotent: bool,
    /// The tool interacts with systems outside the server (default: `true`).
    pub open_world: bool,
    /// The hints that the server set explicitly.
    pub written: Vec<&'static str>,
    /// Other members, unchanged.
    pub other: Object,
}

impl ToolList {
    /// Reads a list leniently; [`MCP_TOOLS`](super::MCP_TOOLS) reports what is wrong.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        Self::from_object(document.root())
    }
}

impl Tool {
    /// Reads a tool.
    #[must_use]
    pub fn read(tool: &Object) -> Self {
        Self::from_object(tool)
    }
}

impl Annotations {
    /// The hints and their defaults (MCP 2026-07-28, `ToolAnnotations`).
    pub const HINTS: [(&'static str, bool); 4] =
        [("readOnlyHint", false), ("destructiveHint", true), ("idempotentHint", false), ("openWorldHint", true)];

    /// Reads `annotations`, or uses the defaults.
    #[must_use]
    pub fn read(annotations: Option<&Object>) -> Self {
        let written = |name: &str| annotations.and_then(|hints| flag(hints, name));
        let [read_only, destructive, idempotent, open_world] =
            Self::HINTS.map(|(name, default)| written(name).unwrap_or(default));
        let names = Self::HINTS.map(|(name, _)| name);
        Self {
            title: annotations.and_then(|hints| text(hints, "title")),
            read_only,
            destructive,
            idempotent,
            open_world,
            written: names.into_iter().filter(|name| written(name).is_some()).collect(),
            other: annotations
                .map(|hints| other(hints, &["title", names[0], names[1], names[2], names[3]]))
                .unwrap_or_default(),
        }
    }
}

impl ModelMember for Annotations {
    fn read(tool: &Object, name: &str) -> Self {
        Self::read(object(tool, name))
    }

    /// `trusted` is always false, because the hints are claims of the server.
    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(8);
        object.insert("title", self.title.clone());
        object.insert("readOnlyHint", self.read_only);
        object.insert("destructiveHint", self.destructive);
        object.insert("idempotentHint", self.idempotent);
        object.insert("openWorldHint", self.open_world);
        object.insert("written", self.written.iter().map(|name| Json::from(*name)).collect::<Vec<_>>());
        object.insert("trusted", false);
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Part for Version {
    fn from_json(json: &Json) -> Option<Self> {
        json.as_str().and_then(Self::from_name)
    }

    fn to_json(&self) -> Json {
        self.as_str().into()
    }
}
