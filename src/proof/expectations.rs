//! What the caller expects of a proof: every question answered, by construction.

use super::{Allowances, Challenge};
use crate::{
    CLOCK_SKEW, Timestamp,
    did::{Did, Purpose},
    suite::Suite,
};
use std::time::Duration;

/// What a proof must say to be accepted.
///
/// Built in five steps, none of which can be left out: purpose, domain, challenge, time, signer. What the caller
/// chooses not to check is named in the evidence.
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
    pub(super) require_domain: bool,
    pub(super) challenge: Option<Challenge>,
    pub(super) at: Timestamp,
    pub(super) skew: Duration,
    pub(super) max_age: Option<Duration>,
    pub(super) not_before: Option<Timestamp>,
    pub(super) signer: Option<Did>,
    pub(super) suites: Vec<Suite>,
    pub(super) fetched_from: Option<String>,
    pub(super) allowances: Allowances,
}

/// What `domain` must be.
#[derive(Clone, Debug)]
pub(super) enum Domain {
    /// Present and equal to this host, or host:port.
    Exactly(String),
    /// If present, the host (and port) of the URL the document was fetched from.
    AsFetched,
    /// Anything: the evidence says `unchecked`.
    Any,
    /// Absent: a document that is bound to a domain is refused.
    None,
}

/// Expectations that still want a domain.
#[derive(Debug)]
#[must_use]
pub struct WantsDomain(Purpose);

/// Expectations that still want a challenge.
#[derive(Debug)]
#[must_use]
pub struct WantsChallenge(Purpose, Domain);

/// Expectations that still want the time of verification.
#[derive(Debug)]
#[must_use]
pub struct WantsTime(Purpose, Domain, Option<Challenge>);

/// Expectations that still want a signer.
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
    /// Step 2: the proof's `domain` must be there and be this host (`example.com`) or host and port (`example.com:8443`).
    pub fn domain(self, domain: impl Into<String>) -> WantsChallenge {
        WantsChallenge(self.0, Domain::Exactly(domain.into().to_ascii_lowercase()))
    }

    /// Step 2: if the proof has a `domain`, it must be the host of [`Expectations::fetched_from`], which
    /// [`crate::discovery::Verifier`] sets. Without a port it matches the host on any port; with one, host and port
    /// must be those of the fetch.
    pub fn domain_as_fetched(self) -> WantsChallenge {
        WantsChallenge(self.0, Domain::AsFetched)
    }

    /// Step 2: whatever `domain` says is accepted; the evidence says `unchecked`.
    pub fn any_domain(self) -> WantsChallenge {
        WantsChallenge(self.0, Domain::Any)
    }

    /// Step 2: the document is not from a host; a proof bound to a `domain` is refused.
    pub fn no_domain(self) -> WantsChallenge {
        WantsChallenge(self.0, Domain::None)
    }
}

impl WantsChallenge {
    /// Step 3: the proof's `challenge` must be this one.
    pub fn challenge(self, challenge: Challenge) -> WantsTime {
        WantsTime(self.0, self.1, Some(challenge))
    }

    /// Step 3: the caller sent no challenge; the evidence says `unchecked`.
    pub fn any_challenge(self) -> WantsTime {
        WantsTime(self.0, self.1, None)
    }
}

impl WantsTime {
    /// Step 4: the time at which the proof must be valid. Nothing here reads a clock.
    pub fn at(self, time: Timestamp) -> WantsSigner {
        WantsSigner(self.0, self.1, self.2, time)
    }
}

impl WantsSigner {
    /// Step 5: the signer is the DID that the document says it is about.
    #[must_use]
    pub fn signer_is_subject(self) -> Expectations {
        self.build(None)
    }

    /// Step 5: the signer is this DID, whatever the document says it is about; if that is another DID or none, the
    /// evidence says `subject: not-bound`.
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
    /// The same once more, for another document of the same kind.
    #[must_use]
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

    /// The signer that is expected whatever the document is about, if one is named.
    #[must_use]
    pub fn named_signer(&self) -> Option<&Did> {
        self.signer.as_ref()
    }

    /// The URL the document was fetched from, if that was said.
    #[must_use]
    pub fn source_url(&self) -> Option<&str> {
        self.fetched_from.as_deref()
    }

    /// The time at which the proof must be valid.
    #[must_use]
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// The clock skew allowed between signer and verifier.
    #[must_use]
    pub fn allowed_skew(&self) -> Duration {
        self.skew
    }

    /// The oldest that the proof may be, if that was said.
    #[must_use]
    pub fn oldest(&self) -> Option<Duration> {
        self.max_age
    }

    /// What the caller allows beside what the proof must say.
    #[must_use]
    pub fn allowances(&self) -> &Allowances {
        &self.allowances
    }

    /// Allows what some formats ask for: readings, sets of keys, artifacts.
    #[must_use]
    pub fn allowing(mut self, allowances: Allowances) -> Self {
        self.allowances = allowances;
        self
    }

    /// Refuses a proof without `domain` (`proof-domain`).
    #[must_use]
    pub fn require_domain(mut self) -> Self {
        self.require_domain = true;
        self
    }

    /// Refuses a proof whose `created` is longer ago than this (`proof-too-old`).
    #[must_use]
    pub fn max_age(mut self, age: Duration) -> Self {
        self.max_age = Some(age);
        self
    }

    /// Refuses a proof created before this time (`proof-too-old`): a guard against roll-back to an old document.
    #[must_use]
    pub fn not_before(mut self, time: Timestamp) -> Self {
        self.not_before = Some(time);
        self
    }

    /// The clock skew allowed for `created`; [`CLOCK_SKEW`] if not set.
    #[must_use]
    pub fn skew(mut self, skew: Duration) -> Self {
        self.skew = skew;
        self
    }

    /// The suites allowed; all that this version knows if not set.
    #[must_use]
    pub fn suites(mut self, suites: &[Suite]) -> Self {
        self.suites = suites.to_vec();
        self
    }

    /// The URL the document was fetched from: what [`WantsDomain::domain_as_fetched`] compares with, and what the
    /// evidence `id-matches-url`, `did-host-matches` and `service-links-back` is about.
    #[must_use]
    pub fn fetched_from(mut self, url: impl Into<String>) -> Self {
        self.fetched_from = Some(url.into());
        self
    }
}
