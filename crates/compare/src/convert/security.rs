//! Converts security schemes and requirements between A2A 1.0 and A2A 0.2/0.3.

use super::{
    error::ConvertError,
    losses::Losses,
    members::{Members, below, object_with},
    placed_value::PlacedValue,
};
use adp_cards::a2a_card::first_unread;
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Member, Object, Text},
};

/// A kind of security scheme.
type Kind = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

/// `type` of 0.3, kind of 1.0, and renamed members (0.3, 1.0).
const KINDS: [Kind; 5] = [
    ("apiKey", "apiKeySecurityScheme", &[("in", "location")], &["name", "description"]),
    ("http", "httpAuthSecurityScheme", &[], &["scheme", "bearerFormat", "description"]),
    ("oauth2", "oauth2SecurityScheme", &[], &["flows", "oauth2MetadataUrl", "description"]),
    ("openIdConnect", "openIdConnectSecurityScheme", &[], &["openIdConnectUrl", "description"]),
    ("mutualTLS", "mtlsSecurityScheme", &[], &["description"]),
];

/// The OAuth flows of 0.3; 1.0 has one more.
const FLOWS: [&str; 4] = ["authorizationCode", "clientCredentials", "implicit", "password"];

/// Reads security schemes in the form of 1.0. A scheme of neither version is a loss.
pub(super) fn schemes_of_card(said: &PlacedValue, losses: &mut Losses) -> PlacedValue {
    let mut schemes = Vec::new();
    for member in said.value.as_object().into_iter().flatten() {
        let place = below(&said.pointer, member.name());
        let Some(object) = member.value().as_object() else {
            losses.lost_at(place, member.value(), "dropped: not a security scheme", Severity::Error);
            continue;
        };
        let scheme = match object.get("type").and_then(Json::as_str) {
            Some(kind) => current(object, kind, &place, losses),
            None => Some(member.value().clone()),
        };
        match scheme {
            Some(scheme) => schemes.push((member.name().clone(), scheme)),
            None => losses.lost_at(place, member.value(), "dropped: unknown type of security scheme", Severity::Error),
        }
    }
    PlacedValue::new(said.pointer.clone(), schemes.into_iter().collect::<Object>())
}

fn current(old: &Object, kind: &str, place: &str, losses: &mut Losses) -> Option<Json> {
    let (_, name, renamed, known) = KINDS.iter().find(|(known, ..)| *known == kind)?;
    let mut inner = Vec::new();
    let is_known = |name: &str| known.contains(&name) || renamed.iter().any(|(old, now)| [*old, *now].contains(&name));
    for member in old.iter().filter(|member| member.name() != "type") {
        if !is_known(member.name()) {
            let reason = "dropped: A2A has no equivalent";
            losses.lost_at(below(place, member.name()), member.value(), reason, Severity::Warning);
            continue;
        }
        let now = renamed.iter().find(|(old, _)| member.name() == *old).map_or(member.name().as_str(), |(_, now)| now);
        let value = match (kind, now) {
            ("oauth2", "flows") => one_flow(member.value(), &below(place, "flows"), losses),
            _ => member.value().clone(),
        };
        inner.push((Text::from(now), value));
    }
    Some(object_with(name, inner.into_iter().collect::<Object>()))
}

/// Reduces a scheme to one flow, as 1.0 requires.
fn one_flow(flows: &Json, place: &str, losses: &mut Losses) -> Json {
    let Some(object) = flows.as_object() else { return flows.clone() };
    let mut kept = Object::new();
    for flow in object {
        if kept.is_empty() && (FLOWS.contains(&flow.name().as_str()) || flow.name() == "deviceCode") {
            kept.insert(flow.name().clone(), flow.value().clone());
        } else {
            let pointer = below(place, flow.name());
            losses.lost_at(pointer, flow.value(), "a scheme of A2A 1.0 has one flow", Severity::Error);
        }
    }
    kept.into()
}

/// Converts `authentication` of 0.2 to schemes of 1.0, if it contains only names of HTTP authentication schemes.
pub(super) fn from_authentication(said: &Json) -> Option<Json> {
    // RFC 7617, RFC 6750, RFC 7616
    const HTTP: [&str; 3] = ["Basic", "Bearer", "Digest"];
    let object = said.as_object()?;
    let is_known =
        |member: &Member| member.name() == "schemes" || member.name() == "credentials" && member.value().is_null();
    let names = object.get("schemes")?.as_array()?;
    if names.is_empty() || !object.iter().all(is_known) {
        return None;
    }
    let mut schemes = Object::new();
    for name in names {
        let name = name.as_str()?;
        let name = HTTP.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
        schemes.insert(name.to_ascii_lowercase(), object_with("httpAuthSecurityScheme", object_with("scheme", name)));
    }
    Some(schemes.into())
}

/// Writes schemes in the form of 0.3.
pub(super) fn schemes_0_3(said: PlacedValue, losses: &mut Losses) -> Json {
    converted(&said, "dropped: A2A 0.3 has no such security scheme", losses, old).into_iter().collect::<Object>().into()
}

/// Converts each scheme; those that cannot be converted are losses.
pub(super) fn converted(
    said: &PlacedValue,
    reason: &str,
    losses: &mut Losses,
    convert: impl Fn(&Json, &str, &mut Losses) -> Option<Json>,
) -> Vec<(Text, Json)> {
    let mut found = Vec::new();
    for member in said.value.as_object().into_iter().flatten() {
        let place = below(&said.pointer, member.name());
        match convert(member.value(), &place, losses) {
            Some(scheme) => found.push((member.name().clone(), scheme)),
            None => losses.lost_at(place, member.value(), reason, Severity::Error),
        }
    }
    found
}

