//! References from a document to others.

use crate::json::Offset;

/// A URL in a document, and the kind of its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedUrl {
    /// The kind of target.
    pub target: LinkTarget,
    /// The URL as written; that of a file may be relative to the document.
    pub url: String,
    /// The media type in the document, without parameters, in lower case.
    pub media_type: Option<String>,
    /// The digest in the document as written, and its position.
    pub digest: Option<(String, Offset)>,
}

/// The kind of a URL's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A document of a known format.
    Document,
    /// The agent's DID, instead of a URL.
    Did,
    /// A file with any content.
    File,
    /// The interface of an agent.
    Interface,
}

impl LinkedUrl {
    /// Creates a link from a URL and the kind of its target.
    #[must_use]
    pub fn to(target: LinkTarget, url: impl Into<String>) -> Self {
        Self { target, url: url.into(), media_type: None, digest: None }
    }
}
