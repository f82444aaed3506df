//! The common parts of `server.json` and server cards: remote endpoints and repositories.

use crate::members::{objects, other, text, text_array, texts};
use agent_description::{
    format::Endpoint,
    json::{Json, Object, Text},
};

/// A remote endpoint.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Remote {
    /// `streamable-http` or `sse`.
    pub kind: Option<Text>,
    /// URL, optionally with `{variables}`.
    pub url: Option<Text>,
    /// Names of the required headers.
    pub headers: Vec<Text>,
    /// Supported MCP versions (server cards).
    pub protocol_versions: Vec<Text>,
    /// Other members, unchanged: the complete `headers`, `variables`.
    pub other: Object,
}

/// The source repository of a server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repository {
    /// URL of the repository.
    pub url: Option<Text>,
    /// Hosting service, such as `github`.
    pub source: Option<Text>,
    /// Other members, unchanged: `id`, `subfolder`.
    pub other: Object,
}

impl Remote {
    pub(crate) fn read(remote: &Object) -> Self {
        Self {
            kind: text(remote, "type"),
            url: text(remote, "url"),
            headers: objects(remote, "headers").filter_map(|header| text(header, "name")).collect(),
            protocol_versions: texts(remote, "supportedProtocolVersions"),
            other: other(remote, &["type", "url", "supportedProtocolVersions"]),
        }
    }

    /// The endpoint, if it has a URL.
    pub(crate) fn endpoint(&self) -> Option<Endpoint> {
        Some(Endpoint::new(self.url.as_ref()?, self.kind.as_ref()))
    }

    pub(crate) fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(5);
        object.insert("type", self.kind.clone());
        object.insert("url", self.url.clone());
        object.insert("headers", text_array(&self.headers));
        object.insert("supportedProtocolVersions", text_array(&self.protocol_versions));
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Repository {
    pub(crate) fn read(repository: &Object) -> Self {
        Self {
            url: text(repository, "url"),
            source: text(repository, "source"),
            other: other(repository, &["url", "source"]),
        }
    }

    pub(crate) fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(3);
        object.insert("url", self.url.clone());
        object.insert("source", self.source.clone());
        object.insert("other", self.other.clone());
        object.into()
    }
}
