//! Who stands behind an entry, in words.

use super::Shown;
use crate::{Entry, Status};
use agent_description::Timestamp;

/// The state of an entry, for its badge.
#[derive(Debug)]
pub struct State {
    /// `good`, `wait` or `bad`: what the style sheet colours by. The word says it too.
    pub class: &'static str,
    /// A word or two.
    pub word: &'static str,
    /// By whom, or why not.
    pub brief: Shown,
}

impl State {
    /// The state of an entry of this status.
    #[must_use]
    pub fn new(status: Status<'_>) -> Self {
        let (class, word, refusal) = match status {
            Status::Verified(did) => return Self { class: "good", word: "Verified", brief: Shown::name(did) },
            Status::Lapsed => {
                return Self { class: "bad", word: "Lapsed", brief: Shown::prose("its verification has expired") };
            }
            Status::Undecided(refusal) => ("wait", "Not decided", refusal),
            Status::Unsigned(refusal) => ("wait", "Not signed", refusal),
            Status::Refused(refusal) => ("bad", "Not verified", refusal),
        };
        let brief = Shown::cut(refusal.map_or("it was not verified", |refusal| refusal.message.as_str()), 200);
        Self { class, word, brief }
    }
}

/// A time as people read it, to the minute.
#[must_use]
pub fn in_words(time: Timestamp) -> String {
    let text = time.truncated_to_second().to_string();
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute} UTC"),
        _ => text,
    }
}

/// What was found of who stands behind an entry, in sentences.
#[must_use]
pub fn evidence(entry: &Entry, now: Timestamp) -> Vec<Shown> {
    let evidence = &entry.evidence;
    let mut said = Vec::new();
    let mut say = |sentence: String| said.push(Shown::cut(&sentence, 1000));
    let host = entry.identifier.host();
    match (evidence.identity_at(now), &evidence.identity) {
        (Some(did), _) => {
            say(format!(
                "{did} signed this document. It is a DID of {host}, the host of the identifier, so the document is that host’s own."
            ));
            if let Some(confirmed) = evidence.confirmed {
                say(format!("The signature and the signer’s keys were last confirmed on {}.", in_words(confirmed)));
            }
            if let Some(until) = evidence.until {
                say(format!(
                    "The verification is valid until {} and is renewed before then if it still holds.",
                    in_words(until)
                ));
            }
            if let Some(expires) = evidence.expires {
                say(format!("The signature expires on {}.", in_words(expires)));
            }
            if let Some(refusal) = &evidence.refusal {
                say(format!("The last time it could not be confirmed: {} ({}).", refusal.message, refusal.code));
            }
        }
        (None, Some(did)) => {
            let until = evidence.until.map(|until| format!(" on {}", in_words(until))).unwrap_or_default();
            say(format!("{did} signed this document, but the verification expired{until}."));
            say("Do not rely on it as a document of that signer.".to_owned());
        }
        (None, None) => {
            say("Nobody is known to stand behind this document: anybody could have written it.".to_owned());
            if let Some(refusal) = &evidence.refusal {
                say(format!("Why: {} ({}).", refusal.message, refusal.code));
            }
            say(format!("Last checked: {}.", in_words(evidence.checked)));
        }
    }
    if let Some(next) = evidence.next {
        say(format!("Next check: {}.", in_words(next)));
    }
    said
}
