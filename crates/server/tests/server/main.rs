//! The layer and the replay stores of disks and servers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[cfg(feature = "axum")]
mod agents;
mod body_budget;
#[cfg(feature = "connections")]
mod connections;
#[cfg(feature = "axum")]
mod layer;
#[cfg(feature = "redb")]
mod redb;
#[cfg(feature = "redis")]
mod redis;
#[cfg(all(unix, feature = "redb"))]
mod store_file;
#[cfg(feature = "studio")]
mod studio;
