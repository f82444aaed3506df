//! Agents that are found, chosen, held to their cards, watched, and put to work together.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod agents;
mod directories;
mod fail_over;
mod jobs;
mod policy;
mod routes;
