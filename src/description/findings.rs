//! What was found wrong: all of it for diagnostics, the first error for verification.

use super::{
    Place,
    coverage::Coverage,
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
    /// Kept for diagnostics only; not cut off at [`MOST`].
    coverage: Option<Box<Coverage>>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(document: &'a Document, wanted: Wanted) -> Self {
        let coverage = (wanted == Wanted::Everything).then(Box::default);
        Self { document, wanted, found: Vec::new(), coverage }
    }

    /// Whether a finding by this rule would be kept; `missing` tells which of its two severities counts.
    pub(super) fn wants(&self, rule: &Rule, missing: bool) -> bool {
        match self.wanted {
            Wanted::FirstError => self.found.is_empty() && rule.severity(missing, false) == Severity::Error,
            Wanted::Everything => self.found.len() < MOST,
        }
    }

    /// Notes that there is something a rule applies to.
    #[inline]
    pub(super) fn exercise(&mut self, rule: &Rule) {
        if let Some(coverage) = &mut self.coverage {
            coverage.exercise(rule);
        }
    }

    /// Notes that a rule is broken, also where no more findings are wanted.
    #[inline]
    pub(super) fn broken(&mut self, rule: &Rule) {
        if let Some(coverage) = &mut self.coverage {
            coverage.broken(rule);
        }
    }

    /// Adds what `make` makes of the place of `offset`, if it is wanted.
    pub(super) fn add(&mut self, rule: &'static Rule, offset: Offset, make: impl FnOnce(Box<Place>) -> ModelError) {
        self.broken(rule);
        if self.wants(rule, false) {
            let place = Place::boxed(self.document, offset);
            self.found.push((rule, make(place)));
        }
    }

    /// Adds a term that is missing from what stands at `offset`.
    pub(super) fn missing(&mut self, rule: &'static Rule, what: &'static str, term: &'static str, offset: Offset) {
        self.broken(rule);
        if self.wants(rule, true) {
            let place = Place::boxed(self.document, offset);
            self.found.push((rule, ModelError::Missing { what, term, place }));
        }
    }

    /// Adds a finding that was made elsewhere.
    pub(super) fn push(&mut self, rule: &'static Rule, error: ModelError) {
        self.broken(rule);
        if self.wants(rule, matches!(error, ModelError::Missing { .. })) {
            self.found.push((rule, error));
        }
    }

    /// Adds other findings about the document, in their order, by the rules that `keeps` lets through.
    pub(super) fn append(&mut self, mut other: Findings<'_>, keeps: impl Fn(&Rule) -> bool) {
        if let (Some(coverage), Some(others)) = (&mut self.coverage, other.coverage.take()) {
            coverage.merge(*others);
        }
        for (rule, error) in other.found.into_iter().filter(|(rule, _)| keeps(rule)) {
            self.push(rule, error);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(&'static Rule, ModelError)> {
        self.found.iter()
    }

    /// Which rules applied, where everything was wanted.
    pub(super) fn take_coverage(&mut self) -> Coverage {
        self.coverage.take().map_or_else(Coverage::default, |coverage| *coverage)
    }

    /// The first finding, which is an error where no more is wanted.
    pub(super) fn into_first(self) -> Option<ModelError> {
        self.found.into_iter().next().map(|(_, error)| error)
    }
}
