//! Channels: one conformance test over all of them, and what is each one's own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod agents;
mod conformance;
mod floods;
mod hostile;
mod in_process;
mod nats;
mod refusals;
mod restarts;
mod web;
