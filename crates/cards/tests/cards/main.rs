//! Cards: what they are, what is wrong with them, what is signed of them and by whom.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod formats;
mod intents;
mod interop;
mod refusals;
mod signed_cards;
mod signing_agent;
mod tck;
mod verdicts;
