//! The calling side: one subscription for all answers.

use super::{MAX_PENDING_REQUESTS, UNREAD, subject};
use crate::channel::{Address, Channel, ChannelError, Outgoing};
use agent_description::{
    diagnostic::shortened,
    resolve::{Fetcher, NetError},
};
use async_nats::{Client, ConnectOptions, ServerAddr, StatusCode, Subscriber, ToServerAddrs, connection::State};
use bytes::Bytes;
use futures_util::{
    StreamExt,
    future::{BoxFuture, FutureExt},
};
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::{sync::oneshot, task::AbortHandle};

/// A connection to a NATS server. Cheap to clone; clones share it.
#[derive(Clone)]
pub struct Nats {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    /// Answers come to subjects below this one.
    inbox: String,
    waiting: Arc<AllWaiting>,
    reading: AbortHandle,
}

/// Who waits for an answer, by the last level of the subject that it comes to.
#[derive(Default)]
struct AllWaiting {
    each: Mutex<HashMap<u64, oneshot::Sender<InboxEvent>>>,
    next: AtomicU64,
}

/// What comes to an inbox.
enum InboxEvent {
    Bytes(Bytes),
    /// The server's word that nobody listens.
    Nobody,
}

/// One that waits, until it is dropped.
struct Waiting<'a> {
    all: &'a AllWaiting,
    number: u64,
    said: oneshot::Receiver<InboxEvent>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

impl Nats {
    /// Connects to a server, `nats://HOST:PORT` or `tls://HOST:PORT`, with the options that say how: credentials, roots, names. The caller
    /// names the server: no address policy holds for it. Servers that it advertises are not connected to.
    ///
    /// # Errors
    /// `message-unreachable`: there is no server, or it does not let this client in.
    pub async fn connect(url: &str, options: ConnectOptions) -> Result<Self, ChannelError> {
        Self::connect_to(url, options).await
    }

    /// The same under a fetch's address policy: public addresses and TLS, unless the fetch allows the server's origin (`nats` counts as
    /// `http`, `tls` as `https`). The name is looked up once, and the client connects to addresses that were judged.
    ///
    /// # Errors
    /// Those of [`connect`](Self::connect); `invalid-url` for another URL; [`Fetcher::route`]'s.
    pub async fn connect_within(url: &str, fetcher: &Fetcher, options: ConnectOptions) -> Result<Self, ChannelError> {
        let no_server =
            || ChannelError::Address { found: shortened(url), expected: "nats://HOST:PORT or tls://HOST:PORT" };
        let server: ServerAddr = url.parse().map_err(|_| no_server())?;
        let host = match server.host() {
            host if host.contains(':') && !host.starts_with('[') => format!("[{host}]"),
            host => host.to_owned(),
        };
        let origin = format!("{host}:{}", server.port());
        let clear = match server.scheme() {
            "nats" => Some(fetcher.route(&format!("http://{origin}")).await),
            "tls" => None,
            _ => return Err(no_server()),
        };
        let route = match clear {
            // no origin that may be without TLS
            None | Some(Err(NetError::Scheme { .. })) => fetcher.route(&format!("https://{origin}")).await?,
            Some(route) => route?,
        };
        let options = match route.tls() {
            Some(tls) => options.tls_client_config(tls.clone()).require_tls(true),
            None => options,
        };
        let addresses: Vec<String> = route.addresses().iter().map(|address| format!("nats://{address}")).collect();
        Self::connect_to(addresses, options).await
    }

    async fn connect_to(servers: impl ToServerAddrs, options: ConnectOptions) -> Result<Self, ChannelError> {
        // bounded: what is read and not looked at, what is to be sent while there is no connection
        let options = options.subscription_capacity(UNREAD).client_capacity(256);
        // whoever names a server did not name those that it advertises
        let options = options.ignore_discovered_servers();
        // what the error says of the URL can hold its password
        let failed = |error: async_nats::ConnectError| unreachable(&format!("no connection: {}", error.kind()));
        Self::over(options.connect(servers).await.map_err(failed)?).await
    }

