//! Keys and JSON Web Signatures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod encodings;
mod jws;
mod malleability;
mod published;
mod signing;
mod wycheproof;
