//! The members of an object, taken one by one: what is not taken is told.

use super::agent::{Fields, PlacedValue};
use agent_description::diagnostic::members::Spelling;
use agent_description::{
    Json,
    json::{Member, Object, pointer},
};
use std::{
    collections::{HashMap, HashSet},
    ptr,
};

/// The members of an object that nobody has taken yet.
#[derive(Debug)]
pub(super) struct Members<'a> {
    pub pointer: String,
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
                Spelling::Linked => member.name().rsplit([':', '#', '/']).next().unwrap_or_default().to_owned(),
            };
            if !left.contains_key(&plain) {
                left.remove(member.name().as_str());
                left.insert(plain, member);
            }
        }
        Self { pointer: pointer.into(), object, left }
    }

    fn said(&self, member: &Member) -> PlacedValue {
        PlacedValue { pointer: below(&self.pointer, member.name()), value: member.value().clone() }
    }

    /// Takes a member whose value is as it should be.
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

    /// The members of the object that a member is; of an empty one, nothing would be told.
    pub fn object(&mut self, name: &str, spelling: Spelling) -> Option<Members<'a>> {
        let member = *self.left.get(name)?;
        let object = member.value().as_object()?;
        self.left.remove(name);
        Some(Members::from_object(below(&self.pointer, member.name()), object, spelling))
    }

    /// The items of an array, each with its pointer; with `one`, a value that stands for a list of it.
    pub fn items(&mut self, name: &str, one: bool) -> Option<Vec<(String, &'a Json)>> {
        let member = *self.left.get(name)?;
        let place = below(&self.pointer, member.name());
        let found = match member.value().as_array() {
            Some(items) => items.iter().enumerate().map(|(at, item)| (format!("{place}/{at}"), item)).collect(),
            None if one => vec![(place, member.value())],
            None => return None,
        };
        self.left.remove(name);
        Some(found)
    }

    /// Leaves all that was not taken with these fields.
    pub fn rest_into(self, fields: &mut Fields) {
        let left: HashSet<usize> = self.left.values().map(|member| ptr::from_ref(*member).addr()).collect();
        let rest = self.object.iter().filter(|member| left.contains(&ptr::from_ref(*member).addr()));
        let rest: Vec<_> = rest.map(|member| (member.name().clone(), self.said(member))).collect();
        fields.unknown.extend(rest);
    }
}

/// The pointer to a member.
pub(super) fn below(pointer: &str, name: &str) -> String {
    let mut pointer = pointer.to_owned();
    pointer::push_name(&mut pointer, name);
    pointer
}

/// `defaultInputModes` of `default_input_modes`.
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
