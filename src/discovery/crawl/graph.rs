//! The result of a crawl: documents and links.

use crate::{Code, CodedError, discovery::Finding};
use std::fmt;

/// Documents and links in the order of discovery.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Graph {
    /// The documents; the first is the start of the crawl.
    pub nodes: Vec<GraphNode>,
    /// The links.
    pub edges: Vec<GraphEdge>,
    /// Number of links omitted because of the limits for documents or links.
    pub omitted: usize,
}

/// A document that was or could have been fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphNode {
    /// Its URL; a text that cannot be fetched as a URL is kept as written, shortened.
    pub url: String,
    /// Its kind: by its content, else by the link to it.
    pub kind: NodeKind,
    /// Number of links from the start; all pages of a listing have the same distance.
    pub depth: usize,
    /// Its status.
    pub status: NodeStatus,
    /// Its name or title.
    pub title: Option<String>,
    /// The version of its format: of OpenAPI, of OpenRPC.
    pub version: Option<String>,
    /// The protocol of the interface according to the description.
    pub protocol: Option<String>,
    /// The media type.
    pub media_type: Option<String>,
    /// Its size in bytes.
    pub bytes: Option<usize>,
    /// SHA-256 of its bytes.
    pub sha256: Option<[u8; 32]>,
    /// The findings.
    pub findings: Vec<Finding>,
}

/// A link from one document to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GraphEdge {
    /// The linking document: an index into [`Graph::nodes`].
    pub from: usize,
    /// The linked document.
    pub to: usize,
    /// The term: `interfaces`, `products`, `items`.
    pub term: &'static str,
    /// The JSON Pointer of the link.
    pub pointer: String,
}

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeKind {
    /// A page of a listing (ANP-08).
    Listing,
    /// An agent description.
    AgentDescription,
    /// A product.
    Product,
    /// A service.
    Service,
    /// Another resource of the agent.
    Information,
    /// An OpenAPI definition, of any version.
    OpenApi,
    /// An OpenRPC definition.
    OpenRpc,
    /// Another definition of an interface.
    Interface,
}

impl NodeKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Listing,
        Self::AgentDescription,
        Self::Product,
        Self::Service,
        Self::Information,
        Self::OpenApi,
        Self::OpenRpc,
        Self::Interface,
    ];

    /// The display text of the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Listing => "listing",
            Self::AgentDescription => "agent-description",
            Self::Product => "product",
            Self::Service => "service",
            Self::Information => "information",
            Self::OpenApi => "openapi",
            Self::OpenRpc => "openrpc",
            Self::Interface => "interface",
        }
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The status of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeStatus {
    /// It is waiting to be fetched.
    Pending,
    /// It was fetched; its problems are in [`GraphNode::findings`].
    Fetched,
    /// It is part of the document that links to it.
    Inline,
    /// It could not be fetched.
    Failed {
        /// The stable code.
        code: Code,
        /// The cause.
        message: String,
    },
    /// It was not requested.
    NotFollowed(Reason),
}

/// Why a document was not requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Its origin is not allowed.
    Origin,
    /// It is too many links away.
    Depth,
    /// The limit of requested documents was reached.
    Documents,
    /// The limit of bytes was reached.
    Bytes,
    /// It is a picture, video or audio file.
    Media,
    /// Its URL cannot be fetched.
    Url,
}

impl Reason {
    /// The display text of the reason.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Origin => "origin",
            Self::Depth => "depth",
            Self::Documents => "documents",
            Self::Bytes => "bytes",
            Self::Media => "media",
            Self::Url => "url",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl NodeStatus {
    /// The display text of the status.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Fetched => "fetched",
            Self::Inline => "inline",
            Self::Failed { .. } => "failed",
            Self::NotFollowed(_) => "not-followed",
        }
    }

    pub(super) fn failed(fault: &dyn CodedError) -> Self {
        Self::Failed { code: fault.code(), message: fault.to_string() }
    }
}
