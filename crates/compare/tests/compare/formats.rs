//! The formats that these tests tell apart.

use agent_description::format::{ALL, Format};

/// Those of cards, catalogs and tools.
pub fn published() -> Vec<&'static Format> {
    [adp_cards::FORMATS, adp_catalogs::FORMATS, adp_tools::FORMATS].concat()
}

/// The same, and those of the core.
pub fn formats() -> Vec<&'static Format> {
    [ALL.to_vec(), published()].concat()
}
