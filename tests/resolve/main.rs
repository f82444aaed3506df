//! Fetching: the plan, the network, the cache.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cache;
mod fetcher;
mod https;
mod plan;
mod proxy;
mod throttle;
mod wire;
