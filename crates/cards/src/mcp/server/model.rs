//! What a registry's `server.json` says.

use super::{Icon, Remote, Repository};
use crate::members::{object, objects, other, text};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// An MCP server as a registry lists it, unverified. Members beside these are kept in `other`, as they are.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Server {
    /// The URL of the schema that it follows.
    pub schema: Option<Text>,
    /// Its name: a domain backwards, a slash, a name.
    pub name: Option<Text>,
    /// Its name for people.
    pub title: Option<Text>,
    /// What it does.
    pub description: Option<Text>,
    /// Its version: one, no range.
    pub version: Option<Text>,
    /// Its web site.
    pub website_url: Option<Text>,
    /// Where its source is.
    pub repository: Option<Repository>,
    /// Pictures to show.
    pub icons: Vec<Icon>,
    /// What can be installed.
    pub packages: Vec<Package>,
    /// Where it runs.
    pub remotes: Vec<Remote>,
    /// Members beside these, `_meta` too.
    pub other: Object,
}

/// Something to install.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Package {
    /// What kind of package: `npm`, `pypi`, `oci`, `nuget`, `mcpb`.
    pub registry_type: Option<Text>,
    /// Its name there, or its URL.
    pub identifier: Option<Text>,
    /// One exact version.
    pub version: Option<Text>,
    /// The SHA-256 of its file, in hexadecimal digits.
    pub file_sha256: Option<Text>,
    /// How it is spoken to: `stdio`, `streamable-http`, `sse`.
    pub transport: Option<Text>,
    /// Members beside these: arguments, environment variables, the whole `transport`.
    pub other: Object,
}

impl Server {
    const MEMBERS: [&'static str; 10] = [
        "$schema",
        "name",
        "title",
        "description",
        "version",
        "websiteUrl",
        "repository",
        "icons",
        "packages",
        "remotes",
    ];

    /// Reads a document as far as it can be read; [`MCP_SERVER`](super::MCP_SERVER) tells what is wrong with it.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        Self {
            schema: text(root, "$schema"),
            name: text(root, "name"),
            title: text(root, "title"),
            description: text(root, "description"),
            version: text(root, "version"),
            website_url: text(root, "websiteUrl"),
            repository: object(root, "repository").map(Repository::read),
            icons: objects(root, "icons").map(Icon::read).collect(),
            packages: objects(root, "packages").map(Package::read).collect(),
            remotes: objects(root, "remotes").map(Remote::read).collect(),
            other: other(root, &Self::MEMBERS),
        }
    }

    /// The server as JSON, every member always there.
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
        object.insert("packages", self.packages.iter().map(Package::to_json).collect::<Vec<_>>());
        object.insert("remotes", self.remotes.iter().map(Remote::to_json).collect::<Vec<_>>());
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Package {
    fn read(package: &Object) -> Self {
        Self {
            registry_type: text(package, "registryType"),
            identifier: text(package, "identifier"),
            version: text(package, "version"),
            file_sha256: text(package, "fileSha256"),
            transport: object(package, "transport").and_then(|transport| text(transport, "type")),
            other: other(package, &["registryType", "identifier", "version", "fileSha256"]),
        }
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(6);
        object.insert("registryType", self.registry_type.clone());
        object.insert("identifier", self.identifier.clone());
        object.insert("version", self.version.clone());
        object.insert("fileSha256", self.file_sha256.clone());
        object.insert("transport", self.transport.clone());
        object.insert("other", self.other.clone());
        object.into()
    }
}
