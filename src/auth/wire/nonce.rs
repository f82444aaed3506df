//! Rules for nonces that client and server share.

/// Maximum length of a nonce in bytes, for all forms; the SDKs use 16 to 32.
pub(in crate::auth) const MAX_NONCE: usize = 256;

/// 16 random bytes of the operating system, for a nonce or a token ID.
///
/// # Errors
/// [`RandomError`](crate::RandomError) if the system provides none.
#[cfg(feature = "generate")]
pub fn random() -> Result<[u8; 16], crate::RandomError> {
    let mut bytes = [0; 16];
    crate::random::fill(&mut bytes)?;
    Ok(bytes)
}
