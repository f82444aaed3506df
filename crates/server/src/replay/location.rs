//! Selection of a replay store by name, for options and settings.

use agent_description::{
    TextError,
    auth::replay::{MemoryReplayStore, ReplayStore, StoreError},
};
use std::{fmt, path::PathBuf, str::FromStr};

/// A replay store: `memory`, a file `FILE.redb`, or the URL of a Redis server.
///
/// Every build parses every name; opening a store that the build does not include fails ([`ReplayStoreLocation::missing_feature`]).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayStoreLocation {
    /// In the memory of this process.
    Memory,
    /// In this file.
    File(PathBuf),
    /// In the Redis server of this URL (`redis://`, `rediss://` for TLS, `redis+unix://`).
    Redis(String),
}

impl FromStr for ReplayStoreLocation {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == "memory" {
            Ok(Self::Memory)
        } else if ["redis://", "rediss://", "redis+unix://"].iter().any(|scheme| text.starts_with(scheme)) {
            Ok(Self::Redis(text.to_owned()))
        } else if text.ends_with(".redb") {
            Ok(Self::File(text.into()))
        } else {
            Err(TextError::new(
                "expected `memory`, a file FILE.redb, or the URL of a Redis server (redis://, rediss://)",
            ))
        }
    }
}

impl ReplayStoreLocation {
    /// The feature of this crate that includes the store, if this build does not have it.
    #[must_use]
    pub fn missing_feature(&self) -> Option<&'static str> {
        match self {
            Self::File(_) if cfg!(not(feature = "redb")) => Some("redb"),
            Self::Redis(_) if cfg!(not(feature = "redis")) => Some("redis"),
            _ => None,
        }
    }

    /// Opens the store with the default capacity ([`MemoryReplayStore::CAPACITY`]). `prefix` is the prefix of key names
    /// in Redis; other stores ignore it.
    ///
    /// # Errors
    /// [`StoreError`].
    ///
    /// # Panics
    /// For a Redis server, if called outside of a tokio runtime.
    pub async fn open(&self, prefix: &str) -> Result<Box<dyn ReplayStore>, StoreError> {
        match self {
            Self::Memory => Ok(Box::new(MemoryReplayStore::default())),
            #[cfg(feature = "redb")]
            Self::File(path) => Ok(Box::new(super::RedbReplayStore::open(path, MemoryReplayStore::CAPACITY)?)),
            #[cfg(not(feature = "redb"))]
            Self::File(_) => Err(not_built("redb")),
            #[cfg(feature = "redis")]
            Self::Redis(url) => Ok(Box::new(super::RedisReplayStore::connect(url, prefix).await?)),
            #[cfg(not(feature = "redis"))]
            Self::Redis(_) => {
                let _ = prefix;
                Err(not_built("redis"))
            }
        }
    }
}

#[cfg(not(all(feature = "redb", feature = "redis")))]
fn not_built(feature: &str) -> StoreError {
    StoreError::new(format!("this build does not include it; expected one with the feature `{feature}` of adp-server"))
}

impl fmt::Debug for ReplayStoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("Memory"),
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            // a URL may have a password
            Self::Redis(_) => f.write_str("Redis(..)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ReplayStoreLocation;

    #[test]
    fn stores_are_told_apart_by_their_form() {
        let file = |path: &str| Ok(ReplayStoreLocation::File(path.into()));
        assert_eq!("memory".parse(), Ok(ReplayStoreLocation::Memory));
        assert_eq!("/var/lib/adp/nonces.redb".parse(), file("/var/lib/adp/nonces.redb"));
        for url in ["redis://localhost", "rediss://cache.example:6380/1", "redis+unix:///run/redis.sock"] {
            assert_eq!(url.parse(), Ok(ReplayStoreLocation::Redis(url.to_owned())));
        }
        for text in ["", "Memory", "nonces", "http://localhost"] {
            assert!(text.parse::<ReplayStoreLocation>().is_err(), "{text}");
        }
        let location = ReplayStoreLocation::Redis("redis://:secret@localhost".to_owned());
        assert!(!format!("{location:?}").contains("secret"));
    }

    #[tokio::test]
    #[cfg(not(feature = "redis"))]
    async fn what_is_not_built_says_which_feature_adds_it() {
        let location: ReplayStoreLocation = "redis://localhost".parse().unwrap_or(ReplayStoreLocation::Memory);
        let refused = location.open("x:").await.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("feature `redis`"), "{refused}");
    }
}
