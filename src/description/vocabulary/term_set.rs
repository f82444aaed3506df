//! Sets of terms, and a lookup of terms by IRI or member name without comparing every term.

use crate::{
    description::vocabulary::{Namespace, TERMS, Term},
    json::is_same,
};

/// A set of terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::description) struct TermSet(u128);

impl TermSet {
    pub(in crate::description) const EMPTY: Self = Self(0);

    /// Every term.
    pub(in crate::description) const ALL: Self = Self(u128::MAX >> (u128::BITS as usize - TERMS.len()));

    /// The terms with a name in documents.
    pub(in crate::description) fn named(name: &str) -> Self {
        let mut named = Self::EMPTY;
        let Some(slot) = BY_NAME.get(slot(name.as_bytes())) else { return named };
        for (known, term) in slot.iter().take_while(|(known, _)| !known.is_empty()) {
            if is_same(known, name) {
                named = named.with(*term);
            }
        }
        named
    }

    /// The set of some terms.
    pub(in crate::description) const fn from_terms(terms: &[Term]) -> Self {
        let (mut set, mut at) = (Self::EMPTY, 0);
        while at < terms.len() {
            set.insert(terms[at]);
            at += 1;
        }
        set
    }

    /// The first of the terms, in the order of the vocabulary.
    pub(in crate::description) fn first(self) -> Option<Term> {
        (self.0 != 0).then(|| Term::from_number(self.0.trailing_zeros() as usize))
    }

    /// The terms that [accept](Term::accepts) an IRI.
    pub(in crate::description) fn from_iri(iri: &str) -> Self {
        let split = Namespace::split(iri);
        let named = split.map_or(Self::EMPTY, |(_, name)| Self::named(name));
        let elsewhere = match split {
            // fast path: most IRIs are schema.org's
            Some((Namespace::SchemaOrg | Namespace::SchemaOrgHttp, _)) => Self::EMPTY,
            _ => Self::ALL.filter(|term| term.others().contains(&iri)),
        };
        named.with(elsewhere)
    }

    pub(in crate::description) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(in crate::description) const fn has(self, term: Term) -> bool {
        self.0 & term.bit() != 0
    }

    pub(in crate::description) const fn insert(&mut self, term: Term) {
        self.0 |= term.bit();
    }

    pub(in crate::description) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The terms that `other` does not contain.
    pub(in crate::description) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The terms in both sets.
    pub(in crate::description) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The terms, in the order of the vocabulary.
    pub(in crate::description) fn iter(self) -> impl Iterator<Item = Term> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let term = Self(left).first()?;
            left &= left - 1;
            Some(term)
        })
    }

    fn filter(self, keep: impl Fn(Term) -> bool) -> Self {
        self.iter().filter(|term| keep(*term)).fold(Self::EMPTY, |mut kept, term| {
            kept.insert(term);
            kept
        })
    }
}

const SLOTS: usize = 256;

/// Maximum number of terms with names in the same slot.
const MAX_SLOT_ENTRIES: usize = 4;

/// The terms by the slot of their name. Unused entries, with an empty name, come last.
static BY_NAME: [[(&str, TermSet); MAX_SLOT_ENTRIES]; SLOTS] = {
    let (mut slots, mut at) = ([[("", TermSet::EMPTY); MAX_SLOT_ENTRIES]; SLOTS], 0);
    while at < TERMS.len() {
        let term = Term::from_number(at);
        let slot = &mut slots[slot(term.name().as_bytes())];
        let mut free = 0;
        while !slot[free].0.is_empty() {
            free += 1;
        }
        slot[free] = (term.name(), TermSet::from_terms(&[term]));
        at += 1;
    }
    slots
};

/// The slot of a name: a hash of its length and three of its characters.
const fn slot(name: &[u8]) -> usize {
    match name {
        [] => 0,
        [first, .., last] => {
            let [first, middle, last] = [*first as usize, name[name.len() / 2] as usize, *last as usize];
            let sum = name.len().wrapping_mul(3).wrapping_add(first.wrapping_mul(7));
            sum.wrapping_add(middle.wrapping_mul(31)).wrapping_add(last.wrapping_mul(17)) % SLOTS
        }
        [only] => *only as usize % SLOTS,
    }
}

#[cfg(test)]
mod tests {
    use super::{TERMS, Term, TermSet};

    #[test]
    fn an_iri_stands_for_the_terms_that_accept_it() {
        let namespaces = ["https://schema.org/", "https://agent-network-protocol.com/ad#", "https://a.example/", ""];
        let names = TermSet::ALL.iter().map(Term::name).chain(["", "x", "nam", "parameterName"]);
        let in_namespaces = names.flat_map(|name| namespaces.iter().map(move |namespace| format!("{namespace}{name}")));
        let others = TermSet::ALL.iter().flat_map(Term::others).map(|other| (*other).to_owned());
        for iri in in_namespaces.chain(others) {
            let accepting: Vec<_> = TermSet::ALL.iter().filter(|term| term.accepts(&iri)).collect();
            assert_eq!(TermSet::from_iri(&iri).iter().collect::<Vec<_>>(), accepting, "{iri}");
        }
    }

    #[test]
    fn each_term_has_a_number_of_its_own() {
        for (at, term) in TermSet::ALL.iter().enumerate() {
            assert_eq!(term.bit(), 1 << at, "{term}");
            assert!(TermSet::named(term.name()).has(term), "{term}");
        }
        assert_eq!(TermSet::ALL.iter().count(), TERMS.len());
        assert_eq!(TermSet::named("name").iter().count(), 2);
    }
}
