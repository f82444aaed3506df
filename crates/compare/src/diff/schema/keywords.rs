//! Compares schemas keyword by keyword.

use super::super::{
    change::Both,
    sets::form,
    walk::{EMPTY, Walk, became, objects_of, pairs},
};
use super::{nothing::accepts_nothing, state::Objects};
use adp_tools::{json_schema::TYPES, wording::in_words};
use agent_description::{
    Json,
    diagnostic::{change as rules, members::Direction},
    json::Object,
};
use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashMap, HashSet},
};

impl<'a> Walk<'a> {
    /// Compares two schemas keyword by keyword. An absent schema has no keywords.
    pub(super) fn keywords(&mut self, old: Option<&'a Object>, new: Option<&'a Object>) {
        let cost =
            |value: &Json| 1 + value.as_array().map_or(0, <[Json]>::len) + value.as_object().map_or(0, Object::len);
        let keywords = old.into_iter().flatten().chain(new.into_iter().flatten());
        self.schemas.charge(keywords.map(|keyword| cost(keyword.value())).sum());
        for schema in [old, new].into_iter().flatten() {
            self.schemas.compared.insert(std::ptr::from_ref(schema).addr());
        }
        let (before, breaking) = (self.seen, self.breaking);
        let (values_before, values_now) = (self.values(old), self.values(new));
        self.allowed(values_before, values_now);
        self.values_read(old, new, self.breaking > breaking);
        if self.seen == before {
            // `const` and `enum` can express the same values
            for name in ["const", "enum"] {
                let get = |schema: Option<&'a Object>| schema.and_then(|schema| schema.get(name));
                self.within(name, |walk| walk.other((get(old), get(new))));
            }
        }
        self.dynamic_references((old, new));
        for (name, both) in pairs(old.unwrap_or(&EMPTY), new.unwrap_or(&EMPTY)) {
            self.within(name, |walk| walk.keyword_and_words(name, both, (old, new)));
        }
    }

    /// Compares what a keyword accepts, and its texts for models.
    fn keyword_and_words(&mut self, name: &str, both: Both<'a>, (old, new): Objects<'a>) {
        let breaking = self.breaking;
        self.keyword(name, both, old);
        self.left_over(name, both, (old, new));
        if self.breaking == breaking {
            self.words_of_keyword(name, both);
        }
    }

