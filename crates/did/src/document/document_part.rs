//! Access to parts of a DID document, whose positions are found by their offsets.

use crate::{DidError, error::MAX_SHOWN_CHARS};
use adp_json::{Code, Document, Json, Object, Text, cut};
use adp_report::{Diagnostic, Place, Rule, Severity};

/// A value in a DID document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    document: &'a Document,
    json: &'a Json,
}

impl<'a> Part<'a> {
    pub(crate) fn root(document: &'a Document) -> Self {
        Self { document, json: document.json() }
    }

    pub(crate) fn json(&self) -> &'a Json {
        self.json
    }

    /// Another value of the same document.
    pub(crate) fn with(&self, json: &'a Json) -> Self {
        Self { document: self.document, json }
    }

    pub(crate) fn place(&self) -> Box<Place> {
        Box::new(Place::from_offset(self.document, self.json.offset()))
    }

    /// Creates a warning about this part.
    pub(crate) fn oddity(&self, rule: &'static Rule, code: Code, message: &str) -> Diagnostic {
        Diagnostic::at(rule, code, message, *self.place())
    }

    /// Creates a finding about this part, of another severity than its rule's.
    pub(crate) fn finding(&self, rule: &'static Rule, severity: Severity, code: Code, message: &str) -> Diagnostic {
        let mut finding = self.oddity(rule, code, message);
        finding.severity = severity;
        finding
    }

    /// The member `name`, if this is an object that has it.
    pub(crate) fn member(&self, name: &str) -> Option<Self> {
        self.json.get(name).map(|json| self.with(json))
    }

    /// The member `name`, or this value: the position of a finding about the member.
    pub(crate) fn member_or_self(&self, name: &str) -> Self {
        self.member(name).unwrap_or(*self)
    }

    /// The member `name`, which is required.
    pub(crate) fn required(&self, name: &str, expected: &'static str) -> Result<Self, DidError> {
        self.member(name).ok_or_else(|| DidError::invalid(self.place(), format!("no member `{name}`"), expected))
    }

    /// The items, if this is an array.
    pub(crate) fn items(&self) -> Option<impl ExactSizeIterator<Item = Self> + use<'a>> {
        self.json.as_array().map(|items| self.with_each(items))
    }

    /// The items, or this value if it is not an array.
    pub(crate) fn one_or_more(&self) -> impl Iterator<Item = Self> + use<'a> {
        self.with_each(self.json.as_array().unwrap_or(std::slice::from_ref(self.json)))
    }

    fn with_each(&self, values: &'a [Json]) -> impl ExactSizeIterator<Item = Self> + use<'a> {
        let document = self.document;
        values.iter().map(move |json| Self { document, json })
    }

    /// The items; an error if this is not an array.
    pub(crate) fn array(
        &self,
        expected: &'static str,
    ) -> Result<impl ExactSizeIterator<Item = Self> + use<'a>, DidError> {
        self.items().ok_or_else(|| self.invalid(expected))
    }

    /// The string; an error if this is not a string.
    pub(crate) fn string(&self, expected: &'static str) -> Result<&'a Text, DidError> {
        self.json.as_text().ok_or_else(|| self.invalid(expected))
    }

    /// The object; an error if this is not an object.
    pub(crate) fn object(&self, expected: &'static str) -> Result<&'a Object, DidError> {
        self.json.as_object().ok_or_else(|| self.invalid(expected))
    }

    /// Creates the error for an unexpected value.
    pub(crate) fn invalid(&self, expected: &'static str) -> DidError {
        let found = match self.json.as_str() {
            Some(text) => format!("{:?}", cut(text, MAX_SHOWN_CHARS)),
            None => self.json.kind().to_owned(),
        };
        DidError::invalid(self.place(), found, expected)
    }
}
