//! PEM blocks (RFC 7468): PKCS#8 `PRIVATE KEY` (RFC 5958) and `PUBLIC KEY` (SubjectPublicKeyInfo, RFC 5280).

use super::{AgreementKey, KeyError, KeyType, SigningKey, VerifyingKey, ed25519, p256, secp256k1, signing::Secret};
use ::p256::{
    elliptic_curve::ALGORITHM_OID as EC_PUBLIC_KEY,
    pkcs8::{
        AlgorithmIdentifierRef, AssociatedOid, LineEnding, ObjectIdentifier, PrivateKeyInfoRef, SecretDocument,
        SubjectPublicKeyInfoRef,
    },
};
use ed25519_dalek::pkcs8::ALGORITHM_OID as ED25519;
use zeroize::Zeroizing;

const X25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.110");
const PRIVATE_KEY: &str = "PRIVATE KEY";
const PUBLIC_KEY: &str = "PUBLIC KEY";

impl SigningKey {
    /// Parses a private key from an unencrypted PEM block `PRIVATE KEY` (PKCS#8, RFC 5958).
    ///
    /// # Errors
    /// [`KeyError`]: for encrypted keys, other labels, text around the block, other curves, and a public key inside
    /// that is not the secret's.
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        let der = decode(pem, PRIVATE_KEY)?;
        let not_pkcs8 = || KeyError::pem("block is not a PKCS#8 private key (RFC 5958); copy it again from its source");
        let info = PrivateKeyInfoRef::try_from(der.as_bytes()).map_err(|_| not_pkcs8())?;
        let key_type = key_type(&info.algorithm)?;
        // also refuses a public key that does not match the private key: RUSTSEC-2022-0093 used such a pair
        let mismatch = || {
            KeyError::pem(format!(
                "block holds no consistent {key_type} private key: the secret is out of range, or its public key belongs \
                 to another secret"
            ))
        };
        SigningKey::new(match key_type {
            KeyType::P256 => Secret::P256(p256::SecretKey::from_pkcs8(info).ok_or_else(mismatch)?),
            KeyType::Ed25519 => Secret::Ed25519(ed25519::SecretKey::from_pkcs8(&info).ok_or_else(mismatch)?),
            KeyType::Secp256k1 => Secret::Secp256k1(secp256k1::SecretKey::from_pkcs8(info).ok_or_else(mismatch)?),
        })
    }

    /// The key as a PEM block `PRIVATE KEY` (PKCS#8), with LF line endings; the text is wiped when dropped.
    #[must_use]
    pub fn to_pem(&self) -> Zeroizing<String> {
        match &self.secret {
            Secret::P256(key) => key.to_pkcs8(),
            Secret::Ed25519(key) => SecretDocument::try_from(key.to_pkcs8_der().as_slice()).ok(),
            Secret::Secp256k1(key) => key.to_pkcs8(),
        }
        .and_then(|der| der.to_pem(PRIVATE_KEY, LineEnding::LF).ok())
        // encoding 32 bytes into a growing buffer cannot fail
        .unwrap_or_default()
    }
}

impl VerifyingKey {
    /// Parses a public key from a PEM block `PUBLIC KEY` (SubjectPublicKeyInfo, RFC 5280 section 4.1).
    ///
    /// # Errors
    /// [`KeyError`], also if the block contains a private key, or if there is other text around it.
    pub fn from_public_pem(pem: &str) -> Result<Self, KeyError> {
        let der = decode(pem, PUBLIC_KEY)?;
        let spki = SubjectPublicKeyInfoRef::try_from(der.as_bytes()).map_err(|_| {
            KeyError::pem("block is not a SubjectPublicKeyInfo (RFC 5280); copy it again from its source")
        })?;
        let key_type = key_type(&spki.algorithm)?;
        let bytes = spki
            .subject_public_key
            .as_bytes()
            .ok_or_else(|| KeyError::point(key_type, "has a number of bits that is not a multiple of eight"))?;
        Self::from_sec1(key_type, bytes)
    }

    /// The key as a PEM block `PUBLIC KEY`, with LF line endings.
    #[must_use]
    pub fn to_public_pem(&self) -> String {
        // encoding a point into a growing buffer cannot fail
        self.to_spki_pem().unwrap_or_default()
    }
}

impl AgreementKey {
    /// Parses an X25519 public key from a PEM block `PUBLIC KEY` (RFC 8410).
    ///
    /// # Errors
    /// [`KeyError`] for other keys, and for a private key, which is not needed here.
    pub fn from_public_pem(pem: &str) -> Result<Self, KeyError> {
        let der = decode(pem, PUBLIC_KEY)?;
        let spki = SubjectPublicKeyInfoRef::try_from(der.as_bytes()).map_err(|_| {
            KeyError::pem("block is not a SubjectPublicKeyInfo (RFC 5280); copy it again from its source")
        })?;
        if spki.algorithm.oid != X25519 || spki.algorithm.parameters.is_some() {
            return Err(KeyError::pem(format!(
                "block contains a {} key, expected an X25519 key",
                name(&spki.algorithm.oid)
            )));
        }
        let bytes = spki.subject_public_key.as_bytes().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        bytes.map(Self).ok_or_else(|| KeyError::pem("block does not hold the 32 bytes of an X25519 key"))
    }
}

