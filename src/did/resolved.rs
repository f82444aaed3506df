//! What resolution gives.

/// A value that was resolved: read and checked for the very identifier that was asked for.
///
/// It cannot be made by hand; [`DidDocument::parse_for`](super::DidDocument::parse_for) makes it, and resolvers through
/// that.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    value: T,
    source: Source,
}

/// Where resolved bytes came from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// The caller had the bytes: a file, a cache, a registry.
    Supplied,
    /// They were fetched from this URL over HTTPS.
    Fetched {
        /// The URL.
        url: String,
    },
}

impl<T> Resolved<T> {
    pub(super) fn supplied(value: T) -> Self {
        Self { value, source: Source::Supplied }
    }

    /// The same value, had from a URL: for the resolver, which fetched the bytes itself.
    #[cfg(feature = "resolver")]
    pub(crate) fn fetched_from(self, url: String) -> Self {
        Self { value: self.value, source: Source::Fetched { url } }
    }

    /// The value.
    pub fn get(&self) -> &T {
        &self.value
    }

    /// How it was obtained.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The value, without the knowledge of how it was obtained.
    pub fn into_inner(self) -> T {
        self.value
    }
}
