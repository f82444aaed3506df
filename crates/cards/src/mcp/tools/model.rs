//! The typed model of a list of tools, for all versions.

use super::Version;
use crate::members::{flag, object, objects, other, text, text_array, texts};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// The unverified tools of an MCP server: the result of `tools/list`, or only `{"tools": […]}`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolList {
    /// The version; `None` if the list names an unknown one.
    pub version: Option<Version>,
    /// The tools, in order.
    pub tools: Vec<Tool>,
    /// Cursor of the next page; the list is incomplete.
    pub next_cursor: Option<Text>,
    /// Other members of the result, unchanged: `ttlMs`, `cacheScope`, `_meta`.
    pub other: Object,
}

/// A tool.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// Name in calls.
    pub name: Option<Text>,
    /// Display name.
    pub title: Option<Text>,
    /// Description.
    pub description: Option<Text>,
    /// JSON Schema of the arguments.
    pub input_schema: Option<Json>,
    /// JSON Schema of structured results.
    pub output_schema: Option<Json>,
    /// Hints about the tool's behavior.
    pub annotations: Annotations,
    /// Icons.
    pub icons: Vec<Icon>,
    /// `execution.taskSupport`: `forbidden`, `optional` or `required` (only 2025-11-25).
    pub task_support: Option<Text>,
    /// Other members, unchanged, including `_meta`.
    pub other: Object,
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

/// An icon.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Icon {
    /// An https or `data:` URL.
    pub src: Option<Text>,
    /// Media type.
    pub mime_type: Option<Text>,
    /// Sizes, such as `48x48` or `any`.
    pub sizes: Vec<Text>,
    /// `light` or `dark`.
    pub theme: Option<Text>,
}

impl ToolList {
    /// Reads a list leniently; [`MCP_TOOLS`](super::MCP_TOOLS) reports what is wrong.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let result = super::result(document.root());
        Self {
            version: Version::from_root(document.root()),
            tools: objects(result, "tools").map(Tool::read).collect(),
            next_cursor: text(result, "nextCursor"),
            other: other(result, &["tools", "nextCursor"]),
        }
    }

    /// The model as JSON. All members are present.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut object = Object::with_capacity(4);
        object.insert("version", self.version.map(|version| Text::from_static(version.as_str())));
        object.insert("tools", self.tools.iter().map(Tool::to_json).collect::<Vec<_>>());
        object.insert("nextCursor", self.next_cursor.clone());
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Tool {
    const MEMBERS: [&'static str; 8] =
        ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution"];

    /// Reads a tool.
    #[must_use]
    pub fn read(tool: &Object) -> Self {
        Self {
            name: text(tool, "name"),
            title: text(tool, "title"),
            description: text(tool, "description"),
            input_schema: tool.get("inputSchema").cloned(),
            output_schema: tool.get("outputSchema").cloned(),
            annotations: Annotations::read(object(tool, "annotations")),
            icons: objects(tool, "icons").map(Icon::read).collect(),
            task_support: object(tool, "execution").and_then(|execution| text(execution, "taskSupport")),
            other: other(tool, &Self::MEMBERS),
        }
    }

    pub(crate) fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(9);
        object.insert("name", self.name.clone());
        object.insert("title", self.title.clone());
        object.insert("description", self.description.clone());
        object.insert("inputSchema", self.input_schema.clone());
        object.insert("outputSchema", self.output_schema.clone());
        object.insert("annotations", self.annotations.to_json());
        object.insert("icons", self.icons.iter().map(Icon::to_json).collect::<Vec<_>>());
        object.insert("taskSupport", self.task_support.clone());
        object.insert("other", self.other.clone());
        object.into()
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

impl Icon {
    pub(crate) fn read(icon: &Object) -> Self {
        Self {
            src: text(icon, "src"),
            mime_type: text(icon, "mimeType"),
            sizes: texts(icon, "sizes"),
            theme: text(icon, "theme"),
        }
    }

    pub(crate) fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(4);
        object.insert("src", self.src.clone());
        object.insert("mimeType", self.mime_type.clone());
        object.insert("sizes", text_array(&self.sizes));
        object.insert("theme", self.theme.clone());
        object.into()
    }
}
