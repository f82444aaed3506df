//! Options for documents of every format.

use crate::{
    Document, Limits, Timestamp,
    diagnostic::{CheckReport, FindingFilter, Findings},
    jsonld::Contexts,
};

/// Options for checking, showing and signing documents of every format.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The current time, for expiry.
    pub at: Timestamp,
    /// Whether warnings become errors if their rule supports it.
    pub strict: bool,
    /// Whether the document is to be registered, which adds the limits of registries.
    pub for_registry: bool,
    /// JSON-LD contexts; by default the embedded ones.
    pub contexts: Contexts,
    /// The parser limits.
    pub limits: Limits,
}

impl Options {
    /// The default options at a time.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        let (contexts, limits) = (Contexts::embedded(), Limits::default());
        Self { at, strict: false, for_registry: false, contexts, limits }
    }

    /// The report of a check that adds findings about a document.
    pub(super) fn report<'d>(&self, document: &'d Document, check: impl FnOnce(&mut Findings<'d>)) -> CheckReport {
        let mut found = Findings::new(document, FindingFilter::Everything { strict: self.strict });
        check(&mut found);
        found.into_report()
    }
}
