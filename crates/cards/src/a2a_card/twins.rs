//! Fields that stand in a card twice, under both of their names.

use super::{
    check::Found,
    definition_0, definition_1_0,
    field::{Message, Shape, is_snake_case_of},
    rules,
};
use crate::codes;
use agent_description::{
    Json,
    diagnostic::{Remark, shortened},
    json::{Member, Object},
};

/// A member beside the one that it repeats: `default_input_modes` beside `defaultInputModes`.
///
/// The JSON mapping of Protocol Buffers takes either name for the field, and one reader takes the first, another the last:
/// of a card with twins they read two cards.
pub(super) fn first(root: &Object) -> Option<&Member> {
    let mut found = None;
    each(root, &mut |member, _| found = found.or(Some(member)));
    found
}

/// Adds a finding for each.
pub(super) fn check(found: &mut Found<'_>, root: &Object) {
    found.exercise(&rules::TWINS);
    each(root, &mut |member, name| {
        found.add(&rules::TWINS, member.name_offset(), || {
            let message = format!("{} appears with `{name}`: one field twice, expected once", shortened(member.name()));
            Remark::new(codes::CARD_TWINS, message).with_help(format!("keep only `{name}`"))
        });
    });
}

fn each<'a>(root: &'a Object, tell: &mut dyn FnMut(&'a Member, &'static str)) {
    in_message(root, &definition_1_0::AGENT_CARD, tell);
    in_message(root, &definition_0::AGENT_CARD, tell);
}

fn in_message<'a>(object: &'a Object, message: &'static Message, tell: &mut dyn FnMut(&'a Member, &'static str)) {
    for member in object {
        let Some(field) = message.field(member.name()) else { continue };
        if is_snake_case_of(member.name(), field.name) && object.contains(field.name) {
            tell(member, field.name);
        }
        in_value(member.value(), field.shape, tell);
    }
}

fn in_value<'a>(value: &'a Json, shape: Shape, tell: &mut dyn FnMut(&'a Member, &'static str)) {
    match shape {
        Shape::Message(message) => {
            if let Some(object) = value.as_object() {
                in_message(object, message, tell);
            }
        }
        Shape::List(each) => value.as_array().into_iter().flatten().for_each(|item| in_value(item, *each, tell)),
        Shape::Map(each) => {
            value.as_object().into_iter().flatten().for_each(|member| in_value(member.value(), *each, tell));
        }
        // what an old scheme holds has other names in 1.0, where its twins are found
        Shape::Union | Shape::Text | Shape::Bool | Shape::Struct => {}
    }
}
