//! What a comparison of schemas knows: the base of references, limits, and what was compared.

use adp_tools::json_schema::SchemaPlaces;
use agent_description::{
    diagnostic::members::Direction,
    json::{Json, Object},
};
use std::{collections::HashSet, ptr, rc::Rc};

/// The keywords of the old and the new schema; `None` for a schema without keywords.
pub(super) type Objects<'a> = (Option<&'a Object>, Option<&'a Object>);

/// The base of references in both documents, and its location in the new one.
#[derive(Clone, Debug)]
pub(in crate::diff) struct Roots<'a> {
    /// The schemas that references can name, in both documents; `None` if the documents are equal.
    pub(super) places: Option<Rc<(SchemaPlaces<'a>, SchemaPlaces<'a>)>>,
    pub(super) new: Option<&'a Json>,
    pub(super) pointer: String,
}

/// The state and limits of comparing schemas.
#[derive(Debug)]
pub(in crate::diff) struct Schemas {
    /// Who writes the data that the schemas describe.
    pub(super) direction: Direction,
    pub(super) steps: usize,
    pub(super) has_ended: bool,
    pub(super) depth: usize,
    /// Depth of keywords below which more can mean less.
    pub(super) strict: usize,
    /// Pairs that were compared through references, by their addresses.
    pub(super) seen: HashSet<(usize, usize, bool, bool)>,
    /// The same, for any direction.
    pub(super) referenced: HashSet<(usize, usize)>,
}

impl Schemas {
    /// The limits for documents of this total size.
    pub fn for_bytes(bytes: usize) -> Self {
        let steps = bytes.saturating_mul(8).saturating_add(1_000);
        let (seen, referenced) = (HashSet::new(), HashSet::new());
        Self { direction: Direction::Input, steps, has_ended: false, depth: 0, strict: 0, seen, referenced }
    }

    /// Charges work that several references to one schema could repeat.
    pub(super) fn charge(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Records that a reference leads to this pair. Whether it was not compared yet.
    pub(super) fn is_new_pair(&mut self, before: &Json, now: &Json) -> bool {
        let (before, now) = (ptr::from_ref(before).addr(), ptr::from_ref(now).addr());
        self.referenced.insert((before, now));
        self.seen.insert((before, now, self.direction == Direction::Input, self.strict > 0))
    }

    /// Whether a reference leads from the old one of these schemas to the new one.
    pub(super) fn is_referenced(&self, before: &Json, now: &Json) -> bool {
        self.referenced.contains(&(ptr::from_ref(before).addr(), ptr::from_ref(now).addr()))
    }
}
