//! Compares texts in schemas that the keyword comparison does not reach: added or removed alternatives, and unused
//! definitions. Models receive the complete schema and read these.

use super::super::{
    change::Both,
    sets::{Set, form},
    walk::Walk,
    words,
};
use adp_tools::{
    json_schema::{Holds, direct, holds},
    wording::in_words,
};
use agent_description::{
    Json,
    diagnostic::{change as rules, shortened},
    json::{Object, pointer},
};
use std::{
    collections::{HashMap, HashSet},
    hash::BuildHasher,
    ptr,
};

/// Keywords that are compared by what they accept. Their change is a text change only if they contain words; a change
/// of other keywords always is.
const COMPARED: &[&str] = &[
    "$anchor $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema $vocabulary contentEncoding",
    "contentMediaType dependentRequired discriminator exclusiveMaximum exclusiveMinimum format id maxContains",
    "maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf",
    "nullable pattern readOnly required type uniqueItems writeOnly",
];

/// A keyword or name with a text: its value, its location with canonical form, and the name.
type Found<'a> = Vec<(&'a Json, (u64, Box<[u8]>), Option<&'a str>)>;

impl<'a> Walk<'a> {
    /// Reports texts below two schemas that were not compared and differ.
    pub fn texts_beside(&mut self, both: Both<'a>) {
        let texts = |schema: Option<&'a Json>| {
            let mut found = Vec::new();
            self.texts_of(schema, 0, &mut found);
            found
        };
        let (old, new) = (texts(both.0), texts(both.1));
        let count = |texts: &Found<'a>| {
            let mut counted: HashMap<(u64, Box<[u8]>), usize> = HashMap::new();
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
                // if a text was replaced, report the new one
                let place = root.and_then(|root| pointer::pointer_within(root, text.offset(), 512));
                if place.as_ref().is_some_and(|place| !told.insert(place.clone())) {
                    continue;
                }
                let place = place.filter(|_| self.path.len() <= 512).unwrap_or_default();
                let words = name.map_or_else(|| in_words(text), shortened);
                self.at_place(format!("{}{place}", self.path), |walk| {
                    walk.add(&rules::TEXT, format!("{words} is {what}"));
                });
            }
        }
    }

    /// Like [`Self::texts_beside`], for definitions by name, after everything that refers to them was compared.
    pub fn texts_of_definitions(&mut self) {
        for (place, both) in std::mem::take(&mut self.definitions) {
            self.at_place(place, |walk| walk.entries(both, Self::texts_beside));
        }
    }

    /// Reports new values of `const` and `enum`, because models choose by them; and removed ones, unless they are
    /// already reported.
    pub(super) fn values_read(&mut self, old: Option<&'a Object>, new: Option<&'a Object>, is_told: bool) {
        let listed = |schema: Option<&'a Object>, name: &str| match schema.and_then(|schema| schema.get(name)) {
            Some(value) if name == "enum" => value.as_array().unwrap_or_default(),
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        let forms = |schema: Option<&'a Object>| -> HashSet<Box<[u8]>> {
            ["const", "enum"].into_iter().flat_map(|name| listed(schema, name)).map(form).collect()
        };
        let (before, now) = (forms(old), forms(new));
        let differing = |schema, name, others: &HashSet<Box<[u8]>>, what: &str| {
            let is_read = |value: &&Json| value.as_str().is_some() || !words::is_wordless((None, Some(value)));
            let values = listed(schema, name).iter().filter(is_read);
            let values: Vec<String> =
                values.filter(|value| !others.contains(&form(value))).take(3).map(in_words).collect();
            (!values.is_empty()).then(|| format!("{what} values: {}", values.join(", ")))
        };
        for name in ["const", "enum"] {
            let added = differing(new, name, &before, "new");
            let gone = if is_told { None } else { differing(old, name, &now, "gone") };
            let told: Vec<String> = [added, gone].into_iter().flatten().collect();
            if !told.is_empty() {
                self.add(&rules::TEXT, told.join("; "));
            }
        }
    }

    /// Reports the texts of a keyword that is compared by what it accepts, such as a pattern or required names.
    pub(super) fn words_of_keyword(&mut self, name: &str, both: Both<'a>) {
        // a set in another order
        let is_reordered = matches!(name, "required" | "type")
            && Set::from_json(both.0)
                .zip(Set::from_json(both.1))
                .is_some_and(|(old, new)| old.difference(&new).is_none());
        if words::has_word(COMPARED, name) && !words::is_wordless(both) && !is_reordered {
            self.any(&rules::TEXT, both);
        }
    }

    /// Marks a schema as reported as a whole, so that its texts are not reported again.
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

    fn texts_of(&self, schema: Option<&'a Json>, place: u64, found: &mut Found<'a>) {
        let Some(schema) = schema else { return };
        let below = |place: u64, step: &str| self.schemas.places.hash_one((place, step));
        let Some(object) = schema.as_object() else {
            if !words::is_wordless((None, Some(schema))) {
                found.push((schema, (place, form(schema)), None));
            }
            return;
        };
        let is_compared = self.schemas.compared.contains(&ptr::from_ref::<Object>(object).addr());
        for keyword in object {
            let (name, value) = (keyword.name().as_str(), keyword.value());
            let place = below(place, name);
            match (holds(name), value.as_object(), value.as_array()) {
                (Some(Holds::Named), Some(named), _) => {
                    for member in named {
                        let (name, schema) = (member.name().as_str(), member.value());
                        if !is_compared {
                            found.push((schema, (place, name.as_bytes().into()), Some(name)));
                        }
                        self.texts_of(Some(schema), below(place, name), found);
                    }
                }
                (Some(_), _, Some(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        self.texts_of(Some(item), below(place, &index.to_string()), found);
                    }
                }
                (Some(_), ..) => self.texts_of(Some(value), place, found),
                (None, ..) => {
                    let is_quiet = || words::has_word(COMPARED, name) && words::is_wordless((None, Some(value)));
                    if !is_compared && !is_quiet() {
                        found.push((value, (place, form(value)), None));
                    }
                }
            }
        }
    }
}
