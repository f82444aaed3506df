//! The options of a call: members of a JSON object, each taken once. A member that is left is an error.

use crate::failure::Failure;
use agent_description::{Document, Json, ReadLimits, Timestamp, json::Object};

/// The largest options: they contain DID documents and artifacts.
const MAX_OPTIONS_BYTES: usize = 64 << 20;

/// The options of a call.
#[derive(Debug)]
pub struct Options(Object);

impl Options {
    /// Reads the options.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let document = Document::parse(text.as_bytes(), ReadLimits::new(MAX_OPTIONS_BYTES));
        let document = document.map_err(|error| Failure::usage(format!("options: {error}")))?;
        Ok(Self(document.root().clone()))
    }

    /// Nothing is left.
    pub fn finish(self) -> Result<(), Failure> {
        match self.0.iter().next() {
            Some(member) => Err(Failure::usage(format!("options: unknown option `{}`", member.name()))),
            None => Ok(()),
        }
    }

    /// A member as it is. `null` is a value.
    pub fn take(&mut self, name: &str) -> Option<Json> {
        self.0.remove(name)
    }

    /// A text that may be missing or `null`.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Failure> {
        self.optional(name, "a string", |value| value.as_str().map(str::to_owned))
    }

    /// A text that must be there.
    pub fn required(&mut self, name: &str) -> Result<String, Failure> {
        self.text(name)?.ok_or_else(|| Failure::usage(format!("options: `{name}` is missing")))
    }

    /// Whether a flag is set.
    pub fn flag(&mut self, name: &str) -> Result<bool, Failure> {
        Ok(self.optional(name, "true or false", Json::as_bool)?.unwrap_or_default())
    }

    /// A count that may be missing or `null`.
    pub fn count(&mut self, name: &str) -> Result<Option<u32>, Failure> {
        self.optional(name, "a whole number from 0 on", |value| u32::try_from(value.as_number()?.as_integer()?).ok())
    }

    /// A list of texts that may be missing or `null`.
    pub fn texts(&mut self, name: &str) -> Result<Vec<String>, Failure> {
        Ok(self.optional_texts(name)?.unwrap_or_default())
    }

    /// The same, where an empty list differs from no list.
    pub fn optional_texts(&mut self, name: &str) -> Result<Option<Vec<String>>, Failure> {
        self.optional(name, "a list of strings", texts)
    }

    /// A list of pairs of texts.
    #[cfg(feature = "all")]
    pub fn pairs(&mut self, name: &str) -> Result<Vec<(String, String)>, Failure> {
        let pairs = self.optional(name, "a list of pairs of strings", |value| {
            let pair = |pair: &Json| <[String; 2]>::try_from(texts(pair)?).ok().map(|[name, value]| (name, value));
            value.as_array()?.iter().map(pair).collect::<Option<Vec<_>>>()
        });
        Ok(pairs?.unwrap_or_default())
    }

    /// An object of texts, as names and values, that may be missing or `null`.
    pub fn texts_by_name(&mut self, name: &str) -> Result<Vec<(String, String)>, Failure> {
        let members = self.optional(name, "an object of strings", |value| {
            let members = value.as_object()?.iter();
            members.map(|member| Some((member.name().to_string(), member.value().as_str()?.to_owned()))).collect()
        });
        Ok(members?.unwrap_or_default())
    }

    fn optional<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&Json) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        match self.take(name) {
            None => Ok(None),
            Some(value) if value.is_null() => Ok(None),
            Some(value) => match read(&value) {
                Some(value) => Ok(Some(value)),
                None => Err(Failure::usage(format!("options: `{name}` is {}, expected {expected}", value.kind()))),
            },
        }
    }
}

fn texts(value: &Json) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

/// A time in RFC 3339.
pub fn time(text: &str) -> Result<Timestamp, Failure> {
    text.parse().map_err(|error| Failure::usage(format!("{text:?}: {error}")))
}
