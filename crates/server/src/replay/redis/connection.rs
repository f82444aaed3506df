//! The connection to a Redis server that every request of a store shares: each one that is made is checked before anything is asked on it.

use super::RedisFault;
use agent_description::Timestamp;
use redis::{AsyncConnectionConfig, Client, Cmd, Value, aio::MultiplexedConnection};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

/// The policy under which a full Redis server refuses writes instead of forgetting.
pub(super) const NO_EVICTION: &str = "noeviction";

/// Commands that may be on their way; those of more requests at the same time wait.
const QUEUE: usize = 1024;

/// How long after one attempt to connect has failed there is no other; who asks meanwhile is told why it failed.
const RECONNECT_DELAY: Duration = Duration::from_millis(50);

/// How long a server's policy is believed on one connection: it can be changed while the server runs.
const ROLE_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// A connection that is made when it is needed, and made again when it breaks: never used before the server at its other end has said that it
/// forgets nothing, because after a restart or behind another address it may be another server.
#[derive(Clone)]
pub(super) struct Connection {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    time_limit: Duration,
    any_eviction_policy: bool,
    current: Mutex<Current>,
}

#[derive(Default)]
struct Current {
    /// Which connection it is, counted from 1.
    number: u64,
    link: Option<watch::Receiver<Option<Link>>>,
    /// When the policy was last asked for, by the clock of whoever asks the store.
    checked: Option<Timestamp>,
}

type Link = Result<MultiplexedConnection, Arc<RedisFault>>;

impl Connection {
    pub(super) fn new(client: Client, time_limit: Duration, any_eviction_policy: bool) -> Self {
        let current = Mutex::default();
        Self { inner: Arc::new(Inner { client, time_limit, any_eviction_policy, current }) }
    }

    /// Connects and checks, where that is not done yet.
    pub(super) async fn open(&self) -> Result<(), Arc<RedisFault>> {
        self.in_time(async |_| Ok(())).await
    }

    /// What the server's answer to a command is read as, within the time limit: waiting for the connection, its check and a place in the queue
    /// count too. A connection whose answers cannot be read is left.
    pub(super) async fn ask<T>(
        &self,
        command: &Cmd,
        now: Timestamp,
        read: impl FnOnce(Value) -> Result<T, RedisFault>,
    ) -> Result<T, Arc<RedisFault>> {
        self.in_time(async |connection: &mut MultiplexedConnection| {
            if !self.inner.any_eviction_policy && !self.inner.lock().is_believed(now) {
                check_eviction_policy(connection).await?;
                self.inner.lock().checked = Some(now);
            }
            read(command.query_async(connection).await?)
        })
        .await
    }

    async fn in_time<T>(
        &self,
        ask: impl AsyncFnOnce(&mut MultiplexedConnection) -> Result<T, RedisFault>,
    ) -> Result<T, Arc<RedisFault>> {
        let limit = self.inner.time_limit;
        let (number, mut link) = Inner::link(&self.inner);
        let mut is_asking = false;
        let answer = timeout(limit, async {
            // the attempt's task ends with a result, unless the runtime does
            let link = match link.wait_for(Option::is_some).await {
                Ok(link) => link.clone(),
                // its task is gone, with the runtime that it ran on
                Err(_) => {
                    self.inner.leave(number);
                    None
                }
            };
            let mut connection = link.unwrap_or_else(|| Err(Arc::new(RedisFault::Time(limit))))?;
            is_asking = true;
            ask(&mut connection).await.map_err(Arc::new)
        })
        .await
        .unwrap_or_else(|_| Err(Arc::new(RedisFault::Time(limit))));
        // an attempt that is under way has its own time limit: if everyone who lost patience ended it, it might never succeed
        if is_asking && answer.as_ref().is_err_and(|fault| fault.breaks_connection()) {
            self.inner.leave(number);
        }
        answer
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection, or the attempt to make it, and its number.
    fn link(this: &Arc<Self>) -> (u64, watch::Receiver<Option<Link>>) {
        let mut current = this.lock();
        if let Some(link) = &current.link {
            return (current.number, link.clone());
        }
        let (sender, receiver) = watch::channel(None);
        *current = Current { number: current.number + 1, link: Some(receiver.clone()), checked: None };
        let (inner, number) = (Arc::clone(this), current.number);
        // a task of its own: it goes on when those who wait for it go away
        tokio::spawn(async move {
            let link = inner.connect().await.map_err(Arc::new);
            let has_failed = link.is_err();
            let _ = sender.send(Some(link));
            if has_failed {
                sleep(RECONNECT_DELAY).await;
                inner.leave(number);
            }
        });
        (number, receiver)
    }

    /// Has the next one who asks connect again, if nobody has done so yet.
    fn leave(&self, number: u64) {
        let mut current = self.lock();
        if current.number == number {
            current.link = None;
        }
    }

    async fn connect(&self) -> Result<MultiplexedConnection, RedisFault> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(self.time_limit))
            .set_response_timeout(Some(self.time_limit))
            .set_pipeline_buffer_size(QUEUE);
        let connect = async {
            let mut connection = self.client.get_multiplexed_async_connection_with_config(&config).await?;
            if !self.any_eviction_policy {
                check_eviction_policy(&mut connection).await?;
            }
            Ok(connection)
        };
        timeout(self.time_limit, connect).await.unwrap_or(Err(RedisFault::Time(self.time_limit)))
    }
}

