//! The store that many servers share: what was used is in a Redis server.

use super::{Recording, Replay, ReplayKey, ReplayStore, StoreError};
use crate::Timestamp;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use redis::{
    Client, RedisError, TlsCertificates,
    aio::{ConnectionManager, ConnectionManagerConfig},
};
use std::{fmt, time::Duration};
use tokio::time::timeout;

/// The policy under which a full Redis server refuses writes instead of forgetting.
const NO_EVICTION: &str = "noeviction";

/// Commands that may be on their way; those of more requests at the same time wait.
const QUEUE: usize = 1024;

/// Settings of [`RedisReplayStore`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RedisReplaySettings {
    /// How long the server may take to answer; then the request is refused. Default 1 s.
    pub time_limit: Duration,
    /// How much longer than they are good nonces are remembered: by so much the clocks of the servers that share the store may differ.
    /// Default 60 s.
    pub margin: Duration,
    /// Whether the server's eviction policy is taken as it is. Default no: it must be `noeviction`, and the server must say so.
    pub any_eviction_policy: bool,
    /// The CA certificates, in PEM, that a `rediss://` server's certificate is checked with, in place of the platform's.
    pub roots_pem: Option<Vec<u8>>,
}

impl Default for RedisReplaySettings {
    fn default() -> Self {
        Self {
            time_limit: Duration::from_secs(1),
            margin: Duration::from_secs(60),
            any_eviction_policy: false,
            roots_pem: None,
        }
    }
}

/// Remembers keys in a Redis server, for all who share it: `SET prefix+key 1 NX PX ttl`, one command that no other comes between.
///
/// Where Redis does not answer, requests are refused; the connection is made anew by itself. What Redis forgets can be used again: see
/// `docs/replay.md` about its persistence and replicas. No signer is kept to a share: Redis would have to count.
pub struct RedisReplayStore {
    connection: ConnectionManager,
    prefix: String,
    settings: RedisReplaySettings,
}

/// Why a Redis server cannot be the store.
#[derive(Debug, thiserror::Error)]
enum RedisFault {
    #[error("Redis: {0}")]
    Redis(#[from] RedisError),
    #[error("Redis did not answer within {} ms", .0.as_millis())]
    Time(Duration),
    #[error(
        "Redis evicts by `{found}`, expected `{NO_EVICTION}`: it would forget nonces that can be used again; set `maxmemory-policy`, or say that \
         any policy will do"
    )]
    Eviction { found: String },
    #[error(
        "Redis does not say what it evicts by ({0}), expected `{NO_EVICTION}`; allow the command INFO, or say that any policy will do"
    )]
    EvictionUnknown(String),
}

impl RedisReplayStore {
    /// Connects to a server by its URL (`redis://`, `rediss://` for TLS, `redis+unix://`; user, password and database in it) and keeps keys
    /// under names that begin with `prefix`.
    ///
    /// # Errors
    /// [`StoreError`] where it cannot be reached or evicts keys.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub async fn connect(url: &str, prefix: impl Into<String>) -> Result<Self, StoreError> {
        Self::connect_with(url, prefix, RedisReplaySettings::default()).await
    }

    /// As [`Self::connect`], by settings.
    ///
    /// # Errors
    /// As [`Self::connect`].
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub async fn connect_with(
        url: &str,
        prefix: impl Into<String>,
        settings: RedisReplaySettings,
    ) -> Result<Self, StoreError> {
        let fault = |fault: RedisFault| StoreError::new(fault);
        let client = client(url, &settings).map_err(|error| fault(error.into()))?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(settings.time_limit))
            .set_response_timeout(Some(settings.time_limit))
            .set_min_delay(Duration::from_millis(50))
            .set_max_delay(Duration::from_millis(500))
            .set_number_of_retries(2)
            .set_pipeline_buffer_size(QUEUE);
        let connection =
            ConnectionManager::new_with_config(client, config).await.map_err(|error| fault(error.into()))?;
        let store = Self { connection, prefix: prefix.into(), settings };
        if !store.settings.any_eviction_policy {
            store.check_eviction_policy().await.map_err(fault)?;
        }
        Ok(store)
    }

    async fn check_eviction_policy(&self) -> Result<(), RedisFault> {
        let answer: Result<String, RedisFault> = self.ask(redis::cmd("INFO").arg("memory")).await;
        let info = answer.map_err(|error| RedisFault::EvictionUnknown(error.to_string()))?;
        match info.lines().find_map(|line| line.strip_prefix("maxmemory_policy:")).map(str::trim) {
            Some(NO_EVICTION) => Ok(()),
            Some(found) => Err(RedisFault::Eviction { found: found.to_owned() }),
            None => Err(RedisFault::EvictionUnknown("no `maxmemory_policy` in INFO".to_owned())),
        }
    }

    async fn ask<T: redis::FromRedisValue>(&self, command: &redis::Cmd) -> Result<T, RedisFault> {
        let mut connection = self.connection.clone();
        // the crate's own limits are for one answer; waiting for a connection and for a place in the queue count too
        match timeout(self.settings.time_limit, command.query_async(&mut connection)).await {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(RedisFault::Time(self.settings.time_limit)),
        }
    }
}

impl ReplayStore for RedisReplayStore {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        Box::pin(async move {
            if expires <= now {
                return Ok(Replay::Expired);
            }
            let name = format!("{}{}", self.prefix, URL_SAFE_NO_PAD.encode(key.as_bytes()));
            let ttl = milliseconds_between(now, expires).saturating_add(self.settings.margin.as_millis());
            let ttl = u64::try_from(ttl).unwrap_or(u64::MAX).clamp(1, LONGEST);
            let mut set = redis::cmd("SET");
            set.arg(name).arg("1").arg("NX").arg("PX").arg(ttl);
            match self.ask::<Option<String>>(&set).await {
                Ok(Some(_)) => Ok(Replay::Fresh),
                Ok(None) => Ok(Replay::Replayed),
                // out of memory, and nothing may be evicted
                Err(RedisFault::Redis(error)) if error.code() == Some("OOM") => Ok(Replay::Full),
                Err(error) => Err(StoreError::new(error)),
            }
        })
    }
}

/// Redis refuses times to live that run past what it can count; a hundred years will do.
const LONGEST: u64 = 100 * 366 * 24 * 60 * 60 * 1000;

/// Rounded up.
fn milliseconds_between(from: Timestamp, to: Timestamp) -> u128 {
    let seconds = to.as_unix_seconds().saturating_sub(from.as_unix_seconds()).saturating_add(1);
    u128::try_from(seconds).unwrap_or_default() * 1000
}

fn client(url: &str, settings: &RedisReplaySettings) -> Result<Client, RedisError> {
    if !url.starts_with("rediss:") {
        return Client::open(url);
    }
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // the crate takes the process's; whoever was faster has set one as well
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    }
    Client::build_with_tls(url, TlsCertificates { client_tls: None, root_cert: settings.roots_pem.clone() })
}

impl fmt::Debug for RedisReplayStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the URL has a password
        f.debug_struct("RedisReplayStore").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::milliseconds_between;

    #[test]
    fn times_to_live_are_never_short() {
        for (from, to, least) in [
            ("2026-01-01T00:00:00Z", "2026-01-01T00:06:00Z", 360_000),
            ("2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.9Z", 800),
            ("2026-01-01T00:00:00.001Z", "2026-01-01T00:00:01.999Z", 1_998),
        ] {
            let found = milliseconds_between(from.parse().unwrap(), to.parse().unwrap());
            assert!((least..=least + 2_000).contains(&found), "{from} {to}: {found}");
        }
    }
}
