//! JSON Web Keys: RFC 7517, RFC 7518 section 6.2 (EC), RFC 8037 (OKP), RFC 8812 (secp256k1).

pub(crate) mod member;
mod permitted_use;

use self::member::text;
use super::{AgreementKey, KeyError, KeyType, PublicKey, VerifyingKey, sec1::Coordinates, verifying::Form};
use adp_json::Object;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// The members of private and shared keys (RFC 7518 sections 6.2.2, 6.3.2 and 6.4, RFC 8037, and `priv` of
/// draft-ietf-cose-dilithium).
const PRIVATE_MEMBERS: [(&str, &str); 9] = [
    ("d", "a JWK with the member `d`"),
    ("k", "a JWK with the member `k`"),
    ("p", "a JWK with the member `p`"),
    ("q", "a JWK with the member `q`"),
    ("dp", "a JWK with the member `dp`"),
    ("dq", "a JWK with the member `dq`"),
    ("qi", "a JWK with the member `qi`"),
    ("oth", "a JWK with the member `oth`"),
    ("priv", "a JWK with the member `priv`"),
];

impl VerifyingKey {
    /// Parses a public key from a JWK (RFC 7517): `kty` `EC` with `crv` `P-256` or `secp256k1`, or `OKP` with
    /// `Ed25519`.
    ///
    /// Coordinates are base64url without padding, 32 bytes each. A key whose `use`, `key_ops` or `alg` excludes
    /// signatures of this curve is refused. Other members are ignored.
    ///
    /// # Errors
    /// [`KeyError`]; a JWK with `d` is [`KeyError::PrivateKeyPublished`].
    pub fn from_jwk(jwk: &Object) -> Result<Self, KeyError> {
        match PublicKey::from_jwk(jwk)? {
            PublicKey::Verifying(key) => Ok(key),
            PublicKey::Agreement(_) => Err(KeyError::unsupported("JWK's `crv`", AgreementKey::CURVE)),
        }
    }

    /// The key as a JWK of its required members only, in the order `kty`, `crv`, `x`, `y`.
    #[must_use]
    pub fn to_jwk(&self) -> Object {
        let key_type = self.key_type();
        let mut jwk = Object::with_capacity(4);
        jwk.insert("kty", if key_type == KeyType::Ed25519 { "OKP" } else { "EC" });
        jwk.insert("crv", key_type.as_str());
        match self.form() {
            Form::Weierstrass(point) => {
                jwk.insert("x", URL_SAFE_NO_PAD.encode(point.x));
                jwk.insert("y", URL_SAFE_NO_PAD.encode(point.y));
            }
            Form::Edwards(bytes) => _ = jwk.insert("x", URL_SAFE_NO_PAD.encode(bytes)),
        }
        jwk
    }
}

impl AgreementKey {
    /// The key as a JWK of its required members only.
    #[must_use]
    pub fn to_jwk(&self) -> Object {
        let x = URL_SAFE_NO_PAD.encode(self.0);
        [("kty", "OKP"), ("crv", Self::CURVE), ("x", x.as_str())].into_iter().collect()
    }
}

impl PublicKey {
    /// Parses a JWK like [`VerifyingKey::from_jwk`], or one with `kty` `OKP` and `crv` `X25519`.
    ///
    /// # Errors
    /// [`KeyError`].
    #[doc(hidden)]
    pub fn from_jwk(jwk: &Object) -> Result<Self, KeyError> {
        // checked first, because a published private key must never be used
        for (member, found) in PRIVATE_MEMBERS {
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
        permitted_use::check(jwk, key_type)?;
        let x = coordinate(jwk, "x")?;
        match key_type {
            None => Ok(PublicKey::Agreement(AgreementKey(x))),
            Some(KeyType::Ed25519) => VerifyingKey::from_sec1(KeyType::Ed25519, &x).map(PublicKey::Verifying),
            Some(key_type) => {
                let y = coordinate(jwk, "y")?;
                VerifyingKey::from_sec1(key_type, &Coordinates { x, y }.uncompressed()).map(PublicKey::Verifying)
            }
        }
    }
}

/// A coordinate: 32 bytes, so exactly 43 base64url characters without stray bits (RFC 7518 section 6.2.1.2).
fn coordinate(jwk: &Object, member: &'static str) -> Result<[u8; 32], KeyError> {
    let encoded = text(jwk, member, "of 43 base64url characters")?;
    let refused = |problem: String| KeyError::Jwk { member, problem };
    if encoded.len() != 43 {
        let length = encoded.chars().count();
        // some writers drop leading zeros: one key in 128 has such a coordinate
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
