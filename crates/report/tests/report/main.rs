//! Severities of rules, and suggestions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod severity;
mod spelling;
