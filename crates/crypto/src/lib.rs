//! Keys, cryptosuites and signatures: what the documents of the crate `agent-description` are signed with.
//!
//! | module | content |
//! |---|---|
//! | [`key`] | P-256, Ed25519 and secp256k1; PEM, JWK, Multikey, key directories |
//! | [`suite`] | the signed bytes and the encodings of the cryptosuites |
//! | [`jws`] | JSON Web Signatures with an allow-list of algorithms |
//!
//! The crate `agent-description` re-exports all of it; depend on that crate.
#![warn(unreachable_pub)]

mod artifact_digest;
pub mod jws;
pub mod key;
mod origin;
#[cfg(feature = "generate")]
#[doc(hidden)]
pub mod random;
#[cfg(feature = "serde")]
mod serialize;
pub mod suite;
mod time;

pub use self::{
    artifact_digest::ArtifactDigest,
    origin::Origin,
    time::{CLOCK_SKEW, Timestamp},
};
