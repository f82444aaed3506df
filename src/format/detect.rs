//! Format detection by content.

use super::{Format, FormatUnknown};
use crate::{
    diagnostic::members::local_name,
    json::{Json, Member, Object},
};
use std::cmp::Reverse;

/// Maximum number of an object's members compared for suggestions.
const MEMBERS: usize = 256;

/// Maximum number of entries read of a member that may be one value or an array.
pub(super) const ENTRIES: usize = 16;

/// The value, or the first items of an array.
pub(super) fn entries(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().unwrap_or(std::slice::from_ref(json)).iter().take(ENTRIES)
}

/// How well an object matches a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchConfidence {
    /// It has the distinctive members of the format.
    Certain,
    /// It has members that other objects may have too; used only if no other format is certain.
    Likely,
    /// It lacks a distinctive member; the text follows "lacks" in messages.
    Lacks(Vec<&'static str>),
}

/// Detects the formats of an object: the certain ones, or if there are none, the likely ones. Usually one; an object
/// with several formats is reported for each, in the order of `formats`.
///
/// Each format reads only the members of the root, so the work is independent of nested content.
///
/// # Errors
/// [`FormatUnknown`], with the formats that have most of the object's distinctive members.
pub fn detect<'f>(root: &Object, formats: &[&'f Format]) -> Result<Vec<&'f Format>, FormatUnknown> {
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
    let members = || root.iter().take(MEMBERS);
    let count = |format: &Format| {
        let distinctive = members().filter(|member| is_distinctive(format, member)).count();
        (distinctive, members().filter(|member| is_known(format, member)).count())
    };
    let mut near: Vec<_> = near.into_iter().map(|(format, lacks)| (count(format), (format.name, lacks))).collect();
    near.sort_by_key(|(alike, (_, lacks))| (Reverse(*alike), lacks.len()));
    let alike = near.iter().take_while(|(alike, _)| *alike > (0, 0)).count();
    Err(FormatUnknown::new(near.into_iter().map(|(_, near)| near).collect(), alike))
}

/// Whether a member says nothing: most formats have an `id`, but few have a DID in it.
fn is_any_id(member: &Member) -> bool {
    member.name() == "id" && !member.value().as_str().is_some_and(|id| id.starts_with("did:"))
}

/// Whether the documents of a format have such a member, which other files may have, too.
fn is_known(format: &Format, member: &Member) -> bool {
    let name = member.name().as_str();
    !is_any_id(member) && format.members.is_some_and(|table| table.fields.iter().any(|field| field.name == name))
}

/// The formats of a document at a path or URL, after [`detect`]. A well-known path decides for a format whose documents
/// are known by their place alone.
#[must_use]
pub fn by_place<'f>(at: &str, root: &Object, found: Vec<&'f Format>, formats: &[&'f Format]) -> Vec<&'f Format> {
    let path = at.split(['?', '#']).next().unwrap_or_default();
    let is_of_place = |format: &&&Format| {
        let mut places = format.well_known.iter();
        places.any(|place| !place.media_types.is_empty() && path.ends_with(place.path))
            && matches!(format.match_confidence(root), MatchConfidence::Likely)
    };
    formats.iter().find(is_of_place).map_or(found, |format| vec![*format])
}

/// Whether a format has the member and most other files do not, also with a prefix or in another spelling.
fn is_distinctive(format: &Format, member: &Member) -> bool {
    let name = member.name().as_str();
    let local = local_name(name);
    let letters = |name: &'_ str| {
        name.bytes()
            .filter(|byte| !matches!(byte, b'_' | b'-'))
            .map(|byte| byte.to_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    !is_any_id(member) && local.len() <= 64 && {
        let local = letters(local);
        format.distinctive_members.iter().any(|known| letters(known) == local)
    }
}
