//! The members of a `DIDWba` header as a JSON body: `{"v", "did", "nonce", "timestamp", "verification_method", "signature"}`.

use super::{
    SignedBytes,
    didwba_credentials::{self, Fields, RequestPart},
};
use crate::{AuthError, Claims, LegacyVersion};
use adp_crypto::{Origin, Timestamp};
use adp_did::Signer;
use adp_json::{Json, Object};

/// Signs a JSON object for `audience`, to be sent as a body.
///
/// # Errors
/// As for the header: [`sign_didwba_header`](crate::sign_didwba_header).
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

/// The credentials in the members of a body, for `audience`.
///
/// # Errors
/// `auth-malformed`.
pub(crate) fn read(members: &Object, audience: &Origin) -> Result<(Claims, SignedBytes), AuthError> {
    let mut fields = Fields::from_part(RequestPart::Body);
    for member in members.iter() {
        let (name, value) = (member.name(), member.value());
        let text = value.as_str().ok_or_else(|| {
            AuthError::malformed(
                format!("the body's member {:?}", name.as_str()),
                format!("is {}, expected a string", value.kind()),
            )
        })?;
        fields.set(name, text)?;
    }
    fields.read(audience)
}
