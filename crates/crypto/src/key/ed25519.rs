//! Ed25519 (RFC 8032 section 5.1), strict: one encoding per point, s below the order, no points of small order.

use super::{KeyError, KeyType, Signature};
use ed25519_dalek::{Signer, pkcs8::PrivateKeyInfoRef};
use zeroize::Zeroizing;

/// OCTET STRING of 32 bytes.
const SEED_HEADER: [u8; 2] = [0x04, 0x20];

/// SEQUENCE { INTEGER 0, SEQUENCE { OID 1.3.101.112 }, OCTET STRING { OCTET STRING of 32 bytes } }
const PKCS8_HEADER: [u8; 16] =
    [0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// A point on the curve, not of small order, canonically encoded.
pub(super) struct PublicKey(ed25519_dalek::VerifyingKey);

impl PublicKey {
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        let refused = |problem: &str| KeyError::point(KeyType::Ed25519, problem);
        let array: &[u8; 32] = bytes.try_into().map_err(|_| {
            KeyError::point(KeyType::Ed25519, format!("has {} bytes, expected exactly 32", bytes.len()))
        })?;
        let key = ed25519_dalek::VerifyingKey::from_bytes(array)
            .map_err(|_| refused("is not a point on the curve; copy it again from its source"))?;
        // the backend decodes y not below p, and x = 0 with its sign bit set, which RFC 8032 section 5.1.3 refuses
        if key.to_edwards().compress().to_bytes() != *array {
            return Err(refused("is not canonically encoded (RFC 8032 section 5.1.3)"));
        }
        if key.is_weak() {
            return Err(refused("is a point of small order: anyone could make signatures that verify with it"));
        }
        Ok(Self(key))
    }

    pub(super) fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    pub(super) fn inner(&self) -> &ed25519_dalek::VerifyingKey {
        &self.0
    }

    pub(super) fn verify(&self, message: &[u8], signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        self.0.verify_strict(message, &signature).is_ok()
    }
}

/// A private seed; wiped when dropped (by the `ed25519-dalek` crate).
pub(super) struct SecretKey(ed25519_dalek::SigningKey);

impl SecretKey {
    pub(super) fn from_bytes(seed: &[u8; 32]) -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(seed))
    }

    /// Parses RFC 8410 section 7: the seed as an OCTET STRING in an OCTET STRING, with an optional public key.
    pub(super) fn from_pkcs8(info: &PrivateKeyInfoRef<'_>) -> Option<Self> {
        let seed = info.private_key.as_bytes().strip_prefix(&SEED_HEADER)?;
        let key = Self::from_bytes(seed.try_into().ok()?);
        match &info.public_key {
            Some(public) if public.as_bytes() != Some(key.0.verifying_key().as_bytes().as_slice()) => None,
            _ => Some(key),
        }
    }

    /// The key's PKCS#8 DER, without the public key, because OpenSSL before 3 parses no other form.
    pub(super) fn to_pkcs8_der(&self) -> Zeroizing<[u8; 48]> {
        let mut der = Zeroizing::new([0; 48]);
        let (header, seed) = der.split_at_mut(16);
        header.copy_from_slice(&PKCS8_HEADER);
        seed.copy_from_slice(self.0.as_bytes());
        der
    }

    pub(super) fn public_key(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    pub(super) fn sign(&self, message: &[u8]) -> Option<Signature> {
        self.0.try_sign(message).ok().map(|signature| Signature(signature.to_bytes()))
    }
}
