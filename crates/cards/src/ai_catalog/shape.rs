//! The types that members have.

use agent_description::{
    Code,
    diagnostic::{Findings, Remark, Rule},
    json::{Json, Object},
};

/// What is found of a catalog.
pub(super) type Found<'a> = Findings<'a, Remark>;

/// The value of a member. Null is as good as absent.
pub(super) fn present<'a>(object: &'a Object, name: &str) -> Option<&'a Json> {
    object.get(name).filter(|value| !value.is_null())
}

/// That a member is of another type.
pub(super) fn wrong(found: &mut Found<'_>, rule: &'static Rule, value: &Json, name: &str, expected: &str) {
    found.add(rule, value.offset(), || {
        Remark::new(Code::WRONG_TYPE, format!("`{name}` is {}, expected {expected}", value.kind()))
    });
}

/// That `what` misses a member.
pub(super) fn needs(
    found: &mut Found<'_>,
    rule: &'static Rule,
    object: &Object,
    at: &Json,
    what: &'static str,
    name: &'static str,
) {
    if present(object, name).is_none() {
        found.add_missing(rule, at.offset(), || Remark::missing(Code::MISSING, what, name));
    }
}

/// Members that have to be strings, where they are.
pub(super) fn strings(found: &mut Found<'_>, rule: &'static Rule, object: &Object, names: &[&str]) {
    for name in names {
        if let Some(value) = present(object, name).filter(|value| value.as_str().is_none()) {
            wrong(found, rule, value, name, "a string");
        }
    }
}

/// A member that has to be a list of strings, where it is.
pub(super) fn list_of_strings(found: &mut Found<'_>, rule: &'static Rule, object: &Object, name: &str) {
    let Some(value) = present(object, name) else { return };
    match value.as_array() {
        None => wrong(found, rule, value, name, "an array of strings"),
        Some(items) => {
            for item in items.iter().filter(|item| item.as_str().is_none()) {
                wrong(found, rule, item, name, "strings alone");
            }
        }
    }
}

/// The object that a member has to be, where it is.
pub(super) fn object<'a>(
    found: &mut Found<'_>,
    rule: &'static Rule,
    holder: &'a Object,
    name: &str,
) -> Option<(&'a Json, &'a Object)> {
    let value = present(holder, name)?;
    found.exercise(rule);
    if value.as_object().is_none() {
        wrong(found, rule, value, name, "an object");
    }
    Some((value, value.as_object()?))
}

/// The items of a member that has to be a list of objects, where it is.
pub(super) fn list_of_objects<'a>(
    found: &mut Found<'_>,
    rule: &'static Rule,
    holder: &'a Object,
    name: &str,
) -> Vec<(&'a Json, &'a Object)> {
    let Some(value) = present(holder, name) else { return Vec::new() };
    found.exercise(rule);
    let Some(items) = value.as_array() else {
        wrong(found, rule, value, name, "an array");
        return Vec::new();
    };
    for item in items.iter().filter(|item| item.as_object().is_none()) {
        wrong(found, rule, item, name, "objects alone");
    }
    items.iter().filter_map(|item| Some((item, item.as_object()?))).collect()
}
