//! Messages between agents of one process. They are signed and verified as any: two agents of one process need not trust each other.

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

/// The agents of a process, by DID and by type. Cheap to clone; clones are the same channel.
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
    /// A channel that nobody has joined.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets messages reach this endpoint under its agent's DID and type. Returns the one that was there under this DID.
    pub fn join(&self, endpoint: Endpoint) -> Option<Endpoint> {
        let mut endpoints = self.inner.endpoints.write().unwrap_or_else(PoisonError::into_inner);
        endpoints.insert(endpoint.agent().did().clone(), endpoint)
    }

    /// No message reaches this agent any more. Returns its endpoint.
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
        // a message to all may reach nobody
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
            // each takes its place before the first is waited for
            let arrivals: Vec<_> = endpoints.iter().map(|endpoint| endpoint.arrive(parcel.bytes.clone())).collect();
            let said = tokio::time::timeout_at(parcel.deadline, join_all(arrivals)).await;
            let mut said = said.map_err(|_| ChannelError::timeout(&parcel.address))?.into_iter().flatten();
            match parcel.address {
                // nobody speaks for all: a refusal of one is none of the others
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
