//! The formats that these tests tell apart.

use agent_description::format::{ALL, Format};

/// Those of the core and of cards and catalogs.
pub fn formats() -> Vec<&'static Format> {
    [ALL, adp_cards::FORMATS, adp_catalogs::FORMATS].concat()
}
