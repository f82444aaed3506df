//! Rules for security schemes.

use super::{Versions, rules};
use crate::members::{list, objects};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, shortened},
    json::Object,
};

pub(super) fn check(found: &mut Findings<'_>, root: &Object, versions: Versions) {
    let declared = root.get("securitySchemes").and_then(Json::as_object);
    let holders = || std::iter::once(root).chain(objects(root, "skills"));
    if versions.old.is_some() {
        for requirement in holders().flat_map(|holder| list(holder, "security")) {
            required(found, requirement, declared);
        }
    }
    if versions.current {
        for requirement in holders().flat_map(|holder| list(holder, "securityRequirements")) {
            if let Some(schemes) = requirement.get("schemes") {
                required(found, schemes, declared);
            }
        }
    }
}

/// Checks a map from scheme names to scopes.
fn required(found: &mut Findings<'_>, schemes: &Json, declared: Option<&Object>) {
    for member in schemes.as_object().into_iter().flatten() {
        let is_declared = declared.is_some_and(|declared| declared.contains(member.name()));
        found.check(&rules::DECLARED, is_declared, member.name_offset(), || {
            let known = declared.into_iter().flatten().take(8).map(|known| shortened(known.name()));
            let known = known.collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none" } else { &known };
            let message = format!("the scheme {} is not declared; declared schemes: {known}", shortened(member.name()));
            Finding::new(Code::INVALID_REFERENCE, message).with_help("declare it under `securitySchemes`")
        });
    }
}
