//! Where the nonces of authenticated requests are remembered: `--replay-store`.

use crate::failure::Failure;
use agent_description::{
    Code,
    auth::replay::{MemoryReplayStore, RedbReplayStore, RedisReplayStore, ReplayStore},
};
use std::{path::PathBuf, str::FromStr};

/// The URL of a Redis server that has a password in it is taken from here: other users see the command line.
pub const VARIABLE: &str = "ADP_REPLAY_STORE";

/// What the keys in Redis begin with.
const PREFIX: &str = "adp-replay:";

/// Which store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayStoreArg {
    /// In this process.
    Memory,
    /// In this file.
    File(PathBuf),
    /// In this Redis server.
    Redis(String),
}

impl FromStr for ReplayStoreArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "memory" {
            Ok(Self::Memory)
        } else if ["redis://", "rediss://", "redis+unix://"].iter().any(|scheme| text.starts_with(scheme)) {
            Ok(Self::Redis(text.to_owned()))
        } else if text.ends_with(".redb") {
            Ok(Self::File(text.into()))
        } else {
            Err("expected `memory`, a file FILE.redb, or the URL of a Redis server (redis://, rediss://)".to_owned())
        }
    }
}

impl ReplayStoreArg {
    /// The store that is named on the command line, else in the environment, else in memory.
    pub fn or_variable(named: Option<&Self>) -> Result<Self, Failure> {
        match named {
            Some(Self::Redis(url)) if url.contains('@') => {
                Err(Failure::usage(format!("--replay-store: a URL with a password belongs in {VARIABLE}")))
            }
            Some(named) => Ok(named.clone()),
            None => match std::env::var(VARIABLE) {
                Ok(text) => text.parse().map_err(|error| Failure::usage(format!("{VARIABLE}: {error}"))),
                Err(_) => Ok(Self::Memory),
            },
        }
    }

    /// Opens it.
    pub async fn open(&self) -> Result<Box<dyn ReplayStore>, Failure> {
        let failure = |error| Failure::new(Code::AUTH_STORE_FULL, format!("--replay-store: {error}"));
        Ok(match self {
            Self::Memory => Box::new(MemoryReplayStore::default()),
            Self::File(path) => Box::new(RedbReplayStore::open(path, MemoryReplayStore::CAPACITY).map_err(failure)?),
            Self::Redis(url) => Box::new(RedisReplayStore::connect(url, PREFIX).await.map_err(failure)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ReplayStoreArg;

    #[test]
    fn stores_are_told_apart_by_their_form() {
        let file = |path: &str| Ok(ReplayStoreArg::File(path.into()));
        assert_eq!("memory".parse(), Ok(ReplayStoreArg::Memory));
        assert_eq!("/var/lib/adp/nonces.redb".parse(), file("/var/lib/adp/nonces.redb"));
        for url in ["redis://localhost", "rediss://cache.example:6380/1", "redis+unix:///run/redis.sock"] {
            assert_eq!(url.parse(), Ok(ReplayStoreArg::Redis(url.to_owned())));
        }
        for text in ["", "Memory", "nonces", "http://localhost"] {
            assert!(text.parse::<ReplayStoreArg>().is_err(), "{text}");
        }
        let named = ReplayStoreArg::Redis("redis://:secret@localhost".to_owned());
        assert!(ReplayStoreArg::or_variable(Some(&named)).is_err());
    }
}
