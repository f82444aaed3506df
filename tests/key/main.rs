//! Keys and JSON Web Signatures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod der;
mod encodings;
mod jws;
mod malleability;
mod published;
mod redacted_report;
mod redacted_url;
mod redactor;
mod signing;
mod wycheproof;
