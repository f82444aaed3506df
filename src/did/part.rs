//! Access to parts of a DID document with their positions.

use super::{DidError, error::MAX_SHOWN_CHARS};
use crate::{
    Code,
    diagnostic::{Diagnostic, Place, Rule},
    json::{Document, Json, Object, Text, pointer},
};
use adp_json::cut;

/// A value in a DID document with its JSON pointer, for error messages.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    document: &'a Document,
    json: &'a Json,
    pointer: String,
}

impl<'a> Part<'a> {
    pub(super) fn root(document: &'a Document) -> Self {
        Self { document, json: document.json(), pointer: String::new() }
    }

    pub(super) fn json(&self) -> &'a Json {
        self.json
    }

    pub(super) fn place(&self) -> Box<Place> {
        let offset = self.json.offset();
        Box::new(Place { offset, position: self.document.position(offset), pointer: Some(self.pointer.clone()) })
    }

    /// Creates a warning about this part.
    pub(super) fn oddity(&self, rule: &'static Rule, code: Code, message: &str) -> Diagnostic {
        Diagnostic::at(rule, code, message, *self.place())
    }

    /// The member `name`, if this is an object that has it.
    pub(super) fn member(&self, name: &str) -> Option<Self> {
        let json = self.json.get(name)?;
        let mut pointer = self.pointer.clone();
        pointer::push_name(&mut pointer, name);
        Some(Self { document: self.document, json, pointer })
    }

    /// The member `name`, or this value: the position of a finding about the member.
    pub(super) fn member_or_self(&self, name: &str) -> Self {
        self.member(name).unwrap_or_else(|| self.clone())
    }

    /// The member `name`, which is required.
    pub(super) fn required(&self, name: &str, expected: &'static str) -> Result<Self, DidError> {
        self.member(name).ok_or_else(|| DidError::invalid(self.place(), format!("no member `{name}`"), expected))
    }

    /// The items, if this is an array.
    pub(super) fn items(&self) -> Option<impl ExactSizeIterator<Item = Self> + use<'a>> {
        let (document, base) = (self.document, self.pointer.clone());
        let items = self.json.as_array()?;
        Some(items.iter().enumerate().map(move |(index, json)| {
            let mut pointer = base.clone();
            pointer::push_index(&mut pointer, index);
            Self { document, json, pointer }
        }))
    }

    /// The items, or this value if it is not an array.
    pub(super) fn one_or_more(&self) -> Vec<Self> {
        self.items().map_or_else(|| vec![self.clone()], Iterator::collect)
    }

    /// The items; an error if this is not an array.
    pub(super) fn array(
        &self,
        expected: &'static str,
    ) -> Result<impl ExactSizeIterator<Item = Self> + use<'a>, DidError> {
        self.items().ok_or_else(|| self.invalid(expected))
    }

    /// The string; an error if this is not a string.
    pub(super) fn string(&self, expected: &'static str) -> Result<&'a Text, DidError> {
        self.json.as_text().ok_or_else(|| self.invalid(expected))
    }

    /// The object; an error if this is not an object.
    pub(super) fn object(&self, expected: &'static str) -> Result<&'a Object, DidError> {
        self.json.as_object().ok_or_else(|| self.invalid(expected))
    }

    /// Creates the error for an unexpected value.
    pub(super) fn invalid(&self, expected: &'static str) -> DidError {
        let found = match self.json.as_str() {
            Some(text) => format!("{:?}", cut(text, MAX_SHOWN_CHARS)),
            None => self.json.kind().to_owned(),
        };
        DidError::invalid(self.place(), found, expected)
    }
}
