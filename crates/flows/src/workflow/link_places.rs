//! Records which links set the parts of a value, so that findings about a part point to its link.

use crate::agents_json::Link;
use agent_description::json::Offset;

/// The links of a value, by the part that each sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkPlaces(Vec<LinkPlace>);

#[derive(Clone, Debug)]
struct LinkPlace {
    /// JSON Pointer in the value.
    pointer: String,
    origin: Offset,
    target: Offset,
}

impl LinkPlaces {
    pub(crate) fn add(&mut self, pointer: String, link: &Link) {
        self.0.push(LinkPlace { pointer, origin: link.origin.path_at, target: link.target.path_at });
    }

    /// The link that set this part, or the closest enclosing part. The last of several links to one target applies.
    fn find(&self, pointer: &str) -> Option<&LinkPlace> {
        let holds =
            |outer: &str| pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.0.iter().filter(|place| holds(&place.pointer)).max_by_key(|place| place.pointer.len())
    }
}

/// A part of a value during a check.
#[derive(Clone, Debug)]
pub(super) struct ValuePlace<'a> {
    places: &'a LinkPlaces,
    pointer: String,
    /// Offset of a value that no link set.
    otherwise: Offset,
}

impl<'a> ValuePlace<'a> {
    pub(super) fn new(places: &'a LinkPlaces, otherwise: Offset) -> Self {
        Self { places, pointer: String::new(), otherwise }
    }

    /// The part at a JSON Pointer from here.
    pub(super) fn below(&self, pointer: &str) -> Self {
        Self { pointer: format!("{}{pointer}", self.pointer), ..*self }
    }

    /// Offset of the target.
    pub(super) fn target(&self) -> Offset {
        self.places.find(&self.pointer).map_or(self.otherwise, |place| place.target)
    }

    /// Offset of the origin.
    pub(super) fn origin(&self) -> Offset {
        self.places.find(&self.pointer).map_or(self.otherwise, |place| place.origin)
    }
}
