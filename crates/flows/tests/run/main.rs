//! Flows, run against servers on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod answers;
mod arazzo;
mod hostile;
mod order;
mod server;
mod shop;
