//! The registry, part by part.

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
