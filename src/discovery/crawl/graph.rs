//! What a crawl found: documents, and the links that lead to them.

use crate::{Code, CodedError, discovery::Finding};
use std::fmt;

/// Documents and links, in the order they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Graph {
    /// The documents; the first is the one that the crawl started from.
    pub nodes: Vec<GraphNode>,
    /// The links.
    pub edges: Vec<GraphEdge>,
    /// How many links were left out because there were too many documents or links.
    pub omitted: usize,
}

/// A document that was fetched, or could have been.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphNode {
    /// Its URL; a text that is not a URL that can be fetched stays as it was written, shortened.
    pub url: String,
    /// What it is: by its content, else by the link that led to it.
    pub kind: NodeKind,
    /// How many links it is away from the start; the pages of one listing are equally far.
    pub depth: usize,
    /// What became of it.
    pub status: NodeStatus,
    /// Its name or title.
    pub title: Option<String>,
    /// The version of its format: of OpenAPI, of OpenRPC.
    pub version: Option<String>,
    /// The protocol that the description says its interface has.
    pub protocol: Option<String>,
    /// The media type.
    pub media_type: Option<String>,
    /// How many bytes it has.
    pub bytes: Option<usize>,
    /// SHA-256 of its bytes.
    pub sha256: Option<[u8; 32]>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

/// A link: which document names which, by what term, where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GraphEdge {
    /// The document that names the other: its place in [`Graph::nodes`].
    pub from: usize,
    /// The document that is named.
    pub to: usize,
    /// The term: `interfaces`, `products`, `items`.
    pub term: &'static str,
    /// The JSON Pointer of what names it.
    pub pointer: String,
}

/// What a document is.
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

    /// The kind as it is printed.
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

/// What became of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeStatus {
    /// It is about to be fetched.
    Pending,
    /// It was fetched; what is wrong with it is in [`GraphNode::findings`].
    Fetched,
    /// It stands inside the document that names it.
    Inline,
    /// It could not be fetched.
    Failed {
        /// The stable code.
        code: Code,
        /// What went wrong.
        message: String,
    },
    /// It was not asked for.
    NotFollowed(Reason),
}

/// Why a document was not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It has another origin than those allowed.
    Origin,
    /// It is too many links away.
    Depth,
    /// So many documents were asked for before it that there are to be no more.
    Documents,
    /// So many bytes were read before it that there are to be no more.
    Bytes,
    /// It is a picture, a film or a sound.
    Media,
    /// Its URL cannot be fetched.
    Url,
}

impl Reason {
    /// The reason as it is printed.
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
    /// The status as it is printed.
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