fn old(scheme: &Json, place: &str, losses: &mut Losses) -> Option<Json> {
    let is_kind = |member: &&Member| KINDS.iter().any(|(_, name, ..)| member.name() == *name);
    let mut kinds = scheme.as_object()?.iter().filter(is_kind);
    let (Some(member), None) = (kinds.next(), kinds.next()) else { return None };
    for more in scheme.as_object()?.iter().filter(|member| !is_kind(member)) {
        losses.lost_at(below(place, more.name()), more.value(), "dropped: A2A has no equivalent", Severity::Warning);
    }
    let (kind, _, renamed, known) = KINDS.iter().find(|(_, name, ..)| member.name() == *name)?;
    let inner = member.value().as_object()?;
    let flows = inner.get("flows").and_then(Json::as_object);
    if flows.is_some_and(|flows| flows.contains("deviceCode")) {
        return None;
    }
    let mut scheme = vec![(Text::from_static("type"), Json::from(*kind))];
    for field in inner {
        let before = renamed.iter().find(|(_, now)| field.name() == *now).map(|(before, _)| *before);
        let before = before.or_else(|| known.iter().copied().find(|known| field.name() == *known));
        match before {
            Some(before) => scheme.push((Text::from(before), field.value().clone())),
            None => {
                let pointer = below(&below(place, member.name()), field.name());
                losses.lost_at(pointer, field.value(), "dropped: A2A 0.3 has no equivalent", Severity::Error);
            }
        }
    }
    Some(scheme.into_iter().collect::<Object>().into())
}

/// Takes the requirements of 1.0 (`securityRequirements`) or 0.3 (`security`).
///
/// # Errors
///
/// [`ConvertError::Security`]: not in the form of the version, in which a requirement without schemes means access
/// without authentication
pub(super) fn requirements(members: &mut Members<'_>, name: &str) -> Result<Option<PlacedValue>, ConvertError> {
    let Some(said) = members.take(name, |value| !value.is_null()) else { return Ok(None) };
    let (fits, reason): (fn(&Json) -> bool, _) = match name {
        "security" => (is_of_0_3, "the security requirement is not of the form {\"NAME\": [SCOPES]}"),
        _ => (is_of_1_0, "the security requirement is not of the form {\"schemes\": {\"NAME\": {\"list\": [SCOPES]}}}"),
    };
    let pointer = match said.value.as_array() {
        Some(items) => items.iter().position(|item| !fits(item)).map(|at| format!("{}/{at}", said.pointer)),
        None => Some(said.pointer.clone()),
    };
    match pointer {
        Some(pointer) => Err(ConvertError::Security { pointer, reason }),
        None => Ok(Some(said)),
    }
}

fn are_texts(value: &Json) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(|item| item.as_str().is_some()))
}

fn is_of_0_3(requirement: &Json) -> bool {
    requirement.as_object().is_some_and(|schemes| schemes.iter().all(|scheme| are_texts(scheme.value())))
}

fn is_of_1_0(requirement: &Json) -> bool {
    let Some(object) = requirement.as_object() else { return false };
    let is_scheme =
        |scheme: &Member| scheme.value().as_object().is_some_and(|scheme| scheme.get("list").is_none_or(are_texts));
    let has_schemes = match object.get("schemes") {
        Some(schemes) => schemes.as_object().is_some_and(|schemes| schemes.iter().all(is_scheme)),
        None => object.is_empty(),
    };
    has_schemes && first_unread(object).is_none()
}

/// Whether requirements of 1.0 allow access without authentication.
pub(super) fn is_open(requirements: &Json) -> bool {
    let requirements = requirements.as_array().unwrap_or_default();
    let has_none =
        |requirement: &Json| requirement.get("schemes").and_then(Json::as_object).is_none_or(Object::is_empty);
    requirements.is_empty() || requirements.iter().any(has_none)
}

/// Converts requirements of 0.3 (`[{name: [scopes]}]`) to 1.0.
pub(super) fn requirements_of_0_3(said: &PlacedValue) -> PlacedValue {
    let scopes = |entry: &Member| (entry.name().clone(), object_with("list", entry.value().clone()));
    let one = |requirement: &Json| match requirement.as_object() {
        Some(object) => object_with("schemes", object.iter().map(scopes).collect::<Object>()),
        None => requirement.clone(),
    };
    let items = said.value.as_array().unwrap_or_default();
    PlacedValue::new(said.pointer.clone(), items.iter().map(one).collect::<Vec<_>>())
}

/// Converts requirements of 1.0 to 0.3.
pub(super) fn requirements_0_3(said: &PlacedValue, losses: &mut Losses) -> Json {
    let mut more = |object: Option<&Object>, place: &str, known: &str| {
        for member in object.into_iter().flatten().filter(|member| *member.name() != *known) {
            let reason = "dropped: A2A 0.3 has no equivalent";
            losses.lost_at(below(place, member.name()), member.value(), reason, Severity::Warning);
        }
    };
    let mut written = Vec::new();
    for (at, requirement) in said.value.as_array().unwrap_or_default().iter().enumerate() {
        let place = format!("{}/{at}", said.pointer);
        more(requirement.as_object(), &place, "schemes");
        let mut one = Object::new();
        for entry in requirement.get("schemes").and_then(Json::as_object).into_iter().flatten() {
            more(entry.value().as_object(), &below(&format!("{place}/schemes"), entry.name()), "list");
            let scopes = entry.value().get("list").cloned().unwrap_or_else(|| Vec::new().into());
            one.insert(entry.name().clone(), scopes);
        }
        written.push(Json::from(one));
    }
    written.into()
}
