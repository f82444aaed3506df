//! The entries of `signatures` (A2A 1.0, section 8.4.2).

use super::{Kind, SignatureError};
use crate::codes;
use agent_description::{
    Code, Document,
    did::{Did, DidUrl},
    json::{Json, Object},
    jws::{Algorithm, Jws, JwsError, Profile},
};

/// Maximum number of signatures of a card.
pub(super) const MAX_SIGNATURES: usize = 16;

/// The accepted JWS headers: algorithms of supported keys, and `typ` "JOSE" (specification), "JWT" (PyJWT) or absent.
fn profile() -> Profile {
    Profile::new(&[Algorithm::Es256, Algorithm::EdDsa, Algorithm::Es256K]).typ_absent_or(&["JOSE", "JWT"])
}

/// The structural error of an entry, independent of signer and key.
pub(crate) fn form_fault(entry: &Object) -> Option<JwsError> {
    let part = |name: &str| entry.get(name).and_then(Json::as_str);
    let error = Jws::from_members(part("protected")?, part("signature")?, &profile()).err()?;
    // signatures with other algorithms are well-formed
    match &error {
        JwsError::Malformed { .. } => Some(error),
        JwsError::Header { member, .. } if member == "alg" => Some(error),
        _ => None,
    }
}

/// A parsed, unverified signature.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub jws: Result<Jws, SignatureError>,
}

/// Parses the signatures of a card.
pub(super) fn entries(document: &Document, kind: &Kind) -> Result<Vec<Entry>, SignatureError> {
    kind.check_names(document)?;
    let entries = present(document.root())?;
    if entries.is_empty() {
        return Err(missing());
    }
    let profile = profile();
    Ok(entries.iter().map(|entry| Entry { jws: jws(entry, &profile) }).collect())
}

pub(super) fn missing() -> SignatureError {
    SignatureError::new(codes::JWS_MISSING, "the card has no signatures")
}

/// The value of `signatures`; empty if absent.
pub(super) fn present(root: &Object) -> Result<&[Json], SignatureError> {
    let malformed = |found: String| SignatureError::new(Code::JWS_MALFORMED, found);
    let Some(value) = root.get("signatures").filter(|value| !value.is_null()) else { return Ok(&[]) };
    match value.as_array() {
        None => Err(malformed(format!("`signatures` is {}, expected an array", value.kind()))),
        Some(entries) if entries.len() > MAX_SIGNATURES => {
            Err(malformed(format!("{} signatures, expected at most {MAX_SIGNATURES}", entries.len())))
        }
        Some(entries) => Ok(entries),
    }
}

impl Entry {
    pub fn algorithm(&self) -> Option<Algorithm> {
        Some(self.jws.as_ref().ok()?.algorithm)
    }

    pub fn kid(&self) -> Option<&str> {
        self.jws.as_ref().ok()?.kid.as_deref()
    }

    /// The DID of the key, if `kid` is a DID URL.
    pub fn did(&self) -> Option<Did> {
        Some(self.method()?.did().clone())
    }

    pub fn method(&self) -> Option<DidUrl> {
        self.kid()?.parse().ok()
    }

    /// The URL of a key set in the header.
    pub fn jku(&self) -> Option<&str> {
        self.jws.as_ref().ok()?.members.get("jku")?.as_str()
    }
}

fn jws(entry: &Json, profile: &Profile) -> Result<Jws, SignatureError> {
    let malformed = |found: String| SignatureError::new(Code::JWS_MALFORMED, format!("the signature {found}"));
    let object = entry.as_object().ok_or_else(|| malformed(format!("is {}, expected an object", entry.kind())))?;
    let part = |name: &str| match object.get(name) {
        Some(value) => {
            let kind = value.kind();
            value.as_str().ok_or_else(|| malformed(format!("has a `{name}` that is {kind}, expected a string")))
        }
        None => Err(malformed(format!("has no `{name}`"))),
    };
    let jws = Jws::from_members(part("protected")?, part("signature")?, profile)?;
    if let Some(value) = object.get("header").filter(|value| !value.is_null()) {
        let header = value.as_object().ok_or_else(|| malformed(format!("has a `header` that is {}", value.kind())))?;
        unprotected(header, &jws.members)?;
    }
    if jws.kid.as_deref().is_none_or(str::is_empty) {
        let found = "is missing, expected the name of the key (A2A 1.0, section 8.4.2)";
        return Err(SignatureError::header("kid", found));
    }
    match jws.members.get("jku") {
        Some(jku) if !jku.is_null() && jku.as_str().is_none() => {
            Err(SignatureError::header("jku", format!("is {}, expected a string", jku.kind())))
        }
        _ => Ok(jws),
    }
}

/// Checks the unprotected header, which no signature covers. It must not supply keys, change the interpretation, or
/// repeat protected members (RFC 7515, section 7.2.1).
fn unprotected(header: &Object, protected: &Object) -> Result<(), SignatureError> {
    const NEVER: [&str; 7] = ["alg", "b64", "crit", "jku", "jwk", "x5c", "x5u"];
    let mut names = header.iter().map(|member| member.name().as_str());
    match names.find(|name| NEVER.contains(name) || protected.contains(name)) {
        Some(name) => {
            let name: String = name.chars().take(64).collect();
            let found = "is in the unprotected header, which anyone can change; remove it";
            Err(SignatureError::header(&name, found))
        }
        None => Ok(()),
    }
}
