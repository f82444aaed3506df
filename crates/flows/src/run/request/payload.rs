//! The body of a step: payload and replacements (Arazzo 1.0.1, sections 4.6.13 and 4.6.14).

use super::Content;
use crate::{cut, run::scope::Scope, workflow::CompiledBody};
use agent_description::{
    Json,
    json::{Object, Text},
};

/// The body of a step; `None` if all of it is absent. Replacements without a place are added to `absent`.
pub(crate) fn content(body: &CompiledBody, scope: &Scope<'_>, absent: &mut Vec<String>) -> Option<Content> {
    let mut value = body.payload.as_ref().and_then(|payload| scope.fill(payload));
    for (pointer, replacement) in &body.replacements {
        if let Some(replacement) = scope.fill(replacement) {
            let whole = value.get_or_insert_with(|| Object::new().into());
            if !replace(whole, pointer, replacement) {
                absent.push(format!("its payload lacks the parent of the replacement at {:?}", cut(pointer)));
            }
        }
    }
    let content_type = body.content_type.as_ref().map(Text::to_string);
    value.map(|value| Content { content_type, value, is_planned: scope.is_planned })
}

/// Sets the value at a JSON Pointer, and adds it if missing. `false` if the parent does not exist.
fn replace(whole: &mut Json, pointer: &str, value: Json) -> bool {
    let Some((way, last)) = pointer.rsplit_once('/') else {
        *whole = value;
        return true;
    };
    let plain = |token: &str| token.replace("~1", "/").replace("~0", "~");
    let mut place = whole;
    for token in way.split('/').skip(1) {
        let next = if place.as_array().is_some() {
            index(token).and_then(|index| place.as_array_mut()?.get_mut(index))
        } else {
            place.as_object_mut().and_then(|object| object.get_mut(&plain(token)))
        };
        let Some(next) = next else { return false };
        place = next;
    }
    if let Some(items) = place.as_array_mut() {
        match index(last) {
            Some(index) if index < items.len() => {
                if let Some(item) = items.get_mut(index) {
                    *item = value;
                }
            }
            Some(index) if index == items.len() => items.push(value),
            _ if last == "-" => items.push(value),
            _ => return false,
        }
        return true;
    }
    place.as_object_mut().map(|object| object.insert(plain(last), value)).is_some()
}

/// An array index (RFC 6901, section 4): without leading zeros.
fn index(token: &str) -> Option<usize> {
    token.parse().ok().filter(|index: &usize| index.to_string() == token)
}
