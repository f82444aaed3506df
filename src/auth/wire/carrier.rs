//! What carries the credentials of a request: one thing. Whichever of two was looked at first would decide who sent it.

use super::{bearer, didwba_header, http_signature};
use crate::{
    auth::{AccessTokenError, AuthError},
    json::Object,
};
use http::{header::AUTHORIZATION, request::Parts};

/// What carries the credentials of a signed request, in its header fields or in its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::auth) enum Carrier {
    /// `Signature-Input` and `Signature` (RFC 9421); in a body the member `auth`, beside the `payload`.
    Signature,
    /// `Authorization: DIDWba`; in a body its members.
    DidWba,
}

impl Carrier {
    /// The carrier among the header fields; an `Authorization: Bearer` is none, see [`access_token`].
    ///
    /// # Errors
    /// `auth-missing`; `auth-malformed` for both.
    pub(in crate::auth) fn in_headers(request: &Parts) -> Result<Self, AuthError> {
        match (http_signature::is_in(request), didwba_header::is_in(request)) {
            (true, true) => {
                Err(AuthError::malformed("the request", "a `Signature` and `Authorization: DIDWba`; send only one"))
            }
            (true, false) => Ok(Self::Signature),
            (false, true) => Ok(Self::DidWba),
            (false, false) => Err(AuthError::Missing),
        }
    }

    /// The carrier among the members of a JSON body.
    ///
    /// # Errors
    /// `auth-missing`.
    pub(in crate::auth) fn in_body(members: &Object) -> Result<Self, AuthError> {
        if members.contains("auth") {
            Ok(Self::Signature)
        } else if members.contains("did") && members.contains("signature") {
            Ok(Self::DidWba)
        } else {
            Err(AuthError::Missing)
        }
    }
}

/// The access token of a request; `None` where it has no `Authorization: Bearer`.
///
/// # Errors
/// `auth-malformed` where the header fields have other credentials too.
pub(in crate::auth) fn access_token(request: &Parts) -> Result<Option<&str>, AuthError> {
    let Some(token) = bearer::find(&request.headers) else { return Ok(None) };
    if request.headers.get_all(AUTHORIZATION).iter().nth(1).is_some() {
        return Err(AuthError::malformed("`Authorization`", "given more than once; send only one"));
    }
    if http_signature::is_in(request) {
        return Err(AuthError::malformed("the request", "a `Signature` and `Authorization: Bearer`; send only one"));
    }
    let token = std::str::from_utf8(token)
        .map_err(|_| AccessTokenError::Malformed { found: "characters that are not allowed in a token".to_owned() })?;
    Ok(Some(token.trim_matches(' ')))
}

/// Refuses credentials in the header fields of a request whose body has some.
///
/// # Errors
/// `auth-malformed`.
pub(in crate::auth) fn refuse_in_headers(request: &Parts) -> Result<(), AuthError> {
    if http_signature::is_in(request) || request.headers.contains_key(AUTHORIZATION) {
        let reason = "credentials in the body and in the headers; send only one";
        return Err(AuthError::malformed("the request", reason));
    }
    Ok(())
}
