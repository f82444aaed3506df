//! Verification of documents with one data-integrity proof.

use super::{Binding, Covered, Need, Pending, SignatureReport, Supplied, Verification};
use crate::{
    Code, CodedError,
    description::AgentDescription,
    did::Subject,
    json::{Json, Object},
    proof::{self, CheckName, CheckResult, Evidence, Expectations, Unverified, Verified, VerifyError},
};
use std::{fmt, sync::Arc};

/// The pending verification of a document with one data-integrity proof and a model.
#[derive(Debug)]
pub(crate) struct PendingProof<T> {
    format: &'static str,
    pending: proof::PreparedProof<T>,
    /// The description that a verified document is, if its format has descriptions.
    to_description: fn(Verified<T>) -> Option<Verified<AgentDescription>>,
}

impl<T: Subject + fmt::Debug + Send + Sync + 'static> PendingProof<T> {
    /// Begins the verification of a parsed document as this format.
    ///
    /// # Errors
    /// [`VerifyError`]: the first check that failed.
    pub(crate) fn begin(
        format: &'static str,
        unverified: Unverified<T>,
        expectations: &Expectations,
    ) -> Result<Self, VerifyError> {
        let pending = unverified.prepare(expectations.once_more())?;
        Ok(Self { format, pending, to_description: |_| None })
    }

    /// Same as `begin`, boxed for a format. The verdict has the description of `to_description`.
    ///
    /// # Errors
    /// The verdict for a refused document.
    pub(crate) fn begin_as(
        format: &'static str,
        unverified: Unverified<T>,
        expectations: &Expectations,
        to_description: fn(Verified<T>) -> Option<Verified<AgentDescription>>,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        match Self::begin(format, unverified, expectations) {
            Ok(pending) => Ok(Box::new(Self { to_description, ..pending })),
            Err(error) => Err(Box::new(refused(format, error))),
        }
    }

    /// The verdict with its typed view, or the first failed check.
    ///
    /// # Errors
    /// [`VerifyError`]
    pub(crate) fn finish_typed(self, supplied: &Supplied) -> Result<Verified<T>, VerifyError> {
        match supplied.did_document(self.pending.signer()) {
            Some(Ok(document)) => self.pending.finish(Ok(&document)),
            Some(Err(error)) if self.follows(&*error) => self.finish_superseded(supplied),
            Some(Err(error)) => self.pending.finish(Err(Box::new(error))),
            None => {
                let need = Need::DidDocument(self.pending.signer().clone());
                self.pending.check_before_resolving()?.finish(Err(Box::new(need.not_supplied())))
            }
        }
    }

    /// Whether the DID document belongs to a superseded DID, so that its successors are needed.
    fn follows(&self, error: &dyn CodedError) -> bool {
        error.code() == Code::DID_SUPERSEDED && self.pending.expectations.allowances.superseded_signers
    }

    fn finish_superseded(self, supplied: &Supplied) -> Result<Verified<T>, VerifyError> {
        match supplied.successions.get(self.pending.signer()) {
            Some(Ok(succession)) => match succession.document_for_signature(self.pending.created()) {
                Ok(document) => self.pending.finish(Ok(document)),
                Err(error) => self.pending.finish(Err(Box::new(error))),
            },
            Some(Err(error)) => self.pending.finish(Err(Box::new(Arc::clone(error)))),
            None => {
                let need = self.succession_need();
                self.pending.finish(Err(Box::new(need.not_supplied())))
            }
        }
    }

    fn succession_need(&self) -> Need {
        Need::Succession { did: self.pending.signer().clone(), at: self.pending.expectations.at }
    }
}

impl<T: Subject + fmt::Debug + Send + Sync + 'static> Pending for PendingProof<T> {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        if self.pending.is_refused_before_resolving() {
            return Vec::new();
        }
        let need = match supplied.did_document(self.pending.signer()) {
            None => Need::DidDocument(self.pending.signer().clone()),
            Some(Err(error)) if self.follows(&*error) => self.succession_need(),
            Some(_) => return Vec::new(),
        };
        if supplied.answers(&need) { Vec::new() } else { vec![need] }
    }

    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification {
        let (format, to_description) = (self.format, self.to_description);
        let binding = if self.pending.expectations.signer.is_some() { Binding::Signer } else { Binding::Subject };
        let (signer, method) = (self.pending.signer().clone(), self.pending.method.clone());
        let created = self.pending.created();
        match self.finish_typed(supplied) {
            Ok(verified) => {
                let (succession, key_ends) = match supplied.did_document(&signer) {
                    Some(Ok(did_document)) => (None, did_document.get().key_end(&method)),
                    _ => {
                        let succession = supplied.successions.get(&signer).and_then(|found| found.as_ref().ok());
                        let past = succession.and_then(|found| found.document_for_signature(created).ok());
                        (succession.cloned(), past.and_then(|past| past.get().key_end(&method)))
                    }
                };
                let expires = verified.evidence().expires.into_iter().chain(key_ends).min();
                let (signer, binding) = (Some(signer), Some(binding));
                let found = Verification { signer, binding, ..verified_whole(format, &verified) };
                let found = with_evidence(found, verified.evidence());
                let description = to_description(verified).map(Arc::new);
                Verification { expires, succession, description, ..found }
            }
            Err(error) => refused(format, error),
        }
    }
}

fn refused(format: &'static str, error: VerifyError) -> Verification {
    let error = Arc::new(error);
    with_evidence(Verification::refused(format, Arc::<VerifyError>::clone(&error)), &error.evidence)
}

/// A proof covers the whole document: its own options too, and its value is the signature.
fn verified_whole<T>(format: &'static str, verified: &Verified<T>) -> Verification {
    Verification::verified(format, Covered::whole(verified.document().clone()))
}

/// A verdict with one signature, its checks and the details of the proof.
fn with_evidence(found: Verification, evidence: &Evidence) -> Verification {
    let is_good = evidence.result(CheckName::Signature) == CheckResult::Pass;
    let signature = SignatureReport {
        algorithm: evidence.suite.map(|suite| suite.as_str().to_owned()),
        key_id: evidence.verification_method.as_deref().map(str::to_owned),
        payload_form: None,
        key_source: (evidence.result(CheckName::KeyType) == CheckResult::Pass).then_some("did"),
        signer: evidence.signer.clone().filter(|_| is_good),
        binding: is_good.then(|| found.binding.unwrap_or(Binding::Unbound)),
        created: evidence.created.as_deref().and_then(|created| created.parse().ok()),
        expires: evidence.expires,
        error: found.error.clone().filter(|_| !is_good),
    };
    let has_proof = evidence.result(CheckName::Proof) == CheckResult::Pass;
    Verification {
        signatures: if has_proof { vec![signature] } else { Vec::new() },
        checks: evidence.checks.clone(),
        own: members(evidence),
        ..found
    }
}

/// The members of a report about the proof.
fn members(evidence: &Evidence) -> Object {
    let mut own = evidence.facts();
    if evidence.result(CheckName::Contexts) != CheckResult::Pass {
        own.insert("contexts", None::<Json>);
    }
    own
}
