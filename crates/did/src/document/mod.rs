//! DID documents: parsed for one DID, as plain JSON by member name.

pub(crate) mod builder;
mod context;
pub(crate) mod document_part;
pub(crate) mod document_proof;
mod model_json;
pub(crate) mod service;

use self::document_part::Part;
use super::{
    Binding, Did, DidError, DidService, DidUrl, DocumentProof, Purpose, Resolved, VerificationMethod, binding,
    error::MAX_SHOWN_CHARS, keys::relationships::Relationships, rules, succession,
};
use adp_crypto::Timestamp;
use adp_json::{Code, Document, Limits, ReadError, cut, pointer, position_at};
use adp_report::{Diagnostic, Place};
use adp_secrets as secret;
use std::sync::Arc;

/// A DID document, parsed for its DID. Always wrapped in [`Resolved`].
#[derive(Clone, Debug)]
pub struct DidDocument {
    document: Document,
    did: Did,
    pub(super) relationships: Relationships,
    pub(super) services: Vec<DidService>,
    pub(super) proof: Option<DocumentProof>,
    pub(super) binding: Option<DidUrl>,
    unknown_contexts: Vec<Diagnostic>,
}

impl DidDocument {
    /// Parses the document of `did`.
    ///
    /// Checks, in this order:
    ///
    /// 1. strict JSON of at most [`Limits::did_document_bytes`]
    /// 2. `id` equals `did`, byte for byte
    /// 3. not deactivated
    /// 4. no private key anywhere
    /// 5. no inline context that redefines members, and valid JSON-LD if all contexts are embedded
    /// 6. verification methods, relationships and services are well-formed, with unique method IDs
    /// 7. the document's own proof, if its suite is known
    /// 8. the key binding of the DID: `e1_` requires the proof of the binding key; `k1_` requires the binding key in the
    ///    proof, or without a proof under `authentication`
    ///
    /// Keys are decoded on first use: an invalid key affects only its method.
    ///
    /// # Errors
    /// `json-*` and `document-shape` if the input is not a JSON object. Otherwise `did-document-invalid`,
    /// `did-id-mismatch`, `did-deactivated`, `did-method-ambiguous`, `did-binding` or `did-document-proof`.
    /// `did-key-unsupported` if the document contains a private key. `did-superseded`, with the document, if it is
    /// deactivated and has a valid successor; `did-transition` if the successor is invalid.
    pub fn parse_for(did: &Did, bytes: &[u8], limits: &Limits) -> Result<Resolved<Self>, DidError> {
        Self::read_for(did, Document::parse(bytes, limits.for_did_document())?, limits)
    }

    /// Same for a parsed document.
    pub(super) fn read_for(did: &Did, document: Document, limits: &Limits) -> Result<Resolved<Self>, DidError> {
        let (size, limit) = (document.source().len(), limits.did_document_bytes);
        if size > limit {
            let position = position_at(document.source().as_bytes(), limit);
            return Err(ReadError::Size { position, size, limit }.into());
        }
        document.check_signable()?;
        let root = Part::root(&document);
        let id = root.required("id", "the DID of the document")?;
        let found = id.string("the DID of the document: a string")?;
        if found.as_str() != did.as_str() {
            let message = format!(
                "the document's id is {:?}, expected exactly {did}; publish the document under its own DID's URL",
                cut(found, MAX_SHOWN_CHARS)
            );
            return Err(DidError::refused(&rules::ID, Code::DID_ID_MISMATCH, id.place(), message));
        }
        let successor = succession::successor(&root)?;
        let deactivated = root.member("deactivated");
        let is_deactivated = match deactivated.as_ref().map(|member| (member, member.json().as_bool())) {
            None | Some((_, Some(false))) => false,
            // only a DID that is derived from its key can name its successor
            Some((member, Some(true))) if successor.is_none() || did.binding() != Some(Binding::E1) => {
                let message =
                    format!("the DID document of {did} is marked as deactivated; ask its owner for the current DID");
                return Err(DidError::refused(&rules::ACTIVE, Code::DID_DEACTIVATED, member.place(), message));
            }
            Some((_, Some(true))) => true,
            Some((member, None)) => return Err(member.invalid("true or false")),
        };
        refuse_private_keys(&document)?;
        context::check(root, did)?;
        let unknown_contexts = context::process(&document, did, limits)?;
        let relationships = Relationships::read(&root, did, limits)?;
        let services = DidService::read_all(&root, did)?;
        if let Some(successor) = successor.filter(|_| is_deactivated) {
            let (did, document) = (did.clone(), document.clone());
            let read = Self { did, relationships, services, proof: None, binding: None, unknown_contexts, document };
            return Err(DidError::Superseded(Arc::new(succession::read(read, successor)?)));
        }
        let proof = document_proof::verify(&root, did, &relationships)?;
        let binding = binding::check(&root, did, &relationships, proof.as_ref())?;
        let did = did.clone();
        Ok(Resolved::supplied(Self { did, relationships, services, proof, binding, unknown_contexts, document }))
    }

