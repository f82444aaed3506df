//! Multikey values: multibase base58btc of a multicodec and the compressed key (Controlled Identifiers 1.0 section 2.2.2).

use super::{AgreementKey, KeyError, KeyType, PublicKey, VerifyingKey};

/// Multicodec prefixes as unsigned varints: `p256-pub`, `ed25519-pub`, `secp256k1-pub`.
const PUBLIC: [([u8; 2], KeyType); 3] =
    [([0x80, 0x24], KeyType::P256), ([0xED, 0x01], KeyType::Ed25519), ([0xE7, 0x01], KeyType::Secp256k1)];

/// `x25519-pub`.
const AGREEMENT: [u8; 2] = [0xEC, 0x01];

/// Names of other public keys, for error messages.
const OTHERS: [([u8; 2], &str); 4] = [
    ([0x81, 0x24], "p384-pub"),
    ([0x82, 0x24], "p521-pub"),
    ([0xEB, 0x01], "bls12_381-g2-pub"),
    ([0x85, 0x24], "rsa-pub"),
];

/// Maximum length of a value; checked first because base58 takes quadratic time.
const MAX_LENGTH: usize = 64;

impl VerifyingKey {
    /// Parses a public key from a Multikey value: `z`, then base58btc of multicodec and compressed key, such as `zDn…`.
    ///
    /// # Errors
    /// [`KeyError`], also if the value contains a private key.
    pub fn from_multikey(text: &str) -> Result<Self, KeyError> {
        match PublicKey::from_multikey(text)? {
            PublicKey::Verifying(key) => Ok(key),
            PublicKey::Agreement(_) => Err(KeyError::unsupported("Multikey's multicodec", "x25519-pub")),
        }
    }

    /// The key as a Multikey value, `z…`.
    #[must_use]
    pub fn to_multikey(&self) -> String {
        let codec = match self.key_type() {
            KeyType::P256 => [0x80, 0x24],
            KeyType::Ed25519 => [0xED, 0x01],
            KeyType::Secp256k1 => [0xE7, 0x01],
        };
        format!("z{}", bs58::encode([&codec[..], &self.to_sec1(true)].concat()).into_string())
    }
}

impl PublicKey {
    /// Parses a Multikey value like [`VerifyingKey::from_multikey`], or one of X25519 (`z6LS…`).
    ///
    /// # Errors
    /// [`KeyError`].
    #[doc(hidden)]
    pub fn from_multikey(text: &str) -> Result<Self, KeyError> {
        let refused = |problem: String| KeyError::Multikey { problem };
        let Some(base58) = text.strip_prefix('z') else {
            return Err(refused(match text.chars().next() {
                Some(first) => format!("starts with {first:?}, expected 'z' (multibase base58btc)"),
                None => "is empty, expected 'z' and base58btc".to_owned(),
            }));
        };
        if text.len() > MAX_LENGTH {
            return Err(refused(format!(
                "has {} bytes, expected at most 50: 'z' and the base58btc of a P-256, Ed25519 or secp256k1 key",
                text.len()
            )));
        }
        let bytes = bs58::decode(base58)
            .into_vec()
            .map_err(|_| refused("has characters after the 'z' that base58btc does not use".to_owned()))?;
        let Some((codec, key)) = bytes.split_first_chunk::<2>() else {
            return Err(refused(format!("holds {} bytes, expected a multicodec and a key", bytes.len())));
        };
        if let Some((_, key_type)) = PUBLIC.iter().find(|(public, _)| public == codec) {
            // Multikey allows only compressed points
            let expected = if *key_type == KeyType::Ed25519 { 32 } else { 33 };
            if key.len() != expected {
                return Err(refused(format!("holds a {key_type} key of {} bytes, expected {expected}", key.len())));
            }
            return VerifyingKey::from_sec1(*key_type, key).map(PublicKey::Verifying);
        }
        if *codec == AGREEMENT {
            return match key.try_into() {
                Ok(bytes) => Ok(PublicKey::Agreement(AgreementKey(bytes))),
                Err(_) => Err(refused(format!("holds an X25519 key of {} bytes, expected 32", key.len()))),
            };
        }
        if is_secret_code(*codec) {
            return Err(KeyError::PrivateKeyPublished { found: "a Multikey value with a secret key's multicodec" });
        }
        match OTHERS.iter().find(|(other, _)| other == codec) {
            Some((_, name)) => Err(KeyError::unsupported("Multikey's multicodec", name)),
            None => Err(KeyError::unsupported("Multikey's multicodec", &format!("0x{:02x}{:02x}", codec[0], codec[1]))),
        }
    }
}

impl AgreementKey {
    /// The key as a Multikey value, `z6LS…`.
    #[must_use]
    pub fn to_multikey(&self) -> String {
        format!("z{}", bs58::encode([&AGREEMENT[..], &self.0].concat()).into_string())
    }
}

/// The block of private keys in the Multicodec table (0x1300 to 0x13FF), as the second byte of a two-byte varint.
const SECRET_BLOCK: [u8; 2] = [0x26, 0x27];

/// Whether a varint is a private-key code.
#[doc(hidden)]
#[must_use]
pub fn is_secret_code([low, high]: [u8; 2]) -> bool {
    low & 0x80 != 0 && SECRET_BLOCK.contains(&high)
}
