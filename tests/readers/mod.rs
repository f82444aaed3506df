//! Descriptions that try to say two things, and what three readers see in them.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod generator;
pub mod view;
