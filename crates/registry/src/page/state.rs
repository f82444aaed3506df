//! The verification status of an entry as text.

use super::{
    Shown,
    texts::{Texts, fill},
};
use crate::{Entry, Status, StoredRefusal};
use agent_description::Timestamp;

/// The status for a badge.
#[derive(Debug)]
pub(crate) struct State {
    /// `good`, `wait` or `bad`, which selects the color.
    pub class: &'static str,
    pub word: &'static str,
    /// The signer, or the reason why the entry is not verified.
    pub brief: Shown,
}

impl State {
    /// Creates the status of an entry on a host.
    pub(super) fn new(t: &Texts, status: Status<'_>, host: &str) -> Self {
        let why = |class, word, refusal: Option<&StoredRefusal>| {
            let reason = refusal.map_or(t.why_other, |refusal| t.reason(&refusal.code));
            Self { class, word, brief: Shown::sentence(reason, &[&Shown::name(host)]) }
        };
        match status {
            Status::Verified(did) => {
                let brief = Shown::sentence(t.signed_by, &[&Shown::name(did)]);
                Self { class: "good", word: t.verified, brief }
            }
            Status::EntriesVerified(did) => {
                let brief = Shown::sentence(t.entries_signed_by, &[&Shown::name(did)]);
                Self { class: "wait", word: t.entries_verified, brief }
            }
            Status::Lapsed => Self { class: "bad", word: t.lapsed, brief: Shown::sentence(t.why_lapsed, &[]) },
            Status::Undecided(refusal) => why("wait", t.undecided, refusal),
            Status::Unsigned(refusal) => why("wait", t.not_signed, refusal),
            Status::Refused(refusal) => why("bad", t.not_verified, refusal),
        }
    }
}

/// The verification of an entry.
#[derive(Debug)]
pub(crate) struct Evidence {
    /// Sentences for all readers.
    pub sentences: Vec<Shown>,
    /// Technical details: terms and values.
    pub details: Vec<(&'static str, Shown)>,
    /// The failed and skipped checks: name, result and detail.
    pub checks: Vec<(Shown, Shown, Option<Shown>)>,
}

impl Evidence {
    /// Creates the text for an entry as of a time.
    pub(super) fn new(t: &Texts, entry: &Entry, state: &State, now: Timestamp) -> Self {
        let evidence = &entry.evidence;
        let when = |time: Timestamp| Shown::name(&in_words(time));
        let mut sentences = Vec::new();
        let mut say = |text: &str, values: &[&dyn std::fmt::Display]| sentences.push(Shown::sentence(text, values));
        let status = evidence.status_at(now);
        match (status.identity(), &evidence.identity) {
            (Some(did), _) => {
                let is_whole = matches!(status, Status::Verified(_));
                say(if is_whole { t.verified_by } else { t.entries_verified_by }, &[&Shown::name(did)]);
                say(t.of_host, &[&Shown::name(entry.identifier.host())]);
                match evidence.expires {
                    Some(expires) => say(t.valid_until, &[&when(expires)]),
                    None => say(t.no_expiry, &[]),
                }
                if let (Some(_), Some(until)) = (&evidence.refusal, evidence.until) {
                    say(t.not_renewed, &[&when(until)]);
                }
            }
            (None, Some(_)) => {
                say(t.why_lapsed, &[]);
                say(t.lapsed_advice, &[]);
            }
            (None, None) => {
                sentences.push(state.brief.clone());
                sentences.push(Shown::sentence(t.unverified_advice, &[]));
            }
        }
        let mut details = Vec::new();
        if let Some(did) = &evidence.identity {
            details.push((t.signer, Shown::name(did)));
        }
        if !evidence.unsigned().is_empty() {
            // too many to list
            let is_whole = evidence.unsigned().iter().any(String::is_empty);
            let parts = if is_whole { "…".to_owned() } else { evidence.unsigned().join(", ") };
            details.push((t.not_signed, Shown::cut(&parts, 500)));
        }
        if let Some(refusal) = &evidence.refusal {
            details.push((t.error_code, Shown::name(&refusal.code)));
            // advice with command-line options does not help visitors
            if !refusal.message.contains("--") {
                details.push((t.message, Shown::message(&refusal.message)));
            }
        }
        let times = [
            (t.last_checked, Some(evidence.checked)),
            (t.last_verified, evidence.confirmed),
            (t.verified_until, evidence.until),
            (t.next_check, evidence.next),
        ];
        details.extend(times.into_iter().filter_map(|(term, time)| Some((term, when(time?)))));
        let (passed, others): (Vec<_>, Vec<_>) = evidence.checks.iter().partition(|check| check.result == "pass");
        if !evidence.checks.is_empty() {
            let count = fill(t.checks_of, &[&passed.len(), &evidence.checks.len()]);
            details.push((t.checks_passed, Shown::name(&count)));
        }
        let check = |check: &crate::Checked| {
            let detail = check.detail.as_deref().map(Shown::message);
            (Shown::name(&check.name), Shown::name(&check.result), detail)
        };
        Self { sentences, details, checks: others.into_iter().map(check).collect() }
    }
}

/// A time for people, to the minute.
pub(super) fn in_words(time: Timestamp) -> String {
    let text = time.truncated_to_second().to_string();
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute} UTC"),
        _ => text,
    }
}
