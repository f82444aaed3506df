//! The key of a verification method: its types, its encodings and its errors.

use crate::error::MAX_SHOWN_CHARS;
use adp_crypto::{
    Timestamp,
    key::{AgreementKey, KeyType, PublicKey, VerifyingKey},
};
use adp_json::{Json, Object, cut};

/// A decoded key.
pub(crate) struct Decoded {
    pub(crate) key: PublicKey,
    /// The warning about an unusual but unambiguous form.
    pub(crate) oddity: Option<String>,
}

/// Encodings of a public key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyForm {
    Jwk,
    Multibase,
    /// `publicKeyBase58`: base58btc of the raw key bytes.
    Base58,
}

impl KeyForm {
    const fn member(self) -> &'static str {
        match self {
            Self::Jwk => "publicKeyJwk",
            Self::Multibase => "publicKeyMultibase",
            Self::Base58 => "publicKeyBase58",
        }
    }
}

/// The curve that a method type implies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Curve {
    Signs(KeyType),
    /// X25519.
    Agrees,
}

impl Curve {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Signs(key_type) => key_type.as_str(),
            Self::Agrees => AgreementKey::CURVE,
        }
    }

    /// A key of 32 raw bytes, which only these curves use.
    fn read_bare_bytes(self, bytes: [u8; 32]) -> Result<PublicKey, String> {
        match self {
            Self::Signs(key_type) => {
                VerifyingKey::from_sec1(key_type, &bytes).map(PublicKey::Verifying).map_err(|error| error.to_string())
            }
            Self::Agrees => Ok(PublicKey::Agreement(AgreementKey(bytes))),
        }
    }
}

/// The key type that a verification method type implies.
struct MethodType {
    name: &'static str,
    /// `None`: only the key determines its type.
    curve: Option<Curve>,
    forms: &'static [KeyForm],
}

/// The type of did:wba's key agreement keys.
pub(crate) const X25519_2019: &str = "X25519KeyAgreementKey2019";

/// The supported method types. The key must use one of the encodings of its type.
const METHOD_TYPES: [MethodType; 9] = [
    MethodType { name: "JsonWebKey2020", curve: None, forms: &[KeyForm::Jwk] },
    MethodType { name: "JsonWebKey", curve: None, forms: &[KeyForm::Jwk] },
    MethodType { name: "Multikey", curve: None, forms: &[KeyForm::Multibase] },
    MethodType {
        name: "EcdsaSecp256r1VerificationKey2019",
        curve: Some(Curve::Signs(KeyType::P256)),
        forms: &[KeyForm::Jwk, KeyForm::Multibase],
    },
    MethodType {
        name: "EcdsaSecp256k1VerificationKey2019",
        curve: Some(Curve::Signs(KeyType::Secp256k1)),
        forms: &[KeyForm::Jwk, KeyForm::Multibase],
    },
    MethodType {
        name: "Ed25519VerificationKey2020",
        curve: Some(Curve::Signs(KeyType::Ed25519)),
        forms: &[KeyForm::Multibase, KeyForm::Jwk],
    },
    MethodType {
        name: "Ed25519VerificationKey2018",
        curve: Some(Curve::Signs(KeyType::Ed25519)),
        forms: &[KeyForm::Base58, KeyForm::Jwk, KeyForm::Multibase],
    },
    MethodType {
        name: X25519_2019,
        curve: Some(Curve::Agrees),
        forms: &[KeyForm::Base58, KeyForm::Jwk, KeyForm::Multibase],
    },
    MethodType {
        name: "X25519KeyAgreementKey2020",
        curve: Some(Curve::Agrees),
        forms: &[KeyForm::Multibase, KeyForm::Jwk],
    },
];

