//! Rules for skills and modes, for all versions.

use super::rules;
use adp_tools::{
    lenient_members::{list, objects},
    text::ItemNames,
};
use agent_description::{
    Code,
    diagnostic::{Finding, Findings, shortened},
    json::Object,
};

pub(super) fn check(found: &mut Findings<'_>, root: &Object) {
    modes(found, root, ["defaultInputModes", "defaultOutputModes"]);
    for skill in objects(root, "skills") {
        modes(found, skill, ["inputModes", "outputModes"]);
    }
    let [names, ids] = ["name", "id"].map(|member| ItemNames::new(list(root, "skills"), "skill", member));
    ids.unique(found, &rules::SKILL_ID);
    [names, ids].iter().for_each(|names| names.look_alikes(found, &rules::TEXT_LOOK_ALIKE));
}

fn modes(found: &mut Findings<'_>, object: &Object, names: [&str; 2]) {
    for mode in names.into_iter().flat_map(|name| list(object, name)) {
        let Some(text) = mode.as_str() else { continue };
        found.check(&rules::MEDIA_TYPE, is_media_type(text), mode.offset(), || {
            let remark =
                Finding::new(Code::INVALID_VALUE, format!("the mode is {}, expected a media type", shortened(text)));
            match text {
                "text" => remark.meant("text", "text/plain"),
                "json" | "data" => remark.meant(text, "application/json"),
                _ => remark,
            }
        });
    }
}

/// Whether a text is a media type or media range, such as `text/*`, with optional parameters (RFC 6838, section 4.2;
/// RFC 9110, section 12.5.1).
fn is_media_type(text: &str) -> bool {
    let is_name = |name: &str| {
        (1..=127).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+*".contains(&byte))
    };
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    essence.split_once('/').is_some_and(|(kind, subtype)| is_name(kind) && is_name(subtype))
}
