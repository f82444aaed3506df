//! The location of a request's credentials. A request must have exactly one set: with two, the order of checking would
//! determine the sender.

use super::{auth_param::after_scheme, didwba_header::SCHEME, http_signature};
use crate::AuthError;
use http::{HeaderValue, header::AUTHORIZATION, request::Parts};

/// The credentials in a request's header fields that this crate supports.
pub(crate) enum Presented<'a> {
    /// A `Signature`.
    Signature,
    /// `Authorization: DIDWba`.
    DidWba,
    /// `Authorization: Bearer`, with the text after the scheme.
    Bearer(&'a [u8]),
}

/// Finds the credentials in the header fields; `None` if there are none, or for an `Authorization` with an unknown
/// scheme.
///
/// # Errors
/// `auth-malformed` for two sets of any kind, because a service behind this one may use the other set.
pub(crate) fn presented(request: &Parts) -> Result<Option<Presented<'_>>, AuthError> {
    let mut authorization = request.headers.get_all(AUTHORIZATION).iter().map(HeaderValue::as_bytes);
    let (first, second) = (authorization.next(), authorization.next());
    if second.is_some() {
        return Err(AuthError::malformed("`Authorization`", "given more than once; send only one"));
    }
    let of_authorization = first.and_then(|value| match after_scheme(value, "Bearer") {
        Some(token) => Some(Presented::Bearer(token)),
        None => after_scheme(value, SCHEME).map(|_| Presented::DidWba),
    });
    if !http_signature::is_in(request) {
        return Ok(of_authorization);
    }
    // do not quote unknown schemes: the value may be a secret
    let scheme = match (first, of_authorization) {
        (None, _) => return Ok(Some(Presented::Signature)),
        (_, Some(Presented::Bearer(_))) => "Authorization: Bearer",
        (_, Some(Presented::DidWba)) => "Authorization: DIDWba",
        (_, _) => "Authorization",
    };
    Err(AuthError::malformed("the request", format!("a `Signature` and `{scheme}`; send only one")))
}

/// The access token of a request; `None` without `Authorization: Bearer`.
///
/// # Errors
/// `auth-malformed` if the header fields contain other credentials too.
pub(crate) fn access_token(request: &Parts) -> Result<Option<&str>, AuthError> {
    let Some(Presented::Bearer(token)) = presented(request)? else { return Ok(None) };
    let token = std::str::from_utf8(token)
        .map_err(|_| AuthError::malformed_token("characters that are not allowed in a token"))?;
    Ok(Some(token.trim_matches(' ')))
}

/// Refuses credentials in the header fields of a request with credentials in its body.
///
/// # Errors
/// `auth-malformed`.
pub(crate) fn refuse_in_headers(request: &Parts) -> Result<(), AuthError> {
    if http_signature::is_in(request) || request.headers.contains_key(AUTHORIZATION) {
        let reason = "credentials in the body and in the headers; send only one";
        return Err(AuthError::malformed("the request", reason));
    }
    Ok(())
}
