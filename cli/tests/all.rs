//! The verbs, area by area. One binary: it is linked once, and tests that wait run beside those that work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod commands;
mod network;
mod site;
