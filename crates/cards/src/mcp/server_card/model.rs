//! The typed model of a server card.

use crate::{
    mcp::server::{Icon, Remote, Repository},
    mcp::tools::Tool,
    members::{object, objects, other, text},
};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// An unverified MCP server card. Its content must not be used for security decisions (SEP-2127).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ServerCard {
    /// URL of the schema.
    pub schema: Option<Text>,
    /// Name: a reverse domain, a slash, and a name.
    pub name: Option<Text>,
    /// Display name.
    pub title: Option<Text>,
    /// Description.
    pub description: Option<Text>,
    /// Version.
    pub version: Option<Text>,
    /// URL of the web site.
    pub website_url: Option<Text>,
    /// The source repository.
    pub repository: Option<Repository>,
    /// Icons.
    pub icons: Vec<Icon>,
    /// Remote endpoints.
    pub remotes: Vec<Remote>,
    /// Tools, which the informal format lists.
    pub tools: Vec<Tool>,
    /// Other members, including `_meta`.
    pub other: Object,
}

impl ServerCard {
    /// The members of a server card (SEP-2127, schema v1).
    pub(super) const MEMBERS: [&'static str; 10] =
        ["$schema", "name", "title", "description", "version", "websiteUrl", "repository", "icons", "remotes", "_meta"];

    /// Reads a card leniently; [`MCP_SERVER_CARD`](super::MCP_SERVER_CARD) reports what is wrong.
    ///
    /// Also reads the informal format: `serverInfo`, and `serverUrl`, `url` or `transport` as a remote endpoint.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        let info = object(root, "serverInfo");
        let said = |name: &str| text(root, name).or_else(|| text(info?, name));
        let mut known = Self::MEMBERS[..9].to_vec();
        known.push("tools");
        Self {
            schema: text(root, "$schema"),
            name: said("name"),
            title: said("title").or_else(|| text(root, "displayName")),
            description: said("description"),
            version: said("version"),
            website_url: text(root, "websiteUrl"),
            repository: object(root, "repository").map(Repository::read),
            icons: objects(root, "icons").map(Icon::read).collect(),
            remotes: remotes(root),
            tools: objects(root, "tools").map(Tool::read).collect(),
            other: other(root, &known),
        }
    }

    /// The model as JSON. All members are present.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut object = Object::with_capacity(11);
        object.insert("schema", self.schema.clone());
        object.insert("name", self.name.clone());
        object.insert("title", self.title.clone());
        object.insert("description", self.description.clone());
        object.insert("version", self.version.clone());
        object.insert("websiteUrl", self.website_url.clone());
        object.insert("repository", self.repository.as_ref().map(Repository::to_json));
        object.insert("icons", self.icons.iter().map(Icon::to_json).collect::<Vec<_>>());
        object.insert("remotes", self.remotes.iter().map(Remote::to_json).collect::<Vec<_>>());
        object.insert("tools", self.tools.iter().map(Tool::to_json).collect::<Vec<_>>());
        object.insert("other", self.other.clone());
        object.into()
    }
}

/// `remotes`, or the single endpoint of the informal format.
fn remotes(root: &Object) -> Vec<Remote> {
    if root.contains("remotes") {
        return objects(root, "remotes").map(Remote::read).collect();
    }
    let transport = object(root, "transport");
    let url = ["serverUrl", "url"].into_iter().find_map(|name| text(root, name));
    let url = url.or_else(|| ["endpoint", "url"].into_iter().find_map(|name| text(transport?, name)));
    let Some(url) = url else { return Vec::new() };
    let mut remote = Object::with_capacity(2);
    if let Some(kind) = text(root, "transport").or_else(|| text(transport?, "type")) {
        remote.insert("type", kind);
    }
    remote.insert("url", url);
    vec![Remote::read(&remote)]
}
