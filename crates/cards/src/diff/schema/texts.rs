//! Texts in schemas that no comparison comes by: alternatives that are new or gone, definitions that nothing refers to. A model
//! gets the schema whole, and reads them.

use super::super::{
    lists::form,
    rules,
    walk::{Both, Walk, in_words},
};
use crate::json_schema::direct;
use agent_description::{
    Json,
    json::{Object, pointer},
};
use std::{
    collections::{HashMap, HashSet},
    ptr,
};

/// What of a schema a model reads as words.
const READ: [&str; 7] = ["title", "description", "examples", "$comment", "default", "enum", "const"];

/// A keyword with a text: where, and its canonical form.
type Found<'a> = Vec<(&'a Json, Box<[u8]>)>;

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
            for (_, form) in texts {
                *counted.entry(form.clone()).or_default() += 1;
            }
            counted
        };
        let mut told = HashSet::new();
        for (texts, mut others, root, what) in [(&new, count(&old), both.1, "new"), (&old, count(&new), both.0, "gone")]
        {
            for (text, form) in texts {
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
                self.add(&rules::TEXT, format!("{} is {what}", in_words(text)));
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
            let read = object.iter().filter(|keyword| READ.contains(&keyword.name().as_str()));
            found.extend(read.map(|keyword| (keyword.value(), form(keyword.value()))));
        }
        direct(object, &mut |inner| self.texts_of(Some(inner), found));
    }
}
