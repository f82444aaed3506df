//! Compares schemas keyword by keyword.

use super::super::{
    change::Both,
    sets::{ByForm, Set, form, render_items},
    walk::{EMPTY, Walk, became, objects_of, pairs},
    words,
};
use super::state::Objects;
use adp_tools::json_schema::TYPES;
use agent_description::{
    Json,
    diagnostic::{change as rules, members::Direction, shortened},
    json::Object,
};
use std::{cmp::Ordering, collections::BTreeSet};

impl<'a> Walk<'a> {
    /// Compares two schemas keyword by keyword. An absent schema has no keywords.
    pub(super) fn keywords(&mut self, old: Option<&'a Object>, new: Option<&'a Object>) {
        let cost =
            |value: &Json| 1 + value.as_array().map_or(0, <[Json]>::len) + value.as_object().map_or(0, Object::len);
        let keywords = old.into_iter().flatten().chain(new.into_iter().flatten());
        self.schemas.charge(keywords.map(|keyword| cost(keyword.value())).sum());
        // what these keywords reject depends on all others
        let is_strict =
            |schema: &Object| schema.iter().any(|keyword| keyword.name().as_str().starts_with("unevaluated"));
        let strict = usize::from([old, new].into_iter().flatten().any(is_strict));
        self.schemas.strict += strict;
        self.allowed((old, new));
        for (name, both) in pairs(old.unwrap_or(&EMPTY), new.unwrap_or(&EMPTY)) {
            self.within(name, |walk| walk.keyword(name, both, old));
        }
        self.schemas.strict -= strict;
    }

    fn keyword(&mut self, name: &str, both: Both<'a>, earlier: Option<&'a Object>) {
        match name {
            "default" if self.schemas.direction == Direction::Input && both.0.is_some() => {
                self.any(&rules::DEFAULT, both)
            }
            "type" => self.types(both),
            "required" => self.names(both),
            "properties" => self.properties(both, earlier),
            "items" | "additionalProperties" => self.subschema(both),
            "allOf" => self.subschemas(both, true),
            "anyOf" => self.subschemas(both, false),
            // `oneOf` rejects a value that a second alternative accepts
            "oneOf" => {
                self.schemas.strict += 1;
                self.subschemas(both, false);
                self.schemas.strict -= 1;
            }
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => self.bound(both, true),
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => self.bound(both, false),
            "multipleOf" | "pattern" | "format" => self.restriction(both, |_| None),
            // compared before, or where references use them
            "enum" | "const" => {}
            "$ref" | "$id" | "id" => self.any(&rules::OTHER, both),
            "$defs" | "definitions" => self.list_definitions(both),
            _ if words::has_word(UNDECIDED, name) => self.any(&rules::INCOMPARABLE, both),
            // models read annotations and unknown keywords
            _ => self.any(&rules::TEXT, both),
        }
    }

    /// Records definitions, which are compared where references use them.
    pub fn list_definitions(&mut self, both: Both<'a>) {
        if both.0 != both.1 {
            self.other(both);
            self.names_read(both);
            self.definitions.push((self.path.clone(), both));
        }
    }

    /// Compares a keyword whose presence restricts the accepted values. `order` tells which of two values, if any,
    /// restricts more.
    fn restriction(&mut self, both: Both<'a>, order: impl FnOnce((&'a Json, &'a Json)) -> Option<Ordering>) {
        let order = match both {
            (Some(old), Some(new)) => order((old, new)),
            (old, new) => Some(new.is_some().cmp(&old.is_some())),
        };
        self.graded(both, |walk| match order {
            Some(Ordering::Equal) => {}
            Some(order) => walk.grade(order.is_gt(), &became(both)),
            None => walk.any(&rules::INCOMPARABLE, both),
        });
    }

    fn bound(&mut self, both: Both<'a>, is_least: bool) {
        self.restriction(both, |(old, new)| match is_least {
            true => new.compare_numbers(old),
            false => old.compare_numbers(new),
        });
    }

