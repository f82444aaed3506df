//! Signature bytes.

use adp_json::hex::hex;
use std::fmt;

/// The 64 bytes of a signature: ECDSA's r‖s, each 32 bytes big-endian (IEEE P1363), or an Ed25519 signature (RFC 8032).
///
/// ECDSA signatures are malleable: if (r, s) verifies, (r, n-s) does too. Never use a signature as an identifier.
/// [`VerifyingKey::verify`](super::VerifyingKey::verify) verifies it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature(pub [u8; 64]);

impl Signature {
    /// Takes the bytes of a signature.
    ///
    /// # Errors
    /// What was found and what is expected, if there are not 64 bytes.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, String> {
        let length = bytes.len();
        bytes.try_into().map(Self).map_err(|_| match bytes {
            // the header of a SEQUENCE states the length of what follows (X.690 section 8.1)
            [0x30, rest, 0x02, ..] if usize::from(*rest) + 2 == length => format!(
                "{length} bytes, an ASN.1 DER signature, expected r and s of 32 bytes each (RFC 7518 section 3.4): 64 bytes"
            ),
            _ => format!("{length} bytes, expected 64"),
        })
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({})", hex(&self.0))
    }
}
