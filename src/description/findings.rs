//! What was found wrong: all of it for diagnostics, the first error for verification.

use super::{
    Place,
    error::ModelError,
    rules::{Rule, Severity},
};
use crate::json::{Document, Offset};

/// How much is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The first error; warnings and notes are not even made.
    FirstError,
    /// Everything, up to [`MOST`] findings.
    Everything,
}

/// The most findings that are listed: finding out where each stands reads the document anew.
pub(super) const MOST: usize = 500;

/// Findings about a document.
pub(super) struct Findings<'a> {
    document: &'a Document,
    wanted: Wanted,
    found: Vec<(&'static Rule, ModelError)>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(document: &'a Document, wanted: Wanted) -> Self {
        Self { document, wanted, found: Vec::new() }
    }

    /// Whether a finding by this rule would be kept; `missing` tells which of its two severities counts.
    pub(super) fn wants(&self, rule: &Rule, missing: bool) -> bool {
        match self.wanted {
            Wanted::FirstError => self.found.is_empty() && rule.severity(missing, false) == Severity::Error,
            Wanted::Everything => self.found.len() < MOST,
        }
    }

    /// Adds what `make` makes of the place of `offset`, if it is wanted.
    pub(super) fn add(&mut self, rule: &'static Rule, offset: Offset, make: impl FnOnce(Box<Place>) -> ModelError) {
        if self.wants(rule, false) {
            let place = Place::boxed(self.document, offset);
            self.found.push((rule, make(place)));
        }
    }

    /// Adds a term that is missing from what stands at `offset`.
    pub(super) fn missing(&mut self, rule: &'static Rule, what: &'static str, term: &'static str, offset: Offset) {
        if self.wants(rule, true) {
            let place = Place::boxed(self.document, offset);
            self.found.push((rule, ModelError::Missing { what, term, place }));
        }
    }

    /// Adds a finding that was made elsewhere.
    pub(super) fn push(&mut self, rule: &'static Rule, error: ModelError) {
        if self.wants(rule, matches!(error, ModelError::Missing { .. })) {
            self.found.push((rule, error));
        }
    }

    /// Adds other findings about the document, in their order, by the rules that `keeps` lets through.
    pub(super) fn append(&mut self, other: Findings<'_>, keeps: impl Fn(&Rule) -> bool) {
        for (rule, error) in other.found.into_iter().filter(|(rule, _)| keeps(rule)) {
            self.push(rule, error);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(&'static Rule, ModelError)> {
        self.found.iter()
    }

    /// The first finding, which is an error where no more is wanted.
    pub(super) fn into_first(self) -> Option<ModelError> {
        self.found.into_iter().next().map(|(_, error)| error)
    }
}