/// Only named curves: with explicit curve parameters, a document could supply its own generator (CVE-2020-0601).
fn key_type(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<KeyType, KeyError> {
    let unsupported = |oid: &ObjectIdentifier| KeyError::unsupported("PEM's key algorithm", name(oid).as_str());
    match algorithm.oid {
        ED25519 if algorithm.parameters.is_none() => Ok(KeyType::Ed25519),
        ED25519 => Err(KeyError::pem("block gives Ed25519 parameters, which RFC 8410 section 3 forbids")),
        EC_PUBLIC_KEY => match algorithm.parameters_oid() {
            Ok(curve) if curve == ::p256::NistP256::OID => Ok(KeyType::P256),
            Ok(curve) if curve == ::k256::Secp256k1::OID => Ok(KeyType::Secp256k1),
            Ok(curve) => Err(unsupported(&curve)),
            Err(_) => Err(KeyError::pem("block does not name its curve; explicit curve parameters are refused")),
        },
        other => Err(unsupported(&other)),
    }
}

/// The name of a common algorithm, else the object identifier.
fn name(oid: &ObjectIdentifier) -> String {
    match oid.to_string().as_str() {
        "1.2.840.113549.1.1.1" => "RSA".to_owned(),
        "1.3.132.0.34" => "P-384".to_owned(),
        "1.3.132.0.35" => "P-521".to_owned(),
        "1.3.101.110" => "X25519".to_owned(),
        "1.3.101.112" => "Ed25519".to_owned(),
        "1.2.840.10045.2.1" => "elliptic curve".to_owned(),
        "1.3.101.113" => "Ed448".to_owned(),
        oid => oid.to_owned(),
    }
}

/// The DER of the only block, which must have the label and be surrounded only by white space.
fn decode(pem: &str, expected: &'static str) -> Result<SecretDocument, KeyError> {
    let text = pem.trim_matches([' ', '\t', '\r', '\n']);
    let Some((label, _)) = text.strip_prefix("-----BEGIN ").and_then(|rest| rest.split_once("-----")) else {
        let what = match text.contains("-----BEGIN ") {
            _ if text.starts_with('\u{feff}') => "starts with a byte order mark; save it without one".to_owned(),
            true => format!("does not start with `-----BEGIN {expected}-----`; remove everything before the block"),
            false => format!("has no line `-----BEGIN {expected}-----`; pass the file of a key"),
        };
        return Err(KeyError::pem(what));
    };
    if label == "ENCRYPTED PRIVATE KEY" {
        return Err(KeyError::EncryptedPem { label: "ENCRYPTED PRIVATE KEY" });
    }
    if text.contains("\nProc-Type:") {
        return Err(KeyError::EncryptedPem { label: "Proc-Type: 4,ENCRYPTED" });
    }
    if label != expected {
        return Err(wrong_label(label, expected));
    }
    if text.matches("-----BEGIN ").count() != 1 || text.matches("-----END ").count() > 1 {
        return Err(KeyError::pem("has more than one block or end line; keep exactly one block"));
    }
    if !text.contains("-----END ") {
        return Err(KeyError::pem("was cut off: it has no end line; copy it again from its source"));
    }
    if !text.ends_with(&format!("-----END {expected}-----")) {
        return Err(KeyError::pem(format!(
            "does not end with `-----END {expected}-----`; remove everything after the block"
        )));
    }
    SecretDocument::from_pem(text)
        .map(|(_, der)| der)
        .map_err(|_| KeyError::pem("block is not base64 of one DER value (RFC 7468); copy it again from its source"))
}

fn wrong_label(label: &str, expected: &'static str) -> KeyError {
    match (label, expected) {
        ("PRIVATE KEY" | "EC PRIVATE KEY" | "RSA PRIVATE KEY" | "OPENSSH PRIVATE KEY", PUBLIC_KEY) => {
            KeyError::PrivateKeyPublished { found: "the PEM block" }
        }
        ("PUBLIC KEY", _) => KeyError::pem("is a `PUBLIC KEY`, expected the `PRIVATE KEY` that belongs to it"),
        ("EC PRIVATE KEY" | "EC PARAMETERS", _) => KeyError::pem(format!(
            "is a `{label}`, expected a PKCS#8 `PRIVATE KEY`; convert it with `openssl pkcs8 -topk8 -nocrypt`"
        )),
        ("OPENSSH PRIVATE KEY", _) => KeyError::pem(
            "is a key of OpenSSH, expected a PKCS#8 `PRIVATE KEY`; `ssh-keygen -p -m PKCS8 -f FILE` converts P-256 in place; it cannot convert Ed25519: generate a new key",
        ),
        _ => {
            let short: String = label.chars().take(40).collect();
            KeyError::pem(format!("has the label {short:?}, expected `{expected}`"))
        }
    }
}
