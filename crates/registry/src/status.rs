//! Who stands behind a document at a time: the one place that decides it.

use crate::Refusal;
use agent_description::Code;
use agent_description::Timestamp;

/// Who stands behind a document at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status<'a> {
    /// A DID of the entry's host.
    Verified(&'a str),
    /// Nobody any more: what verified it has ended.
    Lapsed,
    /// Nobody is known yet: the network withheld an answer.
    Undecided(Option<&'a Refusal>),
    /// Nobody: it has no signature.
    Unsigned(Option<&'a Refusal>),
    /// Nobody: what it has was refused.
    Refused(Option<&'a Refusal>),
}

impl<'a> Status<'a> {
    /// The status at a time, from what was found.
    pub(crate) fn at(
        now: Timestamp,
        identity: Option<&'a str>,
        until: Option<Timestamp>,
        undecided: u32,
        refusal: Option<&'a Refusal>,
    ) -> Self {
        match identity {
            Some(did) if until.is_none_or(|until| now < until) => return Self::Verified(did),
            Some(_) => return Self::Lapsed,
            None => {}
        }
        match refusal.map_or("", |refusal| refusal.code.as_str()) {
            _ if undecided > 0 => Self::Undecided(refusal),
            "jws-missing" | "proof-missing" => Self::Unsigned(refusal),
            code if code == Code::PROOF_MISSING.as_str() => Self::Unsigned(refusal),
            _ => Self::Refused(refusal),
        }
    }

    /// The DID, if somebody stands behind it.
    #[must_use]
    pub fn identity(self) -> Option<&'a str> {
        match self {
            Self::Verified(did) => Some(did),
            _ => None,
        }
    }
}
