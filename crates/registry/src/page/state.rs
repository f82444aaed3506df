//! Who stands behind an entry, in words.

use super::Shown;
use crate::{Entry, codes};
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
    /// The state of an entry at a time.
    #[must_use]
    pub fn of(entry: &Entry, now: Timestamp) -> Self {
        let evidence = &entry.evidence;
        if let Some(identity) = evidence.identity_at(now) {
            return Self { class: "good", word: "Verified", brief: Shown::name(identity) };
        }
        if evidence.identity.is_some() {
            return Self { class: "bad", word: "Lapsed", brief: Shown::prose("what verified it has ended") };
        }
        let refusal = evidence.refusal.as_ref();
        let code = refusal.map_or("", |refusal| refusal.code.as_str());
        let brief = Shown::cut(refusal.map_or("it was not verified", |refusal| refusal.message.as_str()), 200);
        let (class, word) = match code {
            _ if evidence.undecided > 0 => ("wait", "Not decided"),
            "jws-missing" | "proof-missing" => ("wait", "Not signed"),
            _ if code == codes::REGISTRY_NO_PROOF.as_str() => ("wait", "Not signed"),
            _ => ("bad", "Not verified"),
        };
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
                say(format!("Unless that is confirmed again, it counts until {}.", in_words(until)));
            }
            if let Some(expires) = evidence.expires {
                say(format!("By its own word the signature ends on {}.", in_words(expires)));
            }
            if let Some(refusal) = &evidence.refusal {
                say(format!("The last time it could not be confirmed: {} ({}).", refusal.message, refusal.code));
            }
        }
        (None, Some(did)) => {
            let until = evidence.until.map(|until| format!(" on {}", in_words(until))).unwrap_or_default();
            say(format!("This document was verified as signed by {did}, and that has ended{until}."));
            say("It is not to be taken for that signer’s any more.".to_owned());
        }
        (None, None) => {
            say("Nobody is known to stand behind this document: anybody could have written it.".to_owned());
            if let Some(refusal) = &evidence.refusal {
                say(format!("Why: {} ({}).", refusal.message, refusal.code));
            }
            say(format!("It was last looked at on {}.", in_words(evidence.checked)));
        }
    }
    if let Some(next) = evidence.next {
        say(format!("It is looked at again on {}.", in_words(next)));
    }
    said
}
