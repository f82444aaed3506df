//! Replaces property names that an API does not accept, and restores them.

use super::format::{NameForm, NameNumbers};
use crate::{
    Loss,
    json_schema::{Holds, holds},
};
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Object, Text, Value},
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Members whose values are data.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];
/// Members of these whose names are property names.
const NAMED: [&str; 4] = ["dependencies", "dependentRequired", "dependentSchemas", "properties"];

/// The replaced property names of a tool. Each is unique in the schema, so that arguments are translated back without
/// the schema.
#[derive(Clone, Debug, Default)]
pub(super) struct PropertyNames {
    written: HashMap<Text, Text>,
    meant: HashMap<Text, Text>,
}

impl PropertyNames {
    /// Determines the replacements for a schema, by the form of names that the API accepts.
    pub fn for_schema(schema: &Json, form: &NameForm) -> Self {
        let mut all = BTreeSet::new();
        each_name(schema, &mut |name| _ = all.insert(name.clone()));
        let mut known: HashSet<Text> = all.iter().filter(|name| form.accepts(name)).cloned().collect();
        let (mut names, mut numbers) = (Self::default(), NameNumbers::default());
        for name in all.into_iter().filter(|name| !form.accepts(name)) {
            let new: Text = numbers.free_name(form, &name, |new| known.contains(new)).into();
            known.insert(new.clone());
            names.meant.insert(new.clone(), name.clone());
            names.written.insert(name, new);
        }
        names
    }

    /// Renames the properties of a schema. The description of a renamed property contains its original name.
    pub fn rename(&self, schema: &mut Json, form: &NameForm, place: &str, losses: &mut Vec<Loss>) {
        if self.written.is_empty() {
            return;
        }
        let mut all: Vec<_> = self.written.iter().collect();
        all.sort();
        for (name, new) in all {
            let reason = format!("{name:?} is written as {new}: property names have {}", form.in_words());
            losses.push(Loss::new(place.to_owned(), reason, Severity::Warning));
        }
        self.schema(schema);
    }

    /// Restores the original names in arguments.
    pub fn restore(&self, arguments: &mut Json) {
        if !self.meant.is_empty() {
            members(arguments, &self.meant);
        }
    }

    fn schema(&self, json: &mut Json) {
        if let Some(items) = json.as_array_mut() {
            return items.iter_mut().for_each(|item| self.schema(item));
        }
        let Some(object) = json.as_object_mut() else { return };
        for (name, value) in object.iter_mut() {
            match name.as_str() {
                "required" => self.strings(value),
                "dependentRequired" => {
                    self.each_member(value, |names, value| names.strings(value));
                    rename_members(value, &self.written);
                }
                "$ref" => {
                    if let Some(reference) = value.as_str().map(|text| self.reference(text)) {
                        *value = Json::at(Value::String(reference.into()), value.offset());
                    }
                }
                name if DATA.contains(&name) => members(value, &self.written),
                name if holds(name) == Some(Holds::Named) && value.as_object().is_some() => {
                    if name == "dependencies" {
                        self.each_member(value, |names, value| names.strings(value));
                    }
                    self.each_member(value, Self::schema);
                    if name == "properties" {
                        self.describe(value);
                    }
                    if NAMED.contains(&name) {
                        rename_members(value, &self.written);
                    }
                }
                _ => self.schema(value),
            }
        }
    }

    fn each_member(&self, value: &mut Json, each: impl Fn(&Self, &mut Json)) {
        let Some(object) = value.as_object_mut() else { return };
        object.iter_mut().for_each(|(_, value)| each(self, value));
    }

    /// Renames the strings of a list.
    fn strings(&self, value: &mut Json) {
        for item in value.as_array_mut().into_iter().flatten() {
            if let Some(new) = item.as_text().and_then(|text| self.written.get(text)).cloned() {
                *item = Json::at(Value::String(new), item.offset());
            }
        }
    }

    fn describe(&self, properties: &mut Json) {
        let Some(object) = properties.as_object_mut() else { return };
        for (name, value) in object.iter_mut().filter(|(name, _)| self.written.contains_key(*name)) {
            let Some(property) = value.as_object_mut() else { continue };
            let said = property.get("description").and_then(Json::as_str);
            let description = said.map_or_else(|| format!("Name: {name}"), |said| format!("{said} (name: {name})"));
            property.insert("description", description);
        }
    }

    /// Renames a reference within the schema, such as `#/properties/$top`.
    fn reference(&self, text: &str) -> String {
        let mut is_name = false;
        let renamed = text.split('/').map(|token| {
            let new = self.written.get(&Text::from(token.replace("~1", "/").replace("~0", "~"))).filter(|_| is_name);
            is_name = !is_name && NAMED.contains(&token);
            new.map_or_else(|| token.to_owned(), ToString::to_string)
        });
        renamed.collect::<Vec<_>>().join("/")
    }
}

/// Calls `each` for every property name in a schema.
fn each_name(json: &Json, each: &mut dyn FnMut(&Text)) {
    match json.value() {
        Value::Array(items) => items.iter().for_each(|item| each_name(item, each)),
        Value::Object(object) => {
            for member in object {
                let (name, value) = (member.name().as_str(), member.value());
                let named = value.as_object().filter(|_| NAMED.contains(&name));
                named.into_iter().flatten().for_each(|member| each(member.name()));
                match value.as_object().filter(|_| holds(name) == Some(Holds::Named)) {
                    Some(schemas) => schemas.iter().for_each(|member| each_name(member.value(), each)),
                    None if name == "required" => {
                        value.as_array().into_iter().flatten().filter_map(Json::as_text).for_each(&mut *each);
                    }
                    None if DATA.contains(&name) => {}
                    None => each_name(value, each),
                }
            }
        }
        _ => {}
    }
}

/// Renames the members of all objects in a value.
fn members(json: &mut Json, names: &HashMap<Text, Text>) {
    if let Some(items) = json.as_array_mut() {
        items.iter_mut().for_each(|item| members(item, names));
    } else if let Some(object) = json.as_object_mut() {
        object.iter_mut().for_each(|(_, value)| members(value, names));
        rename_members(json, names);
    }
}

/// Renames the members of an object.
fn rename_members(json: &mut Json, names: &HashMap<Text, Text>) {
    let Some(object) = json.as_object_mut() else { return };
    if object.iter().any(|member| names.contains_key(member.name())) {
        let new = |name: &Text| names.get(name).unwrap_or(name).clone();
        *object = object.iter().map(|member| (new(member.name()), member.value().clone())).collect::<Object>();
    }
}
