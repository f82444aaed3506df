//! Proofs: signing, and verification with a resolved DID document and the caller's expectations.
//!
//! [`sign`] adds a proof to a document. [`Unverified`] is a document whose claims have not been checked.
//! [`Unverified::verify`] takes a resolved DID document and [`Expectations`], and returns [`Verified`], which has no
//! other constructor.

mod allowances;
mod challenge;
mod detail;
mod error;
mod evidence;
mod expectations;
#[allow(clippy::module_inception)] // the concept is called proof in W3C Data Integrity
mod proof;
mod sign;
mod unverified;
mod verify;

pub use self::{
    allowances::Allowances,
    challenge::{Challenge, PendingChallenge},
    detail::Detail,
    error::{VerifyError, VerifyFault},
    evidence::{Check, CheckName, CheckResult, Evidence},
    expectations::{Expectations, WantsChallenge, WantsDomain, WantsSigner, WantsTime},
    sign::{SignOptions, sign},
    unverified::{Unverified, Verified},
};
pub use crate::did::{KeySigner, SignError, Signer};
use proof::Proof;
pub(crate) use unverified::PreparedProof;
pub(crate) use verify::check_verified_elsewhere;
