//! The properties of a node being read.

use super::vocabulary::term_set::TermSet;
use crate::json::Member;

/// A member that is not a keyword.
pub(super) struct Property<'a> {
    pub(super) member: &'a Member,
    /// The terms of the member, by its plain name or by the prefix of an accepted vocabulary.
    pub(super) terms: TermSet,
    pub(super) is_typed: bool,
}
