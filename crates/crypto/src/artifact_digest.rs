//! Digests of artifacts: `sha256:` and lower-case hexadecimal.

use adp_json::{TextError, hex::hex};
use sha2::{Digest as _, Sha256, Sha384, Sha512};
use std::{fmt, str::FromStr};

/// A digest of an artifact (AI Catalog, Digest Format), with SHA-256 or stronger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactDigest {
    algorithm: HashAlgorithm,
    text: String,
}

adp_json::words! {
    enum HashAlgorithm {
        Sha256 = "sha256",
        Sha384 = "sha384",
        Sha512 = "sha512",
    }
}

impl ArtifactDigest {
    /// The SHA-256 digest of an artifact's exact bytes; for an inline artifact, of its canonical form (RFC 8785).
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::made(HashAlgorithm::Sha256, bytes)
    }

    /// The text of the digest, such as `sha256:` and 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Computes the digest of other bytes with the same algorithm.
    #[must_use]
    pub fn again(&self, bytes: &[u8]) -> Self {
        Self::made(self.algorithm, bytes)
    }

    /// The digests of these bytes for every algorithm, for repeated comparisons.
    #[must_use]
    pub fn by_all(bytes: &[u8]) -> Vec<Self> {
        HashAlgorithm::ALL.iter().map(|algorithm| Self::made(*algorithm, bytes)).collect()
    }

    /// The digest with the same algorithm in a list.
    #[must_use]
    pub fn among<'a>(&self, known: &'a [Self]) -> Option<&'a Self> {
        known.iter().find(|known| known.algorithm == self.algorithm)
    }

    fn made(algorithm: HashAlgorithm, bytes: &[u8]) -> Self {
        let digits = match algorithm {
            HashAlgorithm::Sha256 => hex(&Sha256::digest(bytes)),
            HashAlgorithm::Sha384 => hex(&Sha384::digest(bytes)),
            HashAlgorithm::Sha512 => hex(&Sha512::digest(bytes)),
        };
        Self { algorithm, text: format!("{algorithm}:{digits}") }
    }
}

impl HashAlgorithm {
    const fn digits(self) -> usize {
        match self {
            Self::Sha256 => 64,
            Self::Sha384 => 96,
            Self::Sha512 => 128,
        }
    }
}

impl FromStr for ArtifactDigest {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |expected| TextError::found(text, expected);
        let (name, digits) =
            text.split_once(':').ok_or_else(|| error("sha256: and the hash in lower-case hexadecimal"))?;
        let algorithm = HashAlgorithm::from_name(name).ok_or_else(|| error("sha256, sha384 or sha512"))?;
        let is_hex = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if digits.len() != algorithm.digits() || !is_hex {
            return Err(error("the complete hash in lower-case hexadecimal"));
        }
        Ok(Self { algorithm, text: text.to_owned() })
    }
}

impl fmt::Display for ArtifactDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
