//! Flows, read and run. One binary: it is linked once, and tests that wait run beside those that work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod flows;
mod run;
