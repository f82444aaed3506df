//! Moves schemas to another document together with the schemas that they refer to.

use agent_description::{
    Json,
    json::{Object, Text, Value},
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Maximum number of values to copy in one conversion, because many schemas can share large ones.
pub(super) const MAX_COPIED_VALUES: usize = 200_000;

/// Rewrites the references of a schema from the prefix `from` (`#/components/schemas/`) to `to`, and collects the
/// referenced names.
///
/// `None` for other references within the document, which would not resolve in the new one: pointers, anchors, URLs
/// relative to its `$id`, and dynamic references.
pub(super) fn moved(schema: &Json, from: &str, to: &str, names: &mut Vec<Text>, budget: &mut usize) -> Option<Json> {
    *budget = budget.checked_sub(1)?;
    Some(match schema.value() {
        Value::Array(items) => {
            items.iter().map(|item| moved(item, from, to, names, budget)).collect::<Option<Vec<_>>>()?.into()
        }
        Value::Object(object) => {
            let mut kept = Vec::with_capacity(object.len());
            for member in object {
                let text = member.value().as_str();
                if text.is_some() && matches!(member.name().as_str(), "$dynamicRef" | "$recursiveRef") {
                    return None;
                }
                let reference = text.filter(|_| member.name() == "$ref");
                if reference.is_some_and(|reference| !reference.starts_with('#') && !reference.contains(':')) {
                    return None;
                }
                let value = match reference.filter(|reference| reference.starts_with('#')) {
                    Some(reference) => {
                        let name = reference.strip_prefix(from).filter(|name| !name.contains(['/', '~', '%']))?;
                        names.push(Text::from(name));
                        Json::from(format!("{to}{name}"))
                    }
                    None => moved(member.value(), from, to, names, budget)?,
                };
                kept.push((member.name().clone(), value));
            }
            kept.into_iter().collect::<Object>().into()
        }
        _ => schema.clone(),
    })
}

/// Moves the referenced schemas, recursively.
pub(super) fn all_of(
    mut names: Vec<Text>,
    known: &HashMap<&str, &Json>,
    from: &str,
    to: &str,
    budget: &mut usize,
) -> Option<BTreeMap<Text, Json>> {
    let mut found = BTreeMap::new();
    let mut seen = HashSet::new();
    while let Some(name) = names.pop() {
        if seen.insert(name.clone()) {
            let schema = known.get(name.as_str())?;
            let schema = moved(schema, from, to, &mut names, budget)?;
            found.insert(name, schema);
        }
    }
    Some(found)
}
