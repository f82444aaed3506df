//! The rules for nonces that client and server share.

/// Longest nonce in bytes, of every form; the SDKs' have 16 to 32.
pub(in crate::auth) const MAX_NONCE: usize = 256;

/// 16 random bytes of the operating system: for a nonce, or for a token's identifier.
///
/// # Errors
/// [`RandomError`](crate::RandomError) when it has none.
#[cfg(feature = "generate")]
pub fn random() -> Result<[u8; 16], crate::RandomError> {
    let mut bytes = [0; 16];
    crate::random::fill(&mut bytes)?;
    Ok(bytes)
}
