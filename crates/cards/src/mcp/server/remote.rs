//! The common parts of `server.json` and server cards: remote endpoints and repositories.

use crate::{
    members::{objects, other, text},
    model::model,
};
use agent_description::{
    format::Endpoint,
    json::{Object, Text},
};

model! {
    /// A remote endpoint.
    pub struct Remote {
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

impl Remote {
    /// The endpoint, if it has a URL.
    pub(crate) fn endpoint(&self) -> Option<Endpoint> {
        Some(Endpoint::new(self.url.as_ref()?, self.kind.as_ref()))
    }
}
