//! The caller's side of NATS: one subscription for all responses.

use super::{MAX_PENDING_REQUESTS, UNREAD, subject};
use crate::channel::{Address, Channel, ChannelError, Outgoing, waiting::AllWaiting};
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
use std::{fmt, sync::Arc};
use tokio::task::JoinSet;

/// A connection to a NATS server. Cheap to clone; clones share it.
#[derive(Clone)]
pub struct Nats {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    /// Prefix of the subjects for responses.
    inbox: String,
    waiting: Arc<Inbox>,
    /// Reads the responses, until this is dropped.
    _reading: JoinSet<()>,
}

/// The waiting calls; the number of one is the last token of its response subject.
type Inbox = AllWaiting<(), InboxEvent>;

/// An event in the inbox.
enum InboxEvent {
    Bytes(Bytes),
    /// The server reports that there are no subscribers.
    Nobody,
}

impl Nats {
    /// Connects to a server `nats://HOST:PORT` or `tls://HOST:PORT`, with options for credentials, roots and names. The
    /// caller chooses the server, so no address policy applies. Servers that it advertises are ignored.
    ///
    /// # Errors
    ///
    /// `message-unreachable`: the server is unreachable or refuses the client.
    pub async fn connect(servers: impl ToServerAddrs, options: ConnectOptions) -> Result<Self, ChannelError> {
        // limits unread incoming messages, and queued outgoing messages while disconnected
        let options = options.subscription_capacity(UNREAD).client_capacity(256);
        // the caller did not choose the advertised servers
        let options = options.ignore_discovered_servers();
        // the error may contain the URL's password
        let failed = |error: async_nats::ConnectError| unreachable(format!("no connection: {}", error.kind()));
        Self::over(options.connect(servers).await.map_err(failed)?).await
    }

    /// Like [`connect`](Self::connect), with a fetcher's address policy: public addresses and TLS, unless the fetcher
    /// allows the server's origin (`nats` is treated as `http`, `tls` as `https`). The name is resolved once, and the
    /// client connects to the checked addresses.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect); `invalid-url` for another URL; errors of [`Fetcher::route`].
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
            // not an origin that may be used without TLS
            None | Some(Err(NetError::Scheme { .. })) => fetcher.route(&format!("https://{origin}")).await?,
            Some(route) => route?,
        };
        let options = match &route.tls {
            Some(tls) => options.tls_client_config(tls.clone()).require_tls(true),
            None => options,
        };
        let addresses: Vec<String> = route.addresses.iter().map(|address| format!("nats://{address}")).collect();
        Self::connect(addresses, options).await
    }

    /// Uses an existing connection, whose subscription limits the caller sets.
    ///
    /// # Errors
    ///
    /// `message-unreachable` if the connection is closed.
    pub async fn over(client: Client) -> Result<Self, ChannelError> {
        let inbox = client.new_inbox();
        let answers = client.subscribe(format!("{inbox}.*")).await.map_err(unreachable)?;
        let waiting = Inbox::new(MAX_PENDING_REQUESTS);
        let reading = JoinSet::from_iter([read(answers, Arc::clone(&waiting))]);
        Ok(Self { inner: Arc::new(Inner { client, inbox, waiting, _reading: reading }) })
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
        let failed = |error: async_nats::PublishError| ChannelError::unreachable(address, error);
        if !parcel.expects_answer {
            client.publish(subject, parcel.bytes.clone()).await.map_err(failed)?;
            return Ok(None);
        }
        let full = || ChannelError::Full { address: address.to_string(), waiting: MAX_PENDING_REQUESTS };
        let mut one = waiting.wait(()).ok_or_else(full)?;
        let reply = format!("{inbox}.{}", one.number);
        client.publish_with_reply(subject, reply, parcel.bytes.clone()).await.map_err(failed)?;
        match (&mut one.said).await {
            Ok(InboxEvent::Bytes(bytes)) => Ok(Some(bytes)),
            Ok(InboxEvent::Nobody) => Err(ChannelError::unreachable(address, "no receiver is subscribed")),
            Err(_) => Err(ChannelError::unreachable(address, "the connection to the NATS server ended")),
        }
    }
}

pub(super) fn unreachable(reason: impl ToString) -> ChannelError {
    ChannelError::unreachable("the NATS server", reason)
}

/// The subject for an address.
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

/// Delivers responses to waiting calls, until the connection ends.
async fn read(mut answers: Subscriber, waiting: Arc<Inbox>) {
    while let Some(answer) = answers.next().await {
        let number = answer.subject.rsplit('.').next().and_then(|last| last.parse().ok());
        let said = match answer.status {
            Some(StatusCode::NO_RESPONDERS) => InboxEvent::Nobody,
            _ => InboxEvent::Bytes(answer.payload),
        };
        // ignore calls that were canceled meanwhile
        let _gone = number.map(|number| waiting.deliver(number, said));
    }
    waiting.end();
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
