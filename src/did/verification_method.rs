//! Verification methods and their keys (DID Core section 5.2).

use super::{Did, DidError, DidUrl, Place, place::Part};
use crate::{
    Timestamp,
    json::{Json, Object, Text},
    key::{KeyType, VerifyingKey},
};
use std::sync::OnceLock;

/// A verification method of a DID document: an id, who controls it, and a public key.
#[derive(Clone, Debug)]
pub struct VerificationMethod {
    id: DidUrl,
    controller: Text,
    method_type: Text,
    object: Object,
    place: Place,
    key: OnceLock<Result<VerifyingKey, DidError>>,
}

/// How a public key may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyForm {
    Jwk,
    Multibase,
    /// `publicKeyBase58`: base58btc of the bare key bytes.
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

/// What a verification method type says about its key.
struct MethodType {
    name: &'static str,
    key_type: Option<KeyType>,
    forms: &'static [KeyForm],
}

/// The types whose keys this crate verifies with. A key must be there in one of the type's forms.
const METHOD_TYPES: [MethodType; 7] = [
    MethodType { name: "JsonWebKey2020", key_type: None, forms: &[KeyForm::Jwk] },
    MethodType { name: "JsonWebKey", key_type: None, forms: &[KeyForm::Jwk] },
    MethodType { name: "Multikey", key_type: None, forms: &[KeyForm::Multibase] },
    MethodType {
        name: "EcdsaSecp256r1VerificationKey2019",
        key_type: Some(KeyType::P256),
        forms: &[KeyForm::Jwk, KeyForm::Multibase],
    },
    MethodType {
        name: "EcdsaSecp256k1VerificationKey2019",
        key_type: Some(KeyType::Secp256k1),
        forms: &[KeyForm::Jwk, KeyForm::Multibase],
    },
    MethodType {
        name: "Ed25519VerificationKey2020",
        key_type: Some(KeyType::Ed25519),
        forms: &[KeyForm::Multibase, KeyForm::Jwk],
    },
    MethodType {
        name: "Ed25519VerificationKey2018",
        key_type: Some(KeyType::Ed25519),
        forms: &[KeyForm::Base58, KeyForm::Jwk, KeyForm::Multibase],
    },
];

impl VerificationMethod {
    /// The method's id, expanded against the document's DID.
    #[must_use]
    pub fn id(&self) -> &DidUrl {
        &self.id
    }

    /// The DID that controls the method, as the document writes it: it may be of a method that [`Did`] does not know.
    #[must_use]
    pub fn controller(&self) -> &Text {
        &self.controller
    }

    /// The method's `type`, for example `Multikey`.
    #[must_use]
    pub fn method_type(&self) -> &str {
        &self.method_type
    }

    /// The method as it stands in the document.
    #[must_use]
    pub fn object(&self) -> &Object {
        &self.object
    }

    /// The public key; decoded on the first call.
    ///
    /// # Errors
    /// `did-key-unsupported` if the key is missing, malformed, of a type that this crate does not verify with, written
    /// twice with different values, or beside a private key; also if the method is `revoked`.
    pub fn key(&self) -> Result<&VerifyingKey, &DidError> {
        self.key
            .get_or_init(|| {
                decode(&self.method_type, &self.object).map_err(|reason| DidError::KeyUnsupported {
                    place: self.place.clone(),
                    id: self.id.to_string(),
                    reason,
                })
            })
            .as_ref()
    }

    /// The key, if the method is still usable at `at`.
    ///
    /// # Errors
    /// `did-key-unsupported` as from [`Self::key`], and where the method's `expires` has passed.
    pub fn key_at(&self, at: Timestamp) -> Result<&VerifyingKey, DidError> {
        let key = self.key().map_err(Clone::clone)?;
        match self.expires() {
            Some(expires) if at >= expires => Err(DidError::KeyUnsupported {
                place: self.place.clone(),
                id: self.id.to_string(),
                reason: format!("the method expired at {expires}, it is {at}; sign with another one"),
            }),
            _ => Ok(key),
        }
    }

    /// When the method stops to be usable, if it says so (Controlled Identifiers 1.0 section 2.2).
    #[must_use]
    pub fn expires(&self) -> Option<Timestamp> {
        self.object.get("expires").and_then(Json::as_str).and_then(|text| text.parse().ok())
    }

