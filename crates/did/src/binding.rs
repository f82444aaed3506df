//! Key-bound did:wba DIDs: the last path segment is the thumbprint of a key (did:wba section 2.3, its `k1_` extension).

use super::{
    Did, DidError, DidMethod, DidUrl, DocumentProof, Purpose, VerificationMethod, did_key,
    document::document_part::Part, keys::relationships::Relationships,
};
use adp_crypto::{key::KeyType, suite::Suite};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

adp_json::words! {
    /// How a did:wba DID is bound to a key by its last path segment.
    #[non_exhaustive]
    pub enum Binding {
        /// `e1_`: the thumbprint of an Ed25519 key, which signs the document.
        E1 = "e1",
        /// `k1_`: the thumbprint of a secp256k1 key, which may sign the document.
        K1 = "k1",
    }
    impl FromStr;
}

impl Binding {
    /// The prefix of the last path segment.
    #[must_use]
    pub(super) const fn prefix(self) -> &'static str {
        match self {
            Self::E1 => "e1_",
            Self::K1 => "k1_",
        }
    }

    /// The type of the key that the DID is bound to.
    #[must_use]
    pub const fn key_type(self) -> KeyType {
        match self {
            Self::E1 => KeyType::Ed25519,
            Self::K1 => KeyType::Secp256k1,
        }
    }

    /// The suite of the document's own proof.
    #[must_use]
    pub(super) const fn suite(self) -> Suite {
        match self {
            Self::E1 => Suite::EddsaJcs2022,
            Self::K1 => Suite::DidWbaEcdsaK1,
        }
    }

    /// Parses a last path segment into the binding and the fingerprint.
    pub(super) fn from_segment(segment: &str) -> Option<(Self, &str)> {
        Self::ALL.iter().find_map(|binding| Some((*binding, segment.strip_prefix(binding.prefix())?)))
    }
}

/// Refuses a last segment with a binding prefix and an invalid fingerprint; it is never treated as a plain path.
pub(super) fn check_last_segment(segment: &str, segments: usize) -> Result<(), &'static str> {
    let Some((_, fingerprint)) = Binding::from_segment(segment) else { return Ok(()) };
    let mut bytes = [0; 32];
    // a decoder that ignores stray bits would give one key several DIDs
    if fingerprint.len() != 43 || URL_SAFE_NO_PAD.decode_slice(fingerprint, &mut bytes) != Ok(32) {
        return Err(
            "after `e1_` or `k1_` the last segment must be a key's thumbprint: 43 characters of base64url, the last one \
                    without stray bits (did:wba section 2.2)",
        );
    }
    if segments < 2 {
        return Err(
            "there must be a path segment between the host and the key's fingerprint, for example `:agents:e1_…` \
                    (did:wba section 2.2)",
        );
    }
    Ok(())
}

/// Finds the verification method that the DID is bound to; `None` for plain DIDs.
///
/// If the document has a proof, the proof's key must be the binding key. No other key of the document can replace it.
pub(super) fn check(
    root: &Part<'_>,
    did: &Did,
    relationships: &Relationships,
    proof: Option<&DocumentProof>,
) -> Result<Option<DidUrl>, DidError> {
    if did.method() == DidMethod::Key {
        return did_key::check(root, did, relationships);
    }
    let (Some(binding), Some(fingerprint)) = (did.binding(), did.fingerprint()) else { return Ok(None) };
    let unproven = |reason: String| Err(DidError::proof(root.member_or_self("proof").place(), reason));
    let unbound = |reason: String| Err(DidError::binding(root.place(), did, reason));
    let (method, purpose) = match (binding, proof) {
        (Binding::K1, None) => {
            return match unsigned(relationships, did, fingerprint) {
                Some(method) => Ok(Some(method.id.clone())),
                None => unbound(
                    "no secp256k1 key under `authentication` has the thumbprint in the DID's last segment".to_owned(),
                ),
            };
        }
        (Binding::E1, None) => {
            return unproven(format!(
                "is missing; an `e1_` DID needs a proof with {}, or anyone could have written its document",
                binding.suite()
            ));
        }
        (_, Some(proof @ DocumentProof::UnknownSuite { .. })) => {
            let name = proof.suite_name();
            return unproven(format!("uses {name:?}; a `{}` DID needs {}", binding.prefix(), binding.suite()));
        }
        (_, Some(DocumentProof::Verified { suite, method, purpose, .. })) => {
            if *suite != binding.suite() {
                return unproven(format!("uses {suite}; a `{}` DID needs {}", binding.prefix(), binding.suite()));
            }
            (method, *purpose)
        }
    };
    if purpose != Purpose::AssertionMethod {
        return unproven(format!(
            "has the purpose `{purpose}`; the proof of a key-bound DID has the purpose `assertionMethod`"
        ));
    }
    if !relationships.lists(method, Purpose::Authentication) {
        return unbound(format!(
            "{method}, which signs the document, is not listed under `authentication`; list it there"
        ));
    }
    match relationships.method(method).map(VerificationMethod::key) {
        Some(Ok(key)) if key.thumbprint() == fingerprint => Ok(Some(method.clone())),
        Some(Ok(key)) => unbound(format!(
            "{method}, which signs the document, has the thumbprint {}, not the one in the DID; a different key needs a different DID",
            key.thumbprint()
        )),
        // a proof that verified has a usable key
        _ => unbound(format!("{method} has no usable key")),
    }
}

/// The binding key of a document without a proof: a method of this DID under `authentication` with the thumbprint.
fn unsigned<'a>(relationships: &'a Relationships, did: &Did, fingerprint: &str) -> Option<&'a VerificationMethod> {
    relationships.methods.iter().find(|method| {
        relationships.listed_method(did, &method.id, Purpose::Authentication.as_str()).is_ok()
            && method.key().is_ok_and(|key| key.key_type() == Binding::K1.key_type() && key.thumbprint() == fingerprint)
    })
}
