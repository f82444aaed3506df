//! Verification of P-256 signatures by the host of a WebAssembly module, such as `node:crypto`, which is several times faster than a small module.
//!
//! Keys are parsed here first, by our rules.

use super::{KeyType, Signature, VerifyingKey};
use std::sync::OnceLock;

/// Verifies a P-256 signature over SHA-256, with high or low s: the uncompressed point of a validated key, the message, and the 64 bytes of the
/// signature. `None` if the host cannot tell.
type HostVerifier = fn(&[u8], &[u8], &[u8; 64]) -> Option<bool>;

static HOST: OnceLock<HostVerifier> = OnceLock::new();

/// From now on the host is asked first. The first host stays.
pub fn verify_by_host(host: HostVerifier) {
    let _ = HOST.set(host);
}

pub(super) fn verify(key: &VerifyingKey, message: &[u8], signature: &Signature) -> Option<bool> {
    // hosts differ in what they accept for Ed25519
    if key.key_type() != KeyType::P256 {
        return None;
    }
    HOST.get()?(&key.to_sec1(false), message, &signature.0)
}
