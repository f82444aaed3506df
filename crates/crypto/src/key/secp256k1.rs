//! secp256k1: ECDSA over SHA-256 (SEC 2), deterministic signing (RFC 6979).

use super::{
    KeyError, KeyType, Signature,
    sec1::{self, Coordinates},
};
use ::k256::{
    ecdsa::{
        self,
        signature::{Signer, Verifier},
    },
    pkcs8::{EncodePrivateKey, PrivateKeyInfoRef, SecretDocument},
};

/// A point on the curve.
pub(super) struct PublicKey(ecdsa::VerifyingKey);

impl PublicKey {
    pub(super) fn from_sec1(bytes: &[u8]) -> Result<Self, KeyError> {
        sec1::check_form(KeyType::Secp256k1, bytes)?;
        ecdsa::VerifyingKey::from_sec1_bytes(bytes).map(Self).map_err(|_| sec1::not_on_curve(KeyType::Secp256k1))
    }

    pub(super) fn coordinates(&self) -> Coordinates {
        // an uncompressed point always has both coordinates
        Coordinates::from_uncompressed(self.0.to_sec1_point(false).as_bytes())
            .unwrap_or(Coordinates { x: [0; 32], y: [0; 32] })
    }

    pub(super) fn inner(&self) -> &ecdsa::VerifyingKey {
        &self.0
    }

    pub(super) fn verify(&self, message: &[u8], signature: &Signature) -> bool {
        // the backend refuses s above n/2, which some signers write; (r, n-s) is the same signature
        ecdsa::Signature::from_slice(&signature.0)
            .is_ok_and(|signature| self.0.verify(message, &signature.normalize_s()).is_ok())
    }
}

/// A private scalar; wiped when dropped (by the `ecdsa` crate).
pub(super) struct SecretKey(ecdsa::SigningKey);

impl SecretKey {
    pub(super) fn from_bytes(scalar: &[u8; 32]) -> Option<Self> {
        ecdsa::SigningKey::from_slice(scalar).ok().map(Self)
    }

    /// Parses RFC 5915 in PKCS#8; an included public key must match the private key.
    pub(super) fn from_pkcs8(info: PrivateKeyInfoRef<'_>) -> Option<Self> {
        let key = ::k256::SecretKey::try_from(info).ok()?;
        Some(Self(key.into()))
    }

    pub(super) fn to_pkcs8(&self) -> Option<SecretDocument> {
        self.0.to_pkcs8_der().ok()
    }

    pub(super) fn public_key(&self) -> PublicKey {
        PublicKey(*self.0.verifying_key())
    }

    pub(super) fn sign(&self, message: &[u8]) -> Option<Signature> {
        let signature: ecdsa::Signature = self.0.try_sign(message).ok()?;
        Some(Signature(signature.to_bytes().into()))
    }
}
