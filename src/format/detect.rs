//! What an object is, by its content.

use super::{Format, FormatUnknown, Likeness, Near};
use crate::json::Object;
use std::cmp::Reverse;

/// How many members of an object are looked at for suggestions.
const MEMBERS: usize = 256;

/// What the members that one format alone has count: those that several have count as much less.
const RARE: usize = 5_040;

/// The formats that an object is of: those that are certain; where none is, those that are likely. Usually one; an object
/// that several fit is reported for each, in the order of `formats`.
///
/// Each format looks at the members of the root: the work does not grow with what stands below.
///
/// # Errors
/// [`FormatUnknown`], with the formats that have most members of the object at their root; a member that few formats have counts more.
pub fn detect<'f>(root: &Object, formats: &[&'f dyn Format]) -> Result<Vec<&'f dyn Format>, FormatUnknown> {
    let (mut certain, mut likely, mut near) = (Vec::new(), Vec::new(), Vec::new());
    for format in formats {
        match format.likeness(root) {
            Likeness::Certain => certain.push(*format),
            Likeness::Likely => likely.push(*format),
            Likeness::Lacks(lacks) => near.push((*format, lacks)),
        }
    }
    if !certain.is_empty() {
        return Ok(certain);
    }
    if !likely.is_empty() {
        return Ok(likely);
    }
    let weights = weights(root, formats);
    let mut near: Vec<(usize, Near)> = near
        .into_iter()
        .map(|(format, lacks)| {
            let weight = weights.iter().filter(|(name, _)| has(format, name)).map(|(_, weight)| weight).sum();
            (weight, Near { format: format.name(), lacks })
        })
        .collect();
    near.sort_by_key(|(weight, near)| (Reverse(*weight), near.lacks.len()));
    let is_alike = |(weight, _): &(usize, Near)| *weight > 0;
    let alike = near.iter().take_while(|near| is_alike(near)).count();
    Err(FormatUnknown::new(near.into_iter().map(|(_, near)| near).collect(), alike))
}

/// The names of an object that any format has at its root, and what each counts.
fn weights<'o>(root: &'o Object, formats: &[&dyn Format]) -> Vec<(&'o str, usize)> {
    let names = root.iter().take(MEMBERS).map(|member| member.name().as_str());
    let weighed = names.map(|name| (name, formats.iter().filter(|format| has(**format, name)).count()));
    weighed.filter_map(|(name, having)| Some((name, RARE.checked_div(having)?))).collect()
}

/// Whether a format has a member at its root, behind a prefix or spelled otherwise too.
fn has(format: &dyn Format, name: &str) -> bool {
    let local = name.rsplit([':', '#', '/']).next().unwrap_or(name);
    let letters = |name: &'_ str| {
        name.bytes()
            .filter(|byte| !matches!(byte, b'_' | b'-'))
            .map(|byte| byte.to_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    local.len() <= 64 && {
        let local = letters(local);
        format.root_members().iter().any(|known| letters(known) == local)
    }
}
