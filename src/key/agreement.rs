//! Keys for key agreement: X25519 (RFC 7748). They can only be parsed and displayed.

use std::fmt;

/// An X25519 public key: any 32 bytes are valid (RFC 7748 section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AgreementKey([u8; 32]);

impl AgreementKey {
    /// The name of the curve, as the JWK member `crv` spells it (RFC 8037).
    pub(crate) const CURVE: &'static str = "X25519";

    /// Creates a key from its 32 bytes, little-endian.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for AgreementKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgreementKey(X25519 {})", self.to_multikey())
    }
}
