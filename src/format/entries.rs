//! Entries of a member that may be one value or an array, up to a limit.

use crate::json::Json;

/// Maximum number of entries read.
pub(super) const ENTRIES: usize = 16;

/// The value, or the first items of an array.
pub(super) fn entries(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().unwrap_or(std::slice::from_ref(json)).iter().take(ENTRIES)
}