    /// Uses a connection that the caller made; what its subscriptions may hold is the caller's to bound.
    ///
    /// # Errors
    /// `message-unreachable` where the connection is closed.
    pub async fn over(client: Client) -> Result<Self, ChannelError> {
        let inbox = client.new_inbox();
        let answers = client.subscribe(format!("{inbox}.*")).await;
        let answers = answers.map_err(|error| unreachable(&error.to_string()))?;
        let waiting = Arc::new(AllWaiting::default());
        let reading = tokio::spawn(read(answers, Arc::clone(&waiting))).abort_handle();
        Ok(Self { inner: Arc::new(Inner { client, inbox, waiting, reading }) })
    }

    /// The connection.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.inner.client
    }

    async fn send(&self, parcel: &Outgoing) -> Result<Option<Bytes>, ChannelError> {
        let Inner { client, inbox, waiting, .. } = &*self.inner;
        let address = &parcel.address;
        let subject = subject_of(address)?;
        let limit = client.max_payload();
        if parcel.bytes.len() > limit {
            return Err(ChannelError::Size { what: "the message", bytes: parcel.bytes.len(), limit });
        }
        if client.connection_state() == State::Disconnected {
            return Err(ChannelError::unreachable(address, "not connected to the NATS server"));
        }
        let failed = |error: async_nats::PublishError| ChannelError::unreachable(address, error.to_string());
        if !parcel.expects_answer {
            client.publish(subject, parcel.bytes.clone()).await.map_err(failed)?;
            return Ok(None);
        }
        let full = || ChannelError::Full { address: address.to_string(), waiting: MAX_PENDING_REQUESTS };
        let mut one = waiting.wait().ok_or_else(full)?;
        let reply = format!("{inbox}.{}", one.number);
        client.publish_with_reply(subject, reply, parcel.bytes.clone()).await.map_err(failed)?;
        match (&mut one.said).await {
            Ok(InboxEvent::Bytes(bytes)) => Ok(Some(bytes)),
            Ok(InboxEvent::Nobody) => Err(ChannelError::unreachable(address, "no receiver is subscribed")),
            Err(_) => Err(ChannelError::unreachable(address, "the connection to the NATS server ended")),
        }
    }
}

pub(super) fn unreachable(reason: &str) -> ChannelError {
    ChannelError::Unreachable { address: "the NATS server".to_owned(), reason: reason.to_owned() }
}

/// Where a message to an address goes.
fn subject_of(address: &Address) -> Result<String, ChannelError> {
    match address {
        Address::Agent(did) => Ok(subject::for_agent(did)),
        Address::OneOf(agent_type) => Ok(subject::for_one(agent_type)),
        Address::EveryOf(agent_type) => Ok(subject::for_all(agent_type)),
        Address::Https(_) | Address::WebSocket(_) => {
            let expected = "an agent's DID or type";
            Err(ChannelError::Address { found: address.to_string(), expected })
        }
    }
}

/// Hands what comes in to who waits for it, until the connection ends.
async fn read(mut answers: Subscriber, waiting: Arc<AllWaiting>) {
    while let Some(answer) = answers.next().await {
        let number = answer.subject.rsplit('.').next().and_then(|last| last.parse().ok());
        let one = number.and_then(|number: u64| waiting.each().remove(&number));
        let said = match answer.status {
            Some(StatusCode::NO_RESPONDERS) => InboxEvent::Nobody,
            _ => InboxEvent::Bytes(answer.payload),
        };
        // whoever gave up is not told
        let _gone = one.map(|one| one.send(said));
    }
    waiting.each().clear();
}

impl AllWaiting {
    fn each(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<InboxEvent>>> {
        self.each.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) -> Option<Waiting<'_>> {
        let mut each = self.each();
        if each.len() >= MAX_PENDING_REQUESTS {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (said, receiver) = oneshot::channel();
        each.insert(number, said);
        Some(Waiting { all: self, number, said: receiver })
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.all.each().remove(&self.number);
    }
}

impl Channel for Nats {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let said = tokio::time::timeout_at(parcel.deadline, self.send(&parcel)).await;
            said.unwrap_or_else(|_| Err(ChannelError::timeout(&parcel.address)))
        }
        .boxed()
    }
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("state", &self.inner.client.connection_state()).finish_non_exhaustive()
    }
}
