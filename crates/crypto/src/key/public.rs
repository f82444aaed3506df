//! Public keys for signatures or key agreement.

use super::{AgreementKey, VerifyingKey};

/// A public key for verifying signatures or for key agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum PublicKey {
    /// P-256, Ed25519 or secp256k1.
    Verifying(VerifyingKey),
    /// X25519.
    Agreement(AgreementKey),
}

impl PublicKey {
    /// The curve's name, as the JWK member `crv` spells it.
    #[doc(hidden)]
    pub fn curve(&self) -> &'static str {
        match self {
            Self::Verifying(key) => key.key_type().as_str(),
            Self::Agreement(_) => AgreementKey::CURVE,
        }
    }
}
