//! Well-known URLs of formats.

/// A well-known URL of a format's documents.
#[derive(Debug, PartialEq, Eq)]
pub struct WellKnown {
    /// Its path, with the leading `/`.
    pub path: &'static str,
    /// What is published there, for people: `the host's DID document`.
    pub title: &'static str,
    /// The path that current readers use instead, if this path belongs to an earlier version or a convention.
    pub instead: Option<&'static str>,
    /// The media types that the protocol of the path asks for; any of JSON if it asks for none.
    pub media_types: &'static [&'static str],
    /// Whether documents of unknown shapes are found there, too.
    pub is_open: bool,
    /// Another path for the same document, for other readers.
    pub alternate: Option<&'static str>,
    /// The relation of `Link` header fields (RFC 8288) by which a host's home page leads to it.
    pub relation: Option<&'static str>,
}

impl WellKnown {
    /// Creates a well-known URL from a path and a description.
    #[must_use]
    pub const fn new(path: &'static str, title: &'static str) -> Self {
        Self { path, title, instead: None, alternate: None, relation: None, media_types: &[], is_open: false }
    }
}
