//! The signature object of a trust manifest or catalog.

use super::{Container, PROFILE, TrustError, Validity, payload, signer::signer_did};
use agent_description::{
    Timestamp,
    did::{Did, DidDocument, DidUrl, Purpose},
    json::{Json, Object},
    jws::{Algorithm, Jws, JwsError, Profile},
    key::VerifyingKey,
};

/// A parsed, unverified signature object.
#[derive(Clone, Debug)]
pub(super) struct SignatureObject {
    pub signer: Did,
    pub method: DidUrl,
    pub validity: Validity,
    jws: Jws,
}

/// The claims of a signature object for reports, as far as it could be parsed.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    pub signer: Option<String>,
    pub issued_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

impl Claims {
    pub fn from_container(container: &Object) -> Self {
        let signature = container.get("signature");
        let text = |name: &str| signature.and_then(|object| object.get(name)).and_then(Json::as_str);
        let time = |name: &str| text(name).and_then(|text| text.parse().ok());
        let signer = text("signer").map(|signer| signer.chars().take(512).collect());
        Self { signer, issued_at: time("issuedAt"), expires_at: time("expiresAt") }
    }
}

impl SignatureObject {
    /// Parses the signature of a container. Only the profile did-web-v1 is supported.
    pub fn read(container: &Object, kind: Container) -> Result<Self, TrustError> {
        let value = container.get("signature").ok_or(TrustError::Unsigned(kind))?;
        let object = value
            .as_object()
            .ok_or_else(|| TrustError::malformed(format!("`signature` is {}, expected an object", value.kind())))?;
        let text = |name: &str| match object.get(name) {
            Some(value) => value.as_str().map(Some).ok_or_else(|| {
                TrustError::malformed(format!("`signature.{name}` is {}, expected a string", value.kind()))
            }),
            None => Ok(None),
        };
        let required =
            |name: &str| text(name)?.ok_or_else(|| TrustError::malformed(format!("`signature.{name}` is missing")));
        let profile = required("profile")?;
        if profile != PROFILE {
            return Err(TrustError::Profile { found: profile.chars().take(200).collect() });
        }
        let signer_text = required("signer")?;
        let signer = signer_did(signer_text)?;
        let time = |name: &str, text: &str| {
            text.parse::<Timestamp>().map_err(|error| TrustError::malformed(format!("`signature.{name}`: {error}")))
        };
        let issued_at = time("issuedAt", required("issuedAt")?)?;
        let expires_at = text("expiresAt")?.map(|text| time("expiresAt", text)).transpose()?;
        let validity = Validity { issued_at, expires_at };
        validity.check_order()?;
        let jws = Jws::detached(required("jws")?, &profile_of(kind))?;
        let method = method(&jws, signer_text)?;
        Ok(Self { signer, method, validity, jws })
    }

    /// Verifies the signature with a key that the signer's DID document lists under `assertionMethod` at that time.
    pub fn verify(&self, container: &Object, document: &DidDocument, at: Timestamp) -> Result<(), TrustError> {
        self.validity.check(at)?;
        let key = self.key(document, at)?;
        Ok(self.jws.verify(&payload(container), key)?)
    }

    /// The key of `kid`, in the form that the profile requires, and authorized for the signer.
    fn key<'a>(&self, document: &'a DidDocument, at: Timestamp) -> Result<&'a VerifyingKey, TrustError> {
        let key = document.key_for(&self.method, Purpose::AssertionMethod, at).map_err(TrustError::Key)?;
        let method = document.verification_method(&self.method);
        if method.is_none_or(|method| !method.object.contains("publicKeyJwk")) {
            return Err(TrustError::KeyForm { method: self.method.to_string() });
        }
        Ok(key)
    }
}

/// The accepted protected headers (AI Catalog, JWS Algorithm and Key Requirements).
fn profile_of(kind: Container) -> Profile {
    let mut profile = Profile::new(&[Algorithm::Es256]).typ(kind.typ());
    // `jku` must be absent, even null
    profile.refused = &["jku"];
    profile
}

/// The verification method in `kid`: the exact signer and a fragment.
fn method(jws: &Jws, signer: &str) -> Result<DidUrl, TrustError> {
    let header = |found: String| TrustError::Jws(JwsError::Header { member: "kid".to_owned(), found });
    if jws.header.members.contains("jku") {
        let found = "is not accepted here; remove it".to_owned();
        return Err(TrustError::Jws(JwsError::Header { member: "jku".to_owned(), found }));
    }
    let kid = jws.header.kid().ok_or_else(|| header(format!("is missing, expected {signer}#…")))?;
    let fragment = kid.strip_prefix(signer).and_then(|rest| rest.strip_prefix('#'));
    if fragment.is_none_or(str::is_empty) {
        let found: String = kid.chars().take(200).collect();
        return Err(header(format!("is {found:?}, expected the signer and a fragment, {signer}#…")));
    }
    kid.parse().map_err(|error| header(format!("is not a DID URL: {error}")))
}