    /// Reads a method. `None` if its id is a DID URL, but not one that a proof could name: of another DID method, or
    /// with a path or query. The first value is the id, expanded.
    pub(super) fn read(part: &Part<'_>, did: &Did) -> Result<(String, Option<Self>), DidError> {
        let object = part.object("a verification method: an object")?;
        let id = part.required("id", "the DID URL of the verification method")?;
        let text = expand(id.string(DID_URL)?, did).ok_or_else(|| id.invalid(DID_URL))?;
        let controller = part.required("controller", "the DID that controls the verification method")?;
        let controller = controller.string("the DID that controls the verification method: a string")?;
        let method_type = part.required("type", "the verification method's type, for example `Multikey`")?;
        let method_type = method_type.string("the verification method's type: a string")?;
        let method = match text.parse::<DidUrl>() {
            Ok(id) => Some(Self {
                id,
                controller: controller.clone(),
                method_type: method_type.clone(),
                object: object.clone(),
                place: part.place(),
                key: OnceLock::new(),
            }),
            Err(_) if text.strip_prefix(did.as_str()).is_some_and(|rest| rest.starts_with('#')) => {
                return Err(id.invalid("a fragment as RFC 3986 section 3.5 has it"));
            }
            Err(_) => None,
        };
        Ok((text, method))
    }
}

pub(super) const DID_URL: &str = "a DID URL, or `#` and a fragment of this document";

/// A reference of the document: `#fragment` is expanded against its DID. `None` if it is no DID URL at all.
pub(super) fn expand(reference: &str, did: &Did) -> Option<String> {
    if reference.starts_with('#') {
        Some(format!("{did}{reference}"))
    } else {
        reference.starts_with("did:").then(|| reference.to_owned())
    }
}

/// The key of a method, or why there is none that can be used.
fn decode(method_type: &str, object: &Object) -> Result<VerifyingKey, String> {
    let Some(known) = METHOD_TYPES.iter().find(|known| known.name == method_type) else {
        let names = METHOD_TYPES.map(|known| known.name).join(", ");
        return Err(format!("its type is {:?}, expected one of {names}", super::error::shortened(method_type)));
    };
    for member in object {
        let name = member.name().as_str();
        if name.starts_with("privateKey") || name.starts_with("secretKey") {
            return Err(format!(
                "`{name}` publishes a private key; the key is compromised: replace it, and publish only the public part"
            ));
        }
        let read = [KeyForm::Jwk, KeyForm::Multibase, KeyForm::Base58].iter().any(|form| form.member() == name);
        if name.starts_with("publicKey") && !read {
            return Err(format!("`{name}` is not read; expected `publicKeyJwk` or `publicKeyMultibase` alone"));
        }
    }
    if let Some(revoked) = object.get("revoked") {
        return Err(format!(
            "the method is revoked ({}); sign with another one",
            revoked.as_str().unwrap_or("no date")
        ));
    }
    if let Some(expires) = object.get("expires") {
        let readable = expires.as_str().is_some_and(|text| text.parse::<Timestamp>().is_ok());
        if !readable {
            return Err("its `expires` is no RFC 3339 date-time, expected one such as 2026-01-31T12:00:00Z".to_owned());
        }
    }
    let mut key: Option<VerifyingKey> = None;
    let mut in_form_of_type = false;
    for form in [KeyForm::Jwk, KeyForm::Multibase, KeyForm::Base58] {
        let Some(json) = object.get(form.member()) else { continue };
        let read = read_key(form, json, known)?;
        if key.as_ref().is_some_and(|other| *other != read) {
            return Err(format!("`{}` is another key than the member before it; leave one of them out", form.member()));
        }
        in_form_of_type |= known.forms.contains(&form);
        key = Some(read);
    }
    let key = key.filter(|_| in_form_of_type).ok_or_else(|| {
        let forms: Vec<_> = known.forms.iter().map(|form| form.member()).collect();
        format!("there is no `{}`, which the type {method_type} has", forms.join("` or `"))
    })?;
    match known.key_type {
        Some(expected) if expected != key.key_type() => {
            Err(format!("it is a {} key, the type {method_type} has {expected} keys", key.key_type()))
        }
        _ => Ok(key),
    }
}

fn read_key(form: KeyForm, json: &Json, known: &MethodType) -> Result<VerifyingKey, String> {
    let kind = |expected: &str| format!("`{}` is {}, expected {expected}", form.member(), json.kind());
    match form {
        KeyForm::Jwk => {
            let jwk = json.as_object().ok_or_else(|| kind("a JWK: an object"))?;
            VerifyingKey::from_jwk(jwk).map_err(|error| error.to_string())
        }
        KeyForm::Multibase => {
            let text = json.as_str().ok_or_else(|| kind("a Multikey value: a string"))?;
            VerifyingKey::from_multikey(text).map_err(|error| error.to_string())
        }
        KeyForm::Base58 if known.forms.contains(&form) => {
            let text = json.as_str().ok_or_else(|| kind("base58btc of the 32 key bytes: a string"))?;
            // 32 bytes are at most 44 characters; longer texts are not worth decoding
            let bytes = Some(text).filter(|text| text.len() <= 44).and_then(|text| bs58::decode(text).into_vec().ok());
            let bytes = bytes.ok_or("`publicKeyBase58` is not base58btc of 32 bytes")?;
            VerifyingKey::from_sec1(KeyType::Ed25519, &bytes).map_err(|error| error.to_string())
        }
        KeyForm::Base58 => Err(format!("`publicKeyBase58` does not belong to the type {}", known.name)),
    }
}
