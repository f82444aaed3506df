//! Texts in schemas that no comparison comes by: alternatives that are new or gone, definitions that nothing refers to. A model
//! gets the schema whole, and reads them.

use super::super::{
    lists::form,
    rules,
    walk::{Both, Walk, in_words},
    words,
};
use crate::json_schema::direct;
use agent_description::{
    Json,
    diagnostic::shortened,
    json::{Object, pointer},
};
use std::{
    collections::{HashMap, HashSet},
    ptr,
};

/// Keywords that say what passes, in which words are found below them alone, or where they look like words. All others are read.
const COMPARED: [&str; 55] = [
    "$anchor",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "discriminator",
    "else",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "id",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "type",
    "uniqueItems",
];

/// Keywords whose members have names of the author's.
const NAMED: [&str; 5] = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/// A keyword or a name with a text: where, its canonical form, and the name.
type Found<'a> = Vec<(&'a Json, Box<[u8]>, Option<&'a str>)>;

impl<'a> Walk<'a> {
    /// Tells the texts below two schemas here that were not compared, and are not the same.
    pub fn texts_beside(&mut self, both: Both<'a>) {
        let texts = |schema: Option<&'a Json>| {
            let mut found = Vec::new();
            self.texts_of(schema, &mut found);
            found
        };
        let (old, new) = (texts(both.0), texts(both.1));
        let count = |texts: &Found<'a>| {
            let mut counted: HashMap<Box<[u8]>, usize> = HashMap::new();
            for (_, form, _) in texts {
                *counted.entry(form.clone()).or_default() += 1;
            }
            counted
        };
        let mut told = HashSet::new();
        for (texts, mut others, root, what) in [(&new, count(&old), both.1, "new"), (&old, count(&new), both.0, "gone")]
        {
            for (text, form, name) in texts {
                if let Some(left) = others.get_mut(form).filter(|left| **left > 0) {
                    *left -= 1;
                    continue;
                }
                let here = self.path.to_pointer();
                // of a text that became another, the new one is told
                let place = root.and_then(|root| pointer::pointer_within(root, text.offset(), 512));
                if place.as_ref().is_some_and(|place| !told.insert(place.clone())) {
                    continue;
                }
                if let Some(place) = place.filter(|_| here.len() <= 512) {
                    self.path.replaced(format!("{here}{place}"));
                }
                let words = name.map_or_else(|| in_words(text), shortened);
                self.add(&rules::TEXT, format!("{words} is {what}"));
                self.path.replaced(here);
            }
        }
    }

    /// The same of definitions by name, once all that refers to them was compared.
    pub fn texts_of_definitions(&mut self) {
        for (place, both) in std::mem::take(&mut self.definitions) {
            let here = self.path.replaced(place);
            self.entries(both, Self::texts_beside);
            self.path.replaced(here);
        }
    }

    /// The values of `const` and `enum` that are new: models choose by their words, whether or not they pass.
    pub(super) fn values_read(&mut self, old: Option<&'a Object>, new: Option<&'a Object>) {
        let listed = |schema: Option<&'a Object>, name: &str| match schema.and_then(|schema| schema.get(name)) {
            Some(value) if name == "enum" => value.as_array().unwrap_or_default(),
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        let before: HashSet<Box<[u8]>> =
            ["const", "enum"].into_iter().flat_map(|name| listed(old, name)).map(form).collect();
        for name in ["const", "enum"] {
            let values = listed(new, name).iter().filter(|value| words::has_text(value));
            let added: Vec<String> =
                values.filter(|value| !before.contains(&form(value))).take(3).map(in_words).collect();
            if !added.is_empty() {
                self.within(name, |walk| walk.add(&rules::TEXT, format!("new values: {}", added.join(", "))));
            }
        }
    }

    /// What looks like words in a keyword that is compared by what passes: in a pattern, in names that are required.
    pub(super) fn words_of_keyword(&mut self, name: &str, both: Both<'a>) {
        let is_read = both.0 != both.1 && COMPARED.contains(&name);
        if let Some(new) = both.1.filter(|new| is_read && is_flat(new) && words::has_words(new)) {
            self.add(&rules::TEXT, format!("{} is read", in_words(new)));
        }
    }

    /// A schema that was told as a whole: its texts are no more of a change.
    pub(super) fn told_whole(&mut self, schema: &'a Json) {
        self.schemas.charge(1);
        if self.schemas.steps == 0 {
            return;
        }
        if let Some(object) = schema.as_object() {
            self.schemas.compared.insert(ptr::from_ref(object).addr());
            direct(object, &mut |inner| self.told_whole(inner));
        }
    }

    fn texts_of(&self, schema: Option<&'a Json>, found: &mut Found<'a>) {
        let Some(object) = schema.and_then(Json::as_object) else { return };
        if !self.schemas.compared.contains(&ptr::from_ref::<Object>(object).addr()) {
            for keyword in object {
                let (name, value) = (keyword.name().as_str(), keyword.value());
                if NAMED.contains(&name) {
                    let named = value.as_object().into_iter().flatten();
                    found.extend(named.map(|member| {
                        let name = member.name().as_str();
                        (member.value(), name.as_bytes().into(), Some(name))
                    }));
                } else if !COMPARED.contains(&name) || is_flat(value) && words::has_words(value) {
                    found.push((value, form(value), None));
                }
            }
        }
        direct(object, &mut |inner| self.texts_of(Some(inner), found));
    }
}

/// Whether a value holds no schema.
fn is_flat(value: &Json) -> bool {
    value.as_object().is_none() && value.as_array().is_none_or(|items| items.iter().all(|item| item.as_str().is_some()))
}
