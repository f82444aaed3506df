//! Security requirements of A2A 1.0 whose schemes or scopes stand where no reader looks.

use agent_description::json::{Json, Member, Object};

/// The first member that readers of a requirement ignore, although it may name a scheme or scopes. A scheme may stand
/// beside `schemes`, as in OpenAPI and A2A 0.3, and scopes outside `list`.
#[must_use]
pub fn first_unread(requirement: &Object) -> Option<&Member> {
    let schemes = requirement.get("schemes").filter(|schemes| !schemes.is_null());
    let is_structured = |value: &Json| value.as_object().is_some() || value.as_array().is_some();
    let beside = requirement.iter().filter(|member| member.name() != "schemes");
    let scopes = schemes.and_then(Json::as_object).into_iter().flatten().filter_map(|scheme| {
        let list = scheme.value().as_object().filter(|list| !list.contains("list"))?;
        list.iter().next()
    });
    beside
        .into_iter()
        .find(|member| schemes.is_none() || is_structured(member.value()))
        .or_else(|| scopes.into_iter().next())
}
