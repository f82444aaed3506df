//! Well-known URLs of hosts.

/// A well-known URL of a format's documents.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WellKnown {
    /// Its path, with the leading `/`.
    pub path: &'static str,
    /// What is published there, for people: `the host's DID document`.
    pub title: &'static str,
    /// The path that current readers use instead, if this path belongs to an earlier version or a convention.
    pub instead: Option<&'static str>,
    /// Another path for the same document, for other readers.
    pub alternate: Option<&'static str>,
}

impl WellKnown {
    /// Creates a well-known URL from a path and a description.
    #[must_use]
    pub const fn new(path: &'static str, title: &'static str) -> Self {
        Self { path, title, instead: None, alternate: None }
    }

    /// Marks the path as outdated: current readers use another one.
    #[must_use]
    pub const fn superseded_by(self, instead: &'static str) -> Self {
        Self { instead: Some(instead), ..self }
    }

    /// Adds another path for the same document.
    #[must_use]
    pub const fn with_alternate(self, alternate: &'static str) -> Self {
        Self { alternate: Some(alternate), ..self }
    }

    /// Its URL at an origin without a trailing `/`.
    #[must_use]
    pub fn url(&self, origin: &str) -> String {
        format!("{origin}{}", self.path)
    }
}
