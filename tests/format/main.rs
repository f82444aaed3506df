//! Any format: what a document is, and what is found wrong with it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod detect;
mod diagnostic;
mod header_fields;
mod limits;
mod listings;
mod rules;
mod serializer;
mod verification;
