//! Evidence: every check of a verification with its result.

use super::Detail;
use crate::{
    Timestamp,
    did::Did,
    hex::hex,
    json::{Json, Member, Object, Text},
    jsonld::UsedContext,
    suite::Suite,
};
use std::borrow::Cow;

adp_json::words! {
    /// The checks of a verification, in order. `adp explain` shows the sentences below.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum CheckName {
        /// The bytes are strict JSON.
        StrictJson = "strict-json",
        /// There is one proof and its members have the right types.
        Proof = "proof",
        /// The proof's suite is known and allowed.
        Suite = "suite",
        /// `proofValue` has the suite's encoding.
        ProofValue = "proof-value",
        /// `verificationMethod` is a DID with a fragment.
        MethodUrl = "method-url",
        /// Every context of the document is embedded or supplied by the caller.
        Contexts = "contexts",
        /// The structure does not hide, move or rename data.
        Structure = "structure",
        /// The document names one subject.
        Subject = "subject",
        /// The signer's DID document was obtained and is valid.
        Resolve = "resolve",
        /// The DID document contains the method, and controls it.
        Method = "method",
        /// The method is listed under the proof's purpose, and the DID's binding key, if any, has signed its key.
        Authorized = "authorized",
        /// The method's key has the suite's type.
        KeyType = "key-type",
        /// The signature verifies.
        Signature = "signature",
        /// The purpose is the expected one.
        Purpose = "purpose",
        /// The signer is the subject, or the one that the caller requires.
        Signer = "signer",
        /// `domain` is the host of the document.
        Domain = "domain",
        /// `challenge` is the expected one.
        Challenge = "challenge",
        /// The proof is valid at the time of verification.
        Time = "time",
        /// The model can be read.
        Model = "model",
        /// Evidence only: the document's `@id` is the URL it was fetched from.
        IdMatchesUrl = "id-matches-url",
        /// Evidence only: the DID's host is the host of the fetch.
        DidHostMatches = "did-host-matches",
        /// Evidence only: an `AgentDescription` service of the DID document names this document.
        ServiceLinksBack = "service-links-back",
    }
    impl meaning;
}

adp_json::words! {
    /// The result of a check.
    #[non_exhaustive]
    pub enum CheckResult {
        /// The check passed.
        Pass = "pass",
        /// The check failed; this is why the document was refused.
        Fail = "fail",
        /// The document makes no such claim.
        Unbound = "unbound",
        /// The caller did not request the check, or had no value to compare with.
        Unchecked = "unchecked",
        /// Signer and claim are not connected.
        NotBound = "not-bound",
        /// An earlier check failed.
        NotReached = "not-reached",
    }
}

/// One check and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name: that of a [`CheckName`], or of a check of the format.
    pub name: Cow<'static, str>,
    /// The result.
    pub result: CheckResult,
    /// What was compared, for people.
    pub detail: Option<Detail>,
}

impl Check {
    /// Creates a check from its name, its result and what was compared.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, result: CheckResult, detail: Option<Detail>) -> Self {
        Self { name: name.into(), result, detail }
    }

    /// `{name, result, detail}`
    pub(crate) fn to_object(&self) -> Object {
        let name = match &self.name {
            Cow::Borrowed(name) => Text::from_static(name),
            Cow::Owned(name) => name.into(),
        };
        let result = Text::from_static(self.result.as_str());
        let detail = self.detail.as_ref().map(Detail::to_text);
        Object::from_unique(vec![
            Member::new("name", name),
            Member::new("result", result),
            Member::new("detail", detail),
        ])
    }
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
    /// The domain the proof is bound to; of a set, the one that is expected.
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
    /// All checks in order, including those that did not run.
    pub checks: Vec<Check>,
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
                .map(|name| Check::new(name.as_str(), CheckResult::NotReached, None))
                .collect(),
        }
    }

    /// The facts, the time and the checks.
    #[cfg(feature = "serde")]
    pub(crate) fn to_object(&self) -> Object {
        let mut object = self.facts();
        object.insert("at", self.at.to_string());
        object.insert("checks", self.checks.iter().map(|check| check.to_object().into()).collect::<Vec<Json>>());
        object
    }

    /// The facts: every member is present, `null` if unknown.
    pub(crate) fn facts(&self) -> Object {
        let text = |text: &Option<Text>| Json::from(text.clone());
        let contexts = self.contexts.iter().map(|context| {
            let mut object = Object::with_capacity(2);
            object.insert("iri", context.iri.as_str());
            object.insert("sha256", hex(&context.sha256));
            Json::from(object)
        });
        let mut object = Object::with_capacity(12);
        object.insert("signer", self.signer.as_ref().map(|did| did.as_str()));
        object.insert("subject", text(&self.subject));
        object.insert("verificationMethod", text(&self.verification_method));
        object.insert("suite", self.suite.map(|suite| suite.as_str()));
        object.insert("created", text(&self.created));
        object.insert("expires", self.expires.map(|expires| expires.to_string()));
        object.insert("domain", text(&self.domain));
        object.insert("challenge", text(&self.challenge));
        object.insert("canonicalSha256", hex(&self.canonical_sha256));
        object.insert("contexts", contexts.collect::<Vec<_>>());
        object
    }

    /// The result of one check.
    #[must_use]
    pub fn result(&self, name: CheckName) -> CheckResult {
        // the list contains every name, in the enum's order
        self.checks.get(name as usize).map_or(CheckResult::NotReached, |check| check.result)
    }

    pub(super) fn set(&mut self, name: CheckName, result: CheckResult, detail: impl Into<Detail>) {
        if let Some(check) = self.checks.get_mut(name as usize) {
            check.result = result;
            check.detail = Some(detail.into());
        }
    }

    pub(super) fn pass(&mut self, name: CheckName, detail: impl Into<Detail>) {
        self.set(name, CheckResult::Pass, detail);
    }
}
