//! Keys for key agreement: X25519 (RFC 7748). They can only be parsed and displayed.

use std::fmt;

/// An X25519 public key, little-endian: any 32 bytes are valid (RFC 7748 section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AgreementKey(pub [u8; 32]);

impl AgreementKey {
    /// The name of the curve, as the JWK member `crv` spells it (RFC 8037).
    #[doc(hidden)]
    pub const CURVE: &'static str = "X25519";
}

impl fmt::Debug for AgreementKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgreementKey(X25519 {})", self.to_multikey())
    }
}
