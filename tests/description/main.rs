//! Agent descriptions: the model, the rules, and what other readers would see.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod building;
mod check;
mod contexts;
mod decimals;
mod garbage;
mod generations;
mod identifiers;
mod plain;
mod readers;
mod real_documents;
mod refusals;
mod verdict;
mod written;
