//! The payload of a card's signature for each payload form, and the members that each form omits.

use super::definition_1_0::AGENT_CARD;
use crate::signature::{LeftOut, PayloadForm, Why};
use agent_description::{
    Json,
    diagnostic::members::{Presence, Shape, Table},
    json::{Object, Value},
    verification::Payload,
};
use std::borrow::Cow;

const SIGNATURES: &str = "signatures";

/// The payload of a card for a payload form.
pub(super) fn payload(root: &Object, form: PayloadForm) -> Payload<'_> {
    match form {
        PayloadForm::Presence => Payload::new(Cow::Owned(presence(root, &AGENT_CARD)), &[SIGNATURES]),
        PayloadForm::Pruned => Payload::new(Cow::Owned(pruned(root, &AGENT_CARD, &mut |_, _, _| {})), &[]),
        _ => Payload::new(Cow::Borrowed(root), &[SIGNATURES]),
    }
}

/// All members that any payload form omits or renames. If there are none, all forms have the same bytes.
pub(super) fn left_out(root: &Object) -> Vec<LeftOut> {
    let mut found = Vec::new();
    // the pruned form also omits everything that the presence form omits
    pruned(root, &AGENT_CARD, &mut |name: &str, value: &Json, why| {
        found.push(LeftOut { name: name.to_owned(), offset: value.offset(), why });
    });
    found
}

/// The presence form (section 8.4.1, rule 1): null is absent, default values of fields that are neither `REQUIRED` nor
/// `optional` are omitted, and unknown members are kept.
fn presence(object: &Object, message: &'static Table) -> Object {
    let mut kept = Vec::with_capacity(object.len());
    for member in object {
        let (name, value) = (member.name(), member.value());
        let Some(field) = message.own_field(name) else {
            kept.push((name.clone(), value.clone()));
            continue;
        };
        if value.is_null() || field.presence == Presence::Implicit && is_default(value, field.shape) {
            continue;
        }
        kept.push((name.clone(), presence_within(value, field.shape)));
    }
    kept.into_iter().collect()
}

fn presence_within(value: &Json, shape: Shape) -> Json {
    let kept = match (value.value(), shape) {
        (Value::Object(object), Shape::Of(message)) => Value::Object(presence(object, message)),
        (Value::Array(items), Shape::List(each) | Shape::Filled(each)) => {
            Value::Array(items.iter().map(|item| presence_within(item, *each)).collect())
        }
        (Value::Object(object), Shape::Map(each)) => {
            let entries = object.iter().map(|entry| (entry.name().clone(), presence_within(entry.value(), *each)));
            Value::Object(entries.collect())
        }
        _ => return value.clone(),
    };
    Json::at(kept, value.offset())
}

/// Whether a value is the default of a field without presence. An empty message that is set is not a default.
fn is_default(value: &Json, shape: Shape) -> bool {
    match (value.value(), shape) {
        (Value::String(text), Shape::Text) => text.is_empty(),
        (Value::Bool(set), Shape::Flag) => !set,
        (Value::Array(items), Shape::List(_) | Shape::Filled(_)) => items.is_empty(),
        (Value::Object(object), Shape::Map(_)) => object.is_empty(),
        _ => false,
    }
}

/// Receives each omitted member: its name, value and reason.
type Tell<'t> = &'t mut dyn FnMut(&str, &Json, Why);

/// The pruned form, which SDKs sign: parses the card into the messages of 1.0, serializes it, and removes everything
/// empty.
fn pruned(object: &Object, message: &'static Table, tell: Tell<'_>) -> Object {
    let mut kept = Vec::with_capacity(object.len());
    for member in object {
        let (name, value) = (member.name().as_str(), member.value());
        let field = message.own_field(name);
        // `signatures` of the root only
        if field.is_some_and(|field| field.name == SIGNATURES) {
            continue;
        }
        let why = match field {
            None => Why::Unknown,
            Some(_) if value.is_null() => Why::Null,
            Some(_) if is_empty(value) => Why::Empty,
            Some(field) if field.presence != Presence::Optional && is_default(value, field.shape) => Why::Default,
            Some(field) => match pruned_within(value, field.shape, tell) {
                Some(value) => {
                    kept.push((field.name, value));
                    Why::Renamed
                }
                None => Why::Empty,
            },
        };
        if why != Why::Renamed || field.is_some_and(|field| field.name != name) {
            tell(name, value, why);
        }
    }
    kept.into_iter().collect()
}

/// The pruned form of a value; `None` if it is or becomes empty.
fn pruned_within(value: &Json, shape: Shape, tell: Tell<'_>) -> Option<Json> {
    let left: Json = match (value.value(), shape) {
        (Value::Object(object), Shape::Of(message)) => pruned(object, message, tell).into(),
        (Value::Array(items), shape) => {
            let each = if let Shape::List(each) | Shape::Filled(each) = shape { *each } else { Shape::Object };
            items.iter().filter_map(|item| pruned_part("an item", item, each, tell)).collect::<Vec<_>>().into()
        }
        (Value::Object(object), shape) => {
            let each = if let Shape::Map(each) = shape { *each } else { Shape::Object };
            let kept = object.iter().filter_map(|member| {
                let value = pruned_part(member.name(), member.value(), each, tell)?;
                Some((member.name().clone(), value))
            });
            kept.collect::<Object>().into()
        }
        (Value::Null, _) => return None,
        _ => value.clone(),
    };
    (!is_empty(&left)).then_some(left)
}

/// Same for an item of a list or map, whose omission is reported.
fn pruned_part(name: &str, value: &Json, shape: Shape, tell: Tell<'_>) -> Option<Json> {
    let left = pruned_within(value, shape, tell);
    if left.is_none() {
        tell(name, value, if value.is_null() { Why::Null } else { Why::Empty });
    }
    left
}

/// Whether a value is an empty text, list or object.
pub(super) fn is_empty(value: &Json) -> bool {
    match value.value() {
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}
