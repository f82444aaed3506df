//! Verification by the host of a WebAssembly module, such as `node:crypto`, which is many times faster than code for a size.
//!
//! Keys are parsed here first, by our rules, and the rules that hosts differ in are kept here.

use super::{KeyType, Signature, VerifyingKey};
use std::sync::OnceLock;

/// Verifies a signature with a validated key: the type, the uncompressed point (or the 32 bytes of Ed25519), the message, and 64 bytes. `None` if the
/// host cannot tell. P-256 is over SHA-256, with high or low s; Ed25519 is RFC 8032 without cofactor.
type HostVerifier = fn(KeyType, &[u8], &[u8], &[u8; 64]) -> Option<bool>;

static HOST: OnceLock<HostVerifier> = OnceLock::new();

/// From now on the host is asked first. The first host stays.
pub fn verify_by_host(host: HostVerifier) {
    let _ = HOST.set(host);
}

pub(super) fn verify(key: &VerifyingKey, message: &[u8], signature: &Signature) -> Option<bool> {
    let host = HOST.get()?;
    let verified = match key.key_type() {
        KeyType::Secp256k1 => return None,
        of => host(of, &key.to_sec1(false), message, &signature.0)?,
    };
    // R of small order verifies elsewhere, and not by the strict rules
    let is_strict =
        || key.key_type() != KeyType::Ed25519 || VerifyingKey::from_sec1(KeyType::Ed25519, &signature.0[..32]).is_ok();
    Some(verified && is_strict())
}
