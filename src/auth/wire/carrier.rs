//! Where the credentials of a request are. There must be exactly one set: with two, the order of checking would decide the sender.

use super::{bearer, didwba_header, http_signature};
use crate::{
    auth::{AccessTokenError, AuthError},
    json::Object,
};
use http::{HeaderValue, header::AUTHORIZATION, request::Parts};

/// What carries the credentials of a signed request, in its header fields or in its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::auth) enum Carrier {
    /// `Signature-Input` and `Signature` (RFC 9421); in a body the member `auth`, beside the `payload`.
    Signature,
    /// `Authorization: DIDWba`; in a body its members.
    DidWba,
}

/// What a request's header fields present, of what this crate reads.
enum Presented<'a> {
    /// A `Signature`.
    Signature,
    /// `Authorization: DIDWba`.
    DidWba,
    /// `Authorization: Bearer`, and what follows it.
    Bearer(&'a [u8]),
}

/// The credentials among the header fields; `None` for none, and for an `Authorization` of a scheme that is not ours.
///
/// # Errors
/// `auth-malformed` for two, of whichever kinds: whoever stands behind may believe the one that was not looked at.
fn presented(request: &Parts) -> Result<Option<Presented<'_>>, AuthError> {
    let mut authorization = request.headers.get_all(AUTHORIZATION).iter().map(HeaderValue::as_bytes);
    let (first, second) = (authorization.next(), authorization.next());
    if second.is_some() {
        return Err(AuthError::malformed("`Authorization`", "given more than once; send only one"));
    }
    let of_authorization = first.and_then(|value| match bearer::after_scheme(value) {
        Some(token) => Some(Presented::Bearer(token)),
        None => didwba_header::is_of_scheme(value).then_some(Presented::DidWba),
    });
    if !http_signature::is_in(request) {
        return Ok(of_authorization);
    }
    // of a scheme that is not ours nothing is said: it may be the secret itself
    let scheme = match (first, of_authorization) {
        (None, _) => return Ok(Some(Presented::Signature)),
        (_, Some(Presented::Bearer(_))) => "Authorization: Bearer",
        (_, Some(Presented::DidWba)) => "Authorization: DIDWba",
        (_, _) => "Authorization",
    };
    Err(AuthError::malformed("the request", format!("a `Signature` and `{scheme}`; send only one")))
}

impl Carrier {
    /// The carrier among the header fields; an `Authorization: Bearer` is none, see [`access_token`].
    ///
    /// # Errors
    /// `auth-missing`; `auth-malformed` for a second kind of credentials beside it, be it one that is not ours.
    pub(in crate::auth) fn in_headers(request: &Parts) -> Result<Self, AuthError> {
        match presented(request)? {
            Some(Presented::Signature) => Ok(Self::Signature),
            Some(Presented::DidWba) => Ok(Self::DidWba),
            Some(Presented::Bearer(_)) | None => Err(AuthError::Missing),
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
    let Some(Presented::Bearer(token)) = presented(request)? else { return Ok(None) };
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
