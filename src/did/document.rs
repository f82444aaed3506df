//! DID documents: read for one DID, as plain JSON by member name.

use super::{
    Binding, Did, DidError, DidService, DidUrl, DocumentProof, Purpose, Resolved, VerificationMethod, binding, context,
    document_proof, error::MAX_SHOWN_CHARS, part::Part, relationships::Relationships, transition,
};
use crate::diagnostic::{Diagnostic, Place};
use crate::{
    Limits, Timestamp,
    json::{Document, ReadError, pointer, position_at},
    secret,
};
use adp_json::cut;
use std::sync::Arc;

/// A DID document, read for its DID. Only had as [`Resolved`].
#[derive(Clone, Debug)]
pub struct DidDocument {
    document: Document,
    did: Did,
    relationships: Relationships,
    services: Vec<DidService>,
    proof: Option<DocumentProof>,
    binding: Option<DidUrl>,
    unknown_contexts: Vec<Diagnostic>,
}

impl DidDocument {
    /// Reads the document of `did`.
    ///
    /// Checked are, in this order: strict JSON of at most [`Limits::did_document_bytes`]; `id` equal to `did`, byte for
    /// byte; not deactivated; no private key anywhere; no inline context at any depth that redefines what is read, and JSON-LD wherever all contexts are
    /// embedded; verification methods, relationships and
    /// services well-formed, method ids unique; the document's own proof, where it has one of a known suite; the key
    /// binding of the DID (`e1_`: the proof is needed and its key is the one; `k1_`: the proof's key, or without proof one
    /// under `authentication`). Keys are decoded when used: a bad one spoils its method, not the document.
    ///
    /// # Errors
    /// `json-*` and `document-shape` for what is not a JSON object, else `did-document-invalid`, `did-id-mismatch`,
    /// `did-deactivated`, `did-method-ambiguous`, `did-binding`, `did-document-proof`; `did-key-unsupported` for a document
    /// with a private key; `did-superseded` with the document if it is deactivated and names its successor as it should,
    /// `did-transition` if it names a wrong one.
    pub fn parse_for(did: &Did, bytes: &[u8], limits: &Limits) -> Result<Resolved<Self>, DidError> {
        Self::read_for(did, Document::parse(bytes, limits.for_did_document())?, limits)
    }

