//! Results of resolution.

/// A resolved value: parsed and checked for the requested identifier.
///
/// Only [`DidDocument::parse_for`](super::DidDocument::parse_for) creates it, also for resolvers.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    value: T,
    source: Source,
}

/// The source of resolved bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// The caller supplied the bytes from a file, a cache or a registry.
    Supplied,
    /// The bytes were fetched from this URL over HTTPS.
    Fetched {
        /// The URL.
        url: String,
    },
}

impl<T> Resolved<T> {
    pub(super) fn supplied(value: T) -> Self {
        Self { value, source: Source::Supplied }
    }

    /// The same value with the URL that it was fetched from; for resolvers, which fetch the bytes themselves.
    #[cfg(feature = "resolver")]
    pub(crate) fn fetched_from(self, url: String) -> Self {
        Self { value: self.value, source: Source::Fetched { url } }
    }

    /// The value.
    pub fn get(&self) -> &T {
        &self.value
    }

    /// The source of the value.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The value without its source.
    pub fn into_inner(self) -> T {
        self.value
    }
}
