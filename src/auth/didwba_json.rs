//! The members of a `DIDWba` header as a JSON body: `{"v", "did", "nonce", "timestamp", "verification_method", "signature"}`.

use super::{
    Audience, AuthError, AuthPolicy, LegacyVersion, UnverifiedRequest,
    didwba_credentials::{self, Carrier, Fields},
    http_signature,
};
use crate::{
    Document, Timestamp,
    json::{Json, Object},
    proof::Signer,
};
use http::header::AUTHORIZATION;

/// The JSON object with which `signer` authenticates to `audience`, to be sent as a body.
///
/// # Errors
/// As for the header: [`didwba_header::sign`](super::didwba_header::sign).
pub fn sign(
    signer: &dyn Signer,
    audience: &Audience,
    version: LegacyVersion,
    nonce: &str,
    at: Timestamp,
) -> Result<Json, AuthError> {
    let mut object = Object::with_capacity(6);
    for (name, value) in didwba_credentials::sign(signer, audience, version, nonce, at)? {
        object.insert(name, value);
    }
    Ok(object.into())
}

/// Whether the body is meant to be this.
pub(super) fn is_in(body: &Document) -> bool {
    body.root().contains("signature")
}

pub(super) fn read(
    request: &http::request::Parts,
    body: &Document,
    audience: &Audience,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<UnverifiedRequest, AuthError> {
    if !policy.legacy {
        return Err(AuthError::LegacyRefused);
    }
    // whichever was looked at first would decide who it is
    if http_signature::is_in(request) || request.headers.contains_key(AUTHORIZATION) {
        let reason = "credentials in the body and in the headers; send one of them";
        return Err(AuthError::malformed("the request", reason));
    }
    let mut fields = Fields::of(Carrier::Json);
    for member in body.root().iter() {
        let (name, value) = (member.name(), member.value());
        let text = value.as_str().ok_or_else(|| {
            let place = format!("the body's member {:?}", name.as_str());
            AuthError::malformed(place, format!("is {}, expected a string", value.kind()))
        })?;
        fields.set(name, text)?;
    }
    fields.read(audience, policy, now)
}
