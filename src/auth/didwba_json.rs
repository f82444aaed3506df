//! The members of a `DIDWba` header as a JSON body: `{"v", "did", "nonce", "timestamp", "verification_method", "signature"}`.

use super::{
    AuthError, AuthPolicy, LegacyVersion, UnverifiedRequest,
    didwba_credentials::{self, Carrier, Fields},
};
use crate::{
    Document, Origin, Timestamp,
    json::{Json, Object},
    proof::Signer,
};

/// The JSON object with which `signer` authenticates to `audience`, to be sent as a body.
///
/// # Errors
/// As for the header: [`didwba_header::sign`](super::didwba_header::sign).
pub fn sign(
    signer: &dyn Signer,
    audience: &Origin,
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
    body: &Document,
    audience: &Origin,
    policy: &AuthPolicy,
    now: Timestamp,
) -> Result<UnverifiedRequest, AuthError> {
    if !policy.legacy {
        return Err(AuthError::LegacyRefused);
    }
    let mut fields = Fields::of(Carrier::Json);
    for member in body.root().iter() {
        let (name, value) = (member.name(), member.value());
        let text = value.as_str().ok_or_else(|| {
            AuthError::malformed(
                format!("the body's member {:?}", name.as_str()),
                format!("is {}, expected a string", value.kind()),
            )
        })?;
        fields.set(name, text)?;
    }
    fields.read(audience, policy, now)
}
