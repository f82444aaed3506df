//! The texts of a card that models read.

use super::{check::Found, rules};
use crate::{
    codes,
    members::list,
    text::{hidden_behind_whitespace, hidden_character, look_alikes},
};
use agent_description::{
    Json,
    diagnostic::{Remark, shortened},
    json::Object,
};

pub(super) fn check(found: &mut Found<'_>, root: &Object) {
    found.exercise(&rules::TEXT_HIDDEN);
    found.exercise(&rules::TEXT_WHITESPACE);
    members(found, root, &["name", "description"]);
    if let Some(provider) = root.get("provider").and_then(Json::as_object) {
        members(found, provider, &["organization"]);
    }
    let capabilities = root.get("capabilities").and_then(Json::as_object);
    for extension in capabilities.map(|it| list(it, "extensions")).unwrap_or_default() {
        if let Some(extension) = extension.as_object() {
            members(found, extension, &["description"]);
        }
    }
    let skills = || list(root, "skills").iter().filter_map(Json::as_object);
    for skill in skills() {
        members(found, skill, &["id", "name", "description"]);
        for text in list(skill, "tags").iter().chain(list(skill, "examples")) {
            one(found, text);
        }
    }
    found.exercise(&rules::TEXT_LOOK_ALIKE);
    for name in ["name", "id"] {
        let values: Vec<&Json> =
            skills().filter_map(|skill| skill.get(name).filter(|value| value.as_str().is_some())).collect();
        let texts: Vec<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        for pair in look_alikes(&texts) {
            let (Some(other), Some(first), Some(text)) =
                (values.get(pair.other), texts.get(pair.first), texts.get(pair.other))
            else {
                continue;
            };
            found.add(&rules::TEXT_LOOK_ALIKE, other.offset(), || {
                let message =
                    format!("the skill's {name} {} looks like the earlier {}", shortened(text), shortened(first));
                Remark::new(codes::CARD_TEXT_LOOK_ALIKE, message)
            });
        }
    }
}

fn members(found: &mut Found<'_>, object: &Object, names: &[&str]) {
    names.iter().filter_map(|name| object.get(name)).for_each(|value| one(found, value));
}

fn one(found: &mut Found<'_>, value: &Json) {
    let Some(text) = value.as_str() else { return };
    if let Some(character) = hidden_character(text) {
        found.add(&rules::TEXT_HIDDEN, value.offset(), || {
            let message = format!("the text has the character U+{:04X}, which people cannot see", u32::from(character));
            Remark::new(codes::CARD_TEXT_HIDDEN, message).with_help("remove it, and check the text around it")
        });
    }
    if let Some(run) = hidden_behind_whitespace(text) {
        found.add(&rules::TEXT_WHITESPACE, value.offset(), || {
            Remark::new(
                codes::CARD_TEXT_WHITESPACE,
                format!("the text continues after {run} consecutive blanks or line ends"),
            )
        });
    }
}
