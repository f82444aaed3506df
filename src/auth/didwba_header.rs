//! The `Authorization: DIDWba` header, which RFC 9421 replaced.

use super::{Audience, AuthError, AuthPolicy, UnverifiedRequest};
use crate::Timestamp;

pub(super) fn is_in(request: &http::request::Parts) -> bool {
    request.headers.contains_key("authorization")
}

pub(super) fn read(
    request: &http::request::Parts,
    audience: &Audience,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<UnverifiedRequest, AuthError> {
    let _ = (request, audience, policy, now);
    Err(AuthError::LegacyRefused)
}
