//! The registry: its parts, its search, its server. One binary: it is linked once, and tests that wait run beside those that work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod http;
mod registry;
mod search;
