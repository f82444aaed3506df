//! Signature bytes.

use adp_json::hex::hex;
use std::fmt;

/// The 64 bytes of a signature: ECDSA's r‖s, each 32 bytes big-endian (IEEE P1363), or an Ed25519 signature (RFC 8032).
///
/// ECDSA signatures are malleable: if (r, s) verifies, (r, n-s) does too. Never use a signature as an identifier.
/// [`VerifyingKey::verify`](super::VerifyingKey::verify) verifies it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature(pub [u8; 64]);

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({})", hex(&self.0))
    }
}
