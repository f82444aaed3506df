//! Takes the members of an object one by one, and reports those that were not taken.

use super::{agent::Fields, losses::Losses, placed_value::PlacedValue};
use agent_description::{
    Json,
    diagnostic::{
        Severity,
        members::{Spelling, local_name},
    },
    json::{Member, Object, pointer},
};
use std::{
    collections::{HashMap, HashSet},
    ptr,
};

/// The members of an object that were not taken yet.
#[derive(Debug)]
pub(super) struct Members<'a> {
    pub pointer: String,
    spelling: Spelling,
    object: &'a Object,
    left: HashMap<String, &'a Member>,
}

impl<'a> Members<'a> {
    pub fn from_object(pointer: impl Into<String>, object: &'a Object, spelling: Spelling) -> Self {
        let mut left: HashMap<String, &'a Member> =
            object.iter().map(|member| (member.name().to_string(), member)).collect();
        for member in object {
            let plain = match spelling {
                Spelling::Exact => continue,
                Spelling::EitherCase => camel_case(member.name()),
                Spelling::Linked => local_name(member.name()).to_owned(),
            };
            if !left.contains_key(&plain) {
                left.remove(member.name().as_str());
                left.insert(plain, member);
            }
        }
        Self { pointer: pointer.into(), spelling, object, left }
    }

    fn said(&self, member: &Member) -> PlacedValue {
        PlacedValue::new(below(&self.pointer, member.name()), member.value().clone())
    }

    /// Takes a member if its value passes a test.
    pub fn take(&mut self, name: &str, is: impl Fn(&Json) -> bool) -> Option<PlacedValue> {
        let member = *self.left.get(name).filter(|member| is(member.value()))?;
        self.left.remove(name);
        Some(self.said(member))
    }

    pub fn text(&mut self, name: &str) -> Option<PlacedValue> {
        self.take(name, |value| value.as_str().is_some())
    }

    pub fn texts(&mut self, name: &str) -> Option<PlacedValue> {
        self.take(name, |value| value.as_array().is_some_and(|items| items.iter().all(|item| item.as_str().is_some())))
    }

    pub fn flag(&mut self, name: &str) -> Option<PlacedValue> {
        self.take(name, |value| value.as_bool().is_some())
    }

    /// Takes a member that is an object. An empty object is not taken, so that it is reported.
    pub fn object(&mut self, name: &str) -> Option<Members<'a>> {
        let member = *self.left.get(name)?;
        let object = member.value().as_object()?;
        self.left.remove(name);
        Some(Members::from_object(below(&self.pointer, member.name()), object, self.spelling))
    }

    /// Takes the objects of a list. Other items are losses.
    pub fn objects(&mut self, name: &str, (what, severity): (&str, Severity), losses: &mut Losses) -> Vec<Self> {
        let mut objects = Vec::new();
        for (pointer, item) in self.items(name).unwrap_or_default() {
            match item.as_object() {
                Some(object) => objects.push(Self::from_object(pointer, object, self.spelling)),
                None => losses.lost_at(pointer, item, format!("dropped: not {what}"), severity),
            }
        }
        objects
    }

    /// Takes a member that is an array, with the pointer of each item. In JSON-LD, a single value is treated as a list.
    pub fn items(&mut self, name: &str) -> Option<Vec<(String, &'a Json)>> {
        let member = *self.left.get(name)?;
        let place = below(&self.pointer, member.name());
        let found = match member.value().as_array() {
            Some(items) => items.iter().enumerate().map(|(at, item)| (format!("{place}/{at}"), item)).collect(),
            None if self.spelling == Spelling::Linked => vec![(place, member.value())],
            None => return None,
        };
        self.left.remove(name);
        Some(found)
    }

    /// The members that were not taken.
    fn rest(&self) -> impl Iterator<Item = &'a Member> {
        let left: HashSet<usize> = self.left.values().map(|member| ptr::from_ref(*member).addr()).collect();
        self.object.iter().filter(move |member| left.contains(&ptr::from_ref(*member).addr()))
    }

    /// Moves texts to these fields, by the names that the format has for them.
    pub fn texts_into(&mut self, fields: &mut Fields, names: &[&'static str]) {
        for name in names {
            let text = self.text(fields.own_name(name));
            fields.put(name, text);
        }
    }

    /// Moves all members that were not taken to these fields.
    pub fn rest_into(self, fields: &mut Fields) {
        fields.unknown.extend(self.rest().map(|member| (member.name().clone(), self.said(member))));
    }

    /// Reports all members that were not taken.
    pub fn rest_lost(self, reason: &str, losses: &mut Losses) {
        for member in self.rest() {
            losses.lost(self.said(member), reason, Severity::Warning);
        }
    }
}

/// The pointer of a member.
pub(super) fn below(pointer: &str, name: &str) -> String {
    let mut pointer = pointer.to_owned();
    pointer::push_name(&mut pointer, name);
    pointer
}

/// An object with one member.
pub(super) fn object_with(name: &str, value: impl Into<Json>) -> Json {
    Object::from_iter([(name, value)]).into()
}

/// Converts snake_case to camelCase, such as `default_input_modes` to `defaultInputModes`.
fn camel_case(snake: &str) -> String {
    let mut words = snake.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}
