//! What a list of tools says, whichever version says it.

use super::Version;
use crate::members::{flag, object, objects, other, text, text_array, texts};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// The tools of an MCP server, unverified: the result of `tools/list`, or `{"tools": […]}` alone.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolList {
    /// The version that the list shows; `None` where it names one that is not known.
    pub version: Option<Version>,
    /// The tools, in their order.
    pub tools: Vec<Tool>,
    /// Where the next page begins: the list is not whole.
    pub next_cursor: Option<Text>,
    /// The other members of the result, as they are: `ttlMs`, `cacheScope`, `_meta`.
    pub other: Object,
}

/// Something that a server can do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// What calls name.
    pub name: Option<Text>,
    /// Its name for people.
    pub title: Option<Text>,
    /// What it does.
    pub description: Option<Text>,
    /// The JSON Schema of its arguments.
    pub input_schema: Option<Json>,
    /// The JSON Schema of its structured results.
    pub output_schema: Option<Json>,
    /// What the server says of its behaviour.
    pub annotations: Annotations,
    /// Pictures to show.
    pub icons: Vec<Icon>,
    /// `execution.taskSupport`: `forbidden`, `optional` or `required` (2025-11-25 alone).
    pub task_support: Option<Text>,
    /// The other members, as they are, `_meta` too.
    pub other: Object,
}

/// Hints about a tool, each with the default that the specification gives it.
///
/// The server says them of itself: a client that asks nobody before a "read-only" call trusts the server to be honest.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// Its name for people.
    pub title: Option<Text>,
    /// Changes nothing; by default `false`.
    pub read_only: bool,
    /// May destroy something and not only add to it; by default `true`. Means nothing where it is read-only.
    pub destructive: bool,
    /// A second call with the same arguments has no effect; by default `false`. Means nothing where it is read-only.
    pub idempotent: bool,
    /// Deals with things outside of the server; by default `true`.
    pub open_world: bool,
    /// Which of the four hints the server wrote itself.
    pub written: Vec<&'static str>,
    /// The other members, as they are.
    pub other: Object,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Icon {
    /// Where it is: an https or a `data:` URL.
    pub src: Option<Text>,
    /// Its media type.
    pub mime_type: Option<Text>,
    /// Its sizes: `48x48`, `any`.
    pub sizes: Vec<Text>,
    /// `light` or `dark`.
    pub theme: Option<Text>,
}

impl ToolList {
    /// Reads a list as far as it can be read; [`MCP_TOOLS`](super::MCP_TOOLS) tells what is wrong with it.
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

    /// The list as JSON, every member always there.
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

    /// Reads one tool.
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

    /// Reads `annotations`, or the defaults where there are none.
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

    /// `trusted` is always false: nobody but the server says these things.
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
