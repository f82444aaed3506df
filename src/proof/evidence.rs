//! Evidence: every check of a verification with its result.

use super::Detail;
use crate::{Timestamp, did::Did, json::Text, jsonld::UsedContext, suite::Suite};
use std::fmt;

/// The checks of a verification, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CheckName {
    /// The bytes are strict JSON.
    StrictJson,
    /// There is one proof and its members have the right types.
    Proof,
    /// The proof's suite is known and allowed.
    Suite,
    /// `proofValue` has the suite's encoding.
    ProofValue,
    /// `verificationMethod` is a DID with a fragment.
    MethodUrl,
    /// Every context of the document is embedded or supplied by the caller.
    Contexts,
    /// The structure does not hide, move or rename data.
    Structure,
    /// The document names one subject.
    Subject,
    /// The signer's DID document was obtained and is valid.
    Resolve,
    /// The DID document contains the method, and controls it.
    Method,
    /// The method is listed under the proof's purpose, and the DID's binding key, if any, has signed its key.
    Authorized,
    /// The method's key has the suite's type.
    KeyType,
    /// The signature verifies.
    Signature,
    /// The purpose is the expected one.
    Purpose,
    /// The signer is the subject, or the one that the caller requires.
    Signer,
    /// `domain` is the host of the document.
    Domain,
    /// `challenge` is the expected one.
    Challenge,
    /// The proof is valid at the time of verification.
    Time,
    /// The model can be read.
    Model,
    /// Evidence only: the document's `@id` is the URL it was fetched from.
    IdMatchesUrl,
    /// Evidence only: the DID's host is the host of the fetch.
    DidHostMatches,
    /// Evidence only: an `AgentDescription` service of the DID document names this document.
    ServiceLinksBack,
}

impl CheckName {
    /// All checks, in order.
    pub const ALL: [Self; 22] = [
        Self::StrictJson,
        Self::Proof,
        Self::Suite,
        Self::ProofValue,
        Self::MethodUrl,
        Self::Contexts,
        Self::Structure,
        Self::Subject,
        Self::Resolve,
        Self::Method,
        Self::Authorized,
        Self::KeyType,
        Self::Signature,
        Self::Purpose,
        Self::Signer,
        Self::Domain,
        Self::Challenge,
        Self::Time,
        Self::Model,
        Self::IdMatchesUrl,
        Self::DidHostMatches,
        Self::ServiceLinksBack,
    ];

    /// The display name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::StrictJson => "strict-json",
            Self::Proof => "proof",
            Self::Suite => "suite",
            Self::ProofValue => "proof-value",
            Self::MethodUrl => "method-url",
            Self::Contexts => "contexts",
            Self::Structure => "structure",
            Self::Subject => "subject",
            Self::Resolve => "resolve",
            Self::Method => "method",
            Self::Authorized => "authorized",
            Self::KeyType => "key-type",
            Self::Signature => "signature",
            Self::Purpose => "purpose",
            Self::Signer => "signer",
            Self::Domain => "domain",
            Self::Challenge => "challenge",
            Self::Time => "time",
            Self::Model => "model",
            Self::IdMatchesUrl => "id-matches-url",
            Self::DidHostMatches => "did-host-matches",
            Self::ServiceLinksBack => "service-links-back",
        }
    }
}

impl fmt::Display for CheckName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CheckResult {
    /// The check passed.
    Pass,
    /// The check failed; this is why the document was refused.
    Fail,
    /// The document makes no such claim.
    Unbound,
    /// The caller did not request the check, or had no value to compare with.
    Unchecked,
    /// Signer and claim are not connected.
    NotBound,
    /// An earlier check failed.
    NotReached,
}

impl CheckResult {
    /// The display text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unbound => "unbound",
            Self::Unchecked => "unchecked",
            Self::NotBound => "not-bound",
            Self::NotReached => "not-reached",
        }
    }
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One check and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The check.
    pub name: CheckName,
    /// The result.
    pub result: CheckResult,
    /// What was compared, for people.
    pub detail: Option<Detail>,
}

/// The evidence of a successful or failed verification: known facts, and all checks in order.
///
/// After a failed verification, the facts are unverified claims; only [`super::Verified`] guarantees them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evidence {
    /// The DID that signed.
    pub signer: Option<Did>,
    /// The DID of the document's subject.
    pub subject: Option<Text>,
    /// The verification method, a DID URL.
    pub verification_method: Option<Text>,
    /// The suite.
    pub suite: Option<Suite>,
    /// The creation time in the proof.
    pub created: Option<Text>,
    /// Expiry time of the proof.
    pub expires: Option<Timestamp>,
    /// The domain the proof is bound to.
    pub domain: Option<Text>,
    /// The challenge in the proof.
    pub challenge: Option<Text>,
    /// SHA-256 of JCS(document without `proof.proofValue`): an identifier of the signed content, in every suite. If the
    /// suite uses the document's `@context` for the proof, the hashed proof contains it too
    /// ([`canonical_sha256`](crate::suite::canonical_sha256)).
    pub canonical_sha256: [u8; 32],
    /// The contexts of the document by IRI, with the SHA-256 of their bytes.
    pub contexts: Vec<UsedContext>,
    /// The time of verification.
    pub at: Timestamp,
    checks: Vec<Check>,
}

impl Evidence {
    pub(super) fn new(canonical_sha256: [u8; 32], at: Timestamp) -> Self {
        Self {
            signer: None,
            subject: None,
            verification_method: None,
            suite: None,
            created: None,
            expires: None,
            domain: None,
            challenge: None,
            canonical_sha256,
            contexts: Vec::new(),
            at,
            checks: CheckName::ALL
                .iter()
                .map(|&name| Check { name, result: CheckResult::NotReached, detail: None })
                .collect(),
        }
    }

    /// All checks in order, including those that did not run.
    #[must_use]
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// The result of one check.
    #[must_use]
    pub fn result(&self, name: CheckName) -> CheckResult {
        // the list contains every name, in the enum's order
        self.checks.get(name as usize).map_or(CheckResult::NotReached, |check| check.result)
    }

    pub(super) fn set(&mut self, name: CheckName, result: CheckResult, detail: impl Into<Detail>) {
        self.replace(name, result, Some(detail.into()));
    }

    pub(super) fn pass(&mut self, name: CheckName, detail: impl Into<Detail>) {
        self.set(name, CheckResult::Pass, detail);
    }

    /// Resets the result of a check.
    pub(super) fn forget(&mut self, name: CheckName) {
        self.replace(name, CheckResult::NotReached, None);
    }

    fn replace(&mut self, name: CheckName, result: CheckResult, detail: Option<Detail>) {
        if let Some(check) = self.checks.get_mut(name as usize) {
            check.result = result;
            check.detail = detail;
        }
    }
}
