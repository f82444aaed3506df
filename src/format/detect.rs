//! What an object is, by its content.

use super::{Format, FormatUnknown, Likeness, Near};
use crate::json::Object;

/// The formats that an object is of: those that are certain; where none is, those that are likely. Usually one; an object
/// that several fit is reported for each, in the order of `formats`.
///
/// Each format looks at the members of the root: the work does not grow with what stands below.
///
/// # Errors
/// [`FormatUnknown`], with the three formats that lack least.
pub fn detect<'f>(root: &Object, formats: &[&'f dyn Format]) -> Result<Vec<&'f dyn Format>, FormatUnknown> {
    let (mut certain, mut likely, mut near) = (Vec::new(), Vec::new(), Vec::new());
    for format in formats {
        match format.likeness(root) {
            Likeness::Certain => certain.push(*format),
            Likeness::Likely => likely.push(*format),
            Likeness::Lacks(lacks) => near.push(Near { format: format.name(), lacks }),
        }
    }
    if !certain.is_empty() {
        return Ok(certain);
    }
    if !likely.is_empty() {
        return Ok(likely);
    }
    near.sort_by_key(|near| near.lacks.len());
    near.truncate(FormatUnknown::NEAREST);
    Err(FormatUnknown { nearest: near })
}
