//! Servers that let only requests through which are signed by the key of a DID.
//!
//! `agent_description::auth` checks a request; here is what stands around it in a server:
//!
//! | what | where | feature |
//! |---|---|---|
//! | a [`tower`](https://docs.rs/tower) layer that answers everyone else itself | [`AuthLayer`] | |
//! | who sent a request, as an argument of [`axum`](https://docs.rs/axum) handlers | [`AuthenticatedDid`] | `axum` (default) |
//! | used nonces in a file, across restarts | `replay::RedbReplayStore` | `redb` |
//! | used nonces in a Redis server that many servers share | `replay::RedisReplayStore` | `redis` |
//! | the file of a store, opened or made | `store_file` | `redb` |
//! | memory for the bodies of all requests together | [`BodyBudget`] | |
//! | connections within bounds, and a graceful end | [`connections`] | `connections` |
//! | the page that checks and verifies documents in a browser | [`studio`] | `studio` |
//! | a store by its name, as an option of a command has it | [`replay::ReplayStoreLocation`] | |
//!
//! Nothing here opens a socket but to the Redis server that the caller names; `connections` accepts at the listener that it is given. What the checks look up is the
//! [`Authenticator`](agent_description::auth::Authenticator)'s business.

mod authenticated_did;
mod body_budget;
#[cfg(feature = "connections")]
pub mod connections;
mod layer;
pub mod replay;
#[cfg(feature = "redb")]
pub mod store_file;
#[cfg(feature = "studio")]
pub mod studio;

pub use authenticated_did::AuthenticatedDid;
#[cfg(feature = "axum")]
pub use authenticated_did::MissingAuthLayer;
pub use body_budget::{BodyBudget, BodyError, BodyRoom, HeldBody};
pub use layer::{AuthBody, AuthLayer, AuthService};

/// The README's example, compiled.
#[cfg(all(doctest, feature = "axum"))]
#[doc = include_str!("../README.md")]
struct Readme;
