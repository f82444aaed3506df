//! Authorization of keys: whether a key may sign for a DID. Descriptions, requests and publishing all use
//! [`DidDocument::key_for`]. The check of a document's own proof and binding uses only the part without time and
//! binding, `listed_method`.
//!
//! The checks, in this order:
//!
//! 1. The document belongs to the DID and is valid at the time.
//! 2. It contains the method, and the DID itself controls it.
//! 3. The method is listed under the purpose.
//! 4. Its key is usable at the time.
//! 5. If the DID is bound to a key, this table allows the method's key:
//!
//! | DID | keys that may act for it |
//! |---|---|
//! | plain (did:wba, did:web) | every key listed under the purpose |
//! | `e1_` | every key listed under the purpose; a document without the binding key's proof is refused |
//! | `k1_`, document with the binding key's proof | every key listed under the purpose; under `authentication` only the binding key (k1 extension of did:wba: `keyid` is the binding key) |
//! | `k1_`, document without proof | only the binding key, for every purpose: anyone who controls the host can write such a document |
//! | did:key | its key |
//!
//! The document of a key-bound DID is refused if its proof has expired, was made with an expired method, or uses a
//! suite that this crate cannot verify.

use super::{key_refusal::listed, relationships::Relationships};
use crate::{Binding, Did, DidDocument, DidUrl, DocumentProof, KeyRefusal, Purpose, VerificationMethod, rules};
use adp_crypto::{Timestamp, key::VerifyingKey};
use adp_json::CodedError;
use adp_report::Diagnostic;

impl DidDocument {
    /// The key of `method`, if it may sign for the document's DID for this purpose at this time.
    ///
    /// # Errors
    /// The first failed check: `did-id-mismatch`, `did-document-proof`, `proof-method-not-found`, `proof-controller`,
    /// `proof-method-not-authorized`, `did-key-unsupported`, `did-binding`.
    pub fn key_for(&self, method: &DidUrl, purpose: Purpose, at: Timestamp) -> Result<&VerifyingKey, KeyRefusal> {
        self.key_for_named(method, purpose.as_str(), at)
    }

    /// Same for a purpose as written in a proof. A purpose that is not a relationship of DID Core lists no method.
    #[doc(hidden)]
    pub fn key_for_named(&self, method: &DidUrl, purpose: &str, at: Timestamp) -> Result<&VerifyingKey, KeyRefusal> {
        if method.did() != self.id() {
            return Err(KeyRefusal::OtherDid { found: self.id().clone(), expected: method.did().clone() });
        }
        self.check_time(at).map_err(KeyRefusal::Document)?;
        let found = self.relationships.listed_method(self.id(), method, purpose)?;
        let key = found.key_at(at).map_err(KeyRefusal::Key)?;
        self.check_bound(method, purpose, key)?;
        Ok(key)
    }

    /// When a method's key expires: the earliest of the method's expiry, its revocation and the expiry of the
    /// document's own proof.
    #[must_use]
    pub fn key_end(&self, method: &DidUrl) -> Option<Timestamp> {
        let proof_end = self.proof().and_then(DocumentProof::expires);
        let method = self.verification_method(method);
        let method_ends = method.into_iter().flat_map(|method| [method.expires(), method.revoked()]).flatten();
        method_ends.chain(proof_end).min()
    }

    /// Warnings about listed keys that may not sign, because the DID's binding key has not signed them.
    pub(crate) fn silent_keys(&self) -> impl Iterator<Item = Diagnostic> {
        self.verification_methods().iter().filter_map(|method| {
            let key = method.key().ok()?;
            let mut purposes = Vec::new();
            let mut why = None;
            for purpose in Purpose::ALL.iter().filter(|&&purpose| self.lists(&method.id, purpose)) {
                if let Err(refusal) = self.check_bound(&method.id, purpose.as_str(), key) {
                    purposes.push(format!("`{purpose}`"));
                    why = Some(refusal);
                }
            }
            // without a proof, the reason is the same for all purposes; with a proof, only `authentication` is refused
            let why = why?;
            let message = format!("listed under {}, but may not sign for the DID: {why}", purposes.join(", "));
            Some(Diagnostic::at(&rules::VOUCHED, why.code(), &message, method.place().clone()))
        })
    }

    /// Refuses a key that the binding key of a key-bound DID has not signed.
    pub(crate) fn check_bound(&self, method: &DidUrl, purpose: &str, key: &VerifyingKey) -> Result<(), KeyRefusal> {
        match self.id().binding() {
            // the parser refuses `e1_` documents without a proof, and did:key documents with other keys
            None | Some(Binding::E1) => return Ok(()),
            Some(Binding::K1) => {}
        }
        // compare the keys, not the method names
        if self.id().fingerprint() == Some(key.thumbprint().as_str()) {
            return Ok(());
        }
        // the parser refuses documents without the binding key
        let bound = self.binding_method().unwrap_or(method);
        let reason = match self.proof() {
            Some(DocumentProof::Verified { .. }) if purpose != Purpose::Authentication.as_str() => return Ok(()),
            Some(DocumentProof::Verified { .. }) => {
                "a k1 DID authenticates with no other key (did:wba, k1 extension); sign with the binding key"
            }
            _ => {
                "only the binding key may sign for a k1 DID whose document has no proof; sign with the binding key, or \
                 have the document signed with it"
            }
        };
        Err(KeyRefusal::Unbound { method: method.clone(), bound: bound.clone(), reason })
    }
}

impl Relationships {
    /// The method, if the DID itself controls it and it is listed under the purpose. These checks need neither time nor
    /// binding, so they also apply to a document's own proof.
    pub(crate) fn listed_method(
        &self,
        did: &Did,
        method: &DidUrl,
        purpose: &str,
    ) -> Result<&VerificationMethod, KeyRefusal> {
        if method.did() != did {
            return Err(KeyRefusal::OtherDid { found: did.clone(), expected: method.did().clone() });
        }
        let Some(found) = self.method(method) else {
            let known = listed(self.methods.iter().map(|known| known.id.as_str()));
            return Err(KeyRefusal::MethodNotFound { method: method.clone(), known });
        };
        if found.controller.as_str() != did.as_str() {
            return Err(KeyRefusal::Controller { method: method.clone(), controller: found.controller.clone() });
        }
        let relationship: Option<Purpose> = purpose.parse().ok();
        if relationship.is_some_and(|purpose| self.lists(method, purpose)) {
            return Ok(found);
        }
        let listed = match relationship.map_or(&[][..], |purpose| self.under(purpose)) {
            [] => "is missing or empty".to_owned(),
            methods => format!("lists {}", listed(methods.iter().map(String::as_str))),
        };
        Err(KeyRefusal::NotListed { method: method.clone(), purpose: purpose.to_owned(), listed })
    }
}
