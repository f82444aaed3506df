//! A replay store in Redis that several servers share.

mod connection;

use agent_description::{
    CLOCK_SKEW, Timestamp,
    auth::replay::{Recording, Replay, ReplayKey, ReplayStore, StoreError},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use connection::{Connection, NO_EVICTION};
use redis::{Client, IntoConnectionInfo, RedisError, TlsCertificates, Value};
use std::{fmt, sync::Arc, time::Duration};

/// Options of [`RedisReplayStore`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RedisReplaySettings {
    /// Time limit for a response of the server; after it, the request is refused. Default 1 s.
    pub time_limit: Duration,
    /// Additional lifetime of stored nonces: the allowed clock skew between the servers that share the store. Default
    /// [`CLOCK_SKEW`].
    pub margin: Duration,
    /// Whether to accept any eviction policy. By default it must be `noeviction`; this is checked on each new
    /// connection and every 10 s.
    pub any_eviction_policy: bool,
    /// The CA certificates in PEM for a `rediss://` server, instead of the platform's.
    pub roots_pem: Option<Vec<u8>>,
}

impl Default for RedisReplaySettings {
    fn default() -> Self {
        Self { time_limit: Duration::from_secs(1), margin: CLOCK_SKEW, any_eviction_policy: false, roots_pem: None }
    }
}

/// Stores keys in a Redis server for all servers that share it, with the atomic command `SET prefix+key 1 NX PX ttl`.
///
/// If Redis does not respond, or with anything but `OK` or nil, requests are refused. The connection is reopened
/// automatically, and the server checked again: a server that may evict keys is not used. A nonce that Redis loses can
/// be replayed: see `docs/guides/replay.md` for persistence and replicas. There are no shares for signers, because
/// Redis would have to count.
pub struct RedisReplayStore {
    connection: Arc<Connection>,
    prefix: String,
    margin: Duration,
}

/// Why a Redis server cannot be used as a store.
#[derive(Debug, thiserror::Error)]
enum RedisFault {
    #[error("Redis: {0}")]
    Redis(#[from] RedisError),
    #[error("Redis did not answer within {} ms", .0.as_millis())]
    Time(Duration),
    #[error(
        "the Redis eviction policy is `{found}`, expected `{NO_EVICTION}`: other policies can drop used nonces; set `maxmemory-policy`, or allow \
         any policy"
    )]
    Eviction { found: String },
    #[error(
        "Redis does not report its eviction policy ({0}), expected `{NO_EVICTION}`; allow the command INFO, or allow any policy"
    )]
    EvictionUnknown(String),
    #[error("the response to SET is {0}, expected the status OK or nil; check that the address is a Redis server")]
    Answer(&'static str),
}

impl RedisFault {
    /// Whether the connection cannot be used any more: it is broken, slow, or leads to an unsuitable server.
    fn breaks_connection(&self) -> bool {
        match self {
            // the server has become a replica: another one has its name now or soon
            Self::Redis(error) if error.code() == Some("READONLY") => true,
            Self::Redis(error) => error.is_io_error() || error.is_unrecoverable_error(),
            Self::Time(_) | Self::Eviction { .. } | Self::EvictionUnknown(_) | Self::Answer(_) => true,
        }
    }
}

impl RedisReplayStore {
    /// Connects to a server by its URL (`redis://`, `rediss://` for TLS, `redis+unix://`, with user, password and
    /// database) and stores keys with the prefix `prefix`.
    ///
    /// # Errors
    /// [`StoreError`] if it is unreachable or evicts keys.
    ///
    /// # Panics
    /// If called outside of a tokio runtime.
    pub async fn connect(url: &str, prefix: impl Into<String>) -> Result<Self, StoreError> {
        Self::connect_with(url, prefix, RedisReplaySettings::default()).await
    }

    /// Like [`Self::connect`], with options.
    ///
    /// # Errors
    /// As [`Self::connect`].
    ///
    /// # Panics
    /// If called outside of a tokio runtime.
    pub async fn connect_with(
        url: &str,
        prefix: impl Into<String>,
        settings: RedisReplaySettings,
    ) -> Result<Self, StoreError> {
        let client = client(url, &settings).map_err(|error| StoreError::new(RedisFault::from(error)))?;
        let connection = Connection::new(client, settings.time_limit, settings.any_eviction_policy);
        connection.open().await.map_err(StoreError::new)?;
        Ok(Self { connection, prefix: prefix.into(), margin: settings.margin })
    }
}

