//! From what a verification found to the evidence that is kept: how long it holds, and when the document is looked at again.

use crate::{
    Evidence, Identifier, Refusal, Settings,
    codes::{REGISTRY_LAPSED, REGISTRY_SIGNER_HOST},
    verification::Verification,
};
use agent_description::Timestamp;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

/// The first wait after the network withheld an answer; it doubles each time.
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(60);
/// The longest of these waits.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(3600);
/// How often a document is looked at again that was refused: its DID document may have been mended.
const REFUSED_RETRY_DELAY: Duration = Duration::from_secs(24 * 3600);

impl Evidence {
    /// What is kept of a verification at a time, with what was known of the same document before.
    ///
    /// A document stays verified while the network withholds its signer's DID document, until `Settings::unconfirmed` after it was last confirmed
    /// and never beyond its proof's own end. A refusal counts at once.
    pub(crate) fn from_verification(
        found: Verification,
        before: Option<&Self>,
        identifier: &Identifier,
        settings: &Settings,
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
        };
        if let Some(identity) = found.identity {
            let unconfirmed = now.saturating_add(settings.unconfirmed);
            let next = now.saturating_add(spread.over(settings.reverify_after));
            evidence.identity = Some(identity.to_string());
            evidence.confirmed = Some(now);
            evidence.until = Some(evidence.expires.map_or(unconfirmed, |expires| expires.min(unconfirmed)));
            // at its end it is looked at; where clocks are let differ, once more when they cannot
            let end = evidence.expires.map(|end| if end > now { end } else { now.saturating_add(FIRST_RETRY_DELAY) });
            evidence.next = Some(end.map_or(next, |end| end.min(next)));
            return evidence;
        }
        if !found.is_undecided {
            // nobody can stand behind what has no signature
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
            if let Some(until) = before.until {
                next = next.min(until);
            }
        }
        evidence.next = Some(next);
        evidence
    }

    /// The same when what was verified has ended and was not confirmed yet; it is due.
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
        let refusal = Some(Refusal { code: REGISTRY_LAPSED.to_string(), message: why });
        Self { identity: None, refusal, next: Some(now), ..self }
    }
}

/// Refusals that no later look changes.
fn is_for_good(code: &str) -> bool {
    ["jws-missing", "proof-missing", "proof-expired", REGISTRY_SIGNER_HOST.as_str()].contains(&code)
}

/// Spreads what was written together: by the identifier, so that it is the same each time and needs no random numbers.
struct Spread<'a>(&'a Identifier);

impl Spread<'_> {
    /// The time, up to a tenth shorter.
    fn over(&self, time: Duration) -> Duration {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        let thousandths = u32::try_from(hasher.finish() % 100).unwrap_or(0);
        time.saturating_sub(time.saturating_mul(thousandths) / 1000)
    }
}
