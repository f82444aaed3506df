//! What a document refers to.

use crate::json::{Json, Offset};

/// A URL in a document, and what it refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// What is at the URL.
    pub target: LinkTarget,
    /// The URL as it is written; that of a file may be relative to the document.
    pub url: String,
    /// The media type that the document gives it, without parameters, in lower case.
    pub media_type: Option<String>,
    /// The digest that the document gives it, as it is written, and where.
    pub digest: Option<(String, Offset)>,
}

/// What is at a URL in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A document of some format.
    Document,
    /// A file, of whatever content.
    File,
    /// The interface of an agent.
    Interface,
}

impl Link {
    /// A URL, and what is there.
    #[must_use]
    pub fn to(target: LinkTarget, url: impl Into<String>) -> Self {
        Self { target, url: url.into(), media_type: None, digest: None }
    }

    /// With a media type.
    #[must_use]
    pub fn with_media_type(self, media_type: String) -> Self {
        Self { media_type: Some(media_type), ..self }
    }

    /// With the digest that a member has, if it is a string.
    #[must_use]
    pub fn with_digest(self, member: Option<&Json>) -> Self {
        let digest = member.and_then(|json| Some((json.as_str()?.to_owned(), json.offset())));
        Self { digest, ..self }
    }
}
