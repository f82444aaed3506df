//! The typed model of `server.json`.

use super::{Icon, Remote, Repository};
use crate::members::{object, objects, other, text};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// An unverified MCP server as listed in a registry. Other members are in `other`, unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Server {
    /// URL of the schema.
    pub schema: Option<Text>,
    /// Name: a reverse domain, a slash, and a name.
    pub name: Option<Text>,
    /// Display name.
    pub title: Option<Text>,
    /// Description.
    pub description: Option<Text>,
    /// Exact version.
    pub version: Option<Text>,
    /// URL of the web site.
    pub website_url: Option<Text>,
    /// The source repository.
    pub repository: Option<Repository>,
    /// Icons.
    pub icons: Vec<Icon>,
    /// Installable packages.
    pub packages: Vec<Package>,
    /// Remote endpoints.
    pub remotes: Vec<Remote>,
    /// Other members, including `_meta`.
    pub other: Object,
}

/// A package.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Package {
    /// Type of the package: `npm`, `pypi`, `oci`, `nuget`, `mcpb`.
    pub registry_type: Option<Text>,
    /// Name in the package registry, or URL.
    pub identifier: Option<Text>,
    /// Exact version.
    pub version: Option<Text>,
    /// SHA-256 of the file in hexadecimal.
    pub file_sha256: Option<Text>,
    /// Type of transport: `stdio`, `streamable-http`, `sse`.
    pub transport: Option<Text>,
    /// Other members: arguments, environment variables, the complete `transport`.
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

    /// Reads a document leniently; [`MCP_SERVER`](super::MCP_SERVER) reports what is wrong.
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
