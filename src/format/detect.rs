//! What an object is, by its content.

use super::{Format, FormatUnknown, Likeness, Near};
use crate::json::Object;
use std::cmp::Reverse;

/// The formats that an object is of: those that are certain; where none is, those that are likely. Usually one; an object
/// that several fit is reported for each, in the order of `formats`.
///
/// Each format looks at the members of the root: the work does not grow with what stands below.
///
/// # Errors
/// [`FormatUnknown`], with the three nearest formats: of which most is there, then those that lack least.
pub fn detect<'f>(root: &Object, formats: &[&'f dyn Format]) -> Result<Vec<&'f dyn Format>, FormatUnknown> {
    let (mut certain, mut likely, mut near) = (Vec::new(), Vec::new(), Vec::new());
    for format in formats {
        match format.likeness(root) {
            Likeness::Certain => certain.push(*format),
            Likeness::Likely => likely.push(*format),
            Likeness::Lacks(lacks) => near.push((fitting(*format, &lacks), Near { format: format.name(), lacks })),
        }
    }
    if !certain.is_empty() {
        return Ok(certain);
    }
    if !likely.is_empty() {
        return Ok(likely);
    }
    near.sort_by_key(|(fitting, near)| (Reverse(*fitting), near.lacks.len()));
    Err(FormatUnknown { nearest: near.into_iter().map(|(_, near)| near).take(FormatUnknown::NEAREST).collect() })
}

/// How much of what a format asks is there: what an object without members would lack beside.
fn fitting(format: &dyn Format, lacks: &[&str]) -> usize {
    match format.likeness(&Object::new()) {
        Likeness::Lacks(all) => all.len().saturating_sub(lacks.len()),
        _ => 0,
    }
}
