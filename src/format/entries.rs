//! The entries of a member that may be one value or an array of them, as far as they are looked at.

use crate::json::Json;

/// How many are looked at.
pub(super) const ENTRIES: usize = 16;

/// The value, or the first of its items.
pub(super) fn entries(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().unwrap_or(std::slice::from_ref(json)).iter().take(ENTRIES)
}
