//! The well-known URLs at which readers look for agents.

use agent_description::{
    discovery::WELL_KNOWN_PATH,
    format::{Format, WellKnown},
};

/// The listing of agent descriptions, which is no document of a format.
pub static LISTING: WellKnown = WellKnown::new(WELL_KNOWN_PATH, "the listing of agent descriptions (ANP-08)");

/// The listing and the well-known URLs of these formats, each once.
pub(super) fn places(formats: &[&dyn Format]) -> Vec<&'static WellKnown> {
    let mut places = vec![&LISTING];
    for place in formats.iter().flat_map(|format| format.well_known()) {
        if places.iter().all(|known| known.path != place.path) {
            places.push(place);
        }
    }
    places
}

/// Whether documents of a format are published at a place.
pub(super) fn is_place_of(place: &WellKnown, format: &dyn Format) -> bool {
    format.well_known().iter().any(|known| known.path == place.path)
}
