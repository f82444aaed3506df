//! did:key: the DID contains a Multikey value, and its document is derived from it (did:key method, sections 2 and 3).

use super::{
    Did, DidDocument, DidError, DidUrl, Purpose, Resolved, document::document_part::Part,
    keys::relationships::Relationships,
};
use adp_crypto::key::VerifyingKey;
use adp_json::{Document, Json, Limits, Member, Object};

impl Did {
    /// The did:key DID of a key.
    #[must_use]
    pub fn from_key(key: &VerifyingKey) -> Self {
        Self::from_multikey(&key.to_multikey())
    }
}

impl DidDocument {
    /// The document of a did:key DID: one method, named by the key itself, under every relationship for signatures.
    ///
    /// No key agreement key is derived from an Ed25519 key.
    ///
    /// # Errors
    /// `did-method-unsupported` for other DIDs; `did-key-unsupported` unless the key is a P-256, Ed25519 or secp256k1
    /// key.
    #[doc(hidden)]
    pub fn from_did_key(did: &Did, limits: &Limits) -> Result<Resolved<Self>, DidError> {
        let (multikey, _) = key_of(did)?;
        let id = format!("{did}#{multikey}");
        let method = Object::from_unique(vec![
            Member::new("id", id.as_str()),
            Member::new("type", "Multikey"),
            Member::new("controller", did.as_str()),
            Member::new("publicKeyMultibase", multikey),
        ]);
        let contexts = ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"];
        let mut root = vec![
            Member::new("@context", contexts.into_iter().map(Json::from).collect::<Vec<_>>()),
            Member::new("id", did.as_str()),
            Member::new("verificationMethod", vec![Json::from(method)]),
        ];
        for purpose in Purpose::ALL.iter().filter(|&&purpose| purpose != Purpose::KeyAgreement) {
            root.push(Member::new(purpose.as_str(), vec![Json::from(id.as_str())]));
        }
        let document = Document::from_object(Object::from_unique(root), limits)?;
        Self::parse_for(did, document.source().as_bytes(), limits)
    }
}

/// The Multikey value of a did:key DID and its key.
fn key_of(did: &Did) -> Result<(&str, VerifyingKey), DidError> {
    let multikey =
        did.multikey().ok_or_else(|| DidError::MethodUnsupported { method: did.method().as_str().to_owned() })?;
    let key =
        VerifyingKey::from_multikey(multikey).map_err(|problem| DidError::KeyOfDid { did: did.clone(), problem })?;
    Ok((multikey, key))
}

/// Refuses a document that lists another key for a did:key DID: only the DID determines its key.
pub(super) fn check(root: &Part<'_>, did: &Did, relationships: &Relationships) -> Result<Option<DidUrl>, DidError> {
    let (_, key) = key_of(did)?;
    let mut found = None;
    for method in relationships.methods.iter().filter(|method| method.id.did() == did) {
        match method.key() {
            Ok(other) if *other != key => {
                return Err(DidError::binding(root.place(), did, format!("{} has a different key", method.id)));
            }
            Ok(_) => found = found.or(Some(method.id.clone())),
            Err(_) => {}
        }
    }
    Ok(found)
}
