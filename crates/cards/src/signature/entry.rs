//! The entries of `signatures` (A2A 1.0, section 8.4.2).

use super::{CardKind, SignatureError};
use crate::codes;
use agent_description::{
    Code, Document, Timestamp,
    diagnostic::shortened,
    did::{Did, DidUrl},
    format::{LinkTarget, LinkedUrl},
    json::{Json, Object},
    jws::{Algorithm, Jws, JwsError, Profile, registered_member},
};

/// Maximum number of signatures of a card.
pub(super) const MAX_SIGNATURES: usize = 16;

/// The members of a protected header that signers write: those of the specification, and times.
const HEADER: [&str; 7] = ["alg", "kid", "typ", "jku", "iat", "nbf", "exp"];

/// The members of a signature (A2A 1.0, `AgentCardSignature`).
const MEMBERS: [&str; 3] = ["protected", "signature", "header"];

/// The accepted JWS headers: algorithms of supported keys, and `typ` "JOSE" (specification), "JWT" (PyJWT) or absent.
fn profile() -> Profile {
    let profile = Profile::new(&[Algorithm::Es256, Algorithm::EdDsa, Algorithm::Es256K]);
    let mut profile = profile.typ_absent_or(&["JOSE", "JWT"]);
    profile.members = Some(&HEADER);
    profile
}

/// Why verification refuses an entry of any signer.
#[derive(Debug)]
pub(crate) struct EntryFault {
    pub error: SignatureError,
    /// Whether it is no signature for any verifier.
    pub is_malformed: bool,
}

/// The fault of an entry with both parts. One with another algorithm is left to verifiers that support it.
pub(crate) fn entry_fault(entry: &Object, at: Timestamp) -> Option<EntryFault> {
    let part = |name: &str| entry.get(name).and_then(Json::as_str);
    let (protected, signature) = part("protected").zip(part("signature"))?;
    let error = jws(entry, &profile(), at).err()?;
    let is_malformed = match Jws::from_members(protected, signature, &profile()) {
        Err(JwsError::Algorithm { .. }) => return None,
        Err(JwsError::Malformed { .. }) => true,
        Err(JwsError::Header { member, .. }) => member == "alg",
        _ => false,
    };
    Some(EntryFault { error, is_malformed })
}

/// A parsed, unverified signature.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub jws: Result<Jws, SignatureError>,
    /// The verification method, if `kid` is a DID URL.
    pub method: Option<DidUrl>,
    /// The values of `protected` and `signature`.
    pub written: Vec<Json>,
}

/// Parses the signatures of a card.
pub(super) fn entries(document: &Document, kind: &CardKind, at: Timestamp) -> Result<Vec<Entry>, SignatureError> {
    kind.check_names(document)?;
    let entries = present(document.root())?;
    if entries.is_empty() {
        return Err(missing());
    }
    let profile = profile();
    let entry = |entry: &Json| match entry.as_object() {
        Some(object) => {
            let written = ["protected", "signature"].into_iter().filter_map(|name| object.get(name).cloned());
            let jws = jws(object, &profile, at);
            let method = jws.as_ref().ok().and_then(|jws| jws.kid.as_deref()?.parse().ok());
            Ok(Entry { jws, method, written: written.collect() })
        }
        None => Err(no_object(entry)),
    };
    entries.iter().map(entry).collect()
}

fn no_object(entry: &Json) -> SignatureError {
    malformed(format!("is {}, expected an object", entry.kind()))
}

/// The signatures that one more is added to; refuses a list with which no card verifies.
pub(super) fn before_another(root: &Object) -> Result<&[Json], SignatureError> {
    let present = present(root)?;
    if let Some(entry) = present.iter().find(|entry| entry.as_object().is_none()) {
        return Err(no_object(entry));
    }
    if present.len() >= MAX_SIGNATURES {
        let found = format!("there are already {} signatures, expected fewer than {MAX_SIGNATURES}", present.len());
        return Err(SignatureError::new(Code::JWS_MALFORMED, found));
    }
    Ok(present)
}

/// The key sets that signatures name by `jku`.
pub(crate) fn key_sets(root: &Object) -> impl Iterator<Item = LinkedUrl> {
    let urls = present(root).unwrap_or_default().iter().filter_map(|entry| {
        let part = |name: &str| entry.get(name).and_then(Json::as_str);
        let jws = Jws::from_members(part("protected")?, part("signature")?, &profile()).ok()?;
        jws.members.get("jku")?.as_str().map(str::to_owned)
    });
    urls.map(|url| LinkedUrl::to(LinkTarget::Document, url))
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
    pub fn did(&self) -> Option<&Did> {
        self.method.as_ref().map(DidUrl::did)
    }

    /// The URL of a key set in the header.
    pub fn jku(&self) -> Option<&str> {
        self.jws.as_ref().ok()?.members.get("jku")?.as_str()
    }
}

fn malformed(found: impl std::fmt::Display) -> SignatureError {
    SignatureError::new(Code::JWS_MALFORMED, format!("the signature {found}"))
}

fn jws(object: &Object, profile: &Profile, at: Timestamp) -> Result<Jws, SignatureError> {
    if let Some(other) = object.iter().find(|member| !MEMBERS.contains(&member.name().as_str())) {
        let name = shortened(other.name());
        return Err(malformed(format!("has the member {name}, expected only `protected`, `signature` and `header`")));
    }
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
    jws.check_time(at)?;
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

/// Checks the unprotected header, which no signature covers and nothing reads. It must have no member with a meaning, in
/// any spelling, and repeat none of the protected ones (RFC 7515, section 7.2.1).
fn unprotected(header: &Object, protected: &Object) -> Result<(), SignatureError> {
    let mut names = header.iter().map(|member| member.name().as_str());
    match names.find(|name| registered_member(name).is_some() || protected.contains(name)) {
        Some(name) => {
            let name: String = name.chars().take(64).collect();
            let found = "is in the unprotected header, which anyone can change; remove it";
            Err(SignatureError::header(&name, found))
        }
        None => Ok(()),
    }
}