    /// The same for a document that was parsed already.
    pub(super) fn read_for(did: &Did, document: Document, limits: &Limits) -> Result<Resolved<Self>, DidError> {
        let (size, limit) = (document.source().len(), limits.did_document_bytes);
        if size > limit {
            let position = position_at(document.source().as_bytes(), limit);
            return Err(ReadError::Size { position, size, limit }.into());
        }
        let root = Part::root(&document);
        let id = root.required("id", "the DID of the document")?;
        let found = id.string("the DID of the document: a string")?;
        if found.as_str() != did.as_str() {
            return Err(DidError::IdMismatch {
                place: id.place(),
                found: cut(found, MAX_SHOWN_CHARS),
                expected: did.clone(),
            });
        }
        let successor = transition::successor(&root)?;
        let deactivated = root.member("deactivated");
        let is_deactivated = match deactivated.as_ref().map(|member| (member, member.json().as_bool())) {
            None | Some((_, Some(false))) => false,
            // only where a DID follows from its key can a document say which DID follows it
            Some((member, Some(true))) if successor.is_none() || did.binding() != Some(Binding::E1) => {
                return Err(DidError::Deactivated { place: member.place(), did: did.clone() });
            }
            Some((_, Some(true))) => true,
            Some((member, None)) => return Err(member.invalid("true or false")),
        };
        refuse_private_keys(&document)?;
        context::check(&root, did)?;
        let unknown_contexts = context::process(&document, did, limits)?;
        let relationships = Relationships::read(&root, did, limits)?;
        let services = DidService::read_all(&root, did)?;
        if let Some(successor) = successor.filter(|_| is_deactivated) {
            let (did, document) = (did.clone(), document.clone());
            let read = Self { did, relationships, services, proof: None, binding: None, unknown_contexts, document };
            return Err(DidError::Superseded(Arc::new(transition::read(read, successor)?)));
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

    /// The verification methods that a proof can name, embedded ones included, in document order.
    #[must_use]
    pub fn verification_methods(&self) -> &[VerificationMethod] {
        &self.relationships.methods
    }

    /// The verification method of this id.
    #[must_use]
    pub fn verification_method(&self, id: &DidUrl) -> Option<&VerificationMethod> {
        self.relationships.method(id)
    }

    /// Whether the method of this id is listed under the relationship: a method in `verificationMethod` alone may be used
    /// for nothing. That is no decision: [`Self::key_for`] says whether its key may speak.
    #[must_use]
    pub fn lists(&self, id: &DidUrl, purpose: Purpose) -> bool {
        self.relationships.lists(id, purpose)
    }

    /// The ids listed under a relationship, expanded, in document order.
    #[must_use]
    pub fn listed_under(&self, purpose: Purpose) -> &[String] {
        self.relationships.under(purpose)
    }

    /// The services, in document order.
    #[must_use]
    pub fn services(&self) -> &[DidService] {
        &self.services
    }

    /// The document's own proof, if it has one.
    #[must_use]
    pub fn proof(&self) -> Option<&DocumentProof> {
        self.proof.as_ref()
    }

    /// The verification method that the DID is bound to by its last segment (`e1_`, `k1_`), or whose key it is (did:key);
    /// `None` for plain DIDs.
    #[must_use]
    pub fn binding_method(&self) -> Option<&DidUrl> {
        self.binding.as_ref()
    }

    /// What is odd about the document without spoiling it: contexts that are not embedded, so that it was not processed as
    /// JSON-LD; keys that cannot be used, or were read in a form they should not have; a proof of an unknown suite; keys
    /// that are listed and do not speak for the DID, because the key that it is bound to does not vouch for them.
    ///
    /// Decodes every key.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let methods = self.relationships.methods.iter().flat_map(VerificationMethod::diagnostics);
        let proof = self.proof.as_ref().and_then(|proof| proof.diagnostic(&self.document));
        self.unknown_contexts.iter().cloned().chain(methods).chain(self.silent_keys()).chain(proof).collect()
    }

    /// The same at a time: also that methods are revoked, and that the document's own proof says to be made later.
    #[must_use]
    pub fn diagnostics_at(&self, now: Timestamp) -> Vec<Diagnostic> {
        let revoked = self.relationships.methods.iter().filter_map(|method| method.diagnostic_at(now));
        let ahead = self.proof.as_ref().and_then(|proof| proof.dated_ahead(&self.document, now));
        self.diagnostics().into_iter().chain(revoked).chain(ahead).collect()
    }

    /// The document as it was read.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Checks what of the document depends on the time: neither its own proof nor the method that made it has expired at
    /// `now` (Controlled Identifiers 1.0 section 2.2: from then on no proof made with the method counts).
    ///
    /// [`DidDocument::parse_for`] knows no time. [`Self::key_for`] asks this first; whoever relies on something else of the
    /// document calls it.
    ///
    /// # Errors
    /// `did-document-proof`.
    pub fn check_time(&self, now: Timestamp) -> Result<(), DidError> {
        match &self.proof {
            Some(proof) => proof.check_time(&self.document, &self.relationships, now),
            None => Ok(()),
        }
    }

    pub(super) fn relationships(&self) -> &Relationships {
        &self.relationships
    }

    pub(super) fn set_proof(&mut self, proof: DocumentProof) {
        self.proof = Some(proof);
    }

    pub(super) fn set_binding(&mut self, method: DidUrl) {
        self.binding = Some(method);
    }
}

/// Any reader of the document can sign with such a key, so nothing in it is trusted.
fn refuse_private_keys(document: &Document) -> Result<(), DidError> {
    let Some((pointer, what)) = secret::in_json(document.json()) else { return Ok(()) };
    let offset = pointer::lookup(document.json(), &pointer).unwrap_or(document.json()).offset();
    let position = document.position(offset);
    Err(DidError::PrivateKey { place: Box::new(Place { offset, position, pointer: Some(pointer) }), what })
}
