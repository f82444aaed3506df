//! JSON Web Keys: RFC 7517, RFC 7518 section 6.2 (EC), RFC 8037 (OKP), RFC 8812 (secp256k1).

use super::jwk_use;
use super::{AgreementKey, KeyError, KeyType, PublicKey, VerifyingKey, sec1::Coordinates, verifying::Form};
use crate::json::{Json, Object};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

pub(super) fn read_public(jwk: &Object) -> Result<PublicKey, KeyError> {
    // looked at before anything else: whatever the rest says, this key must not be used by anyone
    for (member, found) in [("d", "a JWK with the member `d`"), ("k", "a JWK with the member `k`")] {
        if jwk.contains(member) {
            return Err(KeyError::PrivateKeyPublished { found });
        }
    }
    let kty = text(jwk, "kty", "such as \"EC\" or \"OKP\"")?;
    if !matches!(kty, "EC" | "OKP") {
        return Err(KeyError::unsupported("JWK's `kty`", kty));
    }
    let crv = text(jwk, "crv", "such as \"P-256\"")?;
    let (key_type, expected_kty) = match crv {
        "P-256" => (Some(KeyType::P256), "EC"),
        "secp256k1" => (Some(KeyType::Secp256k1), "EC"),
        "Ed25519" => (Some(KeyType::Ed25519), "OKP"),
        "X25519" => (None, "OKP"),
        other => return Err(KeyError::unsupported("JWK's `crv`", other)),
    };
    if kty != expected_kty {
        let problem = format!("is {kty:?}, expected {expected_kty:?} for the curve {crv}");
        return Err(KeyError::Jwk { member: "kty", problem });
    }
    jwk_use::check(jwk, key_type)?;
    let x = coordinate(jwk, "x")?;
    match key_type {
        None => Ok(PublicKey::Agreement(AgreementKey::from_bytes(x))),
        Some(KeyType::Ed25519) => VerifyingKey::from_sec1(KeyType::Ed25519, &x).map(PublicKey::Verifying),
        Some(key_type) => {
            let y = coordinate(jwk, "y")?;
            VerifyingKey::from_sec1(key_type, &Coordinates { x, y }.uncompressed()).map(PublicKey::Verifying)
        }
    }
}

pub(super) fn write_agreement(key: &AgreementKey) -> Object {
    let mut jwk = Object::with_capacity(3);
    jwk.insert("kty", "OKP");
    jwk.insert("crv", "X25519");
    jwk.insert("x", URL_SAFE_NO_PAD.encode(key.as_bytes()));
    jwk
}

pub(super) fn write_public(key: &VerifyingKey) -> Object {
    let key_type = key.key_type();
    let mut jwk = Object::with_capacity(4);
    jwk.insert("kty", kty_of(key_type));
    jwk.insert("crv", key_type.as_str());
    match key.form() {
        Form::Weierstrass(point) => {
            jwk.insert("x", URL_SAFE_NO_PAD.encode(point.x));
            jwk.insert("y", URL_SAFE_NO_PAD.encode(point.y));
        }
        Form::Edwards(bytes) => {
            jwk.insert("x", URL_SAFE_NO_PAD.encode(bytes));
        }
    }
    jwk
}

fn kty_of(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::P256 | KeyType::Secp256k1 => "EC",
        KeyType::Ed25519 => "OKP",
    }
}

pub(super) fn text<'a>(jwk: &'a Object, member: &'static str, example: &str) -> Result<&'a str, KeyError> {
    let problem = match jwk.get(member).map(|value| (value, Json::as_str(value))) {
        Some((_, Some(text))) => return Ok(text),
        Some((value, None)) => format!("is {}, expected a string {example}", value.kind()),
        None => format!("is missing, expected a string {example}"),
    };
    Err(KeyError::Jwk { member, problem })
}

/// A coordinate: 32 bytes, so exactly 43 characters of base64url whose last one has no stray bits (RFC 7518 section 6.2.1.2).
fn coordinate(jwk: &Object, member: &'static str) -> Result<[u8; 32], KeyError> {
    let encoded = text(jwk, member, "of 43 base64url characters")?;
    let refused = |problem: String| KeyError::Jwk { member, problem };
    if encoded.len() != 43 {
        let length = encoded.chars().count();
        // big numbers written without their leading zeros: one key in 128 has such a coordinate
        let short = match URL_SAFE_NO_PAD.decode(encoded) {
            Ok(bytes) if bytes.len() < 32 => format!(
                " ({} bytes: leading zero bytes must be kept, RFC 7518 section 6.2.1.2; the publisher must write the key again)",
                bytes.len()
            ),
            _ => String::new(),
        };
        return Err(refused(format!(
            "has {length} characters{short}, expected exactly 43: 32 bytes in base64url without padding"
        )));
    }
    let mut bytes = [0; 32];
    match URL_SAFE_NO_PAD.decode_slice(encoded, &mut bytes) {
        Ok(32) => Ok(bytes),
        _ => Err(refused(
            "is not canonical base64url: expected 43 of A-Z a-z 0-9 - _, the last without stray bits".to_owned(),
        )),
    }
}
