//! What was found wrong: all of it for diagnostics, the first error for verification.

use super::{
    Omitted, Place,
    coverage::Coverage,
    error::ModelError,
    rules::{Rule, Severity},
    source::value_offset,
};
use crate::{
    Code, Fault,
    json::{Document, Json, Offset, pointer},
};
use std::collections::{HashMap, hash_map::Entry};

/// How much is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The first error; warnings and notes are not even made.
    FirstError,
    /// Everything: listed up to [`MOST`], counted beyond. `strict` tells what counts as an error.
    Everything { strict: bool },
}

/// The most findings of a document that are listed; the others are counted.
pub(super) const MOST: usize = 1000;

/// What makes two findings one: a value has one of each code, a node may miss several terms. Small, because a hostile
/// document has millions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    /// Where the value starts, also where its name is at fault.
    offset: Offset,
    code: Code,
    /// Which of [`Findings::terms`] is missing, from 1; 0 where something is wrong.
    missing: u16,
}

impl Key {
    fn is_missing(self) -> bool {
        self.missing != 0
    }
}

/// Findings about a document.
pub(super) struct Findings<'a> {
    document: &'a Document,
    wanted: Wanted,
    /// Up to [`MOST`] errors and up to [`MOST`] others, so that many warnings hide no error.
    listed: Vec<(&'static Rule, ModelError, Key)>,
    /// How many of them are errors.
    errors: usize,
    /// Every finding and the rule it was first found by. Kept for diagnostics only, and not cut off.
    known: HashMap<Key, &'static Rule>,
    /// The terms that were missed, and of what.
    terms: Vec<(&'static str, &'static str)>,
    /// Kept for diagnostics only; not cut off either.
    coverage: Option<Box<Coverage>>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(document: &'a Document, wanted: Wanted) -> Self {
        let coverage = (wanted != Wanted::FirstError).then(Box::default);
        let (listed, known, terms) = (Vec::new(), HashMap::new(), Vec::new());
        Self { document, wanted, listed, errors: 0, known, terms, coverage }
    }

    /// Whether a finding by this rule would be listed or counted; `missing` tells which of its two severities counts.
    pub(super) fn wants(&self, rule: &Rule, missing: bool) -> bool {
        match self.wanted {
            Wanted::FirstError => self.listed.is_empty() && rule.severity(missing, false) == Severity::Error,
            Wanted::Everything { .. } => true,
        }
    }

    fn severity(&self, rule: &Rule, missing: bool) -> Severity {
        rule.severity(missing, self.wanted == Wanted::Everything { strict: true })
    }

    fn has_room(&self, severity: Severity) -> bool {
        match severity {
            Severity::Error => self.errors < MOST,
            Severity::Warning | Severity::Note => self.listed.len() - self.errors < MOST,
        }
    }

    /// Notes that there is something a rule applies to.
    #[inline]
    pub(super) fn exercise(&mut self, rule: &Rule) {
        if let Some(coverage) = &mut self.coverage {
            coverage.exercise(rule);
        }
    }

    /// Adds what `make` makes of the place of `offset`, if it is wanted.
    pub(super) fn add(&mut self, rule: &'static Rule, offset: Offset, make: impl FnOnce(Box<Place>) -> ModelError) {
        if self.wants(rule, false) {
            // of what is only counted, nobody asks the place
            let listed = self.has_room(self.severity(rule, false));
            let place = if listed { Place::boxed(self.document, offset) } else { Box::default() };
            self.keep(rule, make(place), offset);
        }
    }

    /// Adds a term that is missing from what stands at `offset`.
    pub(super) fn missing(&mut self, rule: &'static Rule, what: &'static str, term: &'static str, offset: Offset) {
        if self.wants(rule, true) {
            let listed = self.has_room(self.severity(rule, true));
            let place = if listed { Place::boxed(self.document, offset) } else { Box::default() };
            self.keep(rule, ModelError::Missing { what, term, place }, offset);
        }
    }

    /// Adds a finding that was made elsewhere.
    pub(super) fn push(&mut self, rule: &'static Rule, error: ModelError) {
        if self.wants(rule, matches!(error, ModelError::Missing { .. })) {
            let value = error.place().pointer.as_deref().and_then(|at| pointer::lookup(self.document.json(), at));
            let offset = value.map_or(Offset::NONE, Json::offset);
            self.keep(rule, error, offset);
        }
    }

    fn keep(&mut self, rule: &'static Rule, error: ModelError, offset: Offset) {
        let key = Key {
            offset: value_offset(self.document.json(), offset),
            code: error.code(),
            missing: match error {
                ModelError::Missing { what, term, .. } => self.number_of((what, term)),
                _ => 0,
            },
        };
        if let Some(coverage) = &mut self.coverage {
            coverage.broken(rule);
            match self.known.entry(key) {
                Entry::Occupied(_) => return,
                Entry::Vacant(new) => _ = new.insert(rule),
            }
        }
        self.list(rule, error, key);
    }

    /// The number of a missing term in [`Findings::terms`].
    fn number_of(&mut self, missing: (&'static str, &'static str)) -> u16 {
        let at = self.terms.iter().position(|known| *known == missing).unwrap_or_else(|| {
            self.terms.push(missing);
            self.terms.len() - 1
        });
        u16::try_from(at + 1).unwrap_or(u16::MAX)
    }

    fn list(&mut self, rule: &'static Rule, error: ModelError, key: Key) {
        let severity = self.severity(rule, key.is_missing());
        if self.has_room(severity) {
            self.errors += usize::from(severity == Severity::Error);
            self.listed.push((rule, error, key));
        }
    }

    /// Adds other findings about the document, in their order, by the rules that `keeps` lets through.
    pub(super) fn append(&mut self, other: Findings<'_>, keeps: impl Fn(&Rule) -> bool) {
        if let (Some(coverage), Some(others)) = (&mut self.coverage, other.coverage) {
            coverage.merge(*others);
        }
        let numbers: Vec<u16> = other.terms.iter().map(|missing| self.number_of(*missing)).collect();
        let own = |key: Key| {
            let number = usize::from(key.missing).checked_sub(1).and_then(|at| numbers.get(at));
            Key { missing: number.copied().unwrap_or_default(), ..key }
        };
        for (rule, error, key) in other.listed {
            let key = own(key);
            if keeps(rule) && self.wants(rule, key.is_missing()) && !self.known.contains_key(&key) {
                self.list(rule, error, key);
            }
        }
        for (key, rule) in other.known.into_iter().filter(|(_, rule)| keeps(rule)) {
            self.known.entry(own(key)).or_insert(rule);
        }
    }

    /// Whether the value at `offset`, or its name, has a finding of this code, first found by this rule.
    pub(super) fn has(&self, rule: &Rule, code: Code, offset: Offset) -> bool {
        let key = Key { offset: value_offset(self.document.json(), offset), code, missing: 0 };
        self.known.get(&key).is_some_and(|known| *known == rule)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static Rule, &ModelError)> {
        self.listed.iter().map(|(rule, error, _)| (*rule, error))
    }

    /// What is listed, at most [`MOST`] and errors before others, each with its severity; and how many more there are.
    pub(super) fn into_listed(self) -> (Vec<(&'static Rule, ModelError, Severity)>, Omitted) {
        let mut omitted = Omitted::default();
        for (key, rule) in &self.known {
            *omitted.of_mut(self.severity(rule, key.is_missing())) += 1;
        }
        let mut room_for_others = MOST - self.errors;
        let strict = self.wanted == Wanted::Everything { strict: true };
        let mut listed = Vec::with_capacity(self.listed.len().min(MOST));
        for (rule, error, key) in self.listed {
            let severity = rule.severity(key.is_missing(), strict);
            if severity != Severity::Error {
                let Some(left) = room_for_others.checked_sub(1) else { continue };
                room_for_others = left;
            }
            let omitted = omitted.of_mut(severity);
            *omitted = omitted.saturating_sub(1);
            listed.push((rule, error, severity));
        }
        (listed, omitted)
    }

    /// Which rules applied, where everything was wanted.
    pub(super) fn take_coverage(&mut self) -> Coverage {
        self.coverage.take().map_or_else(Coverage::default, |coverage| *coverage)
    }

    /// The first finding, which is an error where no more is wanted.
    pub(super) fn into_first(self) -> Option<ModelError> {
        self.listed.into_iter().next().map(|(_, error, _)| error)
    }
}