impl Current {
    /// Whether what the server said about its policy still counts. A clock that was set back makes nothing last longer.
    fn is_believed(&self, now: Timestamp) -> bool {
        self.checked.is_some_and(|checked| checked <= now && now < checked.saturating_add(ROLE_CHECK_INTERVAL))
    }
}

/// Whether the server forgets nothing; one that does not say so counts as one that does.
async fn check_eviction_policy(connection: &mut MultiplexedConnection) -> Result<(), RedisFault> {
    let info: Result<String, _> = redis::cmd("INFO").arg("memory").query_async(connection).await;
    let info = info.map_err(|error| match error.is_io_error() {
        true => RedisFault::Redis(error),
        false => RedisFault::EvictionUnknown(error.to_string()),
    })?;
    forgets_nothing(&info)
}

/// What `INFO` says of the policy, each time that it says something.
fn forgets_nothing(info: &str) -> Result<(), RedisFault> {
    let mut said = info.lines().filter_map(|line| line.strip_prefix("maxmemory_policy:")).map(str::trim).peekable();
    if said.peek().is_none() {
        return Err(RedisFault::EvictionUnknown("no `maxmemory_policy` in INFO".to_owned()));
    }
    match said.find(|policy| *policy != NO_EVICTION) {
        Some(found) => Err(RedisFault::Eviction { found: found.to_owned() }),
        None => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Connection, Inner, RedisFault, forgets_nothing};
    use redis::Client;
    use std::time::Duration;

    /// Whoever lost an earlier connection ends no later one: others ask on it.
    #[tokio::test]
    async fn only_the_connection_that_broke_is_left() {
        let client = Client::open("redis://127.0.0.1:1").unwrap();
        let inner = Connection::new(client, Duration::from_secs(1), false).inner;
        let number = || Inner::link(&inner).0;
        let first = number();
        assert_eq!(number(), first);
        inner.leave(first);
        let second = number();
        assert_ne!(second, first);
        inner.leave(first);
        assert_eq!(number(), second);
        inner.leave(second);
        assert_ne!(number(), second);
    }

    #[test]
    fn every_policy_that_is_told_has_to_be_the_right_one() {
        for right in
            ["maxmemory_policy:noeviction", "a:b\r\nmaxmemory_policy:noeviction\r\nmaxmemory_policy:noeviction\r\n"]
        {
            assert!(forgets_nothing(right).is_ok(), "{right}");
        }
        for other in [
            "maxmemory_policy:allkeys-lru\r\n",
            "maxmemory_policy:noeviction\r\nmaxmemory_policy:allkeys-lru\r\n",
            "maxmemory_policy:allkeys-lru\r\nmaxmemory_policy:noeviction\r\n",
            "maxmemory_policy:noeviction\r\nmaxmemory_policy:\r\n",
        ] {
            assert!(matches!(forgets_nothing(other), Err(RedisFault::Eviction { .. })), "{other}");
        }
        assert!(matches!(forgets_nothing("xmaxmemory_policy:noeviction"), Err(RedisFault::EvictionUnknown(_))));
    }
}
