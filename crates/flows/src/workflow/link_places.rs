//! Records which links set the parts of a value, so that findings about a part point to its link.

use crate::agents_json::Link;
use agent_description::json::{Json, Offset, pointer::lookup};

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
    /// The part in the document, if no link set it.
    written: Option<&'a Json>,
    /// Offset of the part, or of the closest one that contains it, if no link set it.
    otherwise: Offset,
}

impl<'a> ValuePlace<'a> {
    /// The value of a member, and the object that contains it in the document.
    pub(super) fn new(places: &'a LinkPlaces, holder: &'a Json, member: &str) -> Self {
        let value = Self { places, pointer: String::new(), written: Some(holder), otherwise: holder.offset() };
        Self { pointer: String::new(), ..value.below(member) }
    }

    /// The part at a JSON Pointer from here.
    pub(super) fn below(&self, pointer: &str) -> Self {
        let written = self.written.and_then(|written| lookup(written, pointer));
        let otherwise = written.map_or(self.otherwise, Json::offset);
        Self { pointer: format!("{}{pointer}", self.pointer), written, otherwise, ..*self }
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
