//! Positions of names in a growing list.

use adp_json::{Text, member_names::bit_of};
use std::collections::HashMap;

/// Maximum number of names that are compared one by one; more are hashed.
pub(super) const MAX_LINEAR_SEARCH: usize = 32;

/// The positions of the names in a list, which the owner keeps.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    /// A bit for each name: most new names are recognized without comparison.
    bits: u64,
    /// Used for more than [`MAX_LINEAR_SEARCH`] names.
    map: Option<HashMap<Text, usize>>,
}

impl NameIndex {
    pub(super) fn from_names<'t>(names: impl Iterator<Item = &'t Text> + Clone) -> Self {
        let bits = names.clone().fold(0, |bits, name| bits | bit_of(name));
        let numbered = || names.clone().enumerate().map(|(at, name)| (name.clone(), at)).collect();
        Self { bits, map: names.clone().nth(MAX_LINEAR_SEARCH).map(|_| numbered()) }
    }

    /// The position of a name among `names`, which are all names of the list.
    #[inline]
    pub(super) fn find<'t>(&self, name: &str, mut names: impl Iterator<Item = &'t Text>) -> Option<usize> {
        match &self.map {
            _ if self.bits & bit_of(name) == 0 => None,
            None => names.position(|known| known == name),
            Some(map) => map.get(name).copied(),
        }
    }

    /// Adds the last of `names`, which are all names of the list.
    #[inline]
    pub(super) fn note<'t>(&mut self, names: impl ExactSizeIterator<Item = &'t Text> + DoubleEndedIterator + Clone) {
        let count = names.len();
        let Some(last) = names.clone().next_back() else { return };
        self.bits |= bit_of(last);
        match &mut self.map {
            None if count > MAX_LINEAR_SEARCH => *self = Self::from_names(names),
            Some(map) => _ = map.insert(last.clone(), count - 1),
            None => {}
        }
    }
}
