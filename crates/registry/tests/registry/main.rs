//! The registry, part by part.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod codes;
mod given;
mod identifier;
mod index_follows;
mod reverification;
mod store;
mod vectors;
mod verification;
mod writer;
mod writing;
