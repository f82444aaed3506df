//! The entries of `signatures` (A2A 1.0, section 8.4.2).

use super::{Kind, SignatureError};
use agent_description::{
    Document,
    did::{Did, DidUrl},
    json::{Json, Object},
    jws::{Algorithm, Jws, JwsError, Profile},
};

/// The most signatures of a card.
pub(super) const MAX_SIGNATURES: usize = 16;

/// What a card's signatures may say: the algorithms of the keys that are known here, and a `typ` of "JOSE", as the
/// specification has it, "JWT", as PyJWT writes it, or none.
fn profile() -> Profile {
    Profile::new(&[Algorithm::Es256, Algorithm::EdDsa, Algorithm::Es256K]).typ_absent_or(&["JOSE", "JWT"])
}

/// Why an entry's members are not those of a JWS, whoever signed it and with whatever key.
pub(crate) fn form_fault(entry: &Object) -> Option<JwsError> {
    let part = |name: &str| entry.get(name).and_then(Json::as_str);
    let error = Jws::from_members(part("protected")?, part("signature")?, &profile()).err()?;
    // other algorithms are signatures all the same
    match &error {
        JwsError::Malformed { .. } => Some(error),
        JwsError::Header { member, .. } if member == "alg" => Some(error),
        _ => None,
    }
}

/// An entry that was read, and that nobody has verified.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// `alg` and `kid`, as far as the header can be read.
    pub alg: Option<String>,
    pub kid: Option<String>,
    pub jws: Result<Jws, SignatureError>,
}

/// The entries of a card.
pub(super) fn entries(document: &Document, kind: &Kind) -> Result<Vec<Entry>, SignatureError> {
    let root = document.root();
    kind.check_names(document)?;
    let entries = present(root)?;
    if entries.is_empty() {
        return Err(SignatureError::Missing);
    }
    let profile = profile();
    Ok(entries.iter().map(|entry| Entry::read(entry, &profile)).collect())
}

/// What `signatures` holds; nothing where it is missing.
pub(super) fn present(root: &Object) -> Result<&[Json], SignatureError> {
    let Some(value) = root.get("signatures").filter(|value| !value.is_null()) else { return Ok(&[]) };
    let entries = value
        .as_array()
        .ok_or_else(|| SignatureError::malformed(format!("`signatures` is {}, expected an array", value.kind())))?;
    if entries.len() > MAX_SIGNATURES {
        return Err(SignatureError::malformed(format!(
            "{} signatures, expected at most {MAX_SIGNATURES}",
            entries.len()
        )));
    }
    Ok(entries)
}

impl Entry {
    fn read(entry: &Json, profile: &Profile) -> Self {
        let mut read = Self { alg: None, kid: None, jws: Err(SignatureError::Missing) };
        read.jws = jws(entry, profile);
        if let Ok(jws) = &read.jws {
            read.alg = Some(jws.header().algorithm().as_str().to_owned());
            read.kid = jws.header().kid().map(str::to_owned);
        }
        read
    }

    /// The DID that the key is of, where `kid` is a DID URL.
    pub fn did(&self) -> Option<Did> {
        Some(self.method()?.did().clone())
    }

    pub fn method(&self) -> Option<DidUrl> {
        self.kid.as_deref()?.parse().ok()
    }

    /// Where the header says that a set of keys is.
    pub fn jku(&self) -> Option<&str> {
        self.jws.as_ref().ok()?.header().members().get("jku")?.as_str()
    }
}

fn jws(entry: &Json, profile: &Profile) -> Result<Jws, SignatureError> {
    let malformed = |found: String| SignatureError::malformed(format!("the signature {found}"));
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
        unprotected(header, jws.header().members())?;
    }
    if jws.header().kid().is_none_or(str::is_empty) {
        let found = "is missing, expected the name of the key (A2A 1.0, section 8.4.2)".to_owned();
        return Err(JwsError::Header { member: "kid".to_owned(), found }.into());
    }
    if let Some(jku) = jws.header().members().get("jku").filter(|jku| !jku.is_null() && jku.as_str().is_none()) {
        let found = format!("is {}, expected a string", jku.kind());
        return Err(JwsError::Header { member: "jku".to_owned(), found }.into());
    }
    Ok(jws)
}

/// The unprotected header is covered by nothing, and nothing is taken from it: it may not bring keys, change how the rest is
/// read, or repeat what is protected (RFC 7515, section 7.2.1).
fn unprotected(header: &Object, protected: &Object) -> Result<(), SignatureError> {
    const NEVER: [&str; 7] = ["alg", "b64", "crit", "jku", "jwk", "x5c", "x5u"];
    let Some(member) =
        header.iter().find(|member| NEVER.contains(&member.name().as_str()) || protected.contains(member.name()))
    else {
        return Ok(());
    };
    let name: String = member.name().chars().take(64).collect();
    let found = "is in the unprotected header, which anyone can change; remove it".to_owned();
    Err(JwsError::Header { member: name, found }.into())
}
