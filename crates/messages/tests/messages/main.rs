//! Messages: what they are, what is wrong with them, who signed them, and that they are accepted once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod accepted;
mod capabilities;
mod envelopes;
mod interop;
mod limits;
mod senders;
mod signatures;