impl ReplayStore for RedisReplayStore {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        Box::pin(async move {
            if expires <= now {
                return Ok(Replay::Expired);
            }
            let name = format!("{}{}", self.prefix, URL_SAFE_NO_PAD.encode(key.digest));
            let ttl = milliseconds_between(now, expires).saturating_add(self.margin.as_millis());
            let ttl = u64::try_from(ttl).unwrap_or(u64::MAX).clamp(1, MAX_LIFETIME_MILLISECONDS);
            let mut set = redis::cmd("SET");
            set.arg(name).arg("1").arg("NX").arg("PX").arg(ttl);
            match self.connection.ask(&set, now, replay).await {
                Ok(replay) => Ok(replay),
                Err(fault) => match &*fault {
                    // out of memory, and eviction is disabled
                    RedisFault::Redis(error) if error.code() == Some("OOM") => Ok(Replay::Full),
                    _ => Err(StoreError::new(fault)),
                },
            }
        })
    }

    fn survives_restart(&self) -> bool {
        true
    }
}

/// Interprets the response to `SET … NX`: the status `OK` means that the key is new; nil, that it exists. Anything else
/// is an error, so that the request is refused.
fn replay(answer: Value) -> Result<Replay, RedisFault> {
    let found = match answer {
        Value::Okay => return Ok(Replay::Fresh),
        Value::Nil => return Ok(Replay::Replayed),
        Value::SimpleString(_) => "another status",
        Value::BulkString(_) | Value::VerbatimString { .. } => "a string",
        Value::Int(_) | Value::Double(_) | Value::BigNumber(_) => "a number",
        _ => "something else",
    };
    Err(RedisFault::Answer(found))
}

/// Redis refuses lifetimes beyond its range; a hundred years are sufficient.
const MAX_LIFETIME_MILLISECONDS: u64 = 100 * 366 * 24 * 60 * 60 * 1000;

/// Rounded up.
fn milliseconds_between(from: Timestamp, to: Timestamp) -> u128 {
    let seconds = to.as_unix_seconds().saturating_sub(from.as_unix_seconds()).saturating_add(1);
    u128::try_from(seconds).unwrap_or_default() * 1000
}

fn client(url: &str, settings: &RedisReplaySettings) -> Result<Client, RedisError> {
    let connection = url.into_connection_info()?;
    // requests share a connection: none waits for the acknowledgment of the previous one
    let tcp = connection.tcp_settings().clone().set_nodelay(true);
    let connection = connection.set_tcp_settings(tcp);
    if !url.starts_with("rediss:") {
        return Client::open(connection);
    }
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // the crate uses the process's default provider; another thread may have set one
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    }
    Client::build_with_tls(connection, TlsCertificates { client_tls: None, root_cert: settings.roots_pem.clone() })
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
    use super::{RedisFault, Replay, milliseconds_between, replay};
    use redis::{Value, parse_redis_value};

    #[test]
    fn only_the_status_ok_is_new() {
        let read = |bytes: &[u8]| replay(parse_redis_value(bytes).unwrap());
        assert!(matches!(read(b"+OK\r\n"), Ok(Replay::Fresh)));
        for nil in [&b"$-1\r\n"[..], b"*-1\r\n", b"_\r\n"] {
            assert!(matches!(read(nil), Ok(Replay::Replayed)), "{nil:?}");
        }
        for other in [
            &b":1\r\n"[..],
            b":0\r\n",
            b"+OKAY\r\n",
            b"+ok\r\n",
            b"+QUEUED\r\n",
            b"+PONG\r\n",
            b"+\r\n",
            b"$2\r\nOK\r\n",
            b"$0\r\n\r\n",
            b"=6\r\ntxt:OK\r\n",
            b"*1\r\n+OK\r\n",
            b"*0\r\n",
            b"#t\r\n",
            b",1\r\n",
            b"%0\r\n",
        ] {
            let fault = read(other).unwrap_err();
            assert!(matches!(fault, RedisFault::Answer(_)) && fault.breaks_connection(), "{other:?}: {fault}");
        }
        assert!(replay(Value::SimpleString("OK".to_owned())).is_err());
    }

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
