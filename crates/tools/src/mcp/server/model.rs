//! The typed model of `server.json`, and of what server cards have too: remote endpoints and repositories.

use crate::{
    lenient_members::{object, objects, other, text},
    mcp::tools::model::Icon,
    model,
};
use agent_description::{
    format::EndpointSummary,
    json::{Object, Text},
};

model! {
    /// An unverified MCP server as listed in a registry. Other members are in `other`, unchanged.
    pub struct Server {
        /// URL of the schema.
        schema: Option<Text> = "$schema" as "schema",
        /// Name: a reverse domain, a slash, and a name.
        name: Option<Text> = "name",
        /// Display name.
        title: Option<Text> = "title",
        /// Description.
        description: Option<Text> = "description",
        /// Exact version.
        version: Option<Text> = "version",
        /// URL of the web site.
        website_url: Option<Text> = "websiteUrl",
        /// The source repository.
        repository: Option<Repository> = "repository",
        /// Icons.
        icons: Vec<Icon> = "icons",
        /// Installable packages.
        packages: Vec<Package> = "packages",
        /// Remote endpoints.
        remotes: Vec<RemoteEndpoint> = "remotes",
        /// Other members, including `_meta`.
        other: Object as "other" => |root| other(root, Self::MEMBERS),
    }

    /// A package.
    pub struct Package {
        /// Type of the package: `npm`, `pypi`, `oci`, `nuget`, `mcpb`.
        registry_type: Option<Text> = "registryType",
        /// Name in the package registry, or URL.
        identifier: Option<Text> = "identifier",
        /// Exact version.
        version: Option<Text> = "version",
        /// SHA-256 of the file in hexadecimal.
        file_sha256: Option<Text> = "fileSha256",
        /// Type of transport: `stdio`, `streamable-http`, `sse`.
        transport: Option<Text> as "transport" => |package| text(object(package, "transport")?, "type"),
        /// Other members: arguments, environment variables, the complete `transport`.
        other: Object as "other" => |package| other(package, Self::MEMBERS),
    }

    /// A remote endpoint.
    pub struct RemoteEndpoint {
        /// `streamable-http` or `sse`.
        kind: Option<Text> = "type",
        /// URL, optionally with `{variables}`.
        url: Option<Text> = "url",
        /// Names of the required headers.
        headers: Vec<Text> as "headers" => |remote| {
            objects(remote, "headers").filter_map(|header| text(header, "name")).collect()
        },
        /// Supported MCP versions (server cards).
        protocol_versions: Vec<Text> = "supportedProtocolVersions",
        /// Other members, unchanged: the complete `headers`, `variables`.
        other: Object as "other" => |remote| other(remote, Self::MEMBERS),
    }

    /// The source repository of a server.
    pub struct Repository {
        /// URL of the repository.
        url: Option<Text> = "url",
        /// Hosting service, such as `github`.
        source: Option<Text> = "source",
        /// Other members, unchanged: `id`, `subfolder`.
        other: Object as "other" => |repository| other(repository, Self::MEMBERS),
    }
}

impl RemoteEndpoint {
    /// The endpoint, if it has a URL.
    pub(crate) fn endpoint(&self) -> Option<EndpointSummary> {
        Some(EndpointSummary::new(self.url.as_ref()?, self.kind.as_ref()))
    }
}
