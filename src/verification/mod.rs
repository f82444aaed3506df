//! Verification of documents of every format.
//!
//! A format [begins](crate::format::Format::begin) the verification of a document: it parses the signatures and runs
//! the checks that need no key. The caller supplies what the verification [needs](Pending::needs) from a cache, a file
//! or the network. [`Pending::finish`] returns the [`Verification`]. This module reads no clock and opens no socket.
//!
//! The data of a verification is [`Covered`]: what the accepted signatures cover, and nothing else. A format of another
//! crate can make it only of [`SignedValues`], which [`Payload::verify`] returns for a valid signature.

mod binding;
mod by_proof;
mod covered;
mod need;
mod pending;
mod report;
mod signature_report;
mod signed_values;
mod supplied;
mod verdict;

pub use self::{
    binding::Binding,
    covered::Covered,
    need::Need,
    pending::Pending,
    report::report,
    signature_report::SignatureReport,
    signed_values::{Payload, SignedValues},
    supplied::Supplied,
    verdict::Verification,
};

pub(crate) use by_proof::PendingProof;
use std::time::Duration;
#[cfg(feature = "resolver")]
pub(crate) use supplied::Resolution;

/// Time limit for fetching the DID documents and key sets of one document.
pub const SUPPLY_TIMEOUT: Duration = Duration::from_secs(30);

/// Time limit if artifacts are fetched too: a catalog can name many slow hosts.
#[cfg(feature = "resolver")]
pub(crate) const FOLLOW_TIMEOUT: Duration = Duration::from_secs(60);
