//! The Redis connection that all requests of a store share. Each new connection is checked before use.

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

/// The eviction policy with which a full Redis server refuses writes.
pub(super) const NO_EVICTION: &str = "noeviction";

/// Maximum number of commands in progress; further requests wait.
const QUEUE: usize = 1024;

/// Delay after a failed connection attempt; requests in the meantime get its error.
const RECONNECT_DELAY: Duration = Duration::from_millis(50);

/// How long a checked policy is trusted on one connection: it can be changed while the server runs.
const ROLE_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// A connection that is opened on demand, and reopened when it breaks. It is used only after the server has confirmed
/// its eviction policy, because after a restart or behind another address it may be another server.
pub(super) struct Connection {
    client: Client,
    time_limit: Duration,
    any_eviction_policy: bool,
    current: Mutex<Current>,
}

#[derive(Default)]
struct Current {
    /// The number of the connection, counted from 1.
    number: u64,
    link: Option<watch::Receiver<Option<Link>>>,
    /// When the policy was last checked, by the caller's clock.
    checked: Option<Timestamp>,
}

type Link = Result<MultiplexedConnection, Arc<RedisFault>>;

impl Connection {
    pub(super) fn new(client: Client, time_limit: Duration, any_eviction_policy: bool) -> Arc<Self> {
        Arc::new(Self { client, time_limit, any_eviction_policy, current: Mutex::default() })
    }

    /// Connects and checks, if needed.
    pub(super) async fn open(self: &Arc<Self>) -> Result<(), Arc<RedisFault>> {
        self.in_time(async |_| Ok(())).await
    }

    /// The parsed response to a command within the time limit, which includes connecting, the check and the queue. A
    /// connection with unreadable responses is closed.
    pub(super) async fn ask<T>(
        self: &Arc<Self>,
        command: &Cmd,
        now: Timestamp,
        read: impl FnOnce(Value) -> Result<T, RedisFault>,
    ) -> Result<T, Arc<RedisFault>> {
        self.in_time(async |connection: &mut MultiplexedConnection| {
            if !self.any_eviction_policy && !self.lock().is_believed(now) {
                check_eviction_policy(connection).await?;
                self.lock().checked = Some(now);
            }
            read(command.query_async(connection).await?)
        })
        .await
    }

    async fn in_time<T>(
        self: &Arc<Self>,
        ask: impl AsyncFnOnce(&mut MultiplexedConnection) -> Result<T, RedisFault>,
    ) -> Result<T, Arc<RedisFault>> {
        let limit = self.time_limit;
        let (number, mut link) = self.link();
        let mut is_asking = false;
        let answer = timeout(limit, async {
            // the attempt's task ends with a result, unless the runtime ends
            let link = match link.wait_for(Option::is_some).await {
                Ok(link) => link.clone(),
                // its task is gone, with its runtime
                Err(_) => {
                    self.leave(number);
                    None
                }
            };
            let mut connection = link.unwrap_or_else(|| Err(Arc::new(RedisFault::Time(limit))))?;
            is_asking = true;
            ask(&mut connection).await.map_err(Arc::new)
        })
        .await
        .unwrap_or_else(|_| Err(Arc::new(RedisFault::Time(limit))));
        // a running attempt has its own time limit: if waiting callers could end it, it might never succeed
        if is_asking && answer.as_ref().is_err_and(|fault| fault.breaks_connection()) {
            self.leave(number);
        }
        answer
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection, or the attempt to open it, and its number.
    fn link(self: &Arc<Self>) -> (u64, watch::Receiver<Option<Link>>) {
        let mut current = self.lock();
        if let Some(link) = &current.link {
            return (current.number, link.clone());
        }
        let (sender, receiver) = watch::channel(None);
        *current = Current { number: current.number + 1, link: Some(receiver.clone()), checked: None };
        let (this, number) = (Arc::clone(self), current.number);
        // a separate task, which continues when its callers are dropped
        tokio::spawn(async move {
            let link = this.connect().await.map_err(Arc::new);
            let has_failed = link.is_err();
            let _ = sender.send(Some(link));
            if has_failed {
                sleep(RECONNECT_DELAY).await;
                this.leave(number);
            }
        });
        (number, receiver)
    }

    /// Makes the next caller reconnect, unless another one has already done so.
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
    /// Whether the last policy check is still valid. Setting back the clock does not extend it.
    fn is_believed(&self, now: Timestamp) -> bool {
        self.checked.is_some_and(|checked| checked <= now && now < checked.saturating_add(ROLE_CHECK_INTERVAL))
    }
}

/// Whether the server never evicts keys; a server that does not report its policy may evict.
async fn check_eviction_policy(connection: &mut MultiplexedConnection) -> Result<(), RedisFault> {
    let info: Result<String, _> = redis::cmd("INFO").arg("memory").query_async(connection).await;
    let info = info.map_err(|error| match error.is_io_error() {
        true => RedisFault::Redis(error),
        false => RedisFault::EvictionUnknown(error.to_string()),
    })?;
    forgets_nothing(&info)
}

/// All values of the policy in `INFO`.
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
    use super::{Connection, RedisFault, forgets_nothing};
    use redis::Client;
    use std::time::Duration;

    /// A caller with an old connection does not close a newer one that others use.
    #[tokio::test]
    async fn only_the_connection_that_broke_is_left() {
        let client = Client::open("redis://127.0.0.1:1").unwrap();
        let connection = Connection::new(client, Duration::from_secs(1), false);
        let number = || connection.link().0;
        let first = number();
        assert_eq!(number(), first);
        connection.leave(first);
        let second = number();
        assert_ne!(second, first);
        connection.leave(first);
        assert_eq!(number(), second);
        connection.leave(second);
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