    fn keyword(&mut self, name: &str, both: Both<'a>, earlier: Option<&'a Object>) {
        match name {
            "description" | "title" | "examples" | "$comment" | "deprecated" => self.any(&rules::TEXT, both),
            "default" if self.schemas.direction == Direction::Input && both.0.is_some() => {
                self.any(&rules::DEFAULT, both)
            }
            "default" => self.any(&rules::TEXT, both),
            // compared before
            "$ref" | "enum" | "const" => {}
            "$schema" => self.dialect(both),
            "type" => self.types(both),
            "required" => self.names(both),
            "properties" => self.properties(both, earlier),
            "items" if is_list(both.0) || is_list(both.1) => self.tuple(both),
            "prefixItems" => self.tuple(both),
            "items"
            | "additionalItems"
            | "additionalProperties"
            | "propertyNames"
            | "unevaluatedItems"
            | "unevaluatedProperties" => self.subschema(both),
            "contentSchema" => self.there_or_not(both, |walk, both| walk.subschema(both)),
            "patternProperties" | "dependentSchemas" => {
                self.schemas_by_name(both);
                self.names_read(both);
            }
            // `maxContains` limits the number of accepted items
            "not" | "if" | "then" | "else" | "contains" => {
                self.schemas.strict += 1;
                self.there_or_not(both, |walk, both| walk.subschema(both));
                self.schemas.strict -= 1;
            }
            "allOf" => self.subschemas(both, true),
            "anyOf" => self.subschemas(both, false),
            // `oneOf` rejects a value that a second alternative accepts
            "oneOf" => {
                self.schemas.strict += 1;
                self.subschemas(both, false);
                self.schemas.strict -= 1;
            }
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
                self.bound(both, true);
            }
            // the default is 1 (2020-12 validation, section 6.4.5)
            "minContains" => {
                let one = Json::from(1);
                let compared = both.1.unwrap_or(&one).compare_numbers(both.0.unwrap_or(&one));
                match compared {
                    Some(Ordering::Equal) => self.other(both),
                    Some(order) => self.grade(order.is_gt(), &became(both)),
                    None => self.any(&rules::INCOMPARABLE, both),
                }
            }
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" | "maxContains" => {
                self.bound(both, false);
            }
            "multipleOf" | "pattern" | "format" | "contentEncoding" | "contentMediaType" => {
                self.there_or_not(both, |walk, both| walk.any(&rules::INCOMPARABLE, both));
            }
            "uniqueItems" => {
                let set = |value: Option<&Json>| value.and_then(Json::as_bool).unwrap_or_default();
                match (set(both.0), set(both.1)) {
                    (false, true) => self.grade(true, &became(both)),
                    (true, false) => self.grade(false, &became(both)),
                    _ => self.other(both),
                }
            }
            "nullable" | "discriminator" | "readOnly" | "writeOnly" | "dependencies" | "dependentRequired"
            | "$dynamicRef" | "$recursiveRef" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" => {
                self.any(&rules::INCOMPARABLE, both)
            }
            // compared where references use them
            "$defs" | "definitions" => {
                self.other(both);
                self.names_read(both);
            }
            "$id" | "id" | "$vocabulary" => self.other(both),
            // models read unknown keywords
            _ => self.any(&rules::TEXT, both),
        }
    }

    /// Compares a keyword that determines which members another keyword applies to (2020-12 core, sections 10.3 and
    /// 11). If it names fewer members, the other keyword applies to more.
    fn left_over(&mut self, name: &str, both: Both<'a>, (old, new): Objects<'a>) {
        let judges: &[&str] = match name {
            "patternProperties" => &["additionalProperties", "unevaluatedProperties"],
            "prefixItems" => &["items", "unevaluatedItems"],
            "properties" | "additionalProperties" | "dependentSchemas" => &["unevaluatedProperties"],
            "items" | "additionalItems" | "contains" => &["unevaluatedItems"],
            "allOf" | "anyOf" | "oneOf" | "if" | "then" | "else" => &["unevaluatedProperties", "unevaluatedItems"],
            _ => return,
        };
        let refuses = |schema: &Object| {
            judges.iter().filter_map(|judge| schema.get(judge)).any(|judge| judge.as_bool() != Some(true))
        };
        if ![old, new].into_iter().flatten().any(refuses) {
            return;
        }
        let is_map = matches!(name, "patternProperties" | "properties" | "dependentSchemas");
        let parts = |value: Option<&'a Json>| -> BTreeSet<(usize, &'a str)> {
            match value.map(|value| (value.as_array(), value.as_object())) {
                None => BTreeSet::new(),
                Some((Some(items), _)) => (0..items.len()).map(|at| (at, "")).collect(),
                Some((_, Some(object))) if is_map => object.iter().map(|member| (0, member.name().as_str())).collect(),
                Some(_) => BTreeSet::from([(0, "")]),
            }
        };
        let (before, now) = (parts(both.0), parts(both.1));
        if !before.is_subset(&now) {
            self.grade(true, &became(both));
        }
        if !now.is_subset(&before) {
            self.grade(false, &became(both));
        }
    }

    /// Compares a keyword whose presence restricts the accepted values.
    fn there_or_not(&mut self, both: Both<'a>, compare: impl FnOnce(&mut Self, Both<'a>)) {
        match both {
            (None, Some(_)) => self.grade(true, &became(both)),
            (Some(_), None) => self.grade(false, &became(both)),
            both => compare(self, both),
        }
    }

    /// Compares `$schema`, the dialect of all keywords. The default is 2020-12.
    fn dialect(&mut self, both: Both<'a>) {
        let name = |value: Option<&'a Json>| match value {
            None => Some("json-schema.org/draft/2020-12/schema"),
            Some(value) => {
                let name = value.as_str()?.trim_end_matches('#');
                Some(name.strip_prefix("https://").or_else(|| name.strip_prefix("http://")).unwrap_or(name))
            }
        };
        let is_same = name(both.0).is_some() && name(both.0) == name(both.1);
        if is_same { self.other(both) } else { self.any(&rules::INCOMPARABLE, both) }
    }

    /// The values that `const` and `enum` both accept; `None` without these keywords.
    fn values(&mut self, schema: Option<&'a Object>) -> Option<Vec<&'a Json>> {
        let get = |name: &str| schema.and_then(|schema| schema.get(name));
        let listed = get("enum").and_then(Json::as_array).map(|values| values.iter().collect::<Vec<_>>());
        match (get("const"), listed) {
            (Some(one), Some(listed)) => {
                let one_form = form(one);
                self.schemas.charge(one_form.len());
                let found = listed.into_iter().find(|value| {
                    let form = form(value);
                    self.schemas.charge(form.len());
                    form == one_form
                });
                Some(found.into_iter().collect())
            }
            (Some(one), None) => Some(vec![one]),
            (None, listed) => listed,
        }
    }

    /// Compares `enum` and `const`. `None` means that all values are accepted.
    fn allowed(&mut self, old: Option<Vec<&'a Json>>, new: Option<Vec<&'a Json>>) {
        let (old, new) = match (old, new) {
            (None, None) => return,
            (None, Some(new)) => return self.grade(true, &format!("only {} values are valid", new.len())),
            (Some(_), None) => return self.grade(false, "values are no longer listed"),
            (Some(old), Some(new)) => (old, new),
        };
        let forms = |values: &[&'a Json]| -> HashMap<Box<[u8]>, &'a Json> {
            values.iter().map(|value| (form(value), *value)).collect()
        };
        let (before, now) = (forms(&old), forms(&new));
        self.schemas.charge(before.keys().chain(now.keys()).map(|form| 64 + form.len()).sum());
        let without = |one: &HashMap<Box<[u8]>, &'a Json>, other: &HashMap<Box<[u8]>, &'a Json>| {
            let left: BTreeSet<String> = one
                .iter()
                .filter(|(form, _)| !other.contains_key(&***form))
                .map(|(_, value)| in_words(value))
                .collect();
            left.into_iter().take(3).collect::<Vec<_>>().join(", ")
        };
        let (gone, added) = (without(&before, &now), without(&now, &before));
        if !gone.is_empty() {
            self.grade(true, &format!("{gone} is no longer valid"));
        }
        if !added.is_empty() {
            self.grade(false, &format!("{added} is now valid"));
        }
        if gone.is_empty() && added.is_empty() && old != new {
            self.cosmetic(&rules::ORDER, "the same values in another order".to_owned());
        }
    }

    fn types(&mut self, both: Both<'a>) {
        let (Some(old), Some(new)) = (types(both.0), types(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        if old.difference(&new).next().is_some() {
            self.grade(true, &became(both));
        }
        if new.difference(&old).next().is_some() {
            self.grade(false, &became(both));
        }
        if old == new {
            self.other(both);
        }
    }

    /// Compares `required`.
    fn names(&mut self, both: Both<'a>) {
        let names = |list: Option<&'a Json>| match list {
            None => Some(BTreeSet::new()),
            Some(list) => list.as_array()?.iter().map(Json::as_str).collect::<Option<BTreeSet<&str>>>(),
        };
        let (Some(old), Some(new)) = (names(both.0), names(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        let told = |names: BTreeSet<&str>| {
            names.into_iter().take(3).map(agent_description::diagnostic::shortened).collect::<Vec<_>>().join(", ")
        };
        let (more, fewer) = (told(&new - &old), told(&old - &new));
        if !more.is_empty() {
            self.grade(true, &format!("{more} is now required"));
        }
        if !fewer.is_empty() {
            self.grade(false, &format!("{fewer} is no longer required"));
        }
        if old == new && both.0 != both.1 {
            self.cosmetic(&rules::ORDER, became(both));
        }
    }

    fn properties(&mut self, both: Both<'a>, earlier: Option<&'a Object>) {
        let Some((old, new)) = objects_of(both) else { return self.any(&rules::INCOMPARABLE, both) };
        let said = |name: &str| earlier.and_then(|earlier| earlier.get(name));
        let places = self.places();
        let (places_before, places_now) = (places.as_ref().map(|both| &both.0), places.as_ref().map(|both| &both.1));
        let closed = said("additionalProperties").is_some_and(|more| accepts_nothing(more, places_before));
        // what the schema specified for unnamed properties
        let is_said_of_all = [said("additionalProperties").filter(|_| !closed), said("patternProperties")]
            .into_iter()
            .flatten()
            .any(|said| said.as_object().is_some_and(|said| !said.is_empty()));
        let required: HashSet<&str> =
            said("required").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str).collect();
        for (name, both) in pairs(old, new) {
            self.within(name, |walk| match both {
                (Some(property), None) => {
                    walk.told_whole(property);
                    walk.add(&rules::PROPERTY_REMOVED, "the property was removed".to_owned());
                }
                (None, Some(property)) => {
                    walk.told_whole(property);
                    // callers that validate responses reject unknown members
                    if closed && walk.schemas.direction == Direction::Output {
                        walk.grade(false, "a property that was not allowed before");
                    } else if is_said_of_all || required.contains(name) {
                        walk.add(&rules::INCOMPARABLE, "a property that callers may have used before".to_owned());
                    } else {
                        // a new property of an open object is optional for callers, unless its schema rejects what they
                        // may already send
                        let is_refused = || accepts_nothing(property, places_now);
                        if !closed && walk.schemas.direction == Direction::Input && is_refused() {
                            walk.grade(true, "no value is valid for this property any more");
                        }
                        walk.add(&rules::PROPERTY_ADDED, "a new property".to_owned());
                    }
                }
                both => walk.subschema(both),
            });
        }
    }

    fn bound(&mut self, both: Both<'a>, is_least: bool) {
        self.there_or_not(both, |walk, both| {
            match both.0.zip(both.1).and_then(|(old, new)| new.compare_numbers(old)) {
                Some(Ordering::Equal) => {}
                Some(order) => walk.grade(order.is_gt() == is_least, &became(both)),
                None => walk.any(&rules::INCOMPARABLE, both),
            }
        });
    }
}

fn is_list(value: Option<&Json>) -> bool {
    value.is_some_and(|value| value.as_array().is_some())
}

/// The accepted types; `None` if they are unknown.
fn types(value: Option<&Json>) -> Option<BTreeSet<&str>> {
    let Some(value) = value else { return Some(TYPES.into()) };
    let mut types: BTreeSet<&str> = match value.as_str() {
        Some(one) => [one].into(),
        None => value.as_array()?.iter().map(Json::as_str).collect::<Option<_>>()?,
    };
    if types.contains("number") {
        types.insert("integer");
    }
    Some(types)
}
