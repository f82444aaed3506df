//! The parameters of a query: each has a name that is known there and stands once, in percent-encoded UTF-8.

use super::error::ApiError;
use agent_description::diagnostic::shortened;
use std::collections::BTreeMap;

/// The parameters that a request has.
#[derive(Debug)]
pub struct Parameters {
    found: BTreeMap<&'static str, String>,
}

impl Parameters {
    /// Reads a query as forms write it.
    ///
    /// # Errors
    /// 400: another name, one that stands twice, or bytes that are not UTF-8.
    pub fn from_query(query: Option<&str>, known: &[&'static str]) -> Result<Self, ApiError> {
        let mut found = BTreeMap::new();
        for (name, value) in url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            // what the decoder puts where bytes are no character
            if name.contains('\u{fffd}') || value.contains('\u{fffd}') {
                return Err(ApiError::invalid(format!(
                    "the parameter {} is not percent-encoded UTF-8",
                    shortened(&name)
                )));
            }
            let Some(name) = known.iter().copied().find(|known| *known == name) else {
                let (name, known) = (shortened(&name), known.join(", "));
                return Err(ApiError::invalid(format!("unknown parameter {name}; known parameters: {known}")));
            };
            if found.insert(name, value.into_owned()).is_some() {
                return Err(ApiError::invalid(format!("the parameter {name} occurs twice")));
            }
        }
        Ok(Self { found })
    }

    /// The text of a parameter.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.found.remove(name)
    }

    /// The integer of a parameter.
    ///
    /// # Errors
    /// 400: it is none.
    pub fn integer(&mut self, name: &str) -> Result<Option<i64>, ApiError> {
        let Some(text) = self.take(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| {
            ApiError::invalid(format!("the parameter {name} is {}, expected an integer", shortened(&text)))
        })
    }
}
