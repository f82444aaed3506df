//! Signing and verifying any message with any key: the mechanism of RFC 9421 without a profile.

use super::{
    Message, SignatureFields, SignatureParams, signature_base,
    signature_input::{SignatureInput, read_signature},
};
use crate::AuthError;
use adp_crypto::key::{KeyType, Signature, SigningKey, VerifyingKey};

/// Verifies the signature `label` of a message with `key`; returns its parameters.
///
/// The caller decides which components must be covered, how old the signature may be, and whose key it is. For requests
/// to a service, [`UnverifiedRequest`](crate::UnverifiedRequest) decides all of this.
///
/// # Errors
/// `auth-malformed`, also if `alg` does not match the key; `auth-signature`.
pub fn verify_with(key: &VerifyingKey, message: &Message<'_>, label: &str) -> Result<SignatureParams, AuthError> {
    let params = SignatureInput::read(message.fields())?.into_params(label)?;
    let signature = signature_of(message, label)?;
    check_algorithm(params.key_type()?, key.key_type())?;
    let base = signature_base(message, &params)?;
    key.verify(base.as_bytes(), &signature).map_err(AuthError::Key)?;
    Ok(params)
}

/// Signs a message with `key` over the components in `params`; returns the values of `Signature-Input` and `Signature`.
///
/// # Errors
/// `auth-malformed` for a component that the message does not have, an `alg` that does not match the key, and a label
/// that is not a key of RFC 9651.
pub fn sign_with(
    key: &SigningKey,
    message: &Message<'_>,
    label: &str,
    params: &SignatureParams,
) -> Result<SignatureFields, AuthError> {
    check_algorithm(params.key_type()?, key.key_type())?;
    let base = signature_base(message, params)?;
    SignatureFields::new(label, params, &key.sign(base.as_bytes()))
}

/// Whether the named algorithm, if any, matches the key.
pub(crate) fn check_algorithm(named: Option<KeyType>, key_type: KeyType) -> Result<(), AuthError> {
    match named {
        Some(named) if named != key_type => {
            Err(AuthError::Algorithm { reason: format!("an algorithm for {named}, but the key is {key_type}") })
        }
        _ => Ok(()),
    }
}

/// The signature `label`, if it has the form of a supported key's signature.
pub(crate) fn signature_of(message: &Message<'_>, label: &str) -> Result<Signature, AuthError> {
    let bytes = read_signature(message.fields(), label)?;
    Signature::from_slice(&bytes).map_err(|found| AuthError::malformed("`signature`", format!("`{label}` has {found}")))
}
