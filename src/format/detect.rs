//! Format detection by content.

use super::{Format, FormatUnknown, MatchConfidence};
use crate::json::{Member, Object};
use std::cmp::Reverse;

/// Maximum number of an object's members compared for suggestions.
const MEMBERS: usize = 256;

/// Detects the formats of an object: the certain ones, or if there are none, the likely ones. Usually one; an object
/// with several formats is reported for each, in the order of `formats`.
///
/// Each format reads only the members of the root, so the work is independent of nested content.
///
/// # Errors
/// [`FormatUnknown`], with the formats that have most of the object's distinctive members.
pub fn detect<'f>(root: &Object, formats: &[&'f dyn Format]) -> Result<Vec<&'f dyn Format>, FormatUnknown> {
    let (mut certain, mut likely, mut near) = (Vec::new(), Vec::new(), Vec::new());
    for format in formats {
        match format.match_confidence(root) {
            MatchConfidence::Certain => certain.push(*format),
            MatchConfidence::Likely => likely.push(*format),
            MatchConfidence::Lacks(lacks) => near.push((*format, lacks)),
        }
    }
    if !certain.is_empty() {
        return Ok(certain);
    }
    if !likely.is_empty() {
        return Ok(likely);
    }
    let count = |format| root.iter().take(MEMBERS).filter(|member| is_distinctive(format, member)).count();
    let mut near: Vec<_> = near.into_iter().map(|(format, lacks)| (count(format), (format.name(), lacks))).collect();
    near.sort_by_key(|(alike, (_, lacks))| (Reverse(*alike), lacks.len()));
    let alike = near.iter().take_while(|(alike, _)| *alike > 0).count();
    Err(FormatUnknown::new(near.into_iter().map(|(_, near)| near).collect(), alike))
}

/// Whether a format has the member and most other files do not, also with a prefix or in another spelling.
fn is_distinctive(format: &dyn Format, member: &Member) -> bool {
    let name = member.name().as_str();
    let local = name.rsplit([':', '#', '/']).next().unwrap_or(name);
    let letters = |name: &'_ str| {
        name.bytes()
            .filter(|byte| !matches!(byte, b'_' | b'-'))
            .map(|byte| byte.to_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    // most formats have an `id`, but few have a DID in it
    let is_anything = name == "id" && !member.value().as_str().is_some_and(|id| id.starts_with("did:"));
    !is_anything && local.len() <= 64 && {
        let local = letters(local);
        format.facts().distinctive_members.iter().any(|known| letters(known) == local)
    }
}
