//! Messages between agents of one process. They are signed and verified, because these agents need not trust each
//! other.

use super::{Address, Channel, ChannelError, Outgoing, Refusal};
use crate::endpoint::Endpoint;
use agent_description::Did;
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt, join_all};
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The agents of a process, by DID and type. Cheap to clone; clones are the same channel.
#[derive(Clone, Default)]
pub struct InProcess {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    endpoints: RwLock<HashMap<Did, Endpoint>>,
    turn: AtomicUsize,
}

impl InProcess {
    /// An empty channel.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers an endpoint under its agent's DID and type. Returns the earlier one of this DID.
    pub fn join(&self, endpoint: Endpoint) -> Option<Endpoint> {
        let mut endpoints = self.inner.endpoints.write().unwrap_or_else(PoisonError::into_inner);
        endpoints.insert(endpoint.agent().did().clone(), endpoint)
    }

    /// Removes the endpoint of a DID and returns it.
    pub fn leave(&self, did: &Did) -> Option<Endpoint> {
        self.inner.endpoints.write().unwrap_or_else(PoisonError::into_inner).remove(did)
    }

    fn at(&self, address: &Address) -> Result<Vec<Endpoint>, ChannelError> {
        let endpoints = self.inner.endpoints.read().unwrap_or_else(PoisonError::into_inner);
        let of_type = |agent_type: &str| {
            let mut found: Vec<Endpoint> =
                endpoints.values().filter(|endpoint| endpoint.agent().agent_type() == agent_type).cloned().collect();
            found.sort_by(|one, other| one.agent().did().as_str().cmp(other.agent().did().as_str()));
            found
        };
        let found = match address {
            Address::Agent(did) => endpoints.get(did).cloned().into_iter().collect(),
            Address::OneOf(agent_type) => {
                let all = of_type(agent_type);
                let turn = self.inner.turn.fetch_add(1, Ordering::Relaxed);
                all.get(turn.checked_rem(all.len()).unwrap_or_default()).cloned().into_iter().collect()
            }
            Address::EveryOf(agent_type) => of_type(agent_type),
            Address::Https(_) | Address::WebSocket(_) => {
                let expected = "an agent's DID or type: agents in the same process have no URL";
                return Err(ChannelError::Address { found: address.to_string(), expected });
            }
        };
        // a broadcast may have no recipients
        if found.is_empty() && !matches!(address, Address::EveryOf(_)) {
            return Err(ChannelError::unreachable(address, "it is not connected to the channel of this process"));
        }
        Ok(found)
    }
}

impl Channel for InProcess {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let endpoints = self.at(&parcel.address)?;
            // all receive the message before any response is awaited
            let arrivals: Vec<_> = endpoints.iter().map(|endpoint| endpoint.arrive(parcel.bytes.clone())).collect();
            let said = tokio::time::timeout_at(parcel.deadline, join_all(arrivals)).await;
            let mut said = said.map_err(|_| ChannelError::timeout(&parcel.address))?.into_iter().flatten();
            match parcel.address {
                // a broadcast is not refused because one agent refuses it
                Address::EveryOf(_) => Ok(said.find(|said| Refusal::read(said).is_none())),
                _ => Ok(said.next()),
            }
        }
        .boxed()
    }
}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let endpoints = self.inner.endpoints.read().unwrap_or_else(PoisonError::into_inner);
        f.debug_struct("InProcess").field("agents", &endpoints.keys().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}
