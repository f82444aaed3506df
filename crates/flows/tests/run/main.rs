//! Flows, run against servers on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod answers;
mod arazzo;
mod hostile;
mod order;
mod server;
mod shop;
