//! What documents of every format are read with.

use crate::{Limits, Timestamp, jsonld::Contexts};

/// What documents of every format are checked, shown and signed with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Now, for what expires.
    pub at: Timestamp,
    /// Whether warnings that a rule asks for become errors.
    pub strict: bool,
    /// Whether the document is to be registered: formats that registries limit check the limits, too.
    pub for_registry: bool,
    /// JSON-LD contexts; by default the embedded ones.
    pub contexts: Contexts,
    /// The limits of reading.
    pub limits: Limits,
}

impl Options {
    /// The usual ones, at a time.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        let (contexts, limits) = (Contexts::embedded(), Limits::default());
        Self { at, strict: false, for_registry: false, contexts, limits }
    }
}
