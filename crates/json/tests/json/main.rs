//! The strict reader of JSON and the canonical form.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod jcs;
mod numbers;
mod pointer;
mod reading;
mod yaml;
