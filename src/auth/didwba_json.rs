//! The members of a `DIDWba` header as a JSON body: `{"v", "did", "nonce", "timestamp", "verification_method", "signature"}`.

use super::{
    Audience, AuthError, AuthPolicy, LegacyVersion, UnverifiedRequest,
    didwba_credentials::{self, Carrier, Fields},
};
use crate::{
    Document, Limits, Timestamp,
    json::{Json, Object},
    proof::Signer,
};

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

pub(super) fn read(
    body: &[u8],
    audience: &Audience,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<UnverifiedRequest, AuthError> {
    if !policy.legacy {
        return Err(AuthError::LegacyRefused);
    }
    if body.len() > policy.body_limit {
        return Err(AuthError::BodySize { limit: policy.body_limit });
    }
    let mut limits = Limits::default();
    limits.document_bytes = policy.body_limit;
    let document =
        Document::parse(body, &limits).map_err(|error| AuthError::malformed("the body", error.to_string()))?;
    let mut fields = Fields::of(Carrier::Json);
    for member in document.root().iter() {
        let (name, value) = (member.name(), member.value());
        let text = value.as_str().ok_or_else(|| {
            AuthError::malformed(
                format!("the body's member {name:?}"),
                format!("is {}, expected a string", value.kind()),
            )
        })?;
        fields.set(name, text)?;
    }
    fields.read(audience, policy, now)
}
