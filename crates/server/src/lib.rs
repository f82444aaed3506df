//! Server components for requests that are signed with a DID's key.
//!
//! `agent_description::auth` checks a request; this crate adds the parts around it:
//!
//! | what | where | feature |
//! |---|---|---|
//! | a [`tower`](https://docs.rs/tower) layer that answers everyone else itself | [`AuthLayer`] | |
//! | who sent a request, as an argument of [`axum`](https://docs.rs/axum) handlers | [`AuthenticatedDid`] | `axum` (default) |
//! | the same for agents whose card or description verifies | [`agents`] | |
//! | used nonces in a file, across restarts | `replay::RedbReplayStore` | `redb` |
//! | used nonces in a Redis server that many servers share | `replay::RedisReplayStore` | `redis` |
//! | the file of a store, opened or made | `store_file` | `redb` |
//! | one thread that writes to it | `GroupWriter` | `redb` |
//! | a file that is written whole or not at all | [`atomic_file`] | `files` |
//! | memory for the bodies of all requests together | [`BodyBudget`] | |
//! | the client's address behind a reverse proxy | [`TrustedProxies`] | |
//! | connections within bounds, and a graceful end | [`connections`] | `connections` |
//! | the page that checks and verifies documents in a browser | [`studio`] | `studio` |
//! | one line for each response | [`access_log`] | |
//! | `/healthz` and `/metrics` on an address for operators | [`ResponseCounters`] | |
//! | a store by its name, as an option of a command has it | [`replay::ReplayStoreLocation`] | |
//!
//! This crate opens sockets only to the Redis server that the caller names; `connections` uses the given listener. The
//! [`Authenticator`](agent_description::auth::Authenticator) fetches DID documents.

pub mod access_log;
pub mod agents;
#[cfg(feature = "files")]
pub mod atomic_file;
mod authenticated_did;
mod body_budget;
#[cfg(feature = "connections")]
pub mod connections;
mod gated;
#[cfg(feature = "redb")]
mod group_writer;
mod layer;
#[cfg(feature = "axum")]
mod missing_layer;
mod problem;
pub mod replay;
mod response_counters;
#[cfg(feature = "redb")]
pub mod store_file;
#[cfg(feature = "studio")]
pub mod studio;
mod trusted_proxies;

pub use authenticated_did::AuthenticatedDid;
pub use body_budget::{BodyBudget, BodyError, BodyRoom, HeldBody};
pub use gated::{AuthBody, Gated};
#[cfg(feature = "redb")]
pub use group_writer::GroupWriter;
pub use layer::{AuthLayer, AuthService};
#[cfg(feature = "axum")]
pub use missing_layer::MissingLayer;
pub use response_counters::ResponseCounters;
pub use trusted_proxies::TrustedProxies;

/// The README's example, compiled.
#[cfg(all(doctest, feature = "axum"))]
#[doc = include_str!("../README.md")]
struct Readme;
