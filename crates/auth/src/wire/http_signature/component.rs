//! Component identifiers (RFC 9421 section 2): the parts of a message that a signature covers.

use super::structured_field::{Item, Parameters, parse_item, serialize_item, serialize_parameters, text_of};
use crate::AuthError;
use http::HeaderName;
use sfv::BareItem;
use std::{fmt, str::FromStr};

/// The derived components of RFC 9421 section 2.2.
const DERIVED: &[&str] = &[
    "@method",
    "@target-uri",
    "@authority",
    "@scheme",
    "@request-target",
    "@path",
    "@query",
    "@query-param",
    "@status",
];

/// A component identifier: the name of a field or a derived component, with parameters that select a part of it.
///
/// As text: the name without quotes, and its parameters: `@method`, `content-digest`, `@query-param;name="id"`, `content-type;req`.
#[derive(Clone, Debug)]
pub struct Component {
    name: String,
    parameters: Parameters,
}

impl Component {
    /// `@method`, `@target-uri`, `content-digest`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the component `name` without parameters; with parameters it is a different component.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name == name && self.parameters.is_empty()
    }

    /// Whether the name begins with `@`.
    pub(crate) fn is_derived(&self) -> bool {
        self.name.starts_with('@')
    }

    pub(super) fn from_item(item: Item) -> Result<Self, AuthError> {
        let BareItem::String(name) = item.value else {
            return Err(refused(&serialize_item(&item.value, &item.parameters), "is not a string"));
        };
        let component = Self { name: name.into(), parameters: item.parameters };
        component.check().map_err(|reason| refused(&component.to_string(), reason))?;
        Ok(component)
    }

    fn check(&self) -> Result<(), &'static str> {
        let known = match self.name.as_str() {
            name if self.is_derived() => DERIVED.contains(&name),
            // a field name in lower case: `from_static` would panic, `from_lowercase` does not
            name => HeaderName::from_lowercase(name.as_bytes()).is_ok(),
        };
        if !known {
            return Err("is neither a derived component nor a field name in lower case");
        }
        for (key, value) in &self.parameters {
            match (key.as_str(), value) {
                ("req", BareItem::Boolean(true)) => {}
                ("sf" | "bs", BareItem::Boolean(true)) | ("key", BareItem::String(_)) if !self.is_derived() => {}
                ("name", BareItem::String(_)) if self.name == "@query-param" => {}
                ("tr", _) => return Err("is a trailer field, which is not available when the signature is checked"),
                _ => return Err("has an unknown parameter, which could change its meaning"),
            }
        }
        match (self.has("bs"), self.has("sf") || self.has("key")) {
            (true, true) => Err("has `bs` with `sf` or `key`; RFC 9421 section 2.1 allows one of them"),
            _ if self.name == "@query-param" && self.text("name").is_none() => Err("has no `name`"),
            _ => Ok(()),
        }
    }

    /// Whether the flag is set.
    pub(super) fn has(&self, flag: &str) -> bool {
        self.parameters.iter().any(|(key, _)| key.as_str() == flag)
    }

    /// The value of a string parameter.
    pub(super) fn text(&self, parameter: &str) -> Option<&str> {
        text_of(&self.parameters, parameter)
    }

    /// The value of a parameter that is a string, if there is no other parameter.
    pub(super) fn only(&self, parameter: &str) -> Option<&str> {
        self.text(parameter).filter(|_| self.parameters.len() == 1)
    }

    /// The parameters in the form `;req`.
    pub(super) fn suffix(&self) -> String {
        serialize_parameters(&self.parameters)
    }
}

/// The order of parameters does not matter (RFC 9421 section 2).
impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.parameters.len() == other.parameters.len()
            && self.parameters.iter().all(|parameter| other.parameters.contains(parameter))
    }
}

impl FromStr for Component {
    type Err = AuthError;

    /// Parses `name` or `name;parameter…`, the name without quotes.
    ///
    /// # Errors
    /// `auth-malformed`.
    fn from_str(text: &str) -> Result<Self, AuthError> {
        let (name, parameters) = text.split_at(text.find(';').unwrap_or(text.len()));
        match parse_item(format!("\"{name}\"{parameters}").as_bytes()) {
            Ok(item) => Self::from_item(item),
            Err(error) => Err(refused(text, &error.to_string())),
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.suffix())
    }
}

fn refused(component: &str, reason: &str) -> AuthError {
    AuthError::malformed("a component of the signature", format!("`{component}` {reason}"))
}
