//! The well-known locations of agent documents.

use agent_description::format::{DISCOVERY_LISTING, Format, WellKnown};

/// The well-known locations of these formats, without duplicates.
pub(super) fn places(formats: &[&dyn Format]) -> Vec<&'static WellKnown> {
    let mut places = Vec::<&'static WellKnown>::new();
    for place in formats.iter().flat_map(|format| format.well_known()) {
        if places.iter().all(|known| known.path != place.path) {
            places.push(place);
        }
    }
    places
}

/// Whether documents of a format are published at a location.
pub(super) fn is_place_of(place: &WellKnown, format: &dyn Format) -> bool {
    format.well_known().iter().any(|known| known.path == place.path)
}

/// Whether a location contains the first page of a listing.
pub(super) fn is_listing(place: &WellKnown) -> bool {
    is_place_of(place, DISCOVERY_LISTING)
}
