//! The result of a crawl: documents and links.

use crate::{Code, CodedError, discovery::DiscoveryFinding};

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
    pub findings: Vec<DiscoveryFinding>,
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

adp_json::words! {
    /// The kind of a document.
    #[non_exhaustive]
    pub enum NodeKind {
        /// A page of a listing (ANP-08).
        Listing = "listing",
        /// An agent description.
        AgentDescription = "agent-description",
        /// A product.
        Product = "product",
        /// A service.
        Service = "service",
        /// Another resource of the agent.
        Information = "information",
        /// An OpenAPI definition, of any version.
        OpenApi = "openapi",
        /// An OpenRPC definition.
        OpenRpc = "openrpc",
        /// Another definition of an interface.
        Interface = "interface",
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

adp_json::words! {
    /// Why a document was not requested.
    #[non_exhaustive]
    pub enum Reason {
        /// Its origin is not allowed.
        Origin = "origin",
        /// It is too many links away.
        Depth = "depth",
        /// The limit of requested documents was reached.
        Documents = "documents",
        /// The limit of bytes was reached.
        Bytes = "bytes",
        /// It is a picture, video or audio file.
        Media = "media",
        /// Its URL cannot be fetched.
        Url = "url",
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
