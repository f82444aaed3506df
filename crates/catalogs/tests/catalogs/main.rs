//! Catalogs, what is signed of them and by whom; indexes of skills; key sets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod catalog_values;
mod catalogs;
mod formats;
mod key_sets;
mod skills;
mod trust_manifests;

#[allow(dead_code)] // not each helper is used here
#[path = "../../../cards/tests/cards/signing_agent.rs"]
mod signing_agent;
