//! The verification status of a document at a time.

use crate::StoredRefusal;

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
    Undecided(Option<&'a StoredRefusal>),
    /// Unsigned.
    Unsigned(Option<&'a StoredRefusal>),
    /// Refused: the signature or proof is not accepted.
    Refused(Option<&'a StoredRefusal>),
}

impl<'a> Status<'a> {
    /// The DID of the verified signer.
    #[must_use]
    pub fn identity(self) -> Option<&'a str> {
        match self {
            Self::Verified(did) | Self::EntriesVerified(did) => Some(did),
            _ => None,
        }
    }
}
