//! The formats that these tests tell apart.

use agent_description::format::{ALL, Format};

/// Those of the core and of this crate.
pub fn formats() -> Vec<&'static Format> {
    [ALL, adp_cards::FORMATS].concat()
}