    /// Compares the values that `const` or `enum` lists.
    fn allowed(&mut self, (old, new): Objects<'a>) {
        let both_of = |name: &str| -> Both<'a> {
            let get = |schema: Option<&'a Object>| schema.and_then(|schema| schema.get(name));
            (get(old), get(new))
        };
        let (consts, enums) = (both_of("const"), both_of("enum"));
        let is_list = |listed: Option<&Json>| listed.is_none_or(|listed| listed.as_array().is_some());
        if !is_list(enums.0) || !is_list(enums.1) {
            return self.within("enum", |walk| walk.any(&rules::INCOMPARABLE, enums));
        }
        let values = |one: Option<&'a Json>, listed: Option<&'a Json>| match one {
            Some(one) => Some(std::slice::from_ref(one)),
            None => listed.and_then(Json::as_array),
        };
        let breaking = self.breaking;
        let (before, now) = (values(consts.0, enums.0), values(consts.1, enums.1));
        match (before, now) {
            (None, None) => return,
            (None, Some(now)) => self.grade(true, &format!("only {} values are valid", now.len())),
            (Some(_), None) => self.grade(false, "values are no longer listed"),
            (Some(_), Some(_)) => {}
        }
        let is_listed = before.is_some() && now.is_some();
        let [before, now] = [before, now].map(|values| Set::from_items(values.unwrap_or_default()));
        self.schemas.charge(before.items.keys().chain(now.items.keys()).map(|form| 64 + form.len()).sum());
        let difference = before.difference(&now);
        for (values, is_less, what) in
            [(&difference.gone, true, "no longer valid"), (&difference.added, false, "now valid")]
        {
            if let Some(detail) = render_items(values, what).filter(|_| is_listed) {
                self.grade(is_less, &detail);
            }
        }
        // models choose by the values
        let is_read = |value: &&Json| value.as_str().is_some() || !words::is_wordless((None, Some(*value)));
        let read = |values: &[&'a Json], what| {
            render_items(&values.iter().copied().filter(|value| is_read(value)).collect::<Vec<_>>(), what)
        };
        let told: Vec<String> =
            [read(&difference.gone, "gone"), read(&difference.added, "new")].into_iter().flatten().collect();
        if !told.is_empty() && self.breaking == breaking {
            self.add(&rules::TEXT, told.join("; "));
        }
        let is_same_set = Set::from_json(enums.0)
            .zip(Set::from_json(enums.1))
            .is_some_and(|(old, new)| old.difference(&new).is_none());
        if consts.0.is_some() && consts.1.is_some() && !is_same_set {
            self.within("enum", |walk| walk.any(&rules::INCOMPARABLE, enums));
        } else if is_listed && difference.is_none() {
            // another order, or the other one of the two keywords
            [("const", consts), ("enum", enums)]
                .into_iter()
                .for_each(|(name, both)| self.within(name, |walk| walk.other(both)));
        }
    }

    fn types(&mut self, both: Both<'a>) {
        let (Some(old), Some(new)) = (types(both.0), types(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        self.graded(both, |walk| {
            for (is_less, mut differing) in [(true, old.difference(&new)), (false, new.difference(&old))] {
                if differing.next().is_some() {
                    walk.grade(is_less, &became(both));
                }
            }
        });
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
        if old == new {
            return if both.0 != both.1 {
                self.cosmetic(&rules::ORDER, became(both))
            };
        }
        let told = |names: BTreeSet<&str>| names.into_iter().take(3).map(shortened).collect::<Vec<_>>().join(", ");
        let (more, fewer) = (told(&new - &old), told(&old - &new));
        self.graded(both, |walk| {
            if !more.is_empty() {
                walk.grade(true, &format!("{more} is now required"));
            }
            if !fewer.is_empty() {
                walk.grade(false, &format!("{fewer} is no longer required"));
            }
        });
    }

    fn properties(&mut self, both: Both<'a>, earlier: Option<&'a Object>) {
        let Some((old, new)) = objects_of(both) else { return self.any(&rules::INCOMPARABLE, both) };
        let said = |name: &str| earlier.and_then(|earlier| earlier.get(name));
        let is_closed = said("additionalProperties").is_some_and(|more| more.as_bool() == Some(false));
        // what the schema specified for unnamed properties
        let is_said_of_all = ["additionalProperties", "patternProperties", "unevaluatedProperties"]
            .into_iter()
            .filter_map(said)
            .any(|said| said.as_object().map_or(!is_closed && said.as_bool() == Some(false), |said| !said.is_empty()));
        let required: BTreeSet<&str> =
            said("required").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str).collect();
        for (name, both) in pairs(old, new) {
            self.within(name, |walk| match both {
                (Some(_), None) => walk.add(&rules::PROPERTY_REMOVED, "the property was removed".to_owned()),
                // callers that validate responses reject unknown members
                (None, Some(_)) if is_closed && walk.schemas.direction == Direction::Output => {
                    walk.grade(false, "a property that was not allowed before");
                }
                (None, Some(_)) if is_said_of_all || required.contains(name) => {
                    walk.add(&rules::INCOMPARABLE, "a property that callers may have used before".to_owned());
                }
                (None, Some(property)) => {
                    if !is_closed && walk.schemas.direction == Direction::Input && property.as_bool() == Some(false) {
                        walk.grade(true, "no value is valid for this property any more");
                    }
                    walk.add(&rules::PROPERTY_ADDED, "a new property".to_owned());
                }
                both => walk.subschema(both),
            });
        }
    }

    /// Compares the schemas of `allOf` (`all`), `anyOf` or `oneOf`. Equal schemas are matched, and so are the only two
    /// remaining ones.
    fn subschemas(&mut self, both: Both<'a>, all: bool) {
        let (Some(old), Some(new)) = (list(both.0), list(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        // without the keyword every value is accepted
        if !all && (both.0.is_none() || both.1.is_none()) {
            let detail = if both.0.is_none() { "alternatives were added" } else { "the alternatives were removed" };
            return self.graded(both, |walk| walk.grade(both.0.is_none(), detail));
        }
        let mut equal = ByForm::from_forms(old.iter().map(form).enumerate());
        self.schemas.charge(equal.forms().map(|form| 64 + form.len()).sum());
        let (mut pairs, mut added) = (Vec::new(), Vec::new());
        for (index, schema) in new.iter().enumerate() {
            match equal.take(&form(schema)) {
                Some(earlier) => pairs.push((earlier, index)),
                None => added.push(index),
            }
        }
        let mut gone = equal.into_rest();
        let is_ordered = pairs.is_sorted();
        if let (&[earlier], &[index]) = (gone.as_slice(), added.as_slice()) {
            pairs.push((earlier, index));
            (gone, added) = (Vec::new(), Vec::new());
        }
        for (earlier, index) in pairs {
            // equal schemas can refer to different definitions
            self.at_index(index, |walk| walk.subschema((old.get(earlier), new.get(index))));
        }
        for index in added {
            let added = (None, new.get(index));
            self.at_index(index, |walk| walk.graded(added, |walk| walk.grade(all, "a schema was added")));
        }
        for index in gone {
            let gone = (old.get(index), None);
            self.at_index(index, |walk| walk.graded(gone, |walk| walk.grade(!all, "a schema was removed")));
        }
        if !is_ordered {
            self.cosmetic(&rules::ORDER, "the same schemas in another order".to_owned());
        }
    }
}

/// Keywords of JSON Schema and OpenAPI that affect what is accepted and are not compared by it.
const UNDECIDED: &[&str] = &[
    "$anchor $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef $schema $vocabulary additionalItems contains",
    "contentEncoding contentMediaType contentSchema dependencies dependentRequired dependentSchemas discriminator else",
    "if maxContains minContains not nullable patternProperties prefixItems propertyNames readOnly then",
    "unevaluatedItems unevaluatedProperties uniqueItems writeOnly",
];

fn list(value: Option<&Json>) -> Option<&[Json]> {
    match value {
        None => Some(&[]),
        Some(value) => value.as_array(),
    }
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
