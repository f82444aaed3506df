//! JSON Web Keys: RFC 7517, RFC 7518 section 6.2 (EC), RFC 8037 (OKP), RFC 8812 (secp256k1).

use super::{KeyError, KeyType, VerifyingKey, sec1::Coordinates, verifying::Form};
use crate::json::{Json, Object};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

pub(super) fn read_public(jwk: &Object) -> Result<VerifyingKey, KeyError> {
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
    let key_type = match crv {
        "P-256" => KeyType::P256,
        "secp256k1" => KeyType::Secp256k1,
        "Ed25519" => KeyType::Ed25519,
        other => return Err(KeyError::unsupported("JWK's `crv`", other)),
    };
    let expected_kty = kty_of(key_type);
    if kty != expected_kty {
        let problem = format!("is {kty:?}, expected {expected_kty:?} for the curve {key_type}");
        return Err(KeyError::Jwk { member: "kty", problem });
    }
    let x = coordinate(jwk, "x")?;
    match key_type {
        KeyType::Ed25519 => VerifyingKey::from_sec1(key_type, &x),
        KeyType::P256 | KeyType::Secp256k1 => {
            let y = coordinate(jwk, "y")?;
            VerifyingKey::from_sec1(key_type, &Coordinates { x, y }.uncompressed())
        }
    }
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

fn text<'a>(jwk: &'a Object, member: &'static str, example: &str) -> Result<&'a str, KeyError> {
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
        return Err(refused(format!(
            "has {length} characters, expected exactly 43: 32 bytes in base64url without padding"
        )));
    }
    let mut bytes = [0; 32];
    match URL_SAFE_NO_PAD.decode_slice(encoded, &mut bytes) {
        Ok(32) => Ok(bytes),
        _ => Err(refused(
            "is not canonical base64url: expected 43 of A-Z a-z 0-9 - _, the last one without stray bits".to_owned(),
        )),
    }
}
