//! The strict reader of JSON and the canonical form.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod codes;
mod jcs;
mod numbers;
mod objects;
mod places;
mod pointer;
mod reading;
mod text;
mod yaml;
