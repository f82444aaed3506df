//! Rules for security schemes.

use super::{Versions, requirement::first_unread, rules};
use adp_tools::lenient_members::{list, objects};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, members::is_same_name, shortened},
    json::{Member, Object},
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
            let unread = requirement.as_object().and_then(first_unread);
            found.exercise(&rules::REQUIREMENT);
            // a misspelled `schemes` or `list` has a finding already
            if let Some(member) =
                unread.filter(|it| !["schemes", "list"].iter().any(|name| is_same_name(it.name(), name)))
            {
                found.add(&rules::REQUIREMENT, member.name_offset(), || unread_member(member, declared));
            }
        }
    }
}

/// A member of a requirement that readers ignore.
fn unread_member(member: &Member, declared: Option<&Object>) -> Finding {
    let name = member.name().as_str();
    let message = format!(
        "the security requirement has {} outside `schemes`, where readers ignore it: they read access without it",
        shortened(name)
    );
    let scopes =
        member.value().as_array().filter(|scopes| scopes.len() <= 8 && scopes.iter().all(|it| it.as_str().is_some()));
    let is_scheme = name.len() <= 64 && (scopes.is_some() || declared.is_some_and(|declared| declared.contains(name)));
    let (name, scopes) = match is_scheme {
        true => (name, scopes.map_or_else(|| "[]".to_owned(), |scopes| Json::from(scopes.to_vec()).to_compact())),
        false => ("NAME", "[]".to_owned()),
    };
    Finding::new(Code::UNKNOWN_MEMBER, message)
        .with_help(format!("write `{{\"schemes\": {{{name:?}: {{\"list\": {scopes}}}}}}}`"))
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
