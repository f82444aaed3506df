//! Messages, their channels, and agents that work together by them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod channels;
mod messages;
mod orchestration;
