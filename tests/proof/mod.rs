//! Proofs: cryptosuites, signing, verification.

mod differentials;
mod suite_proof_value;
mod suite_signing_input;
mod suite_vectors;
mod time;
mod verification;
