//! Results of resolution.

/// A resolved value: parsed and checked for the requested identifier.
///
/// Only [`DidDocument::parse_for`](super::DidDocument::parse_for) creates it, also for resolvers.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    value: T,
    url: Option<String>,
}

impl<T> Resolved<T> {
    pub(super) fn supplied(value: T) -> Self {
        Self { value, url: None }
    }

    /// The same value with the URL that it was fetched from; for resolvers, which fetch the bytes themselves.
    #[doc(hidden)]
    pub fn fetched_from(self, url: String) -> Self {
        Self { value: self.value, url: Some(url) }
    }

    /// The value.
    pub fn get(&self) -> &T {
        &self.value
    }

    /// The URL that the bytes were fetched from over HTTPS. `None` if the caller supplied them from a file, a cache or a
    /// registry.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The value without its source.
    pub fn into_inner(self) -> T {
        self.value
    }
}
