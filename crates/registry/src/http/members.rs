//! Validates the members of JSON request bodies: known names, and values of the right type.

use super::error::ApiError;
use agent_description::{
    diagnostic::shortened,
    json::{
        Document, Json, Object,
        pointer::{push_index, push_name},
    },
};
use std::fmt::Display;

/// An object with only known members, and its location.
#[derive(Debug)]
pub(super) struct Members<'a> {
    object: &'a Object,
    /// A JSON Pointer (RFC 6901) of known names.
    pointer: String,
}

impl<'a> Members<'a> {
    /// The root object of a body.
    pub(super) fn from_document(document: &'a Document, known: &[&str]) -> Result<Self, ApiError> {
        let members = Self { object: document.root(), pointer: String::new() };
        members.only(known)?;
        Ok(members)
    }

    fn only(&self, known: &[&str]) -> Result<(), ApiError> {
        match self.object.iter().find(|member| !known.contains(&member.name().as_str())) {
            Some(member) => {
                let (name, known) = (shortened(member.name().as_str()), known.join(", "));
                Err(refused(&self.pointer, &format!("unknown member {name}; known members: {known}")))
            }
            None => Ok(()),
        }
    }

    /// The location of a member.
    fn pointer_to(&self, name: &str) -> String {
        let mut pointer = self.pointer.clone();
        push_name(&mut pointer, name);
        pointer
    }

    /// A member of a given type.
    fn member<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a Json) -> Option<T>,
    ) -> Result<Option<T>, ApiError> {
        let Some(value) = self.object.get(name) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| kind(&self.pointer_to(name), value, expected))
    }

    pub(super) fn string(&self, name: &str) -> Result<Option<&'a str>, ApiError> {
        self.member(name, "a string", Json::as_str)
    }

    /// A string from a list.
    pub(super) fn one_of(&self, name: &str, values: &[&str]) -> Result<Option<&'a str>, ApiError> {
        let found = self.string(name)?;
        match found.filter(|found| !values.contains(found)) {
            Some(other) => Err(refused(
                &self.pointer_to(name),
                &format!("found {}, expected one of {}", shortened(other), values.join(", ")),
            )),
            None => Ok(found),
        }
    }

    /// An integer of at least `least`.
    pub(super) fn integer(&self, name: &str, least: i64) -> Result<Option<i64>, ApiError> {
        let number = self.member(name, "an integer", Json::as_number)?;
        let Some(number) = number else { return Ok(None) };
        match number.as_integer() {
            Some(integer) if integer >= least => Ok(Some(integer)),
            _ => {
                let told = format!("found {}, expected an integer of at least {least}", number.get());
                Err(refused(&self.pointer_to(name), &told))
            }
        }
    }

    /// An object with these members.
    pub(super) fn object(&self, name: &str, known: &[&str]) -> Result<Option<Self>, ApiError> {
        let Some(object) = self.member(name, "an object", Json::as_object)? else { return Ok(None) };
        let members = Self { object, pointer: self.pointer_to(name) };
        members.only(known)?;
        Ok(Some(members))
    }

    /// A list of objects with these members.
    pub(super) fn objects(&self, name: &str, known: &[&str]) -> Result<Option<Vec<Self>>, ApiError> {
        let Some(items) = self.member(name, "an array", Json::as_array)? else { return Ok(None) };
        let mut all = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let mut pointer = self.pointer_to(name);
            push_index(&mut pointer, index);
            let object = item.as_object().ok_or_else(|| kind(&pointer, item, "an object"))?;
            let members = Self { object, pointer };
            members.only(known)?;
            all.push(members);
        }
        Ok(Some(all))
    }

    /// An object whose names are validated by `take`, each with one or several alternative values.
    pub(super) fn values<E: Display>(
        &self,
        name: &str,
        mut take: impl FnMut(&str, Vec<String>) -> Result<(), E>,
    ) -> Result<(), ApiError> {
        let Some(object) = self.member(name, "an object", Json::as_object)? else { return Ok(()) };
        let pointer = self.pointer_to(name);
        for member in object.iter() {
            let (key, value) = (member.name().as_str(), member.value());
            // an unvalidated name appears shortened in the message, and not in the pointer
            let expected = || kind(&pointer, value, &format!("a string, a boolean or strings for {}", shortened(key)));
            let one = |item: &Json| item.as_str().map(str::to_owned);
            let values = match (one(value), value.as_bool(), value.as_array()) {
                (Some(text), _, _) => vec![text],
                (_, Some(truth), _) => vec![truth.to_string()],
                (_, _, Some(items)) => items.iter().map(one).collect::<Option<_>>().ok_or_else(expected)?,
                _ => return Err(expected()),
            };
            take(key, values).map_err(|error| refused(&pointer, &error))?;
        }
        Ok(())
    }

    /// A required member.
    pub(super) fn required<T>(&self, name: &str, found: Option<T>) -> Result<T, ApiError> {
        found.ok_or_else(|| self.refused(name, &"this member is required"))
    }

    /// The error for a member.
    pub(super) fn refused(&self, name: &str, what: &dyn Display) -> ApiError {
        refused(&self.pointer_to(name), what)
    }
}

/// The error for a value of the wrong type.
fn kind(pointer: &str, found: &Json, expected: &str) -> ApiError {
    refused(pointer, &format!("found {}, expected {expected}", found.kind()))
}

fn refused(pointer: &str, what: &dyn Display) -> ApiError {
    match pointer {
        "" => ApiError::invalid(format!("in the request body: {what}")),
        pointer => ApiError::invalid(format!("at {pointer} of the request body: {what}")),
    }
}