/// The key of a method, or the reason why it cannot be used.
pub(crate) fn decode(method_type: &str, object: &Object) -> Result<Decoded, String> {
    let Some(known) = METHOD_TYPES.iter().find(|known| known.name == method_type) else {
        let names = METHOD_TYPES.map(|known| known.name).join(", ");
        return Err(format!("its type is {:?}, expected one of {names}", cut(method_type, MAX_SHOWN_CHARS)));
    };
    for member in object {
        let name = member.name().as_str();
        let read = [KeyForm::Jwk, KeyForm::Multibase, KeyForm::Base58].iter().any(|form| form.member() == name);
        if name.starts_with("publicKey") && !read {
            return Err(format!("`{name}` is not supported; expected only `publicKeyJwk` or `publicKeyMultibase`"));
        }
    }
    for name in ["revoked", "expires"] {
        let Some(end) = object.get(name).filter(|end| !end.is_null()) else { continue };
        if end.as_str().is_none_or(|text| text.parse::<Timestamp>().is_err()) {
            return Err(format!("its `{name}` is not an RFC 3339 date-time, for example 2026-01-31T12:00:00Z"));
        }
    }
    let (mut key, mut oddity) = (None::<PublicKey>, None);
    let mut in_form_of_type = false;
    for form in [KeyForm::Jwk, KeyForm::Multibase, KeyForm::Base58] {
        let Some(json) = object.get(form.member()) else { continue };
        let (read, odd) = read_key(form, json, known)?;
        oddity = oddity.or(odd);
        if key.as_ref().is_some_and(|other| *other != read) {
            return Err(format!(
                "`{}` is a different key from the member before it; remove one of them",
                form.member()
            ));
        }
        in_form_of_type |= known.forms.contains(&form);
        key = Some(read);
    }
    let key = key.filter(|_| in_form_of_type).ok_or_else(|| {
        let forms: Vec<_> = known.forms.iter().map(|form| form.member()).collect();
        format!("`{}` is missing, which the type {method_type} requires", forms.join("` or `"))
    })?;
    match known.curve {
        Some(expected) if expected.as_str() != key.curve() => Err(format!(
            "its key is of the type {}, but the type {method_type} has {} keys",
            key.curve(),
            expected.as_str()
        )),
        _ => Ok(Decoded { key, oddity }),
    }
}

/// The key, and the warning about its form.
fn read_key(form: KeyForm, json: &Json, known: &MethodType) -> Result<(PublicKey, Option<String>), String> {
    let kind = |expected: &str| format!("`{}` is {}, expected {expected}", form.member(), json.kind());
    let key = match form {
        KeyForm::Jwk => {
            let jwk = json.as_object().ok_or_else(|| kind("a JWK: an object"))?;
            PublicKey::from_jwk(jwk).map_err(|error| error.to_string())?
        }
        KeyForm::Multibase => {
            let text = json.as_str().ok_or_else(|| kind("a Multikey value: a string"))?;
            if let (Some(curve), Some(bytes)) = (known.curve, text.strip_prefix('z').and_then(bare_bytes)) {
                let oddity = format!(
                    "`publicKeyMultibase` holds 32 bytes without a multicodec, read as an {} key because of the type \
                     {}; write it as a Multikey value",
                    curve.as_str(),
                    known.name
                );
                // the form in did:wba's own example (section 2.5)
                let is_usual = known.name == X25519_2019;
                return Ok((curve.read_bare_bytes(bytes)?, Some(oddity).filter(|_| !is_usual)));
            }
            PublicKey::from_multikey(text).map_err(|error| error.to_string())?
        }
        KeyForm::Base58 => {
            let curve = known.curve.filter(|_| known.forms.contains(&form));
            let curve = curve.ok_or_else(|| format!("`publicKeyBase58` does not belong to the type {}", known.name))?;
            let text = json.as_str().ok_or_else(|| kind("base58btc of the 32 key bytes: a string"))?;
            let bytes = bare_bytes(text).ok_or("`publicKeyBase58` is not base58btc of 32 bytes")?;
            curve.read_bare_bytes(bytes)?
        }
    };
    Ok((key, None))
}

/// base58btc of exactly 32 bytes, which are at most 44 characters; longer texts are refused without decoding.
fn bare_bytes(base58: &str) -> Option<[u8; 32]> {
    let bytes = Some(base58).filter(|text| text.len() <= 44).and_then(|text| bs58::decode(text).into_vec().ok());
    bytes?.try_into().ok()
}
