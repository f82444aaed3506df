//! String members of a JWK.

use crate::key::KeyError;
use adp_json::{Json, Object};

/// The string value of a member; `example` shows the expected form.
pub(in crate::key) fn text<'a>(jwk: &'a Object, member: &'static str, example: &str) -> Result<&'a str, KeyError> {
    let problem = match jwk.get(member).map(|value| (value, Json::as_str(value))) {
        Some((_, Some(text))) => return Ok(text),
        Some((value, None)) => format!("is {}, expected a string {example}", value.kind()),
        None => format!("is missing, expected a string {example}"),
    };
    Err(KeyError::Jwk { member, problem })
}
