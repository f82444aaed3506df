//! Decides the verification status of a document at a time.

use crate::Refusal;
use agent_description::{Code, Timestamp};

/// The verification status of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status<'a> {
    /// Verified: signed by this DID of the entry's host.
    Verified(&'a str),
    /// Verified by its entries alone: a catalog whose names and descriptions this DID did not sign.
    EntriesVerified(&'a str),
    /// Expired: the verification was not renewed.
    Lapsed,
    /// Undecided, because the network was unavailable.
    Undecided(Option<&'a Refusal>),
    /// Unsigned.
    Unsigned(Option<&'a Refusal>),
    /// Refused: the signature or proof is not accepted.
    Refused(Option<&'a Refusal>),
}

impl<'a> Status<'a> {
    /// The status at a time, from the evidence.
    pub(crate) fn at(
        now: Timestamp,
        identity: Option<&'a str>,
        until: Option<Timestamp>,
        undecided: u32,
        refusal: Option<&'a Refusal>,
        is_partly_covered: bool,
    ) -> Self {
        match identity {
            Some(did) if until.is_none_or(|until| now < until) => {
                return if is_partly_covered { Self::EntriesVerified(did) } else { Self::Verified(did) };
            }
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

    /// The DID of the verified signer.
    #[must_use]
    pub fn identity(self) -> Option<&'a str> {
        match self {
            Self::Verified(did) | Self::EntriesVerified(did) => Some(did),
            _ => None,
        }
    }
}
