//! The library, area by area. One binary: it is linked once, and tests that wait run beside those that work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod auth;
mod description;
mod did;
mod discovery;
mod format;
mod interop;
mod json;
mod jsonld;
mod key;
mod proof;
mod resolve;
