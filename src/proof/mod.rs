//! Proofs: signing, and verifying against a resolved DID document and the caller's expectations.
//!
//! [`sign`] adds a proof to a document. [`Unverified`] holds a document whose claims nobody has checked;
//! [`Unverified::verify`] turns it, with a resolved DID document and [`Expectations`], into [`Verified`], which is
//! the only way to get one.

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

pub use allowances::Allowances;
pub use challenge::{Challenge, PendingChallenge};
pub use detail::Detail;
pub use error::{SignError, VerifyError, VerifyFault};
pub use evidence::{Check, CheckName, CheckResult, Evidence};
pub use expectations::{Expectations, WantsChallenge, WantsDomain, WantsSigner, WantsTime};
pub use proof::Proof;
#[cfg(feature = "auth")]
pub(crate) use sign::signed;
pub use sign::{KeySigner, SignOptions, Signer, sign};
pub use unverified::{Pending, Unverified, Verified};
pub(crate) use verify::check_verified_elsewhere;
