//! Persistent and shared stores of used nonces.
//!
//! | store | remembers | feature |
//! |---|---|---|
//! | [`MemoryReplayStore`](agent_description::auth::replay::MemoryReplayStore), of the core | in one process, until it ends | |
//! | [`RedbReplayStore`] | in a file, across restarts, for one process at a time | `redb` |
//! | [`RedisReplayStore`] | for all servers that share a Redis server | `redis` |

#[cfg(feature = "redb")]
mod closed_mark;
mod location;
#[cfg(feature = "redb")]
mod redb;
#[cfg(feature = "redis")]
mod redis;

pub use self::location::ReplayStoreLocation;
#[cfg(feature = "redb")]
pub use self::redb::RedbReplayStore;
#[cfg(feature = "redis")]
pub use self::redis::{RedisReplaySettings, RedisReplayStore};
