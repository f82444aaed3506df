//! Idle connections for reuse.

use super::connection::Connection;
use crate::target::Target;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    runtime::{Handle, Id},
    time::Instant,
};

/// Maximum number of idle connections; the least recently used one is closed.
const MAX_IDLE_CONNECTIONS: usize = 64;
/// Maximum idle time.
const IDLE_TIMEOUT: Duration = Duration::from_secs(90);

/// The key for sharing a connection. With the settings of one client, host and port determine how to connect: to a
/// named address, through the proxy, or to a checked address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    host: String,
    port: u16,
    /// Whether it may be private, and whether TLS is used: an origin that one caller allows is not shared with others.
    is_private: bool,
    is_secure: bool,
    /// A connection works only while its runtime runs.
    runtime: Option<Id>,
}

impl Key {
    pub(super) fn for_target(target: &Target) -> Self {
        let runtime = Handle::try_current().ok().map(|runtime| runtime.id());
        let (is_private, is_secure) = (target.is_private, target.is_secure());
        Self { host: target.host().to_owned(), port: target.port(), is_private, is_secure, runtime }
    }
}

struct Kept {
    key: Key,
    since: Instant,
    connection: Connection,
}

/// The idle connections, most recently used last.
#[derive(Default)]
pub(super) struct Idle {
    kept: Mutex<Vec<Kept>>,
}

impl Idle {
    /// The most recently used connection.
    pub(super) fn take(&self, key: &Key) -> Option<Connection> {
        let mut kept = self.lock();
        // the oldest ones are at the beginning
        let fresh = kept.iter().position(|kept| kept.since.elapsed() < IDLE_TIMEOUT).unwrap_or(kept.len());
        let expired: Vec<Kept> = kept.drain(..fresh).collect();
        let found = kept.iter().rposition(|kept| kept.key == *key).map(|at| kept.remove(at));
        drop(kept);
        drop(expired);
        found.map(|kept| kept.connection)
    }

    /// Keeps a connection, if it can be reused.
    pub(super) fn keep(&self, key: Key, mut connection: Connection) {
        if !connection.is_idle() {
            return;
        }
        let mut kept = self.lock();
        let oldest = (kept.len() >= MAX_IDLE_CONNECTIONS).then(|| kept.remove(0));
        kept.push(Kept { key, since: Instant::now(), connection });
        drop(kept);
        drop(oldest);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
