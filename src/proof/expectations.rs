//! The caller's expectations of a proof. The builder ensures that nothing is omitted.

use super::{Allowances, Challenge};
use crate::{
    CLOCK_SKEW, Timestamp,
    did::{Did, Purpose},
    suite::Suite,
};
use std::time::Duration;

/// The caller's expectations of a proof.
///
/// Built in five mandatory steps: purpose, domain, challenge, time, signer. The evidence lists everything that the
/// caller chose not to check.
///
/// ```compile_fail
/// use agent_description::{did::Purpose, proof::Expectations, Timestamp};
/// // no domain, challenge, time or signer: not expectations yet
/// let expectations: Expectations = Expectations::for_purpose(Purpose::AssertionMethod);
/// ```
#[derive(Debug)]
pub struct Expectations {
    pub(super) purpose: Purpose,
    pub(super) domain: Domain,
    /// Whether a proof without `domain` is refused (`proof-domain`).
    pub require_domain: bool,
    pub(super) challenge: Option<Challenge>,
    /// The time at which the proof must be valid.
    pub at: Timestamp,
    /// The clock skew allowed between signer and verifier.
    pub skew: Duration,
    /// The maximum age of the proof, if set: one that was created earlier is refused (`proof-too-old`).
    pub max_age: Option<Duration>,
    /// The earliest creation time, if set, to prevent rollback to an old document (`proof-too-old`).
    pub not_before: Option<Timestamp>,
    /// The required signer that is independent of the document's subject, if any.
    pub signer: Option<Did>,
    /// The allowed suites; all known suites by default.
    pub suites: Vec<Suite>,
    /// The URL that the document was fetched from, if set. [`WantsDomain::domain_as_fetched`] and the evidence
    /// `id-matches-url`, `did-host-matches` and `service-links-back` use it.
    pub fetched_from: Option<String>,
    /// Allowances of some formats: payload forms, key sets, artifacts.
    pub allowances: Allowances,
}

/// The expected `domain`.
#[derive(Clone, Debug)]
pub(super) enum Domain {
    /// Present and equal to this host, or host:port.
    Exactly(String),
    /// If present, the host (and port) of the URL the document was fetched from.
    AsFetched,
    /// Any value: the evidence states `unchecked`.
    Any,
    /// Absent: a document that is bound to a domain is refused.
    None,
}

/// Expectations without a domain yet.
#[derive(Debug)]
#[must_use]
pub struct WantsDomain(Purpose);

/// Expectations without a challenge yet.
#[derive(Debug)]
#[must_use]
pub struct WantsChallenge(Purpose, Domain);

/// Expectations without a time yet.
#[derive(Debug)]
#[must_use]
pub struct WantsTime(Purpose, Domain, Option<Challenge>);

/// Expectations without a signer yet.
#[derive(Debug)]
#[must_use]
pub struct WantsSigner(Purpose, Domain, Option<Challenge>, Timestamp);

impl Expectations {
    /// Step 1: the proof's purpose. Agent descriptions are signed for `assertionMethod`.
    pub fn for_purpose(purpose: Purpose) -> WantsDomain {
        WantsDomain(purpose)
    }
}

impl WantsDomain {
    /// Step 2: the proof's `domain` must be present and equal this host (`example.com`) or host and port
    /// (`example.com:8443`).
    pub fn domain(self, domain: impl Into<String>) -> WantsChallenge {
        WantsChallenge(self.0, Domain::Exactly(domain.into().to_ascii_lowercase()))
    }

    /// Step 2: if the proof has a `domain`, it must be the host of [`Expectations::fetched_from`], which
    /// [`crate::discovery::Verifier`] sets. A domain without a port matches the host on any port; with a port, host and
    /// port must match.
    pub fn domain_as_fetched(self) -> WantsChallenge {
        WantsChallenge(self.0, Domain::AsFetched)
    }

    /// Step 2: accepts any `domain`; the evidence states `unchecked`.
    pub fn any_domain(self) -> WantsChallenge {
        WantsChallenge(self.0, Domain::Any)
    }

    /// Step 2: the document does not come from a host; a proof with a `domain` is refused.
    pub fn no_domain(self) -> WantsChallenge {
        WantsChallenge(self.0, Domain::None)
    }
}

impl WantsChallenge {
    /// Step 3: the proof's `challenge` must be this one.
    pub fn challenge(self, challenge: Challenge) -> WantsTime {
        WantsTime(self.0, self.1, Some(challenge))
    }

    /// Step 3: the caller sent no challenge; the evidence states `unchecked`.
    pub fn any_challenge(self) -> WantsTime {
        WantsTime(self.0, self.1, None)
    }
}

impl WantsTime {
    /// Step 4: the time at which the proof must be valid. Verification reads no clock.
    pub fn at(self, time: Timestamp) -> WantsSigner {
        WantsSigner(self.0, self.1, self.2, time)
    }
}

impl WantsSigner {
    /// Step 5: the signer must be the DID of the document's subject.
    #[must_use]
    pub fn signer_is_subject(self) -> Expectations {
        self.build(None)
    }

    /// Step 5: the signer must be this DID. If the document's subject is another DID or none, the evidence states
    /// `subject: not-bound`.
    #[must_use]
    pub fn signer(self, signer: Did) -> Expectations {
        self.build(Some(signer))
    }

    fn build(self, signer: Option<Did>) -> Expectations {
        Expectations {
            purpose: self.0,
            domain: self.1,
            require_domain: false,
            challenge: self.2,
            at: self.3,
            skew: CLOCK_SKEW,
            max_age: None,
            not_before: None,
            signer,
            suites: Suite::ALL.to_vec(),
            fetched_from: None,
            allowances: Allowances::default(),
        }
    }
}

impl Expectations {
    /// A copy for another document of the same kind.
    pub(crate) fn once_more(&self) -> Self {
        Self {
            domain: self.domain.clone(),
            challenge: self.challenge.as_ref().map(Challenge::once_more),
            signer: self.signer.clone(),
            suites: self.suites.clone(),
            fetched_from: self.fetched_from.clone(),
            allowances: self.allowances.clone(),
            ..*self
        }
    }
}
