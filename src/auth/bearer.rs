//! `Authorization: Bearer` (RFC 6750 section 2.1).

use super::{AccessTokenError, AuthError, http_signature};
use http::{header::AUTHORIZATION, request::Parts};

/// The token of a request; `None` where it has no `Authorization: Bearer`.
pub(super) fn read(request: &Parts) -> Result<Option<&str>, AuthError> {
    let mut lines = request.headers.get_all(AUTHORIZATION).iter();
    let Some(token) = lines.find_map(|line| after_scheme(line.as_bytes())) else { return Ok(None) };
    if request.headers.get_all(AUTHORIZATION).iter().nth(1).is_some() {
        return Err(AuthError::malformed("`Authorization`", "given more than once; send only one"));
    }
    // whichever was looked at first would decide who it is
    if http_signature::is_in(request) {
        return Err(AuthError::malformed("the request", "a `Signature` and `Authorization: Bearer`; send only one"));
    }
    let token = std::str::from_utf8(token)
        .map_err(|_| AccessTokenError::Malformed { found: "characters that are not allowed in a token".to_owned() })?;
    Ok(Some(token.trim_matches(' ')))
}

/// What follows the scheme `Bearer`, which is compared without case.
fn after_scheme(line: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = line.split_at_checked(6)?;
    (scheme.eq_ignore_ascii_case(b"Bearer") && (rest.is_empty() || rest.starts_with(b" "))).then_some(rest)
}
