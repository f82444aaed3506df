//! P-256: ECDSA over SHA-256 (FIPS 186-5), deterministic signing (RFC 6979).

use super::{
    KeyError, KeyType, Signature,
    sec1::{self, Coordinates},
};
use ::p256::{
    ecdsa::{self, signature::Signer},
    pkcs8::{EncodePrivateKey, PrivateKeyInfoRef, SecretDocument},
};

/// A point on the curve in the form of the backend, so that verification parses nothing.
pub(super) struct PublicKey {
    point: ecdsa::VerifyingKey,
    #[cfg(feature = "aws-lc-rs")]
    parsed: aws_lc_rs::signature::ParsedPublicKey,
}

impl PublicKey {
    pub(super) fn from_sec1(bytes: &[u8]) -> Result<Self, KeyError> {
        sec1::check_form(KeyType::P256, bytes)?;
        let point = ecdsa::VerifyingKey::from_sec1_bytes(bytes).map_err(|_| sec1::not_on_curve(KeyType::P256))?;
        Self::from_point(point)
    }

    fn from_point(point: ecdsa::VerifyingKey) -> Result<Self, KeyError> {
        Ok(Self {
            #[cfg(feature = "aws-lc-rs")]
            parsed: aws_lc_rs::signature::ParsedPublicKey::new(
                &aws_lc_rs::signature::ECDSA_P256_SHA256_FIXED,
                point.to_sec1_point(false).as_bytes(),
            )
            .map_err(|_| sec1::not_on_curve(KeyType::P256))?,
            point,
        })
    }

    pub(super) fn coordinates(&self) -> Coordinates {
        // an uncompressed point always has both coordinates
        Coordinates::from_uncompressed(self.point.to_sec1_point(false).as_bytes())
            .unwrap_or(Coordinates { x: [0; 32], y: [0; 32] })
    }

    pub(super) fn inner(&self) -> &ecdsa::VerifyingKey {
        &self.point
    }

    #[cfg(feature = "aws-lc-rs")]
    pub(super) fn verify(&self, message: &[u8], signature: &Signature) -> bool {
        self.verify_aws_lc(message, signature)
    }

    #[cfg(not(feature = "aws-lc-rs"))]
    pub(super) fn verify(&self, message: &[u8], signature: &Signature) -> bool {
        self.verify_pure_rust(message, signature)
    }

    #[cfg(feature = "aws-lc-rs")]
    fn verify_aws_lc(&self, message: &[u8], signature: &Signature) -> bool {
        self.parsed.verify_sig(message, &signature.0).is_ok()
    }

    /// Verifies a signature of a message with this SHA-256.
    #[cfg(feature = "aws-lc-rs")]
    pub(super) fn verify_hash(&self, sha256: &[u8; 32], signature: &Signature) -> bool {
        use aws_lc_rs::digest::{Digest, SHA256};
        Digest::import_less_safe(sha256, &SHA256)
            .is_ok_and(|digest| self.parsed.verify_digest_sig(&digest, &signature.0).is_ok())
    }

    /// Verifies a signature of a message with this SHA-256.
    #[cfg(not(feature = "aws-lc-rs"))]
    pub(super) fn verify_hash(&self, sha256: &[u8; 32], signature: &Signature) -> bool {
        use ecdsa::signature::hazmat::PrehashVerifier;
        ecdsa::Signature::from_slice(&signature.0)
            .is_ok_and(|signature| self.point.verify_prehash(sha256, &signature).is_ok())
    }

    #[cfg(any(test, not(feature = "aws-lc-rs")))]
    fn verify_pure_rust(&self, message: &[u8], signature: &Signature) -> bool {
        use ecdsa::signature::Verifier;
        ecdsa::Signature::from_slice(&signature.0).is_ok_and(|signature| self.point.verify(message, &signature).is_ok())
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
        let key = ::p256::SecretKey::try_from(info).ok()?;
        Some(Self(key.into()))
    }

    pub(super) fn to_pkcs8(&self) -> Option<SecretDocument> {
        self.0.to_pkcs8_der().ok()
    }

    pub(super) fn public_key(&self) -> Result<PublicKey, KeyError> {
        PublicKey::from_point(*self.0.verifying_key())
    }

    pub(super) fn sign(&self, message: &[u8]) -> Option<Signature> {
        let signature: ecdsa::Signature = self.0.try_sign(message).ok()?;
        Some(Signature(signature.to_bytes().into()))
    }
}

#[cfg(test)]
mod wycheproof;
