//! The typed model of a server card.

use crate::{
    lenient_members::{object, objects, other, text},
    mcp::{
        server::model::{RemoteEndpoint, Repository},
        tools::model::{Icon, Tool},
    },
    model,
};
use agent_description::json::{Object, Text};

model! {
    /// An unverified MCP server card. Its content must not be used for security decisions (SEP-2127).
    ///
    /// Also holds the informal format: `serverInfo`, and `serverUrl`, `url` or `transport` as a remote endpoint.
    pub struct ServerCard {
        /// URL of the schema.
        schema: Option<Text> = "$schema" as "schema",
        /// Name: a reverse domain, a slash, and a name.
        name: Option<Text> = "name" => |root| own_or_server_info(root, "name"),
        /// Display name.
        title: Option<Text> = "title" => |root| own_or_server_info(root, "title").or_else(|| text(root, "displayName")),
        /// Description.
        description: Option<Text> = "description" => |root| own_or_server_info(root, "description"),
        /// Version.
        version: Option<Text> = "version" => |root| own_or_server_info(root, "version"),
        /// URL of the web site.
        website_url: Option<Text> = "websiteUrl",
        /// The source repository.
        repository: Option<Repository> = "repository",
        /// Icons.
        icons: Vec<Icon> = "icons",
        /// Remote endpoints.
        remotes: Vec<RemoteEndpoint> = "remotes" => remotes,
        /// Tools, which the informal format lists.
        tools: Vec<Tool> = "tools",
        /// Other members, including `_meta`.
        other: Object as "other" => |root| other(root, Self::MEMBERS),
    }
}

impl ServerCard {
    /// Whether server cards have a member of this name (SEP-2127, schema v1).
    pub(super) fn has_member(name: &str) -> bool {
        name == "_meta" || name != "tools" && Self::MEMBERS.contains(&name)
    }
}

/// A text of the card, or of `serverInfo`.
fn own_or_server_info(root: &Object, name: &str) -> Option<Text> {
    text(root, name).or_else(|| text(object(root, "serverInfo")?, name))
}

/// `remotes`, or the single endpoint of the informal format.
fn remotes(root: &Object) -> Vec<RemoteEndpoint> {
    if root.contains("remotes") {
        return objects(root, "remotes").map(RemoteEndpoint::from_object).collect();
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
    vec![RemoteEndpoint::from_object(&remote)]
}
