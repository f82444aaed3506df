//! Checks of members that catalogs, entries and trust manifests share.

use super::{Generation, rules};
use adp_tools::lenient_members::list;
use agent_description::{
    Code,
    diagnostic::{Findings, members::Conventions},
    json::{Json, Object},
};

pub(super) static CONVENTIONS: Conventions = Conventions {
    // also for signatures, which are checked elsewhere
    checks_spelling: false,
    ..Conventions::DEFAULT
};

/// The value of a member. Null is treated as absent.
pub(super) fn present<'a>(object: &'a Object, name: &str) -> Option<&'a Json> {
    object.get(name).filter(|value| !value.is_null())
}

/// The objects in a list.
pub(super) fn objects<'a>(holder: &'a Object, name: &str) -> impl Iterator<Item = (&'a Json, &'a Object)> {
    list(holder, name).iter().filter_map(|item| Some((item, item.as_object()?)))
}

/// Reports a member of another version.
pub(super) fn stranger(found: &mut Findings<'_>, object: &Object, name: &str, instead: &str, generation: Generation) {
    let Some(member) = object.member(name) else { return };
    found.report(&rules::GENERATION, member.name_offset(), Code::UNKNOWN_MEMBER, || {
        format!("`{name}` is not a member of {}; readers ignore it: {instead}", generation.profile())
    });
}

/// Reports members that ARD 0.9's schema does not allow.
pub(super) fn closed(found: &mut Findings<'_>, object: &Object, known: &[&str]) {
    found.exercise(&rules::CLOSED);
    for member in object.iter().filter(|member| !known.contains(&member.name().as_str())) {
        found.report(&rules::CLOSED, member.name_offset(), Code::UNKNOWN_MEMBER, || {
            format!("ARD 0.9's schema does not allow `{}` here", member.name().as_str())
        });
    }
}
