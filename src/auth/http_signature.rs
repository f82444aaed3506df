//! Signatures of HTTP messages (RFC 9421).

use super::{Audience, AuthError, AuthPolicy, UnverifiedRequest};
use crate::Timestamp;

pub(super) fn is_in(request: &http::request::Parts) -> bool {
    request.headers.contains_key("signature") || request.headers.contains_key("signature-input")
}

pub(super) fn read(
    request: &http::request::Parts,
    body: &[u8],
    audience: &Audience,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<UnverifiedRequest, AuthError> {
    let _ = (request, body, audience, policy, now);
    Err(AuthError::malformed("`Signature`", "not read yet"))
}
