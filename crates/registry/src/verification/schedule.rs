//! Converts verification results to stored evidence: expiry, and time of the next verification.

use crate::{
    Identifier, RegistrySettings, StoredEvidence, StoredRefusal,
    codes::{REGISTRY_LAPSED, REGISTRY_SIGNER_HOST},
    verification::Verification,
};
use agent_description::Timestamp;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

/// Delay after the first network failure; it doubles each time.
pub(crate) const FIRST_RETRY_DELAY: Duration = Duration::from_secs(60);
/// Maximum delay after network failures.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(3600);
/// Interval for verifying refused documents again, because the DID document may have been fixed.
const REFUSED_RETRY_DELAY: Duration = Duration::from_secs(24 * 3600);

impl StoredEvidence {
    /// Creates the evidence for a verification at a time, based on the previous evidence of the same document.
    ///
    /// While the signer's DID document is unavailable, a document stays verified until `RegistrySettings::unconfirmed` after
    /// its last confirmation, and never beyond the expiry of its proof. A refusal takes effect immediately.
    pub(crate) fn from_verification(
        found: Verification,
        before: Option<&Self>,
        identifier: &Identifier,
        settings: &RegistrySettings,
        now: Timestamp,
    ) -> Self {
        let spread = Spread(identifier);
        let mut evidence = Self {
            identity: None,
            checked: now,
            confirmed: before.and_then(|before| before.confirmed),
            expires: found.expires,
            until: None,
            next: None,
            undecided: 0,
            refusal: found.refusal,
            checks: found.checks,
            unsigned: found.unsigned,
        };
        if let Some(identity) = found.identity {
            let unconfirmed = now.saturating_add(settings.unconfirmed);
            let next = now.saturating_add(spread.over(settings.reverify_after));
            evidence.identity = Some(identity.to_string());
            evidence.confirmed = Some(now);
            evidence.until = Some(evidence.expires.map_or(unconfirmed, |expires| expires.min(unconfirmed)));
            // verify again at expiry, and once more after the clock skew
            let end = evidence.expires.map(|end| if end > now { end } else { now.saturating_add(FIRST_RETRY_DELAY) });
            evidence.next = Some(end.map_or(next, |end| end.min(next)));
            return evidence;
        }
        if found.undecided.is_none() {
            // a document without a signature cannot become verified
            let has_proof = evidence.refusal.as_ref().is_some_and(|refusal| !is_for_good(&refusal.code));
            evidence.next = has_proof.then(|| now.saturating_add(spread.over(REFUSED_RETRY_DELAY)));
            return evidence;
        }
        evidence.undecided = before.map_or(0, |before| before.undecided).saturating_add(1);
        let doubled = FIRST_RETRY_DELAY.saturating_mul(1 << (evidence.undecided - 1).min(10));
        let mut next = now.saturating_add(spread.over(doubled.min(MAX_RETRY_DELAY)));
        if let Some(before) = before.filter(|before| before.is_verified_at(now)) {
            evidence.identity.clone_from(&before.identity);
            (evidence.expires, evidence.until) = (before.expires, before.until);
            // without it, all of the document would look verified
            evidence.checks.extend(before.coverage().cloned());
            evidence.unsigned.clone_from(&before.unsigned);
            if let Some(until) = before.until {
                next = next.min(until);
            }
        }
        evidence.next = Some(next);
        evidence
    }

    /// The evidence after a verification expired without confirmation. It is due immediately.
    pub(crate) fn lapsed(self, now: Timestamp) -> Self {
        let identity = self.identity.unwrap_or_default();
        let until = self.until.unwrap_or(now);
        let why = match (&self.refusal, self.expires) {
            (_, Some(expires)) if expires <= now => format!("the signature of {identity} expired at {expires}"),
            (Some(refusal), _) => {
                format!("the verification of the signature of {identity} expired at {until}: {}", refusal.message)
            }
            (None, _) => {
                format!("the verification of the signature of {identity} expired at {until}; it was not renewed")
            }
        };
        let refusal = Some(StoredRefusal { code: REGISTRY_LAPSED.to_string(), message: why });
        Self { identity: None, refusal, next: Some(now), unsigned: Vec::new(), ..self }
    }
}

/// Whether an error is permanent.
fn is_for_good(code: &str) -> bool {
    ["jws-missing", "proof-missing", "proof-expired", REGISTRY_SIGNER_HOST.as_str()].contains(&code)
}

/// Spreads the verification times of entries that were written together. Derived from the identifier, so that it is
/// deterministic.
struct Spread<'a>(&'a Identifier);

impl Spread<'_> {
    /// Shortens a time by up to a tenth.
    fn over(&self, time: Duration) -> Duration {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        let thousandths = u32::try_from(hasher.finish() % 100).unwrap_or(0);
        time.saturating_sub(time.saturating_mul(thousandths) / 1000)
    }
}
