//! Signatures of documents.

use super::{Format, Options, boxed};
use crate::{
    CodedError, Did, Document,
    hex::hex,
    json::Object,
    proof::{self, Expectations, SignOptions, Signer},
    suite::canonical_sha256,
    verification::{Pending, Verification},
};

/// The options of a data-integrity proof, as [`Format::sign_options`] names them.
pub(crate) const PROOF_SIGN_OPTIONS: &[&str] = &["suite", "domain", "challenge", "created", "expires", "replace"];

/// The expectations that a data-integrity proof supports, as [`Format::verify_options`] names them.
pub(crate) const PROOF_VERIFY_OPTIONS: &[&str] =
    &["domain", "require-domain", "challenge", "max-age", "not-before", "purpose", "follow-successor"];

/// How documents of a format are signed and verified.
pub trait DocumentSignatures: Sync {
    /// [`Format::sign`]
    ///
    /// # Errors
    /// Why the document cannot be signed with these options, or [`FormatError::NotOffered`](super::FormatError::NotOffered).
    fn sign(
        &self,
        format: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let _ = (document, signer, proof, options);
        Err(boxed(format.not_offered("signed")))
    }

    /// [`Format::check_signer`]
    ///
    /// # Errors
    /// [`SignerRefused`]
    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        let _ = (document, signer);
        Ok(())
    }

    /// [`Format::begin`]
    ///
    /// # Errors
    /// Why no signature can be accepted with any inputs.
    fn begin(
        &'static self,
        format: &Format,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>>;
}

/// A signed document, with details of the signature.
#[derive(Clone, Debug)]
pub struct SignedDocument {
    /// The document with its signature.
    pub document: Document,
    /// What was done, for people: `signed`.
    pub what: &'static str,
    /// The suite, algorithm or profile of the signature.
    pub by: String,
    /// The members of a machine-readable report.
    pub report: Object,
}

/// Verifiers that have only the document refuse signatures of this signer.
#[derive(Debug)]
pub struct SignerRefused {
    /// Why they refuse it.
    pub error: Box<dyn CodedError>,
    /// How to fix it.
    pub fix: String,
}

impl SignedDocument {
    /// Signs a document with a data-integrity proof.
    pub(super) fn by_proof(
        document: &Document,
        signer: &dyn Signer,
        options: &SignOptions,
    ) -> Result<Self, Box<dyn CodedError>> {
        let document = proof::sign(document, signer, options.clone()).map_err(boxed)?;
        let mut report = Object::with_capacity(4);
        report.insert("verificationMethod", signer.method().as_str());
        report.insert("suite", options.suite.as_str());
        report.insert("created", options.created.to_string());
        report.insert("canonicalSha256", hex(&canonical_sha256(document.root())));
        Ok(Self { document, what: "signed", by: options.suite.as_str().to_owned(), report })
    }
}
