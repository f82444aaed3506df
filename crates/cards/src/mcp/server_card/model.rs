//! What a server card says.

use crate::{
    mcp::server::{Icon, Remote, Repository},
    mcp::tools::Tool,
    members::{object, objects, other, text},
};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// An MCP server as its card describes it, unverified: nothing in it may decide about security (SEP-2127).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ServerCard {
    /// The URL of the schema that it follows.
    pub schema: Option<Text>,
    /// Its name: a domain backwards, a slash, a name.
    pub name: Option<Text>,
    /// Its name for people.
    pub title: Option<Text>,
    /// What it does.
    pub description: Option<Text>,
    /// Its version.
    pub version: Option<Text>,
    /// Its web site.
    pub website_url: Option<Text>,
    /// Where its source is.
    pub repository: Option<Repository>,
    /// Pictures to show.
    pub icons: Vec<Icon>,
    /// Where it runs.
    pub remotes: Vec<Remote>,
    /// Tools that the card lists although no server card has any: cards in the wild do.
    pub tools: Vec<Tool>,
    /// Members beside these, `_meta` too.
    pub other: Object,
}

impl ServerCard {
    /// The members that a server card has (SEP-2127, schema v1).
    pub(super) const MEMBERS: [&'static str; 10] =
        ["$schema", "name", "title", "description", "version", "websiteUrl", "repository", "icons", "remotes", "_meta"];

    /// Reads a card as far as it can be read; [`MCP_SERVER_CARD`](super::MCP_SERVER_CARD) tells what is wrong with it.
    ///
    /// What cards in the wild say in other words is read too: `serverInfo`, and `serverUrl`, `url` or `transport` for one
    /// place where the server runs.
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

    /// The card as JSON, every member always there.
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

/// `remotes`; without them, the one place that cards in the wild name.
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
