//! Parses query parameters: known names, without duplicates, in percent-encoded UTF-8.

use super::error::ApiError;
use agent_description::diagnostic::shortened;
use std::collections::BTreeMap;

/// The parameters of a request.
#[derive(Debug)]
pub(super) struct Parameters {
    found: BTreeMap<&'static str, String>,
}

impl Parameters {
    /// Parses a query in the form encoding.
    ///
    /// # Errors
    /// 400: an unknown name, a duplicate, or invalid UTF-8.
    pub(super) fn from_query(query: Option<&str>, known: &[&'static str]) -> Result<Self, ApiError> {
        let mut found = BTreeMap::new();
        for (name, value) in url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            // the decoder replaces invalid UTF-8 by this character
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

    /// Takes a parameter.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        self.found.remove(name)
    }

    /// Takes an integer parameter.
    ///
    /// # Errors
    /// 400: not an integer.
    pub(super) fn integer(&mut self, name: &str) -> Result<Option<i64>, ApiError> {
        let Some(text) = self.take(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| {
            ApiError::invalid(format!("the parameter {name} is {}, expected an integer", shortened(&text)))
        })
    }
}
