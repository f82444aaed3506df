//! Where the links stand that made the parts of a value: findings about a part point at its link.

use crate::agents_json::Link;
use agent_description::json::Offset;

/// The links of a value, by what each of them put in.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkPlaces(Vec<LinkPlace>);

#[derive(Clone, Debug)]
struct LinkPlace {
    /// A JSON Pointer in the value.
    pointer: String,
    origin: Offset,
    target: Offset,
}

impl LinkPlaces {
    pub fn add(&mut self, pointer: String, link: &Link) {
        self.0.push(LinkPlace { pointer, origin: link.origin.path_at, target: link.target.path_at });
    }

    /// The link that put in this part, or the nearest one around it. Of several with one target, the last one counts.
    fn find(&self, pointer: &str) -> Option<&LinkPlace> {
        let holds =
            |outer: &str| pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.0.iter().filter(|place| holds(&place.pointer)).max_by_key(|place| place.pointer.len())
    }
}

/// A part of a value while it is checked.
#[derive(Clone, Debug)]
pub(super) struct ValuePlace<'a> {
    places: &'a LinkPlaces,
    pointer: String,
    /// Where the value stands that no link made.
    otherwise: Offset,
}

impl<'a> ValuePlace<'a> {
    pub fn new(places: &'a LinkPlaces, otherwise: Offset) -> Self {
        Self { places, pointer: String::new(), otherwise }
    }

    /// What a JSON Pointer leads to from here.
    pub fn below(&self, pointer: &str) -> Self {
        Self { pointer: format!("{}{pointer}", self.pointer), ..*self }
    }

    /// Where it is said where the value goes.
    pub fn target(&self) -> Offset {
        self.places.find(&self.pointer).map_or(self.otherwise, |place| place.target)
    }

    /// Where it is said what the value is taken of.
    pub fn origin(&self) -> Offset {
        self.places.find(&self.pointer).map_or(self.otherwise, |place| place.origin)
    }
}
