//! Proofs: cryptosuites, signing, verification.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod differentials;
mod suite_proof_value;
mod suite_signing_input;
mod suite_vectors;
mod time;
mod verification;
