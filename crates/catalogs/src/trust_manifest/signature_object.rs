//! The signature object of a trust manifest or catalog.

use super::{Container, Validity, container::PROFILE, payload, signer::signer_did};
use crate::codes;
use adp_cards::signature::SignatureError;
use agent_description::{
    Code, Timestamp,
    did::{Did, DidDocument, DidUrl, Purpose},
    json::{Json, Object},
    jws::{Algorithm, Jws, Profile},
    verification::SignedValues,
};

/// A parsed, unverified signature object.
#[derive(Clone, Debug)]
pub(super) struct SignatureObject {
    pub signer: Did,
    pub method: DidUrl,
    pub validity: Validity,
    jws: Jws,
}

/// The signature of a container, and its claims for reports.
#[derive(Clone, Debug)]
pub(super) struct ReadSignature {
    pub claims: Claims,
    pub object: Result<SignatureObject, SignatureError>,
}

impl ReadSignature {
    pub fn read(container: &Object, kind: Container) -> Self {
        Self { claims: Claims::from_container(container), object: SignatureObject::read(container, kind) }
    }

    pub fn from_manifest(json: &Json) -> Self {
        match json.as_object() {
            Some(manifest) => Self::read(manifest, Container::TrustManifest),
            None => Self::refused(malformed(format!("the trust manifest is {}, expected an object", json.kind()))),
        }
    }

    pub fn refused(error: SignatureError) -> Self {
        Self { claims: Claims::default(), object: Err(error) }
    }

    pub fn signer(&self) -> Option<&Did> {
        self.object.as_ref().ok().map(|object| &object.signer)
    }
}

/// The claims of a signature object, as far as it could be parsed.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    pub signer: Option<String>,
    pub issued_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

impl Claims {
    fn from_container(container: &Object) -> Self {
        let signature = container.get("signature");
        let text = |name: &str| signature.and_then(|object| object.get(name)).and_then(Json::as_str);
        let time = |name: &str| text(name).and_then(|text| text.parse().ok());
        let signer = text("signer").map(|signer| signer.chars().take(512).collect());
        Self { signer, issued_at: time("issuedAt"), expires_at: time("expiresAt") }
    }
}

impl SignatureObject {
    /// Parses the signature of a container. Only the profile did-web-v1 is supported.
    pub fn read(container: &Object, kind: Container) -> Result<Self, SignatureError> {
        let value = container.get("signature").ok_or_else(|| {
            SignatureError::new(adp_cards::codes::JWS_MISSING, format!("{} has no signature", kind.title()))
        })?;
        let object = value
            .as_object()
            .ok_or_else(|| malformed(format!("`signature` is {}, expected an object", value.kind())))?;
        let text = |name: &str| match object.get(name) {
            Some(value) => value
                .as_str()
                .map(Some)
                .ok_or_else(|| malformed(format!("`signature.{name}` is {}, expected a string", value.kind()))),
            None => Ok(None),
        };
        let required = |name: &str| text(name)?.ok_or_else(|| malformed(format!("`signature.{name}` is missing")));
        let profile = required("profile")?;
        if profile != PROFILE {
            let found: String = profile.chars().take(200).collect();
            let message = format!("the signature profile is {found:?}, expected {PROFILE:?}");
            return Err(SignatureError::new(Code::UNSUPPORTED_VERSION, message));
        }
        let signer_text = required("signer")?;
        let signer = signer_did(signer_text)?;
        let time = |name: &str, text: &str| {
            text.parse::<Timestamp>().map_err(|error| malformed(format!("`signature.{name}`: {error}")))
        };
        let issued_at = time("issuedAt", required("issuedAt")?)?;
        let expires_at = text("expiresAt")?.map(|text| time("expiresAt", text)).transpose()?;
        let validity = Validity { issued_at, expires_at };
        validity.check_order()?;
        let jws = Jws::detached(required("jws")?, &profile_of(kind))?;
        let method = method(&jws, signer_text)?;
        Ok(Self { signer, method, validity, jws })
    }

    /// Verifies the signature with a key that the signer's DID document lists under `assertionMethod` at that time, and
    /// returns what it covers.
    pub fn verify(
        &self,
        container: &Object,
        document: &DidDocument,
        at: Timestamp,
    ) -> Result<SignedValues, SignatureError> {
        self.validity.check(at)?;
        self.jws.check_time(at)?;
        let key = document.key_for(&self.method, Purpose::AssertionMethod, at)?;
        let method = document.verification_method(&self.method);
        if method.is_none_or(|method| !method.object.contains("publicKeyJwk")) {
            let message = format!("{} has no `publicKeyJwk`, which the profile did-web-v1 requires", self.method);
            return Err(SignatureError::new(Code::DID_KEY_UNSUPPORTED, message));
        }
        let written = container.get("signature").and_then(|signature| signature.get("jws"));
        Ok(payload(container).verify(&self.jws, key, written.as_slice())?)
    }
}

pub(super) fn malformed(message: impl Into<String>) -> SignatureError {
    SignatureError::new(codes::CATALOG_TRUST, message)
}

/// The accepted protected headers (AI Catalog, JWS Algorithm and Key Requirements).
fn profile_of(kind: Container) -> Profile {
    let mut profile = Profile::new(&[Algorithm::Es256]).typ(kind.typ());
    // `jku` must be absent, even null
    profile.refused = &["jku"];
    profile
}

/// The verification method in `kid`: the exact signer and a fragment.
fn method(jws: &Jws, signer: &str) -> Result<DidUrl, SignatureError> {
    let header = |found: String| SignatureError::header("kid", found);
    if jws.members.contains("jku") {
        return Err(SignatureError::header("jku", "is not accepted here; remove it"));
    }
    let kid = jws.kid.as_deref().ok_or_else(|| header(format!("is missing, expected {signer}#…")))?;
    let fragment = kid.strip_prefix(signer).and_then(|rest| rest.strip_prefix('#'));
    if fragment.is_none_or(str::is_empty) {
        let found: String = kid.chars().take(200).collect();
        return Err(header(format!("is {found:?}, expected the signer and a fragment, {signer}#…")));
    }
    kid.parse().map_err(|error| header(format!("is not a DID URL: {error}")))
}
