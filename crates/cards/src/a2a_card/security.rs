//! Security schemes, and what is asked of them.

use super::{
    Versions,
    check::{Found, message},
    definition_0::SECURITY_SCHEMES,
    rules,
};
use crate::members::list;
use agent_description::{
    Code, Json,
    diagnostic::{Remark, Rule, shortened},
    json::{Member, Object},
};

pub(super) fn check(found: &mut Found<'_>, root: &Object, versions: Versions) {
    let declared = root.get("securitySchemes").and_then(Json::as_object);
    let holders = || std::iter::once(root).chain(list(root, "skills").iter().filter_map(Json::as_object));
    if versions.old().is_some() {
        for requirement in holders().flat_map(|holder| list(holder, "security")) {
            required(found, requirement, declared);
        }
    }
    if versions.has_current() {
        for scheme in declared.into_iter().flatten().filter_map(|scheme| scheme.value().as_object()) {
            if let Some(key) = scheme.get("apiKeySecurityScheme").and_then(Json::as_object) {
                location(found, &rules::SECURITY, key.get("location"));
            }
        }
        for requirement in holders().flat_map(|holder| list(holder, "securityRequirements")) {
            if let Some(schemes) = requirement.get("schemes") {
                required(found, schemes, declared);
            }
        }
    }
}

/// A map from names of schemes to scopes.
fn required(found: &mut Found<'_>, schemes: &Json, declared: Option<&Object>) {
    for member in schemes.as_object().into_iter().flatten() {
        found.exercise(&rules::DECLARED);
        if declared.is_none_or(|declared| !declared.contains(member.name())) {
            found.add(&rules::DECLARED, member.name_offset(), || undeclared(member, declared));
        }
    }
}

fn undeclared(member: &Member, declared: Option<&Object>) -> Remark {
    let known: Vec<String> = declared.into_iter().flatten().take(8).map(|known| shortened(known.name())).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let message = format!("the scheme {} is not declared; declared schemes: {known}", shortened(member.name()));
    Remark::new(Code::INVALID_REFERENCE, message).with_help("declare it under `securitySchemes`")
}

/// A security scheme of 0.2 or 0.3.
pub(super) fn old_scheme(found: &mut Found<'_>, value: &Json) {
    found.exercise(&rules::OLD_SECURITY);
    let rule = &rules::OLD_SECURITY;
    let Some(object) = value.as_object() else {
        return found.add(rule, value.offset(), || {
            Remark::new(Code::WRONG_TYPE, format!("the security scheme is {}, expected an object", value.kind()))
        });
    };
    let expected = || SECURITY_SCHEMES.map(|(kind, _)| kind).join(", ");
    let Some(kind) = object.get("type") else {
        return match object.iter().any(|member| member.name().ends_with("SecurityScheme")) {
            // a union card's scheme may be written for 1.0 alone
            true => {}
            false => found
                .add_missing(rule, value.offset(), || Remark::missing(Code::MISSING, "the security scheme", "type")),
        };
    };
    match SECURITY_SCHEMES.iter().find(|(known, _)| kind.as_str() == Some(known)) {
        Some((_, scheme)) => {
            message(found, value, scheme);
            location(found, rule, object.get("in"));
        }
        None => found.add(rule, kind.offset(), || {
            let said = kind.as_str().map_or_else(|| kind.kind().to_owned(), shortened);
            Remark::new(Code::INVALID_VALUE, format!("the scheme's type is {said}, expected one of {}", expected()))
        }),
    }
}

/// Where an API key goes.
fn location(found: &mut Found<'_>, rule: &'static Rule, place: Option<&Json>) {
    const PLACES: [&str; 3] = ["query", "header", "cookie"];
    if let Some((place, text)) = place.and_then(|place| Some((place, place.as_str()?)))
        && !PLACES.contains(&text)
    {
        found.add(rule, place.offset(), || {
            let message = format!("the key's place is {}, expected {}", shortened(text), PLACES.join(", "));
            Remark::new(Code::INVALID_VALUE, message)
        });
    }
}
