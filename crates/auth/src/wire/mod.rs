//! The wire formats of credentials, challenges and tokens, shared by client and server. `server` applies the profile.

pub(super) mod accept_signature;
mod auth_param;
pub(super) mod authentication_info;
pub(super) mod carrier;
pub(super) mod claims;
pub(super) mod credential_form;
pub(super) mod didwba_challenge;
pub(super) mod didwba_credentials;
pub(super) mod didwba_header;
pub(super) mod didwba_json;
pub mod http_signature;
mod signed_bytes;

pub(super) use signed_bytes::SignedBytes;

use crate::AuthError;

/// Maximum length of a nonce in bytes, for all forms; the SDKs use 16 to 32.
pub(super) const MAX_NONCE: usize = 256;

/// Refuses a nonce that is empty or too long.
pub(super) fn check_nonce(nonce: &str) -> Result<(), AuthError> {
    let malformed = |reason: String| Err(AuthError::malformed("`nonce`", reason));
    match nonce.len() {
        0 => malformed("is empty".to_owned()),
        length if length > MAX_NONCE => malformed(format!("has {length} bytes, expected at most {MAX_NONCE}")),
        _ => Ok(()),
    }
}
