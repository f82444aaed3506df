//! What `server.json` and server cards share: where a server runs, where its source is.

use crate::members::{objects, other, text, text_array, texts};
use agent_description::{
    format::Endpoint,
    json::{Json, Object, Text},
};

/// A place where a server runs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Remote {
    /// `streamable-http` or `sse`.
    pub kind: Option<Text>,
    /// Its URL, perhaps with `{variables}`.
    pub url: Option<Text>,
    /// The names of the headers it asks for.
    pub headers: Vec<Text>,
    /// The versions of MCP that it speaks (server cards).
    pub protocol_versions: Vec<Text>,
    /// The other members, as they are: `headers` whole, `variables`.
    pub other: Object,
}

/// Where a server's source is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repository {
    /// Its URL.
    pub url: Option<Text>,
    /// Who hosts it: `github`.
    pub source: Option<Text>,
    /// The other members, as they are: `id`, `subfolder`.
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

    /// Where the server is called, if its URL is given.
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
