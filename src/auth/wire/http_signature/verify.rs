//! Signatures of any message with any key: the mechanism of RFC 9421 without a profile.

use super::{
    Message, SignatureFields, SignatureParams, signature_base,
    signature_input::{SignatureInput, read_signature},
};
use crate::{
    auth::AuthError,
    key::{KeyType, Signature, SigningKey, VerifyingKey},
};

/// Verifies the signature `label` of a message with `key`, and says what it covers.
///
/// What it has to cover, how old it may be, and whose the key is, is for the caller to decide: a signature that covers little says little.
/// For requests to a service [`UnverifiedRequest`](crate::auth::UnverifiedRequest) decides all of it.
///
/// # Errors
/// `auth-malformed`, also where `alg` is not the key's; `auth-signature`.
pub fn verify_with(key: &VerifyingKey, message: &Message<'_>, label: &str) -> Result<SignatureParams, AuthError> {
    let params = SignatureInput::read(message.fields())?.into_params(label)?;
    let signature = signature_of(message, label)?;
    check_alg(&params, key.key_type())?;
    let base = signature_base(message, &params)?;
    key.verify(base.as_bytes(), &signature).map_err(AuthError::Key)?;
    Ok(params)
}

/// Signs a message with `key` over what `params` say; the values of `Signature-Input` and `Signature` for the label.
///
/// # Errors
/// `auth-malformed` for a component that the message does not have, an `alg` that is not the key's, and a label that is not a key of RFC 9651.
pub fn sign_with(
    key: &SigningKey,
    message: &Message<'_>,
    label: &str,
    params: &SignatureParams,
) -> Result<SignatureFields, AuthError> {
    check_alg(params, key.key_type())?;
    let base = signature_base(message, params)?;
    SignatureFields::new(label, params, &key.sign(base.as_bytes()))
}

/// Whether the algorithm that is named, if one is, is that of the key.
fn check_alg(params: &SignatureParams, key_type: KeyType) -> Result<(), AuthError> {
    match params.key_type()? {
        Some(named) if named != key_type => {
            Err(AuthError::Algorithm { reason: format!("an algorithm of {named}, but the key is {key_type}") })
        }
        _ => Ok(()),
    }
}

/// The signature `label` as a key of ours can have made it.
pub(in crate::auth) fn signature_of(message: &Message<'_>, label: &str) -> Result<Signature, AuthError> {
    let bytes = read_signature(message.fields(), label)?;
    let bytes: &[u8; 64] = bytes.as_slice().try_into().map_err(|_| {
        AuthError::malformed("`signature`", format!("`{label}` has {} bytes, expected 64", bytes.len()))
    })?;
    Ok(Signature::from_bytes(bytes))
}
