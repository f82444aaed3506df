//! The caller's side of WebSocket: one connection per URL, opened on demand.

use super::{
    super::{Address, Channel, ChannelError, Outgoing},
    MAX_PENDING_REQUESTS,
    connection::{self, Connection},
};
use crate::{envelope::ENVELOPE_BYTES, locked::locked};
use agent_description::resolve::Fetcher;
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::sync::{Mutex as AsyncMutex, mpsc::error::TrySendError};

/// Maximum number of URLs with open connections.
const URLS: usize = 256;

/// Sends messages to `wss` URLs with the fetcher's address policy. Connections are kept, reopened after failures, and
/// closed with the last clone.
#[derive(Clone, Debug)]
pub struct WebSocket {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    fetcher: Fetcher,
    links: Mutex<HashMap<String, Slot>>,
}

/// The connection to a URL, if any. Locked while it is opened, so that it is opened only once.
type Slot = Arc<AsyncMutex<Option<Connection>>>;

impl WebSocket {
    /// Creates the channel.
    #[must_use]
    pub fn new(fetcher: Fetcher) -> Self {
        Self { inner: Arc::new(Inner { fetcher, links: Mutex::default() }) }
    }

    fn slot(&self, address: &Address, url: &str) -> Result<Slot, ChannelError> {
        let mut links = locked(&self.inner.links);
        if let Some(slot) = links.get(url) {
            return Ok(Arc::clone(slot));
        }
        if links.len() >= URLS {
            // drop broken connections first
            links.retain(|_, slot| slot.try_lock().map_or(true, |link| link.as_ref().is_some_and(Connection::is_open)));
        }
        if links.len() >= URLS {
            return Err(ChannelError::Full { address: address.to_string(), waiting: URLS });
        }
        Ok(Arc::clone(links.entry(url.to_owned()).or_default()))
    }

    async fn link(&self, address: &Address, url: &str) -> Result<Connection, ChannelError> {
        let slot = self.slot(address, url)?;
        let mut link = slot.lock().await;
        if let Some(open) = link.as_ref().filter(|link| link.is_open()) {
            return Ok(open.clone());
        }
        let opened = connection::open(&self.inner.fetcher, address, url).await?;
        Ok(link.insert(opened).clone())
    }

    async fn send(&self, parcel: Outgoing) -> Result<Option<Bytes>, ChannelError> {
        let Address::WebSocket(url) = &parcel.address else {
            return Err(ChannelError::Address { found: parcel.address.to_string(), expected: "a wss URL" });
        };
        if parcel.bytes.len() > ENVELOPE_BYTES {
            return Err(ChannelError::Size { what: "the message", bytes: parcel.bytes.len(), limit: ENVELOPE_BYTES });
        }
        let link = self.link(&parcel.address, url).await?;
        let full = || ChannelError::Full { address: parcel.address.to_string(), waiting: MAX_PENDING_REQUESTS };
        let broken = || ChannelError::unreachable(&parcel.address, link.ended());
        let waiting = match parcel.expects_answer {
            true => Some(link.wait(&parcel).ok_or_else(full)?),
            false => None,
        };
        link.send(parcel.bytes.clone()).map_err(|error| match error {
            TrySendError::Full(_) => full(),
            TrySendError::Closed(_) => broken(),
        })?;
        match waiting {
            Some(mut waiting) => (&mut waiting.said).await.map(Some).map_err(|_| broken()),
            None => Ok(None),
        }
    }
}

impl Channel for WebSocket {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let (address, deadline) = (parcel.address.clone(), parcel.deadline);
            let said = tokio::time::timeout_at(deadline, self.send(parcel)).await;
            said.unwrap_or_else(|_| Err(ChannelError::timeout(&address)))
        }
        .boxed()
    }
}
