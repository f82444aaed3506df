//! What a comparison of schemas knows: the base of references, limits, and what was compared.

use adp_tools::json_schema::SchemaPlaces;
use agent_description::{
    diagnostic::members::Direction,
    json::{Json, Object},
};
use std::{
    collections::{HashSet, hash_map::RandomState},
    rc::Rc,
};

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
    /// Depth of keywords such as `not`, below which more can mean less.
    pub(super) strict: usize,
    /// Pairs that were compared through references.
    pub(super) seen: HashSet<(usize, usize, bool, bool)>,
    /// Schemas that were compared by keyword or reported as a whole.
    pub(super) compared: HashSet<usize>,
    /// Hashes the locations of texts.
    pub(super) places: RandomState,
}

impl Schemas {
    /// The limits for documents of this total size.
    pub fn for_bytes(bytes: usize) -> Self {
        let steps = bytes.saturating_mul(8).saturating_add(1_000);
        let (seen, compared) = (HashSet::new(), HashSet::new());
        let direction = Direction::Input;
        Self { direction, steps, has_ended: false, depth: 0, strict: 0, seen, compared, places: RandomState::new() }
    }

    /// Charges work that several references to one schema could repeat.
    pub(super) fn charge(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
    }
}
