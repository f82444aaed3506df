//! One verification for documents of every format.
//!
//! A format [begins](crate::format::Format::begin) the verification of a document: it reads the signatures and compares what needs no
//! key. What it [needs](Pending::needs) is supplied by the caller, from a cache, a file or the network, and [`Pending::finish`] gives
//! the [`Verification`]. Nothing here reads a clock or opens a socket.

mod binding;
mod by_proof;
mod need;
mod not_supplied;
mod pending;
mod report;
mod signature_report;
mod supplied;
mod verdict;

pub use binding::Binding;
pub use by_proof::PendingProof;
pub use need::Need;
pub use not_supplied::NotSupplied;
pub use pending::Pending;
pub use report::report;
pub use signature_report::SignatureReport;
pub use supplied::{Resolution, Supplied};
pub use verdict::{Check, Verification};

use std::time::Duration;

/// How long DID documents and key sets are fetched for one document.
pub const SUPPLY_TIMEOUT: Duration = Duration::from_secs(30);

/// The same where artifacts are fetched too: a catalog can name many slow hosts.
pub const FOLLOW_TIMEOUT: Duration = Duration::from_secs(60);