    /// The document's DID.
    #[must_use]
    pub fn id(&self) -> &Did {
        &self.did
    }

    /// The verification methods that a proof can use, in document order, including embedded ones.
    #[must_use]
    pub fn verification_methods(&self) -> &[VerificationMethod] {
        &self.relationships.methods
    }

    /// The verification method with this ID.
    #[must_use]
    pub fn verification_method(&self, id: &DidUrl) -> Option<&VerificationMethod> {
        self.relationships.method(id)
    }

    /// Whether the method with this ID is listed under the relationship. A method that is only in `verificationMethod`
    /// has no purpose. This is not an authorization: use [`Self::key_for`].
    #[must_use]
    pub fn lists(&self, id: &DidUrl, purpose: Purpose) -> bool {
        self.relationships.lists(id, purpose)
    }

    /// The IDs listed under a relationship, expanded, in document order.
    #[must_use]
    pub fn listed_under(&self, purpose: Purpose) -> &[String] {
        self.relationships.under(purpose)
    }

    /// The document's own proof, if it has one.
    #[must_use]
    pub fn proof(&self) -> Option<&DocumentProof> {
        self.proof.as_ref()
    }

    /// The verification method that the DID is bound to by its last segment (`e1_`, `k1_`) or by the DID itself
    /// (did:key). `None` for plain DIDs.
    #[must_use]
    pub fn binding_method(&self) -> Option<&DidUrl> {
        self.binding.as_ref()
    }

    /// Warnings about an otherwise valid document.
    ///
    /// - A context is not embedded, so the document was not processed as JSON-LD.
    /// - A key cannot be used, or has an unusual form.
    /// - The proof has an unknown suite.
    /// - A listed key may not sign for the DID, because the binding key has not signed it.
    /// - At the time `at`, if given: a method is revoked or has expired, or the proof has a `created` in the future.
    ///
    /// Decodes every key.
    #[must_use]
    pub fn diagnostics(&self, at: Option<Timestamp>) -> Vec<Diagnostic> {
        let methods = &self.relationships.methods;
        let proof = self.proof.as_ref().and_then(|proof| proof.diagnostic(&self.document));
        let found =
            self.unknown_contexts.iter().cloned().chain(methods.iter().flat_map(VerificationMethod::diagnostics));
        let mut found: Vec<_> = found.chain(self.silent_keys()).chain(proof).collect();
        if let Some(at) = at {
            found.extend(methods.iter().filter_map(|method| method.diagnostic_at(at)));
            found.extend(self.proof.as_ref().and_then(|proof| proof.dated_ahead(&self.document, at)));
        }
        found
    }

    /// The services, in document order.
    #[must_use]
    pub fn services(&self) -> &[DidService] {
        &self.services
    }

    /// The document's source.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Checks that the document's own proof and the method of the proof have not expired at `now`. Proofs of an expired
    /// method are invalid (Controlled Identifiers 1.0 section 2.2).
    ///
    /// [`DidDocument::parse_for`] does not check times. [`Self::key_for`] calls this method first; call it before you
    /// use other parts of the document.
    ///
    /// # Errors
    /// `did-document-proof`.
    pub fn check_time(&self, now: Timestamp) -> Result<(), DidError> {
        match &self.proof {
            Some(proof) => proof.check_time(&self.document, &self.relationships, now),
            None => Ok(()),
        }
    }
}

/// Refuses private keys: anyone who reads the document could sign with them, so the document is not trusted.
fn refuse_private_keys(document: &Document) -> Result<(), DidError> {
    let Some((pointer, what)) = secret::in_json(document.json()) else { return Ok(()) };
    let place =
        Place::from_offset(document, pointer::lookup(document.json(), &pointer).unwrap_or(document.json()).offset());
    let message = format!(
        "found {what}, expected only public keys; the private key is compromised: replace it, and publish the document \
         without it"
    );
    Err(DidError::refused(&rules::PRIVATE_KEY, Code::DID_KEY_UNSUPPORTED, place, message))
}
