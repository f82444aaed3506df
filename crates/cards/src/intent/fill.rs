//! Converts the slots of an intent to the arguments of a skill.

use super::{rules, slot};
use adp_tools::{
    json_schema::{Schema, Unfit},
    lenient_members::list,
    wording::named,
};
use agent_description::{
    Code,
    diagnostic::{Finding, Findings, shortened},
    json::{Json, Object, Offset, Text},
};
use std::collections::{HashMap, HashSet};

/// Maximum number of required parameters.
const REQUIRED: usize = 1024;

/// Parses the slots of an intent, and validates the resulting arguments.
pub(super) fn fill(found: &mut Findings<'_>, schema: &Json, compiled: &Schema, intent: &Json) -> Object {
    let slots = intent.as_object().map(|intent| list(intent, "slots")).unwrap_or_default();
    let mut places: HashMap<&str, Offset> = HashMap::new();
    let mut values: Vec<(Text, Json)> = Vec::new();
    for slot in slots {
        let Some((name, name_at)) = slot.get("name").and_then(|name| Some((name.as_text()?, name.offset()))) else {
            continue;
        };
        found.exercise(&rules::SLOT);
        // prefer the normalized value
        let normalized = slot.get("normValue").filter(|value| value.as_str().is_some());
        let Some((text, at)) =
            normalized.or_else(|| slot.get("value")).and_then(|value| Some((value.as_str()?, value.offset())))
        else {
            places.entry(name).or_insert(name_at);
            continue;
        };
        if places.contains_key(name.as_str()) {
            found.report(&rules::SLOT, name_at, Code::DUPLICATE, || {
                format!("an earlier slot also has the name {}", shortened(name))
            });
            continue;
        }
        places.insert(name, at);
        let Some(property) = slot::property(schema, name) else {
            found.report(&rules::SLOT, name_at, Code::UNKNOWN_MEMBER, || {
                format!("the skill has no parameter {}", shortened(name))
            });
            continue;
        };
        found.exercise(&rules::VALUE);
        match slot::typed(schema, property, text) {
            Ok(value) => values.push((name.clone(), value)),
            Err(expected) => found.report(&rules::VALUE, at, Code::INVALID_VALUE, || {
                format!("{} is {}, expected {expected}", shortened(name), shortened(text))
            }),
        }
    }
    let missing = required(found, schema, &places, intent);
    let whole = values.len() == slots.len();
    let values: Object = values.into_iter().collect();
    found.exercise(&rules::ARGUMENTS);
    match compiled.validate(&Json::from(values.clone())) {
        Ok(()) => {}
        Err(Unfit::TooMuch) => found.add(&rules::ARGUMENTS, intent.offset(), || {
            Finding::new(Code::INVALID_ARGUMENTS, "validation with the skill's schema exceeds the work limit")
        }),
        Err(unfit) => {
            for mismatch in unfit.mismatches() {
                // already reported; do not report consequences of an omitted slot
                if mismatch.keyword == "required" && mismatch.pointer.is_empty() && (missing || !whole) {
                    continue;
                }
                let name = mismatch.pointer.split('/').nth(1).map(|name| name.replace("~1", "/").replace("~0", "~"));
                let at = name.and_then(|name| places.get(name.as_str()).copied()).unwrap_or(intent.offset());
                found.add(&rules::ARGUMENTS, at, || Finding::new(Code::INVALID_ARGUMENTS, mismatch.message.clone()));
            }
        }
    }
    values
}

/// Reports required parameters of the schema's root without a slot. Returns whether there are any.
fn required(found: &mut Findings<'_>, schema: &Json, places: &HashMap<&str, Offset>, intent: &Json) -> bool {
    let names = schema.as_object().map(|schema| list(schema, "required")).unwrap_or_default();
    let mut missing: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for name in names.iter().take(REQUIRED).filter_map(Json::as_str) {
        found.exercise(&rules::REQUIRED);
        if !places.contains_key(name) && seen.insert(name) {
            missing.push(name);
        }
    }
    if !missing.is_empty() {
        found.add(&rules::REQUIRED, intent.offset(), || {
            let missing = named(missing.iter().map(|name| shortened(name)), 5);
            Finding::new(Code::MISSING, format!("the intent has no slot {missing}"))
        });
    }
    !missing.is_empty()
}
